"""Is each level spoken of once, before the host compacts, and never from an old count?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.seat.meter import (
    DOUBTED_PROMPTS,
    NONE,
    ONE_COMPACTION_US,
    SURELY_OWED,
    URGENT,
    WARN,
    Record,
    age_text,
    asked_levels,
    compact,
    hand_over,
    judge,
    levels_of,
    look_at_state,
    read_record,
    record_bytes,
    sentence,
    settle,
    window_of,
)

LEVELS = levels_of(200_000, {})
WRITTEN_US = 1_000


def test_levels_are_told_in_order_and_once() -> None:
    """Seat T4: warn at three quarters of the way, urgent at nine tenths, each spoken of once."""
    record = Record()
    assert (167_000, 125_250, 150_300) == (LEVELS.trigger, LEVELS.warn, LEVELS.urgent)
    spoken = [
        judge(record, tokens, LEVELS, WRITTEN_US)
        for tokens in (125_249, 125_250, 125_250, 130_000, 150_300, 150_301)
    ]
    assert [NONE, WARN, NONE, NONE, URGENT, NONE] == spoken


def test_level_is_told_again_only_when_the_file_was_not_touched() -> None:
    """Seat T4: after a sixteenth of the way more, and not when STATE.md was written since."""
    record = Record()
    assert WARN == judge(record, 126_000, LEVELS, WRITTEN_US)
    assert NONE == judge(record, 136_436, LEVELS, WRITTEN_US)
    assert WARN == judge(record, 136_437, LEVELS, WRITTEN_US)
    assert NONE == judge(record, 149_000, LEVELS, WRITTEN_US + 1)
    assert URGENT == judge(record, 151_000, LEVELS, WRITTEN_US + 1)


def test_context_that_fell_is_a_new_one() -> None:
    """A fall by more than three tenths begins anew, a smaller one does not."""
    record = Record()
    judge(record, 126_000, LEVELS, WRITTEN_US)
    assert NONE == judge(record, 88_201, LEVELS, WRITTEN_US)
    assert WARN == record.level
    record.tokens = 126_001
    judge(record, 88_200, LEVELS, WRITTEN_US)
    assert NONE == record.level
    assert WARN == judge(record, 126_000, LEVELS, WRITTEN_US)


def test_compaction_told_several_times_is_one() -> None:
    """What comes within two minutes of the hand-back belongs to it, in either order."""
    record = Record()
    start_us = 10 * ONE_COMPACTION_US
    compact(record, start_us, is_over=False)
    assert DOUBTED_PROMPTS == record.owed
    hand_over(record, start_us + 20)
    compact(record, start_us + 20 + ONE_COMPACTION_US, is_over=True)
    assert (0, start_us + 20) == (record.owed, record.compacted_us)
    compact(record, start_us + 21 + ONE_COMPACTION_US, is_over=True)
    compact(record, start_us + 22 + ONE_COMPACTION_US, is_over=False)
    assert SURELY_OWED == record.owed


@given(
    st.integers(1, 10_000_000),
    st.dictionaries(st.sampled_from(["warn", "urgent"]), st.integers(1, 10_000_000)),
    st.integers(0, 200),
)
def test_levels_stand_below_the_compaction(
    window: int, asked: dict[str, int], percent: int
) -> None:
    """Whatever is asked for, no level reaches the point where the host compacts."""
    levels = levels_of(window, asked, percent)
    assert levels.warn < levels.urgent < levels.trigger or levels.trigger <= 3


@given(st.lists(st.integers(0, 2**62), min_size=12, max_size=12))
def test_record_is_read_as_it_was_written(values: list[int]) -> None:
    """A record survives its file, and what is no record is an empty one."""
    record = Record()
    for name, value in zip(Record.__slots__, values, strict=True):
        setattr(record, name, value)
    again = read_record(record_bytes(record))
    assert values == [getattr(again, name) for name in Record.__slots__]
    odd = b"level x\nlevel -1\n\xff\x00tokens 99999999999999999999"
    assert b"" == record_bytes(read_record(odd))


def test_seat_toml_asks_for_levels_and_nothing_else() -> None:
    """Whole numbers below [meter] count; another table, a word or a command is not obeyed."""
    meter = '[meter]\nwarn = 90_000 # early\nurgent=100000\ncommand = "rm"\nwindow = many\n'
    asked, doubts = asked_levels(f"{meter}[other]\nwarn = 1")
    assert {"warn": 90_000, "urgent": 100_000} == asked
    assert 2 == len(doubts)
    assert ({}, []) == asked_levels("")
    assert {} == asked_levels("[meter]\nwarn = 0")[0]


@pytest.mark.parametrize(
    ("tokens", "known", "limits", "window"),
    [
        (0, 0, (), 200_000),
        (200_000, 0, (), 200_000),
        (200_001, 0, (), 1_000_000),
        (300_000, 272_000, (), 272_000),
        (10, 1_000_000, (150_000, 0), 150_000),
        (10, 100_000, (150_000,), 100_000),
    ],
)
def test_smallest_window_counts(
    tokens: int, known: int, limits: tuple[int, ...], window: int
) -> None:
    """The model's window, and no more than anybody asked; a fuller context shows a larger one."""
    assert window == window_of(tokens, known, limits)


def test_percentage_of_the_operator_compacts_earlier_never_later() -> None:
    """A percentage moves the compaction down; one that would move it up is passed over."""
    assert 90_000 == levels_of(200_000, {}, 50).trigger
    assert 167_000 == levels_of(200_000, {}, 100).trigger
    assert 167_000 == levels_of(200_000, {}, 0).trigger


def test_file_that_was_written_is_news_once() -> None:
    """The count of prompts begins anew when STATE.md was written."""
    record = Record()
    record.prompts = 4
    assert look_at_state(record, 5)
    assert 0 == record.prompts
    assert not look_at_state(record, 5)


def test_line_is_one_line_of_facts() -> None:
    """It names the count, the compaction and the age of the file, on a single line."""
    line = sentence(WARN, 126_000, LEVELS, "42 min")
    assert "126,000 of about 167,000 tokens" in line
    assert "STATE.md was last written 42 min ago" in line
    assert "\n" not in line
    assert "There is no STATE.md yet" in sentence(URGENT, 1, LEVELS, "")


def test_span_is_told_in_words() -> None:
    """Minutes, then hours, then days; a clock that went back gives none."""
    minute = 60_000_000
    shown = [age_text(span * minute) for span in (-5, 0, 119, 120, 47 * 60, 48 * 60)]
    assert ["0 min", "0 min", "119 min", "2 h", "47 h", "2 days"] == shown


def test_clock_that_was_set_back_silences_nobody() -> None:
    """What is noted of a time to come counts as of now; what is past stays."""
    record = Record()
    record.compacted_us, record.handed_us, record.started_us, record.prompt_us = 900, 901, 5, 902
    settle(record, 100)
    assert (100, 100, 5, 100) == (
        record.compacted_us,
        record.handed_us,
        record.started_us,
        record.prompt_us,
    )
