"""Which lines does a transcript have beyond a byte, and is it still the file that was read before?

Read only, one line at a time, never through a link. A host may be writing at this moment, so a last
line without its end is left for the next time.
"""

# ruff: noqa: PTH112, PTH113, PTH114, PTH116, PTH118, PTH123  # Paths are texts here.

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256

from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.stores.sources.files import FILES_MAX

LINE_BYTES_MAX = 16 * 1024 * 1024
"""Bytes of one line, its end aside: a longer one holds pictures, and is passed over and counted."""

MARK_BYTES = 4096
"""Bytes at the start, and before a position, that tell whether a file was written anew."""

DIGEST_CHARS = 16
"""Hexadecimal digits of a mark; it tells two states of one file apart, and protects nothing."""

_PORTION_BYTES = 1024 * 1024


class Line(NamedTuple):
    """A complete line: its number, where it ends, and its bytes without the line's end.

    The content is None when the line is longer than ``LINE_BYTES_MAX``.
    """

    number: int
    end: int
    content: bytes | None


def transcripts_in(path: str) -> list[str]:
    """Give the transcripts of a folder and its folders, by path; a file is its own.

    Links, hidden files and files of other names are left out.

    Raises:
        InvalidRequest: there is no such file or folder, it is no regular file, or the folder holds
            too many.
    """
    if os.path.isfile(path):
        return [path]
    if not os.path.isdir(path):
        message = f"{path} is no file and no folder"
        raise InvalidRequest(message, remedy="name a transcript that is there", field="path")
    found: list[str] = []
    for place, folders, names in os.walk(path):
        folders[:] = sorted(
            one for one in folders if not one.startswith(".") and not _is_link(place, one)
        )
        found.extend(
            os.path.join(place, name)
            for name in names
            if name.endswith(".jsonl") and not name.startswith(".") and not _is_link(place, name)
        )
        if len(found) > FILES_MAX:
            message = f"{path} holds more than {FILES_MAX} transcripts"
            raise InvalidRequest(message, remedy="name a folder inside it", field="path")
    return sorted(found)


def size_of(path: str) -> int:
    """Give the bytes of a file.

    Raises:
        OSError: it cannot be read.
    """
    return os.stat(path).st_size


def identity_at(path: str, offset: int) -> str:
    """Give what tells a file that was only written to since from one that was written anew.

    Two marks: of the beginning up to ``offset``, and of what stands right before it.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as stream:
        head = stream.read(min(MARK_BYTES, offset))
        stream.seek(max(0, offset - MARK_BYTES))
        tail = stream.read(min(MARK_BYTES, offset))
    marks = [sha256(part).hexdigest()[:DIGEST_CHARS] for part in (head, tail)]
    return ":".join(marks)


def iter_lines(path: str, offset: int = 0) -> Iterator[Line]:
    """Give the complete lines of a file beyond a byte, numbered from the first one read.

    Raises:
        OSError: it cannot be read.
    """
    number, at = 0, offset
    with open(path, "rb") as stream:
        stream.seek(offset)
        while line := stream.readline(LINE_BYTES_MAX + 1):
            size, content = len(line), line
            if len(line) > LINE_BYTES_MAX and not line.endswith(b"\n"):
                content, rest = b"", b""
                while not rest.endswith(b"\n") and (rest := stream.readline(_PORTION_BYTES)):
                    size += len(rest)
                if not rest.endswith(b"\n"):
                    return
                number, at = number + 1, at + size
                yield Line(number, at, None)
                continue
            if not content.endswith(b"\n"):
                return
            number, at = number + 1, at + size
            yield Line(number, at, content.rstrip(b"\r\n"))


def _is_link(place: str, name: str) -> bool:
    return os.path.islink(os.path.join(place, name))
