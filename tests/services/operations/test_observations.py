"""What stands beside the cards, and what is said when it cannot be all of it?"""

from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.observations import Event, Role
from cortex.model.text import RawText
from cortex.wire.encoding import encode
from cortex.wiring.capture import Capture
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking
from tests.services.repositories import make_repository


@pytest.fixture
def capture(house: House) -> Capture:
    """Give the capture of the same caller, with one source and two events."""
    made = Capture(house, Caller(agent="tester"))
    made.register("ci", Role.TOOL_REPORT, 100_000, Place())
    for text in ("tests failed on arm64", "the deploy went well"):
        made.put("ci", "1", Event(text, RawText(text)))
    return made


def section(answer: dict[str, Any]) -> Any:
    """Give the section of an answer."""
    return answer["observations"]


def previews(answer: dict[str, Any]) -> list[str]:
    """Give what the items say."""
    return [item["preview"] for item in section(answer)["items"]]


NEWEST = ["the deploy went well", "tests failed on arm64"]


@pytest.mark.parametrize("task", [None, "src/app.py", r"tests/test_a.py  C:\work\b.py ./c/"])
def test_work_begins_with_the_newest(ask: Asking, capture: Capture, task: str | None) -> None:
    """Orienting without words, or with the paths of the task only, shows what happened last."""
    del capture
    answer = ask("orient", **({} if task is None else {"task": task}))
    assert NEWEST == previews(answer)
    assert {"newest"} == {item["route"] for item in section(answer)["items"]}


def test_words_beside_a_path_are_looked_for(ask: Asking, capture: Capture) -> None:
    """A task that says more than paths is looked for by its words."""
    del capture
    answer = ask("orient", task="why did src/app.py fail its tests?")
    assert NEWEST[1:] == previews(answer)
    assert "literal" == section(answer)["items"][0]["route"]


def test_a_closed_source_makes_the_section_partial(ask: Asking, capture: Capture) -> None:
    """What is closed is left out and named; the cards are the same."""
    capture.register("log", Role.DOCUMENT, 1000, Place())
    capture.put("log", "1", Event("e", RawText("tests of the log")))
    ask("commit", text="The tests run on arm64 and on amd64 every night")
    before = ask("query", need="tests")
    capture.set_enabled("ci", is_enabled=False)
    after = ask("query", need="tests")
    assert ("partial", ["ci"]) == (section(after)["status"], section(after)["closed"])
    assert ["tests of the log"] == previews(after)
    assert before["cards"] == after["cards"] != []


def test_a_section_that_is_closed_denies_itself_only(ask: Asking, capture: Capture) -> None:
    """With every source closed the section is denied, and the answer stands with its status."""
    ask("commit", text="The tests run on arm64 and on amd64 every night")
    before = ask("query", need="tests")
    capture.set_enabled("ci", is_enabled=False)
    after = ask("query", need="tests")
    assert ("denied", []) == (section(after)["status"], section(after)["items"])
    assert (before["status"], before["cards"]) == (after["status"], after["cards"])


def test_what_waits_is_made_findable_or_said_to_wait(
    ask: Asking, capture: Capture, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not indexed yet is indexed by asking; as long as more waits, the section says so."""
    del capture
    with house.brain.writing() as writer:
        writer.search_index.clear()
    assert ("ok", NEWEST[1:]) == (
        section(ask("query", need="failed tests"))["status"],
        previews(ask("query", need="failed tests")),
    )
    with house.brain.writing() as writer:
        writer.search_index.clear()
    monkeypatch.setattr("cortex.services.needs.PROJECTION_SLICE_MAX", 1)
    answer = section(ask("query", need="tests"))
    assert ("partial", True) == (answer["status"], answer["projection_pending"])


def test_another_scope_is_looked_in_when_named(
    house: House, ask: Asking, capture: Capture, tmp_path: Path
) -> None:
    """A scope's id or name, or all of them; an unknown one is refused in the section only."""
    shop = tmp_path / "shop"
    make_repository(shop)
    capture.register("shop", Role.DOCUMENT, 1000, Place(str(shop)))
    capture.put("shop", "1", Event("e", RawText("tests of the shop")))
    scope_id = house.scope(Place(str(shop))).scope_id
    here = NEWEST[1:]
    assert here == previews(ask("query", need="tests"))
    assert here == previews(ask("query", need="tests", observation_scope="project"))
    for named in ("shop", scope_id):
        found = ask("query", need="tests", observation_scope=named)
        assert ["tests of the shop"] == previews(found)
    both = previews(ask("query", need="tests", observation_scope="all"))
    assert sorted([*here, "tests of the shop"]) == sorted(both)
    unknown = ask("query", need="tests", observation_scope="nowhere")
    assert ("invalid_request", "observation_scope") == (
        section(unknown)["status"],
        section(unknown)["field"],
    )
    assert "no_match" == unknown["status"]


def test_a_section_is_bounded_by_its_bytes(ask: Asking, capture: Capture) -> None:
    """Eight items with the longest names there may be stay below 16 KiB together."""
    for number in range(8):
        key = f"{number}" + "é" * 500
        capture.put("ci", "é" * 500, Event(key, RawText(f"tests {number} " + "日" * 300)))
    items = section(ask("query", need="tests"))["items"]
    assert 0 < len(items) < 8
    assert sum(len(encode(item).encode()) for item in items) <= 16_384
