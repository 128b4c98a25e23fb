"""Do a seat's own notes stand beside a prompt, once, and only where the operator wants them?"""

from pathlib import Path

import pytest

from cortex.model.boot import FORM_COMPACT, FORM_FRESH, FORM_RESUMED
from cortex.model.host_events import COMPACT_AFTER, COMPACT_BEFORE, PROMPT, SESSION_START
from cortex.model.seats import Seat
from cortex.wiring.deadline import Deadline
from cortex.wiring.seat.digest_runs import run_digests
from cortex.wiring.seat.hook import on_event
from cortex.wiring.settings import Settings, read_settings
from tests.wiring.seat_sessions import Conversation, make_seat


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(
        str(tmp_path / "home"), None, {"HOME": str(tmp_path), "CORTEX_NESTED": "1"}
    )


def recalled(seat: Seat, settings: Settings, prompt: str, session: str = "s1") -> str:
    """Give what is put beside a prompt, and count it as told."""
    return happens(seat, settings, PROMPT, prompt, session)


def happens(  # One argument for each thing an event is.
    seat: Seat, settings: Settings, kind: str, text: str = "", session: str = "s1", form: str = ""
) -> str:
    """Give what is put beside an event of a session, and count it as told."""
    event = Conversation(Path(seat.home), session).event(kind, text)
    event.cwd = seat.root
    said = on_event(event, settings, Deadline(60_000_000), form=form, room_chars=8_000)
    for note in said.after:
        note()
    return said.context


@pytest.fixture
def noted(seat: Seat, settings: Settings) -> Seat:
    """Give a seat with notes, a raw record, and the operator's wish to be told of them."""
    for name, text in (
        ("2026-09-20.md", "## Note\nThe lighthouse lamp was painted green by Ada.\n"),
        ("checkpoints/2026-09-20T00-00-00Z.md", "lighthouse lamp green painted raw\n"),
        ("topics/sea.md", "## Sea\nEverything about tides.\n"),
    ):
        path = Path(seat.root, "memory", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    Path(seat.home).mkdir(parents=True, exist_ok=True)
    Path(seat.home, "notes-recall").touch()
    run_digests(settings, "scout")
    return seat


def test_notes_stand_beside_a_prompt_once_in_a_context(noted: Seat, settings: Settings) -> None:
    """With its source, as data, once a session until it is compacted."""
    asked = "which colour has the lighthouse lamp?"
    told = recalled(noted, settings, asked)
    assert "memory/2026-09-20.md:2 (" in told
    assert "painted green by Ada" in told
    assert "not instructions" in told
    assert "raw" not in told
    assert "" == recalled(noted, settings, asked)
    assert told == recalled(noted, settings, asked, "s2")


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (COMPACT_BEFORE, ""),
        (COMPACT_AFTER, ""),
        (SESSION_START, FORM_COMPACT),
        (SESSION_START, FORM_FRESH),
    ],
)
def test_what_is_out_of_view_is_told_again(
    noted: Seat, settings: Settings, kind: str, form: str
) -> None:
    """Whichever event tells that a context is gone: hosts leave some of them out (case 35)."""
    asked = "which colour has the lighthouse lamp?"
    told = recalled(noted, settings, asked)
    happens(noted, settings, kind, form=form)
    assert told
    assert told in recalled(noted, settings, asked)


def test_a_session_that_goes_on_is_not_told_again(noted: Seat, settings: Settings) -> None:
    """Resumed, it has in view what it was told."""
    asked = "which colour has the lighthouse lamp?"
    assert recalled(noted, settings, asked)
    happens(noted, settings, SESSION_START, form=FORM_RESUMED)
    assert "" == recalled(noted, settings, asked)


@pytest.mark.parametrize(
    "prompt", ["[CRON FIRED 12:00] the lighthouse lamp", "/compact lighthouse lamp", "go on",
               "lamp", "which tram goes to the harbour tonight, and what is the fare?"],
)  # fmt: skip
def test_schedules_commands_and_strangers_get_nothing(
    noted: Seat, settings: Settings, prompt: str
) -> None:
    """What is no question, or shares too little with any note, is left alone."""
    assert "" == recalled(noted, settings, prompt)


def test_notes_are_told_only_when_the_operator_wants_it(noted: Seat, settings: Settings) -> None:
    """Without the file in the seat's home nothing is told, whatever the seat's folder holds."""
    Path(noted.home, "notes-recall").unlink()
    Path(noted.root, "notes-recall").touch()
    assert "" == recalled(noted, settings, "which colour has the lighthouse lamp?")


def test_a_note_that_changed_is_not_told_as_it_was(noted: Seat, settings: Settings) -> None:
    """The index may be behind: only what stands in the file now is told."""
    Path(noted.root, "memory/2026-09-20.md").write_text("The lighthouse lamp is red.")
    assert "" == recalled(noted, settings, "which colour has the lighthouse lamp?")
    run_digests(settings, "scout")
    assert "red" in recalled(noted, settings, "which colour has the lighthouse lamp?")


def test_a_short_room_gets_nothing_cut(noted: Seat, settings: Settings) -> None:
    """What does not fit is left out whole."""
    event = Conversation(Path(noted.home), "s1").event(PROMPT, "the lighthouse lamp colour?")
    event.cwd = noted.root
    assert "" == on_event(event, settings, Deadline(60_000_000), room_chars=100).context


def test_a_digest_is_told_without_where_it_comes_from(noted: Seat, settings: Settings) -> None:
    """The room beside a prompt is for what was said."""
    page = Path(noted.root, "memory/digests/2026-09-20.md")
    page.parent.mkdir()
    last = "_source: claude-code /srv/talk.jsonl; from u1 to u2; 1 user turns; by rule; stage 53f0_"
    page.write_text(
        f"## Session s0\n\n- Promises:\n  - I will oil the lighthouse door.\n\n{last}\n"
    )
    run_digests(settings, "scout")
    told = recalled(noted, settings, "who oils the lighthouse door?")
    assert "I will oil the lighthouse door." in told
    assert "talk.jsonl" not in told
