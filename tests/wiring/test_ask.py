"""Does one question end in time, whatever a layer does, and does it say what that layer did?"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.ask import QUESTION_CHARS_MAX, AskAnswer, AskLayer, LayerFound, LayerState
from cortex.model.callers import Caller, Place
from cortex.model.errors import InvalidRequest
from cortex.model.refusals import NoSeat
from cortex.stores.system.seats import read_seats
from cortex.wiring import ask as asking
from cortex.wiring.settings import Settings, read_settings
from tests.wiring.seat_sessions import make_seat


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Give the settings of a machine with a seat that promised something."""
    monkeypatch.setenv("HOME", str(tmp_path))
    seat = make_seat(tmp_path)
    Path(seat.root, "STATE.md").write_text("# STATE\n\n- refund Ada by Friday\n")
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


def asked(settings: Settings, text: str = "refund Ada", seat: str | None = "scout") -> AskAnswer:
    """Ask the seat."""
    place = Place(settings.cwd, None)
    request = asking.AskRequest(text, seat, 8, 6_000, place, Caller(is_person=True))
    return asking.ask(settings, request)


def found(answer: AskAnswer, layer: AskLayer) -> LayerFound:
    """Give what a layer gave."""
    return next(one for one in answer.layers if one.layer is layer)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Give a gate that stays shut until the test ends."""
    shut = threading.Event()
    yield shut
    shut.set()


def test_layer_that_hangs_is_left_behind(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    """Seat T15: it is told as not searched, the others answer, and nothing is certified."""

    def hang(*_: object) -> LayerFound:
        gate.wait()
        raise AssertionError

    monkeypatch.setattr(asking, "in_entities", hang)
    monkeypatch.setattr(asking, "LAYER_US", 200_000)
    answer = asked(settings)
    entities = found(answer, AskLayer.ENTITIES)
    assert (LayerState.NOT_SEARCHED, "it took too long") == (entities.state, entities.why)
    assert answer.hits[0].piece.layer is AskLayer.STATE
    assert entities in answer.missing


def test_time_of_all_is_bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat T15: once the whole time is over, what is left is not searched, and says so."""
    monkeypatch.setattr(asking, "ASK_US", 0)
    answer = asked(settings)
    assert {(LayerState.NOT_SEARCHED, "no time was left for it")} == {
        (one.state, one.why) for one in answer.layers
    }
    assert not answer.is_absent


@pytest.mark.parametrize(
    "error", [OSError(5, "Input/output error"), ValueError("x"), MemoryError()]
)
def test_layer_that_fails_stops_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """A failure nobody foresaw is told by its kind, and never by what was remembered."""

    def fail(*_: object) -> LayerFound:
        raise error

    monkeypatch.setattr(asking, "in_memory", fail)
    answer = asked(settings)
    memory = found(answer, AskLayer.MEMORY)
    assert LayerState.NOT_SEARCHED is memory.state
    assert memory.why.startswith("it failed: ")
    assert answer.hits[0].piece.layer is AskLayer.STATE


def test_large_folder_is_indexed_in_portions(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What there was no time to index is counted, not certified, and found by the next question."""
    folder = Path(read_seats(settings.home)[0].root, "memory")
    folder.mkdir(exist_ok=True)
    for number in range(3):
        (folder / f"2026-11-2{number}.md").write_text(f"The walrus {number} came\n")
    monkeypatch.setattr(asking, "INDEX_US", 0)
    first = found(asked(settings, "walrus"), AskLayer.LOG)
    assert (False, "3 files wait to be indexed; each question reads more") == (
        first.is_proved,
        first.why,
    )
    monkeypatch.setattr(asking, "INDEX_US", 4_000_000)
    answer = asked(settings, "walrus")
    assert found(answer, AskLayer.LOG).is_proved
    assert 3 == len(answer.hits)


def test_session_that_is_not_written_up_is_no_absence(settings: Settings) -> None:
    """Seat T15: what a session said may stand nowhere yet; the layer says so, with the remedy."""
    staged = Path(read_seats(settings.home)[0].home, "digests", "staged")
    staged.mkdir(parents=True)
    (staged / "00001790000000000000-abcdef.json").write_text("{}")
    answer = asked(settings, "walrus")
    log = found(answer, AskLayer.LOG)
    assert ("1 sessions wait to be written up", "run `cortex digest run`") == (log.why, log.remedy)
    assert log in answer.missing


@pytest.mark.parametrize("length", [2_000, 2_001])
def test_long_question_is_refused(settings: Settings, length: int) -> None:
    """At the limit it is asked; one more is refused, and the limit named."""
    text = "walrus ".ljust(length, "x")
    if length > QUESTION_CHARS_MAX:
        with pytest.raises(InvalidRequest, match="2000"):
            asked(settings, text)
    else:
        assert () == asked(settings, text).hits


def test_every_layer_has_one_row_in_order(settings: Settings) -> None:
    """Whatever happened, each layer is told once, in the order of recall."""
    assert list(AskLayer) == [one.layer for one in asked(settings).layers]


def test_seat_of_no_such_name(settings: Settings) -> None:
    """A seat that is named and is none is an error, not an answer without its layers."""
    with pytest.raises(NoSeat):
        asked(settings, seat="nobody")
