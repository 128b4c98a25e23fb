"""Does a check of STATE.md pass only what would carry a seat over a compaction?"""

from cortex.core.seat.meter import Record, levels_of
from cortex.core.seat.state import (
    CHECKPOINT,
    DEAD_ENDS,
    completed,
    parse_state,
    rendered,
    stamp_of,
    template,
    with_section,
)
from cortex.core.seat.state_checks import (
    STATE_CHARS_MAX,
    level_checks,
    state_checks,
)
from cortex.model.seat_checks import SeatCheck

NOW_US = 1_767_262_500_000_000  # 2026-01-01T10:15:00Z
MINUTE_US = 60_000_000
DAY_US = 24 * 60 * MINUTE_US
GOOD = rendered(
    completed(
        parse_state(f"## {CHECKPOINT}\ntask: invoices\nstands: sent\nexact next step: book them")
    ),
    stamp_of(NOW_US - MINUTE_US),
)


def rows(text: str | None, written_us: int = NOW_US - MINUTE_US) -> dict[str, SeatCheck]:
    """Give the rows of a file, by name."""
    return {row.check: row for row in state_checks(text, written_us, Record(), NOW_US)}


def levels(text: str | None) -> dict[str, str]:
    """Give which rows are no pass."""
    return {name: row.level for name, row in rows(text).items() if row.level != "pass"}


def test_file_that_is_whole_passes() -> None:
    """Doctor D4: with every heading, a next step, and within the cap, each row is a pass."""
    assert {} == levels(GOOD)
    assert all(row.evidence and not row.remedy for row in rows(GOOD).values())


def test_each_fault_is_a_row_with_a_remedy() -> None:
    """Doctor D4: missing headings, no next step, too long, ahead of the clock, or no file: FAIL."""
    without_rules = GOOD.partition("\n## The user's rules")[0]
    assert {"D4.headings": "fail"} == levels(without_rules)
    assert {"D4.next-step": "fail"} == levels(GOOD.replace("book them", "TBD"))
    ahead = GOOD.replace("stands: sent", "stands: sent 2026-01-01T10:18Z")
    assert {"D4.instants": "fail"} == levels(ahead)
    assert {"D4.filled": "warn", "D4.next-step": "fail"} == levels(template())
    empty = {"D4.filled": "fail", "D4.headings": "fail", "D4.next-step": "fail"}
    assert empty == levels(" \n")
    assert {"D4.file": "fail"} == levels(None)
    for text in (without_rules, template(), None):
        assert all(row.remedy for row in rows(text).values() if row.level != "pass")


def test_size_is_checked_at_its_limit() -> None:
    """Doctor D4: 9,500 characters are given back whole, one more is not; letters, not bytes."""
    room = STATE_CHARS_MAX - len(GOOD) + len("- none")
    filled = with_section(parse_state(GOOD), DEAD_ENDS, "\u7aef" * room)
    exact = rendered(filled, stamp_of(NOW_US - MINUTE_US))
    assert STATE_CHARS_MAX == len(exact)
    assert {} == levels(exact)
    assert {"D4.size": "fail"} == levels(exact.replace("\u7aef", "\u7aef\u7aef", 1))


def test_file_older_than_the_last_prompt_is_stale_when_the_context_is_full() -> None:
    """Doctor D4: below the warning an old file is fine, above it a prompt later is a FAIL."""
    record = Record()
    record.prompt_us, record.prompts = NOW_US, 3
    fresh = {row.check: row for row in state_checks(GOOD, NOW_US - MINUTE_US, record, NOW_US)}
    assert "pass" == fresh["D4.fresh"].level
    record.level = 1
    stale = {row.check: row for row in state_checks(GOOD, NOW_US - MINUTE_US, record, NOW_US)}
    assert "fail" == stale["D4.fresh"].level
    ahead = {row.check: row for row in state_checks(GOOD, NOW_US + DAY_US, record, NOW_US)}
    assert "warn" == ahead["D4.fresh"].level  # Of tomorrow: nobody knows how old it is.
    unseen = {row.check: row for row in state_checks(GOOD, NOW_US, None, NOW_US)}
    assert "warn" == unseen["D4.fresh"].level  # A missing proof is never a pass.


def test_warnings_come_before_the_host_compacts() -> None:
    """Doctor D3: the usual levels and lower ones pass, a level at the compaction is a FAIL."""
    assert ["pass"] == [row.level for row in level_checks(levels_of(200_000, {}), [])]
    lower = levels_of(200_000, {"warn": 60_000, "urgent": 166_999})
    assert ["pass"] == [row.level for row in level_checks(lower, [])]
    late = levels_of(200_000, {"urgent": 167_000})
    assert ["fail"] == [row.level for row in level_checks(late, [])]
    assert late.warn < late.urgent < late.trigger
    crossed = levels_of(200_000, {"warn": 150_000, "urgent": 140_000})
    assert ["fail"] == [row.level for row in level_checks(crossed, [])]
    assert crossed.warn < crossed.urgent


def test_seat_toml_that_cannot_be_read_is_a_warning() -> None:
    """Doctor D3: a line that is no number of tokens is named, and the usual level holds."""
    doubtful = level_checks(levels_of(200_000, {}), ["'warn = many' is no window"])
    assert ["pass", "warn"] == [row.level for row in doubtful]
