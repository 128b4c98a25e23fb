"""Does the doctor see what was not kept, and never call that a pass?"""

from pathlib import Path

import pytest

from cortex.model.host_events import PROMPT, SESSION_END
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import Seat
from cortex.wiring.seat.checkpoints import checkpoint_now
from cortex.wiring.seat.digest_runs import run_digests
from cortex.wiring.seat.digests import stage_digest
from cortex.wiring.seat.facts import back_fill, take_summary
from cortex.wiring.seat.keeping_checks import checks_of
from cortex.wiring.seat.live import note_turn
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.settings import Settings, read_settings
from tests.wiring.seat_sessions import NOW_US, SECOND_US, SUMMARY, Conversation, make_seat

HOUR_US = 3_600 * SECOND_US


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """Give a session with two turns."""
    talk = Conversation(tmp_path)
    talk.user("Move the gateway.")
    talk.agent("I will.")
    talk.user("When?")
    return talk


def check(settings: Settings, name: str, now_us: int = NOW_US + HOUR_US) -> SeatCheck:
    """Give one check."""
    with open_seat(settings, "scout") as opened:
        checks = {one.check: one for one in checks_of(opened._replace(now_us=now_us))}
    assert ["D1", "D6", "D8", "D15"] == list(checks)
    one = checks[name]
    assert bool(one.remedy) == (one.level != PASS)
    return one


@pytest.mark.parametrize("name", ["D1", "D6", "D8", "D15"])
def test_a_new_seat_has_proved_nothing(seat: Seat, settings: Settings, name: str) -> None:
    """Without evidence nothing passes."""
    assert seat.name
    assert WARN == check(settings, name).level


def test_a_good_checkpoint_passes(seat: Seat, talk: Conversation, settings: Settings) -> None:
    """PASS with the count of what was captured (Doctor D1)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    said = "latest checkpoint 2026-09-21T14:13:20Z: 3 messages captured"
    assert (PASS, said) == check(settings, "D1")[1:3]


def test_a_failed_checkpoint_fails(seat: Seat, talk: Conversation, settings: Settings) -> None:
    """FAIL as long as the latest one holds nobody's words (Doctor D1, Seat T3)."""
    talk.path.write_text("")
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert FAIL == check(settings, "D1").level
    assert "CHECKPOINT FAILED" in check(settings, "D1").evidence


def test_a_checkpoint_that_somebody_emptied_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """FAIL for a file that does not say how much it holds (Doctor D1)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    Path(seat.root, "memory/checkpoints/latest.md").write_text("# Checkpoint\n")
    assert FAIL == check(settings, "D1").level


def test_a_compaction_after_the_checkpoint_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """FAIL when a session was compacted and nothing was kept before it (Doctor D1)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    take_summary(talk.compacted(), seat, NOW_US + 14 * 60 * SECOND_US)
    assert PASS == check(settings, "D1").level
    take_summary(talk.compacted(f"tea {SUMMARY[:50]} oolong"), seat, NOW_US + 16 * 60 * SECOND_US)
    assert FAIL == check(settings, "D1").level


def test_a_compaction_without_a_row_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """FAIL until the row is there, then PASS (Doctor D6)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert WARN == check(settings, "D6").level
    talk.compact()
    assert FAIL == check(settings, "D6").level
    back_fill(talk.event(PROMPT, "go on"), seat, NOW_US + 60 * SECOND_US)
    assert PASS == check(settings, "D6").level


def test_a_row_that_cannot_be_read_is_no_pass(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """WARN beside rows that can (Doctor D6)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    talk.compact()
    back_fill(talk.event(PROMPT, "go on"), seat, NOW_US + 60 * SECOND_US)
    assert PASS == check(settings, "D6").level
    with Path(seat.home, "facts/2026-09-21.jsonl").open("a") as file:
        file.write("{torn\n")
    assert WARN == check(settings, "D6").level


def test_a_session_that_waits_too_long_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """PASS for a day, then FAIL; PASS again when it was written up (Doctor D8)."""
    stage_digest(talk.event(SESSION_END), seat, NOW_US)
    assert PASS == check(settings, "D8", NOW_US + 24 * HOUR_US).level
    assert FAIL == check(settings, "D8", NOW_US + 24 * HOUR_US + 1).level
    run_digests(settings, "scout")
    assert PASS == check(settings, "D8", NOW_US + 25 * HOUR_US).level


def test_a_session_that_was_set_aside_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """FAIL when something could not be written up (Doctor D8)."""
    stage_digest(talk.event(SESSION_END), seat, NOW_US)
    next(Path(seat.home, "digests/staged").iterdir()).write_text("{")
    run_digests(settings, "scout")
    assert FAIL == check(settings, "D8").level


def test_a_known_format_passes(seat: Seat, talk: Conversation, settings: Settings) -> None:
    """PASS when everything was understood (Doctor D15)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    said = "claude-code 2.1.197, at the latest checkpoint: 3 lines, 0 of unknown types (none)"
    assert (PASS, said) == check(settings, "D15")[1:3]


@pytest.mark.parametrize(("rows", "level"), [(1, PASS), (2, WARN)])
def test_a_drifting_format_warns(
    seat: Seat, talk: Conversation, settings: Settings, rows: int, level: str
) -> None:
    """WARN above a twentieth of lines that nobody knows (Doctor D15)."""
    for number in range(16):
        talk.user(f"Turn {number}")
    for _ in range(rows):
        talk.row("of-the-future")
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert level == check(settings, "D15").level


@pytest.mark.parametrize("host", ["opencode", "gemini-cli"])
def test_a_host_without_transcripts_is_no_drift(
    seat: Seat, talk: Conversation, settings: Settings, host: str
) -> None:
    """WARN where live notes do the work because the host has nothing else (Doctor D15)."""
    note_turn(talk.event(PROMPT, "Which port?", key="p"), seat, NOW_US)
    talk.path.write_text('{"kind": "another"}\n')
    event = talk.compacting()
    event.host = host
    if host == "opencode":
        event.transcript_path = ""
    checkpoint_now(event, seat, NOW_US)
    assert (PASS, WARN) == (check(settings, "D1").level, check(settings, "D15").level)


def test_a_format_without_a_person_fails(
    seat: Seat, talk: Conversation, settings: Settings
) -> None:
    """FAIL when no turn of a person was understood (Doctor D15)."""
    talk.path.write_text('{"kind": "of the future"}\n')
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert FAIL == check(settings, "D15").level
