"""How are notes written, checked and indexed, a seat's own and those of Claude Code?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.core.seat.claims import note_claim, same_name
from cortex.core.seat.gate import judge, replacing
from cortex.core.seat.note_checks import Folder, check_notes
from cortex.core.seat.note_index import (
    Compiled,
    NotesPlace,
    compile_index,
    targets,
)
from cortex.core.seat.notes import NOTE_END, QUOTE, NewNote, Note, read_note, rendered
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_gate import Claim, Decision, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.model.seat_checks import SeatCheck
    from cortex.ports.seat_files import SeatFiles

NOTES_MAX = 2_000
"""Notes of one folder: ten times what an index holds; more is an archive and no memory."""

NOTE_BYTES_MAX = 65_536
"""Bytes of one note: a fact with its reasons has one or two thousand."""

ROUNDS_MAX = 8
"""Times the index is compiled again because the host wrote it meanwhile."""

FORMER_MAX = 500
"""Replaced notes that are kept, the newest: years of corrections."""

INDEX_BYTES_MAX = 1_048_576
"""Bytes of an index that are read; the host stops at 25 KB, so what is larger is a mistake."""


class Read(NamedTuple):
    """Every note of a folder, by slug, and the files that could not be read, with the reason."""

    notes: tuple[Note, ...]
    unreadable: tuple[str, ...]


class Wanted(NamedTuple):
    """A note somebody wants to have: its texts, what it claims, and how it may be written.

    Attributes:
        note: its texts, clean.
        claim: what it claims, for the gate.
        checked: how the record was checked, for a claim about all of it.
        is_replacing: a note of that name may give way.
        is_decided: a person decided; the gate is not asked again.
    """

    note: NewNote
    claim: Claim
    checked: str = ""
    is_replacing: bool = False
    is_decided: bool = False


class Added(NamedTuple):
    """What became of a note: the verdict, its file when it was written, what it replaced."""

    verdict: Verdict
    path: str = ""
    replaced: tuple[str, ...] = ()


def read_notes(files: SeatFiles, place: NotesPlace) -> Read:
    """Give the notes of a folder.

    Raises:
        SeatFileRefused: there are more than ``NOTES_MAX``, or the folder cannot be read.
    """
    own = {place.index_path, place.more}
    names = [name for name in files.names(place.folder) if name.endswith(NOTE_END)]
    paths = [place.prefix + name for name in names if not name.startswith(".")]  # Of an editor.
    paths = [path for path in paths if path not in own]
    if len(paths) > NOTES_MAX:
        message = f"{place.folder}: {len(paths)} notes; {NOTES_MAX} are read"
        raise SeatFileRefused(message, remedy="move old ones to another folder")
    notes: list[Note] = []
    unreadable: list[str] = []
    for path in paths:
        slug = path[len(place.prefix) : -len(NOTE_END)]
        try:
            content = files.find(path, NOTE_BYTES_MAX)
        except SeatFileRefused as refused:
            unreadable.append(refused.message)
            continue
        if content is not None:
            notes.append(_dated(read_note(slug, content.decode("utf-8", "replace")), files, path))
    return Read(tuple(notes), tuple(unreadable))


def add_note(files: SeatFiles, place: NotesPlace, wanted: Wanted, now_us: int) -> Added:
    """Write a note if the gate lets it pass, and list it.

    Writing the same note again changes nothing. A note it contradicts gives way only by the rules
    of the gate; it is then named in the new one, and its file moves to the former ones.

    Raises:
        InvalidRequest: another note has that name, and it is not to be replaced.
        SeatFileRefused: a file cannot be read or written.
    """
    with files.turn():
        read = read_notes(files, place)
        named = next((note for note in read.notes if note.slug == wanted.note.slug), None)
        verdict, against = _judged(read, named, wanted, now_us)
        is_new = verdict.reason != "known" or (named is not None and wanted.is_replacing)
        if not is_new or not (_is_passed(verdict) or wanted.is_decided):
            return Added(verdict)
        if named is not None and not wanted.is_replacing and named.slug not in against:
            message = f"a note is called {named.slug} already"
            remedy = "replace it with --replace, or give this one another --name"
            raise InvalidRequest(message, remedy=remedy, field="name")
        if named is None and len(read.notes) >= NOTES_MAX:
            message = f"{place.folder}: {len(read.notes)} notes are the limit"
            raise SeatFileRefused(message, remedy="move old ones to another folder")
        _compiled(files, place)  # An index that cannot be read stops it before anything is written.
        gone = [note for note in read.notes if note.slug in {*against, wanted.note.slug}]
        path = _replace(files, place, wanted.note, gone, now_us)
        _index(files, place)
        return Added(verdict, path, tuple(note.slug for note in gone))


def _judged(
    read: Read, named: Note | None, wanted: Wanted, now_us: int
) -> tuple[Verdict, frozenset[str]]:
    """Give the verdict on a note, and the notes it disagrees with."""
    claims = {note.slug: note_claim(note) for note in read.notes if note.form != QUOTE}
    if named is not None and named.slug in claims:
        claims[named.slug] = claims[named.slug]._replace(subject=wanted.claim.subject)
    said = (wanted.note.slug, wanted.note.description, wanted.note.why, wanted.note.how)
    verdict = judge(wanted.claim, list(claims.values()), now_us, wanted.checked, said)
    if named is not None and wanted.is_replacing and named.slug in claims and _is_passed(verdict):
        verdict = replacing(verdict, wanted.claim, claims[named.slug])
    return verdict, frozenset(slug for slug, claim in claims.items() if claim in verdict.old)


def _replace(
    files: SeatFiles, place: NotesPlace, note: NewNote, gone: list[Note], now_us: int
) -> str:
    """Write a note in the place of others and give its file; each of them is put away first."""
    path = place.path(note.slug)
    for one in gone:
        _put_away(files, place, one.slug, now_us)
    before = tuple(_told(one) for one in gone if note_claim(one).text != note.rule)
    files.replace(path, rendered(note._replace(before=before)).encode())
    for one in gone:
        if one.slug != note.slug:
            files.remove(place.path(one.slug))
    return path


def _is_passed(verdict: Verdict) -> bool:
    return verdict.decision in {Decision.ACCEPT, Decision.SUPERSEDE}


def index_notes(files: SeatFiles, place: NotesPlace, *, is_applied: bool) -> Compiled:
    """Compile the index of a folder, and write it and its second page when that is wanted.

    Raises:
        SeatFileRefused: a file cannot be read or written.
    """
    if not is_applied:
        return _compiled(files, place)
    with files.turn():
        return _index(files, place)


def check_folder(
    files: SeatFiles, place: NotesPlace, now_us: int, nouns: Iterable[str] = ()
) -> list[SeatCheck]:
    """Give what the twelve checks find in a folder.

    Raises:
        SeatFileRefused: the folder or its index cannot be read.
    """
    read = read_notes(files, place)
    index = files.find(place.index_path, INDEX_BYTES_MAX)
    text = "" if index is None else index.decode("utf-8", "replace")
    more = _text(files, place.more)
    absent = frozenset(
        target
        for target in targets(text)
        if ".." in target.split("/") or files.changed_us(target) is None
    )
    folder = Folder(
        place,
        None if index is None else text,
        more,
        read.notes,
        absent,
        read.unreadable,
        frozenset(nouns),
    )
    return check_notes(folder, now_us)


def _put_away(files: SeatFiles, place: NotesPlace, slug: str, now_us: int) -> None:
    """Copy a note that gives way to the former ones, of which the newest are kept."""
    content = files.find(place.path(slug), NOTE_BYTES_MAX)
    if content is None:
        return
    stamp = second_text(now_us).translate({ord(mark): None for mark in "-:"})
    files.replace(f"{place.former}/{stamp}-{slug}{NOTE_END}", content)
    for name in files.names(place.former)[:-FORMER_MAX]:
        files.remove(f"{place.former}/{name}")


def _index(files: SeatFiles, place: NotesPlace) -> Compiled:
    """Write the index; the host writes it too, so what it wrote meanwhile is read again."""
    for _ in range(ROUNDS_MAX):
        old = files.find(place.index_path, INDEX_BYTES_MAX)
        compiled = _compiled(files, place)
        if compiled.more and compiled.more != _text(files, place.more):
            files.replace(place.more, compiled.more.encode())
        is_same = old is not None and old == compiled.text.encode()
        if is_same or files.exchange(place.index_path, old, compiled.text.encode()):
            if not compiled.more:
                files.remove(place.more)
            return compiled
    message = f"{place.index_path}: somebody else keeps writing it"
    remedy = f"run `cortex note index{place.option} --apply` in a moment"
    raise SeatFileRefused(message, remedy=remedy)


def _compiled(files: SeatFiles, place: NotesPlace) -> Compiled:
    notes = read_notes(files, place).notes
    return compile_index(_text(files, place.index_path), _text(files, place.more), notes, place)


def _text(files: SeatFiles, path: str) -> str:
    content = files.find(path, INDEX_BYTES_MAX)
    return "" if content is None else content.decode("utf-8", "replace")


def _dated(note: Note, files: SeatFiles, path: str) -> Note:
    """Give a note with the time of its file where its head has none."""
    return (
        note if note.modified_us is not None else note._replace(modified_us=files.changed_us(path))
    )


def _told(note: Note) -> str:
    """Give what a note that gives way said, on one line."""
    claim = note_claim(note)
    source = f" (source: {note.source})" if note.source else ""
    name = note.subject if note.subject and not same_name(note.subject, note.slug) else note.slug
    return " ".join(f"{name}: {claim.text}{source}".split())
