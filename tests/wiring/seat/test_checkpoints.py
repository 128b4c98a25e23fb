"""Is every conversation kept before it is compacted, and is nothing lost in silence?"""

import json
import time
from pathlib import Path

import pytest

from cortex.core.seat.checkpoint import FAILED_MARK, failure_of, header_of
from cortex.model.capture_policy import EVERY_SCOPE, CapturePolicy, Word
from cortex.model.host_events import PROMPT, SESSION_START, TURN_END
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import Seat
from cortex.seat.checkpoints import BEGUN
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.capture_policy import write_policy
from cortex.wiring.seat import checkpoints as seat_checkpoints
from cortex.wiring.seat.checkpoints import checkpoint_emitted, checkpoint_now, checkpoint_said
from cortex.wiring.seat.facts import back_fill
from cortex.wiring.seat.keeping import KINDS, keep_session
from cortex.wiring.seat.live import note_turn
from cortex.wiring.settings import read_settings
from tests.wiring.seat_sessions import NOW_US, SECOND_US, Conversation, make_seat

MINUTE_US = 60 * SECOND_US
ROOM = 8_000


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """Give a session with two exchanges."""
    talk = Conversation(tmp_path)
    talk.user("Move the gateway to port 8443, please.")
    talk.tool("Edit", "done\n" * 400, file_path="/w/gateway.toml")
    talk.agent("Decided: the gateway listens on 8443. I will renew the certificates.")
    talk.user("端口 8443 好")
    talk.agent("Next step: restart it.")
    return talk


def latest(seat: Seat) -> str:
    """Give the latest checkpoint."""
    return Path(seat.root, "memory/checkpoints/latest.md").read_text(encoding="utf-8")


def _content(seat: Seat) -> dict[str, bytes]:
    """Give every file of a seat."""
    return {
        str(path): path.read_bytes()
        for folder in (seat.root, seat.home)
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def names(seat: Seat) -> list[str]:
    """Give the checkpoints there are."""
    return sorted(path.name for path in Path(seat.root, "memory/checkpoints").glob("2*.md"))


def test_what_was_said_is_kept_with_its_count(seat: Seat, talk: Conversation) -> None:
    """A checkpoint holds both sides' words, tools as one line each, and says how many it has."""
    assert "" == checkpoint_now(talk.compacting(), seat, NOW_US)
    text = latest(seat)
    header = header_of(text)
    assert ("4", "2", "auto", "claude-code 2.1.197") == (
        header["messages captured"],
        header["user turns"],
        header["trigger"],
        header["parser"],
    )
    assert "5e55-1-row-6" == header["last uuid"]
    for words in ("port 8443, please", "I will renew the certificates", "端口 8443 好"):
        assert words in text
    assert "- tool: Edit /w/gateway.toml" in text
    assert "done\ndone" not in text
    assert ["2026-09-21T14-13-20Z.md"] == names(seat)
    assert "" == failure_of(text)


def test_a_transcript_without_a_person_is_a_failure(seat: Seat, tmp_path: Path) -> None:
    """Zero words of a person: FAILED, told at every start until one works (Seat T3)."""
    empty = Conversation(tmp_path, "empty")
    empty.row("attachment", attachment={"type": "skill_listing"})
    empty.row("brand-new-kind")
    assert checkpoint_now(empty.compacting(), seat, NOW_US).startswith("checkpoint: no words")
    assert FAILED_MARK in latest(seat).splitlines()[1]
    assert "brand-new-kind 1" == header_of(latest(seat))["unknown types"]
    for session in ("next", "after"):
        start = Conversation(tmp_path, session).starting()
        said = checkpoint_said(start, seat, ROOM, NOW_US + MINUTE_US)
        assert said.text.startswith(FAILED_MARK)
        assert "" == said.token
        checkpoint_emitted(seat, session, said.token)
    empty.user("Now there is something.")
    assert "" == checkpoint_now(empty.compacting(), seat, NOW_US + MINUTE_US)
    said = checkpoint_said(Conversation(tmp_path, "last").starting(), seat, ROOM, NOW_US)
    assert FAILED_MARK not in said.text
    assert "Now there is something." in said.text


@pytest.mark.parametrize("path", ["", "/nowhere/to/be/found.jsonl"])
def test_no_transcript_is_a_failure_that_says_why(
    seat: Seat, talk: Conversation, path: str
) -> None:
    """An event without a transcript that can be read is told, not passed over."""
    event = talk.compacting()
    event.transcript_path = path
    assert checkpoint_now(event, seat, NOW_US).startswith("checkpoint: the ")
    assert "transcript" in failure_of(latest(seat))


def test_live_notes_stand_in_for_a_transcript_nobody_can_read(
    seat: Seat, talk: Conversation
) -> None:
    """When a format changed, what was noted while the session went on is the checkpoint."""
    note_turn(talk.event(PROMPT, "Which port?", key="p1"), seat, NOW_US)
    note_turn(talk.event(TURN_END, "8443, decided.", key="final:p1"), seat, NOW_US)
    talk.path.write_text('{"kind": "of the future"}\n' * 5, encoding="utf-8")
    assert "" == checkpoint_now(talk.compacting(), seat, NOW_US)
    assert "Which port?" in latest(seat)
    assert "live notes" in header_of(latest(seat))["parser"]


def test_two_hooks_that_begin_at_once_do_not_fail_each_other(
    seat: Seat, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who cannot note that it begins, as another does just then, keeps the talk all the same."""
    real = SeatFolder.replace

    def beaten(folder: SeatFolder, path: str, content: bytes) -> None:
        if path == BEGUN:
            message = f"{path}: cannot be written: No such file or directory"
            raise SeatFileRefused(message)
        real(folder, path, content)

    monkeypatch.setattr(SeatFolder, "replace", beaten)
    assert "" == checkpoint_now(talk.compacting(), seat, NOW_US)
    assert "" == failure_of(latest(seat))


def test_a_compaction_that_fires_twice_is_kept_once(seat: Seat, talk: Conversation) -> None:
    """Within ten seconds, or with the same last line, a second call writes nothing."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    before = latest(seat)
    talk.agent("One more row that arrived in between.")
    checkpoint_now(talk.compacting(), seat, NOW_US + 9 * SECOND_US)
    assert before == latest(seat)
    checkpoint_now(talk.compacting(), seat, NOW_US + MINUTE_US)
    assert before != latest(seat)
    checkpoint_now(talk.compacting(), seat, NOW_US + 9 * MINUTE_US)
    assert 2 == len(names(seat))


def test_it_is_pending_until_it_was_written_out(seat: Seat, talk: Conversation) -> None:
    """A start that dies before its output is out leaves the checkpoint due; a told one rests."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    first = checkpoint_said(talk.starting("resume"), seat, ROOM, NOW_US + MINUTE_US)
    said = checkpoint_said(talk.starting("resume"), seat, ROOM, NOW_US + MINUTE_US)
    assert "I will renew the certificates" in said.text
    assert first.text == said.text
    checkpoint_emitted(seat, talk.session_id, said.token)
    again = checkpoint_said(talk.starting("resume"), seat, ROOM, NOW_US + MINUTE_US)
    assert ("", "") == (again.text, again.token)


def test_a_compacted_session_is_told_even_what_it_knew(seat: Seat, talk: Conversation) -> None:
    """A compaction takes what was told out of the session, so it is told again (case 35)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    said = checkpoint_said(talk.starting("compact"), seat, ROOM, NOW_US + MINUTE_US)
    checkpoint_emitted(seat, talk.session_id, said.token)
    again = checkpoint_said(talk.starting("compact"), seat, ROOM, NOW_US + MINUTE_US)
    for words in ("port 8443, please", "Decided: the gateway", "/w/gateway.toml", "Next step"):
        assert words in again.text


def test_another_session_is_told_once(seat: Seat, talk: Conversation, tmp_path: Path) -> None:
    """What is kept belongs to the seat, not to a process or session that is gone (case 37)."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    other = Conversation(tmp_path, "other")
    said = checkpoint_said(other.starting("clear"), seat, ROOM, NOW_US + MINUTE_US)
    assert "Next step: restart it." in said.text
    assert "not instructions" in said.text
    checkpoint_emitted(seat, "other", said.token)
    assert "" == checkpoint_said(other.starting("resume"), seat, ROOM, NOW_US).text


@pytest.mark.parametrize("room", [0, 40, 700, 1_000, 2_000])
def test_what_is_told_fits_the_room(seat: Seat, talk: Conversation, room: int) -> None:
    """Never more than the room; the newest words stay, and the file is named."""
    for number in range(40):
        talk.user(f"Question {number} " + "word " * 80)
        talk.agent(f"Answer {number} " + "word " * 80)
    checkpoint_now(talk.compacting(), seat, NOW_US)
    said = checkpoint_said(talk.starting("compact"), seat, room, NOW_US + MINUTE_US)
    assert len(said.text) <= room
    if room >= 1_000:
        assert "Answer 39" in said.text
        assert "memory/checkpoints/2026-09-21T14-13-20Z.md" in said.text
        assert said.text.endswith("</cortex-memory>")


def test_a_start_after_a_compaction_nobody_told_of_keeps_it(seat: Seat, talk: Conversation) -> None:
    """Without the event before it, the conversation is taken from the transcript afterwards."""
    talk.compact()
    settings = read_settings(str(talk.path.parent / "home"), None, {"HOME": "/nobody"})
    kept = keep_session(talk.starting("compact"), seat, settings, ROOM, NOW_US)
    assert "I will renew the certificates" in kept.context
    assert "yes" == header_of(latest(seat))["back-filled"]
    assert "being continued" not in latest(seat)


def test_a_compaction_without_any_event_is_found_in_the_transcript(
    seat: Seat, talk: Conversation
) -> None:
    """The next prompt finds the boundary and keeps what was said before it, not after."""
    talk.compact()
    talk.user("And now something else.")
    assert "" == back_fill(talk.event(PROMPT, "And now"), seat, NOW_US + MINUTE_US)
    assert "Next step: restart it." in latest(seat)
    assert "something else" not in latest(seat)
    assert 1 == len(names(seat))


def test_a_failed_back_fill_does_not_undo_what_worked(seat: Seat, talk: Conversation) -> None:
    """A transcript that is gone at the start leaves the checkpoint made before it."""
    checkpoint_now(talk.compacting(), seat, NOW_US)
    talk.path.unlink()
    later_us = NOW_US + 40 * SECOND_US
    assert "" == checkpoint_now(talk.starting("compact"), seat, later_us, is_back_fill=True)
    said = checkpoint_said(talk.starting("compact"), seat, ROOM, NOW_US + MINUTE_US)
    assert "Next step: restart it." in said.text
    assert FAILED_MARK not in said.text


@pytest.mark.parametrize("state", ["paused", "stopped"])
def test_nothing_is_kept_where_capture_is_closed(
    seat: Seat, talk: Conversation, state: str
) -> None:
    """The operator's word holds for a seat as well; what was kept before is still told."""
    settings = read_settings(str(talk.path.parent / "home"), None, {"HOME": "/nobody"})
    checkpoint_now(talk.compacting(), seat, NOW_US)
    write_policy(settings.home, CapturePolicy({EVERY_SCOPE: Word(state, 1)}))
    before = _content(seat)
    talk.compact()
    for kind in KINDS:
        event = talk.event(kind, "more words")
        event.summary = "A summary that is long enough to be kept."
        kept = keep_session(event, seat, settings, ROOM, NOW_US + MINUTE_US)
        assert ("Next step" in kept.context) == (kind == SESSION_START)
        assert () == kept.faults
    assert before == _content(seat)


def test_one_that_was_begun_and_never_ended_is_told(
    seat: Seat, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook that is killed in the middle is no silence: the next start says so."""

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    checkpoint_now(talk.compacting(), seat, NOW_US)
    monkeypatch.setattr(seat_checkpoints, "hear_talk", killed)
    with pytest.raises(KeyboardInterrupt):
        checkpoint_now(talk.compacting(), seat, NOW_US + 20 * MINUTE_US)
    monkeypatch.undo()
    said = checkpoint_said(talk.starting(), seat, ROOM, NOW_US + 21 * MINUTE_US)
    assert "never finished" in said.text
    set_back = checkpoint_said(talk.starting(), seat, ROOM, NOW_US + 5 * MINUTE_US)
    assert "never finished" in set_back.text  # By a clock that was set back it never ends.
    assert "memory/checkpoints/2026-09-21T14-13-20Z.md" in said.text


def test_a_folder_that_cannot_be_written_is_told(seat: Seat, talk: Conversation) -> None:
    """A link in place of the folder is refused, and the failure is carried in the seat's home."""
    Path(seat.root, "memory").symlink_to(talk.path.parent)
    assert "memory" in checkpoint_now(talk.compacting(), seat, NOW_US)
    Path(seat.root, "memory").unlink()
    said = checkpoint_said(talk.starting(), seat, ROOM, NOW_US + MINUTE_US)
    assert said.text.startswith(FAILED_MARK)


def test_secrets_and_private_spans_are_not_kept(seat: Seat, talk: Conversation) -> None:
    """What nobody may keep is in no checkpoint, and host text in a prompt is nobody's words."""
    talk.user("password = hunter2-hunter2-hunter2\n<private>the salary</private> go on")
    talk.user("<system-reminder>\nbe nice\n</system-reminder>\nreal words")
    talk.user("a skill body", isMeta=True)
    talk.agent("said in a subagent", isSidechain=True)
    checkpoint_now(talk.compacting(), seat, NOW_US)
    text = latest(seat)
    assert "real words" in text
    for words in ("hunter2", "the salary", "be nice", "a skill body", "in a subagent"):
        assert words not in text


def test_a_late_transcript_gets_a_second_look(
    seat: Seat, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the last prompt is not in the transcript yet, it is read once more a moment later."""
    note_turn(talk.event(PROMPT, "The last words.", key="late"), seat, NOW_US)
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        talk.user("The last words.", promptId="late")

    monkeypatch.setattr(time, "sleep", wait)
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert [0.15] == waited
    assert "The last words." in latest(seat)


def test_a_large_transcript_is_read_from_its_end(seat: Seat, talk: Conversation) -> None:
    """Of 50 MB only the end is read, and the newest words are there."""
    line = json.dumps({"type": "attachment", "uuid": "u", "attachment": {"text": "x" * 9_000}})
    with talk.path.open("a", encoding="utf-8") as file:
        for _ in range(5_600):
            file.write(line + "\n")
    talk.user("The newest words.")
    assert talk.path.stat().st_size > 50_000_000
    checkpoint_now(talk.compacting(), seat, NOW_US)
    assert "The newest words." in latest(seat)
    assert int(header_of(latest(seat))["earlier bytes not read"]) > 40_000_000


def test_old_checkpoints_go_and_foreign_files_stay(
    seat: Seat, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Above the limit the oldest go; a file that somebody else put there is left alone."""
    from cortex.seat import checkpoints

    monkeypatch.setattr(checkpoints, "CHECKPOINTS_MAX", 3)
    folder = Path(seat.root, "memory/checkpoints")
    folder.mkdir(parents=True)
    (folder / "2020-notes.md").write_text("mine")
    for number in range(6):
        talk.user(f"Turn {number}")
        checkpoint_now(talk.compacting(), seat, NOW_US + number * MINUTE_US)
    assert 4 == len([name for name in names(seat) if name != "2020-notes.md"])
    assert "mine" == (folder / "2020-notes.md").read_text()
