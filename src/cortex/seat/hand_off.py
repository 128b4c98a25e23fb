"""Which hand-off documents wait for a session, and which were told?

A document is a Markdown file in the folder of hand-offs, whoever wrote it. It waits until a session
other than its writer was told it; which were told is known by name and instant of the file.
A session's start loads this, so what only writing needs is imported there.
Source: docs/formats/hand-off.md, ADR 0210.
"""

from __future__ import annotations

from cortex.core.seat.fitting import fitted
from cortex.core.seat.hand_off_told import Document, session_in, told_documents
from cortex.hosts.fields import json_of
from cortex.model.seats import HANDOFFS_FOLDER
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.core.seat.hand_off import Known
    from cortex.ports.seat_files import SeatFiles

NOTED = "hand-off.json"
_NOTE_BYTES_MAX = 262_144

# Documents that are looked at: the newest by name and time. At one a day, a year and a half.
DOCUMENTS_MAX = 500

# Bytes of a document that are read: many times what is ever told of it.
DOCUMENT_BYTES_MAX = 262_144

# Documents that are read at one start, the newest; the others are counted, or named at most.
READ_MAX = 8


class Start:
    """A session that starts.

    Attributes:
        above: what it is told before hand-offs.
        host: one of ``HOSTS``.
        room_chars: most characters of what it is told of them.
        session_id: empty for one nobody knows, whose context is new.
    """

    __slots__ = ("above", "host", "room_chars", "session_id")

    def __init__(self, host: str, session_id: str, room_chars: int, above: str = "") -> None:
        self.host = host
        self.session_id = session_id
        self.room_chars = room_chars
        self.above = above


class Due:
    """What a session is to be told of hand-offs.

    Attributes:
        text: empty when nothing waits, or there is no room.
        marks: what ``mark_told`` is given once the text is out.
    """

    __slots__ = ("marks", "text")

    def __init__(self, text: str = "", marks: dict[str, int] | None = None) -> None:
        self.text = text
        self.marks = marks or {}


def due_hand_off(
    files: SeatFiles,
    kept: SeatFiles,
    start: Start,
    writer_at: Callable[[int], str],
    now_us: int,
) -> Due:
    """Give what a session that starts is told; nothing of what it wrote itself.

    Args:
        files: the seat's own folder.
        kept: what Cortex keeps for it.
        start: the session that starts.
        writer_at: gives the session that was at work at an instant; for documents that name none.
        now_us: the present instant.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    waiting = waiting_documents(files, kept)
    for document in waiting[:READ_MAX]:
        _read(files, document, writer_at)
    session_id, above = start.session_id, start.above
    theirs = [one for one in waiting if not session_id or one.session_id != session_id]
    text = fitted(
        lambda chars: told_documents(theirs, now_us, chars, above), start.host, start.room_chars
    )
    marks = {_key(one.name): one.changed_us for one in theirs} if text else {}
    return Due(text, marks)


def waiting_documents(files: SeatFiles, kept: SeatFiles) -> list[Document]:
    """Give the documents no session was told yet, the newest first, unread.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    told = _told(kept)
    found = [one for one in _documents(files) if told.get(_key(one.name)) != one.changed_us]
    return sorted(found, key=lambda one: (one.changed_us, one.name), reverse=True)


def mark_told(files: SeatFiles, kept: SeatFiles, marks: dict[str, int]) -> None:
    """Note that documents were told; one that is written anew waits again.

    Raises:
        SeatFileRefused: it cannot be written; they are told once more then.
    """
    with kept.turn():
        told = {**_told(kept), **marks}
        names = frozenset(map(_key, files.names(HANDOFFS_FOLDER)))
        left = {name: told[name] for name in sorted(told) if name in names}
        newest = sorted(left, key=lambda name: (left[name], name))[-DOCUMENTS_MAX:]
        fields = {"told": {name: left[name] for name in sorted(newest)}}
        kept.replace(NOTED, json_of(fields).encode("utf-8", "replace") + b"\n")


def write_hand_off(files: SeatFiles, known: Known, now_us: int) -> tuple[str, str]:
    """Write a document and give its path below the seat and its text.

    Raises:
        SeatFileRefused: it cannot be written.
    """
    from cortex.core.seat.hand_off import hand_off_name, hand_off_path, hand_off_text

    text = hand_off_text(known, now_us)
    with files.turn():
        path = hand_off_path(hand_off_name(now_us, frozenset(files.names(HANDOFFS_FOLDER))))
        files.replace(path, text.encode("utf-8", "replace"))
    return path, text


def _documents(files: SeatFiles) -> list[Document]:
    """Give the newest documents in the folder, unread."""
    names = [name for name in files.names(HANDOFFS_FOLDER) if _is_document(name)]
    found = [Document(name, files.changed_us(f"{HANDOFFS_FOLDER}/{name}") or 0) for name in names]
    return sorted(found, key=lambda one: (one.changed_us, one.name))[-DOCUMENTS_MAX:]


def _is_document(name: str) -> bool:
    return name.endswith(".md") and not name.startswith(".") and name != "README.md"


def _key(name: str) -> str:
    """Give how a file is called in the note: its name, also where that is no text."""
    return name.encode("utf-8", "backslashreplace").decode()


def _read(files: SeatFiles, document: Document, writer_at: Callable[[int], str]) -> None:
    """Read what a document says and who wrote it; one that cannot be read is named only."""
    from cortex.model.refusals import SeatFileRefused

    try:
        content = files.find(f"{HANDOFFS_FOLDER}/{document.name}", DOCUMENT_BYTES_MAX) or b""
    except SeatFileRefused:
        content = b""
    document.text = content.decode("utf-8", "replace")
    document.session_id = session_in(document.text) or writer_at(document.changed_us)


def _told(kept: SeatFiles) -> dict[str, int]:
    """Give which documents were told, by name; an unreadable note says nothing."""
    fields = read_object((kept.find(NOTED, _NOTE_BYTES_MAX) or b"").decode("utf-8", "replace"))
    told = (fields or {}).get("told")
    if not isinstance(told, dict):
        return {}
    return {name: at for name, at in told.items() if isinstance(at, int)}
