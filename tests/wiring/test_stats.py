"""Do the notes of hooks become figures, each counted once?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import StoreBusy
from cortex.services.stats import note_use, percentile, read_prompts, read_uses
from cortex.stores.system.line_log import PROMPTS, USES, note_line, take_lines
from cortex.wiring.house import House, open_house
from cortex.wiring.prompt_notes import take_in_prompts
from cortex.wiring.settings import Settings
from cortex.wiring.stats import stats
from tests.faults.holders import holder

CALLER = Caller(agent="claude-code", is_mcp=True)
SECOND_US = 1_000_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give a house in a home of its own."""
    settings = Settings(
        home=str(tmp_path), db_path=str(tmp_path / "cortex.db"), durability="fast",
        cwd=str(tmp_path), user_home=str(tmp_path),
    )  # fmt: skip
    with open_house(settings) as opened:
        yield opened


def note(
    house: House, ago_s: int, outcome: str, *keys: str, size: int = 0, took: int = 900
) -> None:
    """Note a prompt as a hook does."""
    seen_us = house.now_us() - ago_s * SECOND_US
    fields: tuple[str | int, ...] = (seen_us, 4, 0, "claude-code", "s1", outcome, size, took, *keys)
    note_line(house.settings.home, PROMPTS, fields)


def figures(house: House, days: int = 30) -> Any:
    """Give the figures."""
    return stats(house, CALLER, days)


def test_nothing_seen_makes_no_store(house: House) -> None:
    """Figures of an empty home are zeros and leave no file behind."""
    data = figures(house)
    assert 0 == data["prompts"]["seen"]
    assert None is data["injected"]["used_percent"]
    assert {"p50": None, "p95": None} == data["time_us"]
    assert [] == list(Path(house.settings.home).iterdir())


def test_prompts_count_once_and_by_outcome(house: House) -> None:
    """Asking again takes nothing in twice; another run of the same lines adds nothing."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    note(house, 50, "injected", "1", "2!", size=300, took=5000)
    note(house, 40, "short", took=100)
    note(house, 30, "short", took=200)
    note(house, 20, "told_before", took=300)
    first = figures(house)
    assert {
        "seen": 4,
        "injected": 1,
        "silent": [{"reason": "short", "prompts": 2}, {"reason": "told_before", "prompts": 1}],
    } == first["prompts"]
    assert (2, 300, 75) == tuple(first["injected"][n] for n in ("facts", "bytes", "token_estimate"))
    assert {"p50": 200, "p95": 5000} == first["time_us"]
    assert 4 == first["taken_in"]
    assert {**first, "taken_in": 0} == figures(house)
    assert [] == take_lines(house.settings.home, PROMPTS)


def test_taking_in_waits_no_longer_than_it_may(house: House) -> None:
    """Case 31: a hook that may not wait is refused at once, and what was noted stays."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    note(house, 50, "short")
    with holder(Path(house.settings.db_path), "transaction"), pytest.raises(StoreBusy) as caught:
        take_in_prompts(house, wait_ms=0)
    assert caught.value.remedy
    assert 1 == take_in_prompts(house)


def test_taking_in_goes_on_where_somebody_was_killed(house: House) -> None:
    """What was set aside and not removed is found again, and counts once."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    note(house, 50, "short")
    lines = take_lines(
        house.settings.home, PROMPTS
    )  # Whoever took these was killed before the drop.
    note(house, 40, "short")
    assert 1 == len(lines)
    assert 1 == take_in_prompts(house)
    assert 1 == take_in_prompts(house)
    assert 0 == take_in_prompts(house)
    assert 2 == figures(house)["prompts"]["seen"]


def test_days_are_a_window(house: House) -> None:
    """What is older than the days asked for does not count."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    note(house, 2 * 86_400, "short")
    note(house, 10, "short")
    assert 1 == figures(house, 1)["prompts"]["seen"]
    assert 2 == figures(house, 3)["prompts"]["seen"]


def test_an_operation_that_is_given_a_fact_uses_it(house: House) -> None:
    """Expanding a fact over MCP counts for what its host was told; asking a question does not."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    house.commit(CommitRequest("Lunch is at noon."), Place(), CALLER)
    note(house, 60, "injected", "1", "2", size=300)
    house.operate("query", {"text": "decision::2 gateway"}, CALLER, Place())
    house.operate("expand", {"references": ["decision::1"]}, CALLER, Place())
    injected = figures(house)["injected"]
    assert (2, 1, 50) == (injected["facts"], injected["used"], injected["used_percent"])
    assert [] == take_lines(house.settings.home, USES)


def test_a_person_at_a_shell_is_no_agent(house: House) -> None:
    """Only what came over MCP is noted as an agent's."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    house.operate("expand", {"references": ["decision::1"]}, CALLER._replace(is_mcp=False), Place())
    assert [] == take_lines(house.settings.home, USES)


def test_a_command_in_a_session_uses_a_fact(house: House) -> None:
    """What the drain hands over is marked in its session, and nothing else is."""
    house.commit(CommitRequest("The gateway listens on 8443."), Place(), CALLER)
    note(house, 60, "injected", "1", size=300)
    take_in_prompts(house)
    now_us = house.now_us()
    with house.brain.writing() as writer:
        assert 0 == note_use(writer, "claude-code", "s1", "ls", now_us)
        assert 0 == note_use(writer, "claude-code", "", "cortex show d1", now_us)
        assert 0 == note_use(writer, "claude-code", "s2", "cortex show d1", now_us)
        assert 1 == note_use(writer, "claude-code", "s1", "cortex show d1", now_us)
    assert 100 == figures(house)["injected"]["used_percent"]


def test_lines_that_say_nothing_are_left_out() -> None:
    """A line of another version, a torn one and absurd numbers count for nothing."""
    good = ["5", "1", "0", "codex", "s", "short", "0", "7"]
    lines = [
        good,
        good[:7],
        [*good[:5], "unheard_of", *good[6:]],
        ["x", *good[1:]],
        ["-1", *good[1:]],
        [str(2**63), *good[1:]],
        [*good, "seven"],
        [""],
        [],
    ]
    assert [5] == [one.seen_us for one in read_prompts(lines)]
    told = read_prompts([[*good, "3", "2!", "3", "0", str(2**63)]])
    assert [(2, 3)] == [one.fact_ids for one in told]
    assert [(2,)] == [
        one.fact_ids
        for one in read_uses([["9", "codex", "2"], ["9"], ["x", "a", "1"], ["9", "a", "-1"]])
    ]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([], 50, None),
        ([4], 95, 4),
        ([1, 2], 50, 1),
        ([1, 2, 3], 50, 2),
        (list(range(1, 101)), 95, 95),
    ],
)
def test_percentile_is_a_value_that_was_measured(
    values: list[int], share: int, expected: int | None
) -> None:
    """The smallest value that so many per cent do not exceed."""
    assert expected == percentile(values, share)
