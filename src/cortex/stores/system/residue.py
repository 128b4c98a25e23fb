"""In which files around the brain may forgotten words lie, and how do they leave them?

The home folder with everything below it, and the brain's own files where those lie elsewhere.
Links are not followed. Source: ADR 0102.
"""

from __future__ import annotations

import gzip
import os
import stat
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cortex.core.erasure.finder import of_bytes
from cortex.model.erasure import Proof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHUNK_BYTES = 4 * 1024 * 1024
"""Bytes of a file looked at together; the end of each is looked at again with the next."""

LINE_FOLDERS = ("journal", "spool")
"""Folders of the home in which Cortex writes one line an event; those lines it may take out."""

OWN_ENDS = ("-wal", "-shm", ".refzero.sqlite")
"""Ends of the names beside the brain file that a forgetting cleans itself."""

UNPACKED_BYTES_MAX = 512 * 1024 * 1024
"""Bytes unpacked of one compressed file: a bomb is not searched to its end, and is told."""


class HomeFiles:
    """Files of one home and one brain; implements ``cortex.ports.erasure.Residue``.

    Args:
        db_path: the brain file; files beside it whose names begin with its name count too.
    """

    def __init__(self, home: str, db_path: str) -> None:
        self._home = Path(home)
        self._db = Path(db_path)

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in the bytes of every file; one that cannot be read is told as found."""
        finder = of_bytes(words)
        overlap = max((len(one) for one in finder.spellings), default=1) - 1
        seen, files, found = 0, 0, []
        for path in self._files():
            files += 1
            try:
                is_found = False
                for chunk in _chunks(path, overlap):
                    seen += len(chunk)
                    is_found = is_found or finder.is_in(chunk.decode("latin-1"))
                if is_found:
                    found.append(str(path))
            except FileNotFoundError:
                continue
            except (OSError, EOFError, zlib.error) as error:
                found.append(f"{path} (not searched: {error})")
        return Proof(seen, files, tuple(found))

    def copies(self, words: Sequence[str]) -> tuple[str, ...]:
        """Give the files with these words that a forgetting does not touch, by path."""
        return tuple(
            place
            for place in self.search(words).found_in
            if not self._is_own(place) and not self._has_lines(Path(place))
        )

    def drop_lines(self, words: Sequence[str], *, is_applied: bool) -> int:
        """Take out the lines of Cortex's own line files that hold words; gives how many."""
        finder = of_bytes(words)
        dropped = 0
        for path in self._files():
            if not self._has_lines(path):
                continue
            lines = path.read_bytes().splitlines(keepends=True)
            kept = [line for line in lines if not finder.is_in(line.decode("latin-1"))]
            dropped += len(lines) - len(kept)
            if is_applied and len(kept) < len(lines):
                _replace(path, b"".join(kept))
        return dropped

    def _is_own(self, place: str) -> bool:
        name = str(self._db)
        return place == name or any(place.startswith(name + end) for end in OWN_ENDS)

    def _has_lines(self, path: Path) -> bool:
        return path.parent.name in LINE_FOLDERS and path.parent.parent == self._home

    def _files(self) -> Iterator[Path]:
        """Yield every regular file, each once, by path."""
        found: set[Path] = set()
        for folder, folders, names in os.walk(self._home):
            folders.sort()
            found.update(Path(folder, name) for name in names)
        if self._db.parent.is_dir():
            found.update(
                one for one in self._db.parent.iterdir() if one.name.startswith(self._db.name)
            )
        for path in sorted(found):
            try:
                if stat.S_ISREG(path.lstat().st_mode):
                    yield path
            except OSError:
                continue


def _chunks(path: Path, overlap: int) -> Iterator[bytes]:
    """Yield the bytes of a file, then what they hold unpacked, in pieces that overlap."""
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        yield from _pieces(file, overlap)
    if is_packed:
        with gzip.open(path) as unpacked:
            yield from _pieces(unpacked, overlap, UNPACKED_BYTES_MAX)


def _pieces(
    file: IO[bytes] | gzip.GzipFile, overlap: int, bytes_max: int | None = None
) -> Iterator[bytes]:
    end, total = b"", 0
    while piece := file.read(CHUNK_BYTES):
        total += len(piece)
        if bytes_max is not None and total > bytes_max:
            message = "it unpacks to more than is searched"
            raise OSError(message)
        yield end + piece
        end = (end + piece)[-overlap:] if overlap else b""


def _replace(path: Path, content: bytes) -> None:
    """Give a file other bytes, whole or not at all, with its permissions."""
    sibling = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(sibling, os.O_WRONLY | os.O_CREAT | os.O_EXCL, path.stat().st_mode & 0o777)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        sibling.replace(path)
    finally:
        sibling.unlink(missing_ok=True)
