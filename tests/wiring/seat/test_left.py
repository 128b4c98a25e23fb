"""Does a session that starts know what was said in one that ended without a checkpoint?"""

from pathlib import Path

import pytest

from cortex.model.host_events import PROMPT, SESSION_END, TURN_END
from cortex.model.seats import Seat
from cortex.wiring.seat.checkpoints import checkpoint_now, checkpoint_said
from cortex.wiring.seat.digests import stage_digest
from cortex.wiring.seat.left import keep_left, left_session
from cortex.wiring.seat.live import note_turn
from tests.wiring.seat_sessions import NOW_US, SECOND_US, Conversation, make_seat

ROOM = 9_000
LATER_US = NOW_US + 3_600 * SECOND_US


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


def say(talk: Conversation, seat: Seat, asked: str, answered: str) -> None:
    """Let an exchange happen: into the transcript, and past the hooks."""
    at_us = talk.now_us
    key = talk.user(asked)
    note_turn(talk.event(PROMPT, asked, key=key), seat, at_us)
    talk.agent(answered)
    note_turn(talk.event(TURN_END, answered, key=f"final:{key}"), seat, talk.now_us)


def staged(seat: Seat) -> list[str]:
    """Give the stages that wait."""
    return sorted(path.name for path in Path(seat.home, "digests/staged").glob("*.json"))


def test_what_was_left_is_told_and_written_up_once(seat: Seat, tmp_path: Path) -> None:
    """The next session is told the last words of a killed one, and its digest is staged."""
    talk = Conversation(tmp_path, "left")
    say(talk, seat, "Move the gateway.", "I will send 总数 on Tuesday.")
    say(talk, seat, "Good.", "Done.")
    after = Conversation(tmp_path, "after").starting()
    assert ["", ""] == keep_left(after, seat, LATER_US)
    told = checkpoint_said(after, seat, ROOM, LATER_US).text
    assert "I will send 总数 on Tuesday." in told
    assert 1 == len(staged(seat))
    for now_us in (LATER_US, LATER_US + 3_600 * SECOND_US):
        assert [] == keep_left(after, seat, now_us)
    assert 1 == len(staged(seat))
    text = (Path(seat.root) / "memory/checkpoints/latest.md").read_text(encoding="utf-8")
    assert "trigger: left" in text


def test_too_little_and_what_is_kept_already_is_no_news(seat: Seat, tmp_path: Path) -> None:
    """One prompt, the session itself, and one kept at its compaction leave the record alone."""
    talk = Conversation(tmp_path, "left")
    after = Conversation(tmp_path, "after").starting()
    assert left_session(seat, "after") is None
    say(talk, seat, "Move the gateway.", "Yes.")
    assert left_session(seat, "after") is None
    say(talk, seat, "Good.", "Done.")
    assert left_session(seat, "after") is not None
    assert left_session(seat, "left") is None
    checkpoint_now(talk.compacting(), seat, LATER_US)
    assert left_session(seat, "after") is None
    assert [] == keep_left(after, seat, LATER_US)


def test_session_that_ended_is_not_staged_again(seat: Seat, tmp_path: Path) -> None:
    """What a digest was staged of at the end is only told; without a transcript too."""
    talk = Conversation(tmp_path, "left")
    say(talk, seat, "Move the gateway.", "I will.")
    say(talk, seat, "Good.", "Done.")
    stage_digest(talk.event(SESSION_END), seat, LATER_US)
    before = staged(seat)
    after = Conversation(tmp_path, "after").starting()
    keep_left(after, seat, LATER_US)
    assert before == staged(seat)
    say(talk, seat, "One more.", "Yes.")
    say(talk, seat, "And one.", "Yes.")
    talk.path.unlink()
    for path in Path(seat.root, "memory/checkpoints").iterdir():
        path.unlink()
    keep_left(after, seat, NOW_US)
    assert before == staged(seat)


def test_rows_that_are_none_are_passed_over(seat: Seat, tmp_path: Path) -> None:
    """Notes of an earlier version, without host and transcript, and broken ones do no harm."""
    kept = Path(seat.home)
    kept.mkdir(parents=True)
    row = '{"session": "old", "speaker": "user", "key": "k%d", "at_us": %d, "text": "Hello %d."}\n'
    rows = [row % (number, NOW_US + number, number) for number in range(3)]
    (kept / "live.jsonl").write_text("[]\n{\n" + "".join(rows), encoding="utf-8")
    after = Conversation(tmp_path, "after").starting()
    assert [""] == keep_left(after, seat, LATER_US)
    assert "Hello 2." in checkpoint_said(after, seat, ROOM, LATER_US).text
