"""Does a seat's part of a hook cost nothing elsewhere, and survive whatever its parts do?"""

import os
from pathlib import Path

import pytest

from cortex.model.host_events import (
    CLAUDE_CODE,
    CONTEXT_CHARS_MAX,
    KINDS,
    SESSION_START,
    TOOL_BEFORE,
    TURN_END,
    HostEvent,
)
from cortex.model.seat_said import SeatSaid
from cortex.model.seats import Seat
from cortex.stores.system.journal import journal_path
from cortex.stores.system.seats import write_seats
from cortex.wiring.deadline import Deadline
from cortex.wiring.hook import Heard, reply
from cortex.wiring.hook_call import HookCall
from cortex.wiring.seat import hook as seat_hook
from cortex.wiring.seat.hook import Asked, on_event
from cortex.wiring.settings import Settings
from tests.tidy.test_cold_start import HEAVY, loaded_modules

MINUTE_US = 60_000_000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a home with one seat."""
    root = tmp_path / "ops"
    root.mkdir()
    home = str(tmp_path / "home")
    write_seats(home, [Seat("ops", str(root.resolve()), f"{home}/seats/ops")])
    return Settings(home=home, db_path=f"{home}/cortex.db", cwd=str(root), user_home=str(tmp_path))


def event(settings: Settings, kind: str = SESSION_START) -> HostEvent:
    """Give an event in the seat's folder."""
    return HostEvent(CLAUDE_CODE, kind, "s1", settings.cwd)


def replaced(monkeypatch: pytest.MonkeyPatch, *parts: object, kind: str = SESSION_START) -> None:
    """Let these parts be asked."""
    monkeypatch.setitem(seat_hook._PARTS, kind, parts)


def test_elsewhere_nothing_is_opened_but_the_registry(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside of a seat one file is opened, and nothing is written or said."""
    opened: list[str] = []
    real = os.open

    def counting(path: str, *rest: int, **more: int) -> int:
        opened.append(str(path))
        return real(path, *rest, **more)

    monkeypatch.setattr(os, "open", counting)
    for kind in KINDS:
        opened.clear()
        said = on_event(HostEvent(CLAUDE_CODE, kind, "s1", str(tmp_path)), settings, Deadline())
        assert ("", "", ()) == (said.context, said.denial, said.after)
        assert {f"{settings.home}/seats/registry"} >= set(opened)
        assert len(opened) <= 1
    assert ["registry"] == [path.name for path in Path(settings.home, "seats").iterdir()]


def test_part_that_fails_takes_nothing_from_the_others(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault of one is a line in the journal, without a word of what was said."""

    def broken(asked: Asked) -> SeatSaid:
        raise RuntimeError(asked.event.session_id + " secret")

    replaced(monkeypatch, lambda _: SeatSaid("one"), broken, lambda _: SeatSaid("two"))
    assert "one\n\ntwo" == on_event(event(settings), settings, Deadline()).context
    journal = Path(journal_path(settings.home)).read_text()
    assert "seat session-start broken: internal: RuntimeError" in journal
    assert "secret" not in journal


def test_parts_share_the_room(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is told what is left; what says more is not told, nor noted as told."""
    rooms: list[int] = []
    noted: list[str] = []

    def part(size: int) -> object:
        def said(asked: Asked) -> SeatSaid:
            rooms.append(asked.room_chars)
            return SeatSaid("x" * size, after=(lambda: noted.append(str(size)),))

        return said

    replaced(monkeypatch, part(6_000), part(4_000), part(3_998))
    said = on_event(event(settings), settings, Deadline())
    assert CONTEXT_CHARS_MAX == len(said.context)
    assert [CONTEXT_CHARS_MAX, 3_998, 3_998] == rooms
    for note in said.after:
        note()
    assert ["6000", "3998"] == noted


def test_what_a_part_says_is_there_before_the_next_is_asked(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes all the time there is takes nothing from those before it."""
    heard = Heard()
    heard.event, heard.settings = event(settings), settings
    ready: list[bytes] = []

    def hanging(_: Asked) -> SeatSaid:
        ready.append(heard.ready())
        return SeatSaid()

    replaced(monkeypatch, lambda _: SeatSaid("one"), hanging)
    said: list[bytes] = []
    reply(heard, HookCall("hook"), Deadline(), said.append)
    assert 1 == len(said)
    assert said == ready
    assert b"" == heard.ready()  # What is out is not said a second time.


def test_no_part_is_asked_when_the_time_is_over(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after the deadline is left out, and the journal names it."""
    replaced(monkeypatch, lambda _: SeatSaid("late"))
    assert "" == on_event(event(settings), settings, Deadline(-1)).context
    assert "deadline: no time for" in Path(journal_path(settings.home)).read_text()


def test_subagent_is_heard_by_the_guards_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool of a subagent may be denied; what it says and is told is its own talk."""
    replaced(monkeypatch, lambda _: SeatSaid(denial="not that"), kind=TOOL_BEFORE)
    replaced(monkeypatch, lambda _: SeatSaid("words"), kind=TURN_END)
    for kind, denial in ((TOOL_BEFORE, "not that"), (TURN_END, "")):
        inner = event(settings, kind)
        inner.agent_id = "a1"
        said = on_event(inner, settings, Deadline())
        assert ("", denial) == (said.context, said.denial)


def test_folder_the_host_opened_counts_when_a_shell_went_elsewhere(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that changed its folder is still the seat that its host opened."""
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", settings.cwd)
    moved = HostEvent(CLAUDE_CODE, SESSION_START, "s1", str(tmp_path))
    found = seat_hook.seat_at(moved, settings)
    assert found is not None
    assert "ops" == found.name


@pytest.mark.parametrize("module", ["seat.hook", "seat.desk", "status_bridge"])
def test_modules_of_the_hook_are_light(module: str) -> None:
    """Nothing that a hook meets in a seat loads a costly module."""
    code = f"import cortex.wiring.{module}, cortex.seat.hand_back, cortex.stores.sources"
    assert set() == loaded_modules(code) & (HEAVY | {"contextlib", "datetime"})
