"""Do words stand in a file, whatever it is packed in: gzip, a ZIP file, the values of a database?

The bytes of a database do not tell: its values may be deflated, and a long one is cut where a page
ends. So each database is asked, and one inside a copy is unpacked into a folder of its own first.
Source: ADR 0102.
"""

from __future__ import annotations

import gzip
import shutil
import zipfile
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cortex.core.erasure.finder import of_bytes
from cortex.model.errors import CortexError
from cortex.stores.system.staging import SystemBrainPlace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cortex.model.erasure import Proof

    Look = Callable[[str, Sequence[str]], Proof]
    """Searches the values of a database file."""

    Pages = Callable[[str], Iterable[bytes]]
    """Gives the bytes of a database file in pieces."""

CHUNK_BYTES = 4 * 1024 * 1024
"""Bytes of a file looked at together; the end of each is looked at again with the next."""

UNPACKED_BYTES_MAX = 512 * 1024 * 1024
"""Bytes unpacked of one compressed file: a bomb is not searched to its end, and is told."""

GZIP, ZIP, DATABASE = b"\x1f\x8b", b"PK\x03\x04", b"SQLite format 3\x00"
"""First bytes of the files that are looked into."""

NOT_SEARCHED = "(not searched: "
"""What a place says of which nothing is known."""

MORE = "it unpacks to more than is searched"

DAMAGE = (
    CortexError,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What unpacking raises over a file that is cut, changed, locked or packed in another way."""


class Unsearched(Exception):
    """Why a file was not searched to its end."""


class ContentSearch:
    """Looks for words in one file after the other and counts the bytes it saw.

    Args:
        look: searches databases; None leaves it at their bytes.
    """

    def __init__(self, words: Sequence[str], look: Look | None) -> None:
        self._words = words
        self._look = look
        self._finder = of_bytes(words)
        self._overlap = max((len(one) for one in self._finder.spellings), default=1) - 1
        self.bytes_seen = 0

    def is_in_pieces(self, pieces: Iterable[bytes]) -> bool:
        """Tell whether the words stand in the bytes of a file, given piece by piece.

        Raises:
            OSError: as the pieces do.
        """
        is_found, end = False, b""
        for piece in pieces:
            self.bytes_seen += len(piece)
            is_found = is_found or self._finder.is_in((end + piece).decode("latin-1"))
            end = (end + piece)[-self._overlap :] if self._overlap else b""
        return is_found

    def is_in(self, path: Path) -> bool:
        """Tell whether the words stand in a file.

        Raises:
            Unsearched: it is damaged, or larger than what is searched.
            OSError: it cannot be read.
        """
        with path.open("rb") as file:
            first = file.read(len(DATABASE))
            file.seek(0)
            if self._is_in_stream(file):
                return True
        try:
            if first.startswith(GZIP):
                with gzip.open(path) as unpacked:
                    return self._is_in_stream(unpacked, UNPACKED_BYTES_MAX)
            if first.startswith(ZIP):
                return self._is_in_archive(path)
        except FileNotFoundError:
            raise
        except DAMAGE as error:
            raise Unsearched(str(error)) from error
        return first == DATABASE and self._is_in_database(path)

    def _is_in_archive(self, path: Path) -> bool:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            total = sum(one.file_size for one in members)
            if total > UNPACKED_BYTES_MAX:
                raise Unsearched(MORE)
            return any(self._is_in_member(path, archive, one) for one in members)

    def _is_in_member(self, path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
        with archive.open(member) as unpacked:
            is_database = unpacked.read(len(DATABASE)) == DATABASE
        with archive.open(member) as unpacked:
            if self._is_in_stream(unpacked, UNPACKED_BYTES_MAX):
                return True
        if not is_database or self._look is None:
            return False
        with SystemBrainPlace().staging(str(path), member.file_size) as folder:
            copied = Path(folder) / "brain.db"
            with archive.open(member) as unpacked, copied.open("wb") as file:
                shutil.copyfileobj(unpacked, file, CHUNK_BYTES)
            return self._is_in_database(copied)

    def _is_in_database(self, path: Path) -> bool:
        if self._look is None:
            return False
        proof = self._look(str(path), self._words)
        unread = [place for place in proof.found_in if NOT_SEARCHED in place]
        if unread:
            raise Unsearched(unread[0])
        return bool(proof.found_in)

    def _is_in_stream(self, file: IO[bytes] | gzip.GzipFile, bytes_max: int | None = None) -> bool:
        is_found = False
        for chunk in _pieces(file, self._overlap, bytes_max):
            self.bytes_seen += len(chunk)
            is_found = is_found or self._finder.is_in(chunk.decode("latin-1"))
        return is_found


def _pieces(
    file: IO[bytes] | gzip.GzipFile, overlap: int, bytes_max: int | None = None
) -> Iterator[bytes]:
    end, total = b"", 0
    while piece := file.read(CHUNK_BYTES):
        total += len(piece)
        if bytes_max is not None and total > bytes_max:
            raise Unsearched(MORE)
        yield end + piece
        end = (end + piece)[-overlap:] if overlap else b""
