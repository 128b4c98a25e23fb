"""Do a seat's own notes stand beside a prompt, once, and only where the operator wants them?"""

from pathlib import Path

import pytest

from cortex.model.host_events import PROMPT
from cortex.model.seats import Seat
from cortex.wiring.seat.digest_runs import run_digests
from cortex.wiring.seat.keeping import keep_session
from cortex.wiring.settings import Settings, read_settings
from tests.wiring.seat_sessions import NOW_US, Conversation, make_seat


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat."""
    return make_seat(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


def recalled(seat: Seat, settings: Settings, prompt: str, session: str = "s1") -> str:
    """Give what is put beside a prompt, and count it as told."""
    event = Conversation(Path(seat.home), session).event(PROMPT, prompt)
    kept = keep_session(event, seat, settings, 8_000, NOW_US)
    for note in kept.after:
        note()
    return kept.context


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
    compacting = Conversation(Path(noted.home), "s1").compacting()
    keep_session(compacting, noted, settings, 8_000, NOW_US)
    assert told == recalled(noted, settings, asked)


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
    assert "" == keep_session(event, noted, settings, 100, NOW_US).context
