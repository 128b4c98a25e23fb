"""How is one question put to every layer, and what is known of those that did not answer?

Each layer has its own time and its own failure: whatever one of them does, the others are searched
and the answer says what is missing. Nothing is written but the index of a seat's memory folder.
Source: docs/formats/ask.md, ADR 0212, ADR 0213.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from cortex.core.ask.answer import answered
from cortex.core.ask.fusion import Asked, read_asked
from cortex.core.seat.note_index import AUTO_NOTES, SEAT_NOTES
from cortex.model.ask import QUESTION_CHARS_MAX, AskAnswer, AskLayer, LayerFound, LayerState
from cortex.model.errors import CortexError, InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import NoSeat
from cortex.seat.ask import (
    SeatLines,
    in_entities,
    in_holds,
    in_knowledge,
    in_lines,
    in_memory,
    in_notes,
    in_quotes,
    in_session_facts,
    in_state,
)
from cortex.seat.ask_memory import in_former, in_memory_folder
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.seats import read_seats
from cortex.wiring.deadline import Deadline
from cortex.wiring.seat.knowledge import org_folder
from cortex.wiring.seat.notes import auto_memory_folder
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from cortex.core.query.units import Unit
    from cortex.model.callers import Caller, Place
    from cortex.wiring.settings import Settings

LAYER_US = 8_000_000
"""Microseconds one layer may take: a cold vault of 10,000 notes takes a second and a half."""

INDEX_US = 4_000_000
"""Microseconds in which files of a memory folder are read into its index."""

ASK_US = 30_000_000
"""Microseconds all of them may take; who asks waits for the answer."""

_FOLDER = (AskLayer.LOG, AskLayer.SAVED)
_BRAIN = (AskLayer.FACTS, AskLayer.OBSERVATIONS)

Search = Callable[[], Sequence[LayerFound]]


class AskRequest(NamedTuple):
    """What is asked, by whom, from where, and how much of an answer is wanted.

    Attributes:
        text: the question.
        seat: name of a seat; None for that of the folder, or none.
        limit: most hits.
        budget: most bytes of their texts.
        place, caller: for the brain; a place without a folder is that of the seat.
    """

    text: str
    seat: str | None
    limit: int
    budget: int
    place: Place
    caller: Caller


class _Step(NamedTuple):
    """Layers that are searched together, and how."""

    layers: tuple[AskLayer, ...]
    search: Search


def ask(settings: Settings, request: AskRequest) -> AskAnswer:
    """Give what all layers have to a question, and what was searched for it.

    Raises:
        InvalidRequest: the question has no word of content, or is too long.
        NoSeat: a seat was named and there is none of that name.
    """
    asked = _read(request.text)
    with _opened(settings, request.seat) as (opened, why):
        if opened is not None and request.place.cwd is None:
            request = request._replace(place=request.place._replace(cwd=opened.seat.root))
        steps = [
            *_seat_steps(settings, opened, why, asked),
            *_shared_steps(settings, asked, request),
        ]
        found = {one.layer: one for step in _timed(steps) for one in step}
        layers = [found[layer] for layer in AskLayer]
        name = opened.seat.name if opened is not None else ""
        room = (request.limit, request.budget)
        return answered(
            asked, name, layers, room, lambda: _former(settings, opened, asked, request)
        )


def _former(
    settings: Settings, opened: OpenSeat | None, asked: Asked, request: AskRequest
) -> list[LayerFound]:
    """Give what was known once, by files and by the brain; a failure is part of the answer."""

    def facts() -> Sequence[LayerFound]:
        from cortex.wiring.ask_brain import formerly_in_brain

        return formerly_in_brain(settings, asked, request.place, request.caller)

    steps = [_Step((AskLayer.FACTS,), facts)]
    if opened is not None:
        files = opened.files
        steps.append(_Step((AskLayer.SAVED,), lambda: [in_former(files, asked.units)]))
    return [found for step in steps for found in _within(step, Deadline(LAYER_US))]


def _read(text: str) -> Asked:
    if len(text) > QUESTION_CHARS_MAX:
        message = f"a question has at most {QUESTION_CHARS_MAX} characters, this one {len(text)}"
        raise InvalidRequest(message, remedy="ask for one thing", field="question")
    asked = read_asked(text)
    if not asked.has_content:
        message = "the question has no word that could stand in a memory"
        remedy = "name a person, a thing or a subject"
        raise InvalidRequest(message, remedy=remedy, field="question")
    return asked


@contextmanager
def _opened(settings: Settings, name: str | None) -> Iterator[tuple[OpenSeat | None, LayerFound]]:
    """Open the seat; give None and what is said of its layers where there is none."""
    nothing = LayerFound(AskLayer.STATE, LayerState.ABSENT, why="no seat here")
    try:
        manager = open_seat(settings, name)
        opened = manager.__enter__()
    except NoSeat:
        if name is not None:
            raise
        others = [seat.name for seat in read_seats(settings.home)]
        if others:
            remedy = f"name one with --seat: {', '.join(sorted(others)[:5])}"
            nothing = nothing._replace(state=LayerState.NOT_SEARCHED, remedy=remedy)
        yield None, nothing
        return
    except (CortexError, OSError) as error:
        yield None, _failed(AskLayer.STATE, error)
        return
    try:
        yield opened, nothing
    finally:
        manager.__exit__(None, None, None)


def _seat_steps(
    settings: Settings, opened: OpenSeat | None, nothing: LayerFound, asked: Asked
) -> list[_Step]:
    units = asked.units
    if opened is None:
        layers = [layer for layer in AskLayer if layer not in {*_BRAIN, AskLayer.VAULT}]
        return [_Step((layer,), _said(nothing._replace(layer=layer))) for layer in layers]
    files, kept = opened.files, opened.kept
    steps = [
        _Step((AskLayer.STATE,), lambda: [in_state(files, units)]),
        _Step((AskLayer.ENTITIES,), lambda: [in_entities(files, units)]),
        _Step((AskLayer.MEMORY,), lambda: [in_memory(files, units)]),
        _Step((AskLayer.NOTES,), lambda: [in_notes(files, SEAT_NOTES, AskLayer.NOTES, units)]),
        _Step((AskLayer.AUTO_NOTES,), lambda: [_auto_notes(settings, opened, units)]),
        _Step(_FOLDER, lambda: in_memory_folder(files, kept, units, Deadline(INDEX_US).is_over)),
        _Step((AskLayer.SESSION_FACTS,), lambda: [in_session_facts(kept, units)]),
        _Step((AskLayer.HELD,), lambda: [in_holds(kept, units)]),
        _Step((AskLayer.QUOTES,), lambda: [in_quotes(files, units)]),
        _Step((AskLayer.KNOWLEDGE,), lambda: [_knowledge(opened, units)]),
    ]
    parts = ((AskLayer.GRAPH, _graph), (AskLayer.BUS, _bus), (AskLayer.RECORDS, _records))
    return [
        *steps,
        *(_Step((layer,), _of_part(layer, part, opened, units)) for layer, part in parts),
    ]


def _shared_steps(settings: Settings, asked: Asked, request: AskRequest) -> list[_Step]:
    """Give the layers that need no seat: the brain and the vault."""

    def brain() -> Sequence[LayerFound]:
        from cortex.wiring.ask_brain import in_brain

        return in_brain(settings, asked, request.place, request.caller)

    def vault() -> Sequence[LayerFound]:
        from cortex.wiring.ask_vault import in_vault

        return [in_vault(asked)]

    return [_Step(_BRAIN, brain), _Step((AskLayer.VAULT,), vault)]


def _auto_notes(settings: Settings, opened: OpenSeat, units: tuple[Unit, ...]) -> LayerFound:
    root = auto_memory_folder(settings, opened.seat.root)
    if root is None:
        why = "Claude Code keeps no memory for this folder"
        return LayerFound(AskLayer.AUTO_NOTES, LayerState.ABSENT, why=why)
    with SeatFolder(root) as files:
        found = in_notes(files, AUTO_NOTES, AskLayer.AUTO_NOTES, units)
        return found._replace(places=(root,))


def _knowledge(opened: OpenSeat, units: tuple[Unit, ...]) -> LayerFound:
    root = org_folder(opened.seat.root, opened.seat.org)
    if not root:
        why = "the seat belongs to no organisation"
        return LayerFound(AskLayer.KNOWLEDGE, LayerState.ABSENT, why=why)
    with SeatFolder(root) as files:
        return in_knowledge(files, units)


def _graph(opened: OpenSeat) -> SeatLines:
    from cortex.wiring.seat.graph import LINES_MAX, lines_of

    return SeatLines("graph/", lines_of(opened), LINES_MAX)


def _bus(opened: OpenSeat) -> SeatLines:
    from cortex.wiring.seat.bus import LINES_MAX, lines_of

    return SeatLines("bus/", lines_of(opened), 4 * LINES_MAX)  # Its messages have their own end.


def _records(opened: OpenSeat) -> SeatLines:
    from cortex.wiring.seat.record_lines import LINES_MAX, lines_of

    return SeatLines("events/, logs/", lines_of(opened), LINES_MAX)


def _of_part(
    layer: AskLayer,
    part: Callable[[OpenSeat], SeatLines],
    opened: OpenSeat,
    units: tuple[Unit, ...],
) -> Search:
    return lambda: [in_lines(layer, part(opened), units)]


def _said(found: LayerFound) -> Search:
    return lambda: [found]


def _timed(steps: Sequence[_Step]) -> Iterator[list[LayerFound]]:
    """Search layer after layer, each within its time, all within theirs."""
    whole = Deadline(ASK_US)
    for step in steps:
        if whole.is_over():
            yield [_unsearched(layer, "no time was left for it") for layer in step.layers]
            continue
        alone = Deadline(min(LAYER_US, int(whole.left_seconds() * 1_000_000)))
        found = _within(step, alone)
        yield [one._replace(took_us=alone.spent_us()) for one in found]


def _within(step: _Step, deadline: Deadline) -> list[LayerFound]:
    """Search some layers; what fails or takes too long is told and stops nothing.

    A search that hangs is left behind in a thread of its own: it only reads.
    """
    results: list[list[LayerFound]] = []

    def run() -> None:
        try:
            results.append(list(step.search()))
        except Exception as error:  # noqa: BLE001  # The other layers are searched all the same.
            results.append([_failed(layer, error) for layer in step.layers])

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(deadline.left_seconds())
    if not results:
        return [_unsearched(layer, "it took too long") for layer in step.layers]
    return results[0]


def _failed(layer: AskLayer, error: Exception) -> LayerFound:
    if isinstance(error, CortexError):
        return _unsearched(layer, error.message, error.remedy or "")
    said = error.strerror if isinstance(error, OSError) else None
    return _unsearched(layer, f"it failed: {said or type(error).__name__}")


def _unsearched(layer: AskLayer, why: str, remedy: str = "") -> LayerFound:
    return LayerFound(layer, LayerState.NOT_SEARCHED, why=why, remedy=remedy)
