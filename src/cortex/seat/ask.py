"""What do the layers of a seat say to a question, and was all of each searched?

Reads the seat's files alone, never the brain. Private spans and secrets are out of everything that
is searched or told. Source: OGL 6, docs/formats/ask.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.ask.own_words import (
    entity_pieces,
    knowledge_pieces,
    note_pieces,
    prose_pieces,
    quote_pieces,
    record_pieces,
    texts_of,
    told_claim,
    unfenced,
)
from cortex.core.ask.shelves import Shelf, search_shelf
from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.core.seat.note_index import SEAT_NOTES
from cortex.core.seat.quotes import QUOTES_BYTES_MAX, QUOTES_FILE
from cortex.core.seat.readable import open_lines
from cortex.core.text.cleaning import clean
from cortex.model.ask import (
    AskLayer,
    LayerFound,
    LayerState,
    Piece,
)
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import HoldState
from cortex.model.seat_lines import UNREAD
from cortex.model.seats import (
    ENTITIES_FILE,
    MEMORY_FILE,
    STATE_FILE,
)
from cortex.seat.ask_memory import counted, garbled
from cortex.seat.holds import HOLDS_FILE, holds_of
from cortex.seat.knowledge import KNOWLEDGE_BYTES_MAX
from cortex.seat.memory_files import is_garbled
from cortex.seat.notes import INDEX_BYTES_MAX, read_notes
from cortex.seat.session_facts import every_fact
from cortex.seat.state_copies import STATE_BYTES_MAX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cortex.core.query.units import Unit
    from cortex.core.seat.note_index import NotesPlace
    from cortex.model.seat_lines import SeatLine
    from cortex.ports.seat_files import SeatFiles

ENTITIES_BYTES_MAX = 4_194_304
"""Bytes of an ENTITIES.md that are searched."""

FACTS_MAX = 2_000
"""Session facts that are searched, the newest: five compactions a day for a year."""

_NOTES = f"{SEAT_NOTES.folder}/"


def in_state(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search STATE.md.

    Raises:
        SeatFileRefused: it is a link, or past its limit.
    """
    return _in_file(files, AskLayer.STATE, STATE_FILE, STATE_BYTES_MAX, units)


def in_entities(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search ENTITIES.md, statements that were replaced included.

    Raises:
        SeatFileRefused: it is a link, or past its limit.
    """
    return _in_file(files, AskLayer.ENTITIES, ENTITIES_FILE, ENTITIES_BYTES_MAX, units)


def in_memory(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search MEMORY.md: the index of notes, and what a person wrote into it.

    Raises:
        SeatFileRefused: it is a link, or past its limit.
    """
    return _in_file(files, AskLayer.MEMORY, MEMORY_FILE, INDEX_BYTES_MAX, units)


def in_quotes(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search the words of strangers that were kept as quotes.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    return _in_file(files, AskLayer.QUOTES, QUOTES_FILE, QUOTES_BYTES_MAX, units)


def in_knowledge(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search what the seats of an organisation share; ``files`` are those of its folder.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    return _in_file(files, AskLayer.KNOWLEDGE, KNOWLEDGE_FILE, KNOWLEDGE_BYTES_MAX, units)


def in_notes(
    files: SeatFiles, place: NotesPlace, layer: AskLayer, units: tuple[Unit, ...]
) -> LayerFound:
    """Search the notes of a folder.

    Raises:
        SeatFileRefused: there are too many, or the folder cannot be read.
    """
    read = read_notes(files, place)
    made = (note_pieces(layer, place.path(note.slug), note) for note in read.notes)
    pieces = tuple(piece for of_note in made for piece in of_note)
    lines = tuple(line for piece in pieces for line in piece.text.split("\n"))
    why = f"{len(read.unreadable)} notes cannot be read" if read.unreadable else ""
    torn = garbled(files, [place.path(note.slug) for note in read.notes])
    why = why or counted(torn, "no text in UTF-8")
    place_name = "." if place.folder == "." else _NOTES
    return search_shelf(Shelf(layer, (place_name,), pieces, lines, why), units)


def in_holds(kept: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search the claims that wait at the gate; nobody accepted them.

    Raises:
        SeatFileRefused: the queue cannot be read.
    """
    pieces: list[Piece] = []
    for hold in reversed(holds_of(kept)):
        if hold.state is HoldState.OPEN:
            text = told_claim(hold.claim)
            note = "waits at the gate; nobody accepted it"
            pieces += record_pieces(AskLayer.HELD, hold.hold_id, text, hold.opened_us, note)
    lines = tuple(line for piece in pieces for line in piece.text.split("\n"))
    return search_shelf(Shelf(AskLayer.HELD, (HOLDS_FILE,), tuple(pieces), lines), units)


def in_session_facts(kept: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search what compactions said.

    Raises:
        SeatFileRefused: a file cannot be read.
    """
    layer = AskLayer.SESSION_FACTS
    facts, is_cut = every_fact(kept, FACTS_MAX)
    pieces: list[Piece] = []
    for fact in facts:
        where = fact.file or f"session {fact.session_id}"
        pieces += record_pieces(layer, where, fact.summary, fact.at_us)
    lines = tuple(line for piece in pieces for line in piece.text.split("\n"))
    why = f"only the newest {FACTS_MAX} were searched" if is_cut else ""
    return search_shelf(Shelf(layer, ("facts/",), tuple(pieces), lines, why), units)


class SeatLines(NamedTuple):
    """What a part of the seat offers line by line.

    Attributes:
        place: where it keeps it, below the seat's home.
        lines: the newest first.
        count_max: lines at which it may have left out older ones.
    """

    place: str
    lines: Iterable[SeatLine]
    count_max: int


def in_lines(layer: AskLayer, offered: SeatLines, units: tuple[Unit, ...]) -> LayerFound:
    """Search what a part of the seat offers line by line."""
    pieces: list[Piece] = []
    read: list[str] = []
    count = 0
    unread: list[str] = []
    for line in offered.lines:
        if line.note == UNREAD:
            unread.append(line.where)
            continue
        count += 1
        pieces += record_pieces(layer, line.where, line.text, line.at_us, line.note)
        read += str(clean(line.text).text).split("\n")
    why = f"{count} lines: older ones may be left out" if count >= offered.count_max else ""
    why = counted(unread, "cannot be read") or why
    return search_shelf(Shelf(layer, (offered.place,), tuple(pieces), tuple(read), why), units)


_CUTS: dict[AskLayer, Callable[..., list[Piece]]] = {
    AskLayer.ENTITIES: entity_pieces,
    AskLayer.KNOWLEDGE: knowledge_pieces,
}


def _in_file(
    files: SeatFiles, layer: AskLayer, path: str, bytes_max: int, units: tuple[Unit, ...]
) -> LayerFound:
    content = files.find(path, bytes_max)
    if content is None:
        return LayerFound(layer, LayerState.EMPTY, (path,))
    text = content.decode("utf-8", "replace")
    why = "it is not all text in UTF-8" if is_garbled(content) else ""
    lines = open_lines(unfenced(text) if layer is AskLayer.QUOTES else text)
    at_us = files.changed_us(path)
    if layer is AskLayer.QUOTES:
        pieces = quote_pieces(path, lines)
    elif layer in _CUTS:
        pieces = _CUTS[layer](path, lines, at_us)
    else:
        pieces = prose_pieces(layer, path, lines, at_us)
    return search_shelf(Shelf(layer, (path,), tuple(pieces), texts_of(lines), why), units)
