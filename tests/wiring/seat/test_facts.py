"""Is each compaction kept as one summary, in whichever order and number it is told?"""

import itertools
import json
from pathlib import Path

import pytest

from cortex.model.host_events import PROMPT, TURN_END
from cortex.model.seats import Seat
from cortex.model.session_facts import Facts
from cortex.seat.session_facts import prune_facts, read_facts
from cortex.wiring.seat.facts import back_fill, take_summary
from cortex.wiring.seat.folders import SeatFolders
from cortex.wiring.seat.live import live_messages, note_turn
from tests.wiring.seat_sessions import NOW_US, SECOND_US, SUMMARY, Conversation, make_seat

DAY_US = 86_400 * SECOND_US


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """Give a session that can be compacted."""
    talk = Conversation(tmp_path)
    talk.user("Move the gateway.")
    talk.agent("I will.")
    return talk


def facts(seat: Seat, days: int = 3, now_us: int = NOW_US + 60 * SECOND_US) -> Facts:
    """Give the facts of the last days."""
    with SeatFolders(seat) as opened:
        return read_facts(opened.kept, days, now_us)


def saved(seat: Seat) -> list[Path]:
    """Give the summaries that have a file."""
    return sorted(Path(seat.root, "memory/compactions").glob("*.md"))


def test_a_summary_has_a_file_and_a_row(seat: Seat, talk: Conversation) -> None:
    """The row has the published fields; the file has all of the summary."""
    assert "" == take_summary(talk.compacted(), seat, NOW_US)
    (fact,) = facts(seat).facts
    line = Path(seat.home, "facts/2026-09-21.jsonl").read_text(encoding="utf-8")
    row = json.loads(line)
    assert "2026-09-21T14:13:20Z" == row["ts"]
    assert ("scout", "acme", "postcompact", "auto") == (
        row["agent"],
        row["org"],
        row["source"],
        row["trigger"],
    )
    assert SUMMARY == fact.summary
    assert "gateway" == row["keywords"][0]
    assert fact.file == f"memory/compactions/{saved(seat)[0].name}"
    assert SUMMARY in saved(seat)[0].read_text(encoding="utf-8")


TOLD = ("event", "event", "start", "prompt")


@pytest.mark.parametrize("order", sorted(set(itertools.permutations(TOLD))))
def test_each_order_and_doubling_gives_one_row(
    seat: Seat, talk: Conversation, order: tuple[str, ...]
) -> None:
    """Event, event again and two looks at the transcript: one row and one file (Seat T7)."""
    talk.compact()
    _tell(seat, talk, order)
    assert (1, 1) == (len(facts(seat).facts), len(saved(seat)))


@pytest.mark.parametrize("looks", [("start",), ("prompt",), ("turn",)])
def test_a_missing_event_is_back_filled(
    seat: Seat, talk: Conversation, looks: tuple[str, ...]
) -> None:
    """Without the event after it, the row comes from the transcript (Seat T7)."""
    talk.compact()
    _tell(seat, talk, looks)
    (fact,) = facts(seat).facts
    assert ("transcript", "auto", "5e55-1-row-3") == (fact.source, fact.trigger, fact.key)
    assert "renew the certificates" in fact.summary


def test_two_compactions_of_one_session_are_two_rows(seat: Seat, talk: Conversation) -> None:
    """Another summary a minute later is another compaction, told by event and transcript."""
    talk.compact()
    _tell(seat, talk, ("event", "prompt"))
    other = "Everything about tea: oolong, sencha and matcha were compared, and sencha was bought."
    talk.compact(other)
    take_summary(talk.compacted(other), seat, NOW_US + 40 * SECOND_US)
    _tell(seat, talk, ("prompt",))
    assert 2 == len(facts(seat).facts)


def test_a_summary_in_another_script_is_kept_once(seat: Seat, talk: Conversation) -> None:
    """Words are counted in every script, so the two tellings are one there as well."""
    text = "用户要求把网关移到端口八四四三。网关的证书要在星期五之前更新。"
    talk.compact(f"Summary:\n{text}")
    take_summary(talk.compacted(f"<analysis>x</analysis><summary>{text}</summary>"), seat, NOW_US)
    _tell(seat, talk, ("prompt",))
    (fact,) = facts(seat).facts
    assert text == fact.summary
    assert "网关" in fact.keywords


@pytest.mark.parametrize(("text", "rows"), [("x" * 19, 0), ("x" * 20, 1), ("", 0)])
def test_a_summary_that_says_nothing_is_left_out(
    seat: Seat, talk: Conversation, text: str, rows: int
) -> None:
    """Fewer than twenty characters are no summary."""
    take_summary(talk.compacted(text), seat, NOW_US)
    assert rows == len(facts(seat).facts)


def test_a_long_summary_is_cut_in_the_row_only(seat: Seat, talk: Conversation) -> None:
    """The row has 8,000 characters, the file all of it."""
    text = " ".join(f"word{number}" for number in range(2_000))
    take_summary(talk.compacted(text), seat, NOW_US)
    assert 8_000 == len(facts(seat).facts[0].summary)
    assert text in saved(seat)[0].read_text(encoding="utf-8")


def test_secrets_do_not_reach_a_summary(seat: Seat, talk: Conversation) -> None:
    """A summary is cleaned before anything of it is written."""
    take_summary(talk.compacted(f"{SUMMARY}\npassword = hunter2-hunter2-hunter2\n"), seat, NOW_US)
    assert "hunter2" not in saved(seat)[0].read_text(encoding="utf-8")
    assert "hunter2" not in Path(seat.home, "facts/2026-09-21.jsonl").read_text(encoding="utf-8")


def test_an_instant_still_to_come_is_not_believed(seat: Seat, talk: Conversation) -> None:
    """A transcript from the future is filed under the instant the clock gives."""
    talk.now_us = NOW_US + 400 * DAY_US
    talk.compact()
    _tell(seat, talk, ("prompt",))
    (fact,) = facts(seat).facts
    assert fact.kept_us == fact.at_us


def test_corrupt_lines_are_counted_and_passed_over(seat: Seat, talk: Conversation) -> None:
    """A torn line, one that is no object and one without an instant hide no other row."""
    take_summary(talk.compacted(), seat, NOW_US)
    path = Path(seat.home, "facts/2026-09-21.jsonl")
    whole = path.read_bytes()
    path.write_bytes(b'{"ts": "2026-09-2\n[1]\n' + whole + b'{"summary": "no instant"}\n{"ts')
    found = facts(seat)
    assert (1, 4) == (len(found.facts), found.corrupt)


@pytest.mark.parametrize(("days", "found"), [(0, 1), (1, 1), (2, 2), (30, 3), (99, 3)])
def test_days_are_utc_days_with_today(
    seat: Seat, talk: Conversation, days: int, found: int
) -> None:
    """One day is today; more than thirty are thirty."""
    for age in (0, 1, 29, 31):
        take_summary(
            talk.compacted(f"{SUMMARY} {age} " + f"w{age} " * 90), seat, NOW_US - age * DAY_US
        )
    assert found == len(facts(seat, days).facts)


def test_pruning_takes_whole_days_and_can_be_looked_at_first(
    seat: Seat, talk: Conversation
) -> None:
    """A preview removes nothing; the run removes exactly what it showed."""
    for age in (0, 10, 11):
        take_summary(talk.compacted(), seat, NOW_US - age * DAY_US)
    with SeatFolders(seat) as opened:
        seen = prune_facts(opened.kept, 10, NOW_US, is_preview=True)
        assert (("2026-09-10",), 2) == (seen.days, seen.kept)
        assert seen == prune_facts(opened.kept, 10, NOW_US, is_preview=False)
        assert ((), 2) == prune_facts(opened.kept, 10, NOW_US, is_preview=False)


def test_a_transcript_that_was_looked_at_is_not_read_again(seat: Seat, talk: Conversation) -> None:
    """After a compaction was found only what came later is looked at."""
    talk.compact()
    _tell(seat, talk, ("prompt",))
    Path(seat.home, "facts/2026-09-21.jsonl").unlink()
    talk.user("More.")
    _tell(seat, talk, ("prompt",))
    assert () == facts(seat).facts


def test_live_notes_are_of_one_session_and_bounded(
    seat: Seat, talk: Conversation, tmp_path: Path
) -> None:
    """Each session gets its own words back; the file begins anew when it is full."""
    other = Conversation(tmp_path, "other")
    for number in range(300):
        note_turn(talk.event(PROMPT, f"{number} " + "word " * 300, key=f"p{number}"), seat, NOW_US)
        note_turn(other.event(PROMPT, "elsewhere", key=f"q{number}"), seat, NOW_US)
    kept = live_messages(seat, talk.session_id)
    assert "p299" == kept[-1].key
    assert {"user"} == {one.speaker for one in kept}
    assert not any("elsewhere" in one.text for one in kept)
    assert sum(path.stat().st_size for path in Path(seat.home).glob("live*")) < 600_000


def _tell(seat: Seat, talk: Conversation, order: tuple[str, ...]) -> None:
    at_us = NOW_US + 20 * SECOND_US
    for told in order:
        if told == "event":
            take_summary(talk.compacted(), seat, at_us)
        elif told == "start":
            back_fill(talk.starting("compact"), seat, at_us)
        else:
            kind = PROMPT if told == "prompt" else TURN_END
            back_fill(talk.event(kind, "words"), seat, at_us)
        at_us += SECOND_US
