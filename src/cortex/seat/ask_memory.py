"""What does a seat's memory folder say to a question: what is written up, raw, and former?

Source: OGL 6, docs/formats/ask.md, ADR 0213.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.ask.controls import control_words
from cortex.core.ask.own_words import as_quote, passage_piece, prose_pieces, texts_of
from cortex.core.ask.shelves import Shelf, search_shelf
from cortex.core.query.units import all_terms
from cortex.core.seat.memory_search import Passage, terms_of
from cortex.core.seat.note_index import SEAT_NOTES
from cortex.core.seat.notes import NOTE_END
from cortex.core.seat.readable import open_lines
from cortex.model.ask import (
    LAYER_HITS_MAX,
    AskLayer,
    Control,
    LayerFound,
    LayerState,
    Piece,
    Standing,
)
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import CHECKPOINTS_FOLDER, MEMORY_FOLDER, STATE_HISTORY_FOLDER
from cortex.seat.digests import waiting
from cortex.seat.memory_files import LEFT_OUT, RAW, is_garbled, memory_files, passed_over
from cortex.seat.memory_index import FILE_BYTES_MAX, search_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cortex.core.query.units import Unit
    from cortex.model.session_digests import MemoryFound
    from cortex.ports.seat_files import SeatFiles

FORMER = (STATE_HISTORY_FOLDER, f"{MEMORY_FOLDER}/former-notes")
"""Folders of what was replaced."""

COPIES = (f"{CHECKPOINTS_FOLDER}/latest.md", f"{MEMORY_FOLDER}/more-notes.md")
"""Files that say what stands elsewhere, and may say it in other words."""

_MEMORY_LOOKED = 200
_NOTES = f"{SEAT_NOTES.folder}/"


def in_memory_folder(
    files: SeatFiles, kept: SeatFiles, units: tuple[Unit, ...], is_over: Callable[[], bool]
) -> tuple[LayerFound, LayerFound]:
    """Search the memory folder by its index: what was written up, and the raw records beside it.

    The index is brought up to date before, as far as there is time, and kept where it can be
    written.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    paths = [path for path in memory_files(files, LEFT_OUT) if not _is_note(path)]
    raw = [path for path in paths if path.startswith(RAW)]
    logs = [path for path in paths if not path.startswith(RAW)]
    controls = [_ends(files, logs), _ends(files, raw)]
    asked = [(all_terms(units), _MEMORY_LOOKED)]
    asked += [(terms_of(word), _MEMORY_LOOKED) for words in controls for word in words]
    found, *checked = search_each(files, kept, asked, is_over)
    found = found._replace(
        skipped=(*found.skipped, *passed_over(files, LEFT_OUT), *garbled(files, logs))
    )
    staged = len(waiting(kept).staged)
    middle = len(controls[0])
    return (
        _not_written_up(
            _of_folder(AskLayer.LOG, logs, found, (controls[0], checked[:middle])), staged
        ),
        _of_folder(AskLayer.SAVED, raw, found, (controls[1], checked[middle:])),
    )


def in_former(files: SeatFiles, units: tuple[Unit, ...]) -> LayerFound:
    """Search former versions of STATE.md and of notes: what was known once and is no more.

    Raises:
        SeatFileRefused: a folder cannot be read.
    """
    pieces: list[Piece] = []
    lines: list[str] = []
    unread: list[str] = []
    below = [f"{folder}/{name}" for folder in FORMER for name in files.names(folder)]
    for path in (*below, *COPIES):
        try:
            content = files.find(path, FILE_BYTES_MAX) or b""
        except SeatFileRefused:
            unread.append(path)
            continue
        read = open_lines(content.decode("utf-8", "replace"))
        changed_us = files.changed_us(path)
        pieces += [
            one._replace(standing=Standing.RECORD)
            for one in prose_pieces(AskLayer.SAVED, path, read, changed_us)
        ]
        lines += texts_of(read)
    why = counted(unread, "cannot be read")
    return search_shelf(Shelf(AskLayer.SAVED, FORMER, tuple(pieces), tuple(lines), why), units)


def _not_written_up(found: LayerFound, staged: int) -> LayerFound:
    """Say when sessions wait to be written up: what was said in them stands nowhere yet."""
    if not staged:
        return found
    is_searched = found.state is LayerState.SEARCHED
    return found._replace(
        state=LayerState.SEARCHED if is_searched else LayerState.NOT_SEARCHED,
        why=found.why or f"{staged} sessions wait to be written up",
        remedy="run `cortex digest run`",
    )


def _of_folder(
    layer: AskLayer,
    paths: Sequence[str],
    found: MemoryFound,
    controls: tuple[Sequence[str], Sequence[MemoryFound]],
) -> LayerFound:
    own = frozenset(paths)
    is_log = layer is AskLayer.LOG
    # What is no file of memory counts as the log's: nobody knows what it would have been.
    skipped = [
        path
        for path in found.skipped
        if path in own or (is_log and not path.startswith(RAW) and not _is_note(path))
    ]
    later = [path for path in found.waiting if path in own]
    why = f"{len(later)} files wait to be indexed; each question reads more" if later else ""
    if skipped:
        why = counted(skipped, "not searched")
    words, checked = controls
    if not words:
        state = LayerState.NOT_SEARCHED if why else LayerState.EMPTY
        return LayerFound(layer, state, (f"{MEMORY_FOLDER}/",), why=why)
    places = (f"{MEMORY_FOLDER}/",) if layer is AskLayer.LOG else RAW
    return LayerFound(
        layer,
        LayerState.SEARCHED,
        places,
        found.chunks,
        tuple(_pieces(layer, own, found)[: 4 * LAYER_HITS_MAX]),
        tuple(
            Control(word, is_matched=_stands(word, _pieces(layer, own, one)))
            for word, one in zip(words, checked, strict=True)
        ),
        why,
        tuple((term, count) for term, count in found.held if count)
        if layer is AskLayer.LOG
        else (),
        remedy="make it a Markdown file, or move it out of memory/" if skipped else "",
        kin=tuple(
            (term, piece)
            for term, hit in found.kin
            if hit.file in own
            for piece in _pieces(layer, own, found._replace(hits=(hit,)))
        ),
    )


def _is_note(path: str) -> bool:
    """Tell whether a path is that of a note, which has a layer of its own."""
    name = path.removeprefix(_NOTES)
    return name != path and "/" not in name and name.endswith(NOTE_END)


def counted(places: Sequence[str], what: str) -> str:
    """Give how many places could not be searched, with one of them; empty for none."""
    if not places:
        return ""
    return f"{len(places)} {what}: {places[0]}" + (" and others" if len(places) > 1 else "")


def garbled(files: SeatFiles, paths: Sequence[str]) -> list[str]:
    """Give the files that are no text, so that their words may not have been found."""
    found: list[str] = []
    for path in paths:
        try:
            if is_garbled(files.find(path, FILE_BYTES_MAX) or b""):
                found.append(path)
        except SeatFileRefused:
            continue  # The search says that it was passed over.
    return found


def _pieces(layer: AskLayer, own: frozenset[str], found: MemoryFound) -> list[Piece]:
    """Give the finds in some files, best first."""
    return [
        as_quote(
            passage_piece(layer, hit.file, Passage(hit.line, hit.heading, hit.text), hit.changed_us)
        )
        for hit in found.hits
        if hit.file in own
    ]


def _ends(files: SeatFiles, paths: Sequence[str]) -> tuple[str, ...]:
    """Give a word of the first file that has one, and of the last, both as they are on the disk."""
    first = next(filter(None, (_file_words(files, path)[:1] for path in paths)), ())
    last = next(filter(None, (_file_words(files, path)[-1:] for path in reversed(paths))), ())
    return tuple(dict.fromkeys((*first, *last)))


def _file_words(files: SeatFiles, path: str) -> tuple[str, ...]:
    try:
        content = files.find(path, FILE_BYTES_MAX) or b""
    except SeatFileRefused:
        return ()  # The search says that it was passed over.
    return control_words(texts_of(open_lines(content.decode("utf-8", "replace"))))


def _stands(word: str, pieces: Iterable[Piece]) -> bool:
    folded = word.casefold()
    return any(folded in f"{one.heading}\n{one.text}".casefold() for one in pieces)
