"""Which files of a source are there, and what is in them?

Read only, in portions, never through a link that leads elsewhere. A name is given relative to the
source, so that a folder that moved keeps its names.
"""

# ruff: noqa: PTH112, PTH114, PTH116, PTH118, PTH119, PTH123  # Paths are texts here.

import codecs
import os
from collections.abc import Iterator
from typing import IO
from zipfile import BadZipFile, ZipFile, is_zipfile

from cortex.model.errors import InvalidRequest
from cortex.model.imports import Skipped
from cortex.model.lean_classes import NamedTuple

PORTION_BYTES = 256 * 1024
"""Bytes read at once."""

LINE_BYTES_MAX = 16 * 1024 * 1024
"""Bytes of one line: a longer one holds a picture or a log, and is passed over unread."""

NOTE_BYTES_MAX = 8 * 1024 * 1024
"""Bytes of a note, which is read whole; a longer one is no note."""

FILES_MAX = 100_000
"""Files of one folder: a larger tree is a disk and not a source."""

_TEMPORARY = ("~", ".tmp", ".swp", ".part", ".crdownload", ".bak")


class FoundFile(NamedTuple):
    """A file of a source; ``member`` is its name inside the archive at ``path``, if any."""

    path: str
    name: str
    modified_us: int
    member: str | None = None

    def open(self) -> IO[bytes]:
        """Open it for reading; the caller closes it.

        Raises:
            OSError: it cannot be read.
        """
        if self.member is None:
            return open(self.path, "rb")
        return ZipFile(self.path).open(self.member)


def found_files(source: str) -> list[FoundFile]:
    """Give the files of a folder or archive, or the file itself, by name.

    Hidden, temporary and linked files are left out.

    Raises:
        InvalidRequest: there is no such source, it cannot be read, or it holds too many files.
    """
    try:
        if os.path.isdir(source):
            return sorted(_walk(source), key=lambda one: one.name)
        stat = os.stat(source)
        modified_us = stat.st_mtime_ns // 1000
        if is_zipfile(source):
            with ZipFile(source) as archive:
                return [
                    FoundFile(source, name, modified_us, name)
                    for name in sorted(archive.namelist())
                    if not name.endswith("/") and not _is_left_out(name.rpartition("/")[2])
                ]
    except (OSError, BadZipFile) as error:
        reason = getattr(error, "strerror", None) or "it is no whole archive"
        message = f"{source} cannot be read: {reason}"
        remedy = "name a file or folder that is there"
        raise InvalidRequest(message, remedy=remedy, field="source") from None
    return [FoundFile(source, os.path.basename(source), modified_us)]


def iter_lines(file: FoundFile) -> Iterator[tuple[str, str | Skipped]]:
    """Give the lines of a file as (place, text), each without its line end.

    A line that is no UTF-8 or too long is a Skipped, and so is a file that cannot be read or that
    is empty.
    """
    number = 0
    try:
        with file.open() as stream:
            while line := stream.readline(LINE_BYTES_MAX):
                number += 1
                locator = f"{file.name}:{number}"
                if len(line) == LINE_BYTES_MAX and not line.endswith(b"\n"):
                    _pass_over_line(stream)
                    yield locator, Skipped(locator, "a line that is too long", is_damage=True)
                    continue
                if not line.strip():
                    continue
                yield locator, _decoded(line, locator)
    except (OSError, BadZipFile, EOFError) as error:
        yield file.name, _unreadable(file, error)
    if number == 0:
        yield file.name, Skipped(file.name, "the file is empty", is_damage=True)


def iter_text(file: FoundFile) -> Iterator[str]:
    """Give the text of a file in portions; what is no UTF-8 becomes a replacement mark.

    Raises:
        OSError: it cannot be read.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    with file.open() as stream:
        while portion := stream.read(PORTION_BYTES):
            text = decoder.decode(portion)
            if text:
                yield text
        rest = decoder.decode(b"", final=True)
        if rest:
            yield rest


def read_note(file: FoundFile) -> tuple[str, list[Skipped]]:
    """Give the text of a note and what of it could not be read.

    A line that is no UTF-8 is left empty, so that the others keep their numbers.
    """
    try:
        with file.open() as stream:
            content = stream.read(NOTE_BYTES_MAX + 1)
    except (OSError, BadZipFile, EOFError) as error:
        return "", [_unreadable(file, error)]
    if len(content) > NOTE_BYTES_MAX:
        return "", [Skipped(file.name, "a note that is too long", is_damage=True)]
    if not content.strip():
        return "", [Skipped(file.name, "the file is empty", is_damage=True)]
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n"), []
    except UnicodeDecodeError:
        lines = content.replace(b"\r\n", b"\n").split(b"\n")
    decoded = [_decoded(line, f"{file.name}:{at}") for at, line in enumerate(lines, start=1)]
    skipped = [line for line in decoded if isinstance(line, Skipped)]
    return "\n".join("" if isinstance(line, Skipped) else line for line in decoded), skipped


def head_of(file: FoundFile) -> bytes:
    """Give the first bytes of a file, or nothing when it cannot be read."""
    try:
        with file.open() as stream:
            return stream.read(4096)
    except (OSError, BadZipFile, EOFError):
        return b""


def _walk(folder: str) -> Iterator[FoundFile]:
    count = 0
    for place, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in names:
            path = os.path.join(place, name)
            if _is_left_out(name) or os.path.islink(path):
                continue
            count += 1
            if count > FILES_MAX:
                message = f"{folder} holds more than {FILES_MAX} files"
                raise InvalidRequest(message, remedy="name a folder inside it", field="source")
            relative = os.path.relpath(path, folder).replace(os.sep, "/")
            yield FoundFile(path, relative, os.stat(path).st_mtime_ns // 1000)


def _refuse(error: OSError) -> None:
    raise error


def _is_left_out(name: str) -> bool:
    return name.startswith(".") or name.endswith(_TEMPORARY)


def _decoded(line: bytes, locator: str) -> str | Skipped:
    try:
        return line.decode("utf-8").rstrip("\r\n").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return Skipped(locator, "no UTF-8", is_damage=True)


def _unreadable(file: FoundFile, error: Exception) -> Skipped:
    reason = getattr(error, "strerror", None) or "it is damaged"
    return Skipped(file.name, f"it cannot be read: {reason}", is_damage=True)


def _pass_over_line(stream: IO[bytes]) -> None:
    while part := stream.readline(LINE_BYTES_MAX):
        if part.endswith(b"\n"):
            return
