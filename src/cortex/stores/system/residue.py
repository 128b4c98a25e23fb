"""In which files around the brain may forgotten words lie, and how do they leave them?

The home folder with everything below it, and the brain's own files where those lie elsewhere.
Links are not followed. Source: ADR 0102.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.core.erasure.finder import of_bytes
from cortex.model.copies import SIDECAR_SUFFIX
from cortex.model.erasure import Proof
from cortex.stores.system.contents import NOT_SEARCHED, ContentSearch, Unsearched
from cortex.stores.system.copy_names import FOLDER, is_copy_name
from cortex.stores.system.site import PAST
from cortex.stores.system.staging import told_by_disk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.stores.system.contents import Look, Pages

LINE_FOLDERS = ("journal", "spool")
"""Folders of the home in which Cortex writes one line an event; those lines it may take out."""

LOCK_END = ".lock"
"""End of the name of a file of locks: it holds nothing, and whoever forgets holds its lock."""

OWN_ENDS = ("", "-wal", SIDECAR_SUFFIX, f"{SIDECAR_SUFFIX}-wal", f"{SIDECAR_SUFFIX}-journal")
"""Ends of the names of the brain's own files, which a forgetting cleans itself."""

INDEX_END = "-shm"
"""End of the name of an index of a log: numbers alone, and a file of locks, so nobody opens it."""


class HomeFiles:
    """Files of one home and one brain; implements ``cortex.ports.erasure.Residue``.

    Args:
        db_path: the brain file; files beside it whose names begin with its name count too.
        look: searches the values of a database file; without it only bytes are looked at.
        pages: gives the bytes of a database that may be open in this process.
    """

    def __init__(
        self, home: str, db_path: str, look: Look | None = None, pages: Pages | None = None
    ) -> None:
        self._home = Path(home)
        self._db = Path(db_path)
        self._look = look
        self._pages = pages

    def search(self, words: Sequence[str]) -> Proof:
        """Look for words in every file; one that cannot be read to its end is told as found."""
        searching = ContentSearch(words, self._look)
        files, found = 0, []
        for path in self._files():
            files += 1
            try:
                if self._is_in(searching, path):
                    found.append(str(path))
            except FileNotFoundError:
                continue
            except (OSError, Unsearched) as error:
                found.append(f"{path} {NOT_SEARCHED}{error})")
        return Proof(searching.bytes_seen, files, tuple(found))

    def _is_in(self, searching: ContentSearch, path: Path) -> bool:
        """Search one file; a database of ours by its pages, as its values are searched elsewhere.

        It may be open in this process, which must not lose its locks.
        """
        if self._pages is not None and str(path) in self._own(("", SIDECAR_SUFFIX)):
            return searching.is_in_pieces(self._pages(str(path)))
        return searching.is_in(path)

    def copies(self, words: Sequence[str]) -> tuple[str, ...]:
        """Give the files with these words that a forgetting does not touch, by path."""
        return tuple(
            place
            for place in self.search(words).found_in
            if not self._is_own(place) and not self._has_lines(Path(place))
        )

    def own_copies(self, places: Sequence[str]) -> tuple[str, ...]:
        """Give those of the files that Cortex made: copies of a brain, and what gave way to one."""
        return tuple(place for place in places if self._is_copy(Path(place)))

    def drop_copies(self, places: Sequence[str]) -> None:
        """Delete files that ``own_copies`` gave; one that is gone already is as well.

        Raises:
            StoreReadOnly, StoreUnreadable: one cannot be deleted.
        """
        for place in self.own_copies(places):
            with told_by_disk(place):
                Path(place).unlink(missing_ok=True)

    def drop_lines(self, words: Sequence[str], *, is_applied: bool) -> int:
        """Take out the lines of Cortex's own line files that hold words; gives how many."""
        finder = of_bytes(words)
        dropped = 0
        for path in self._files():
            if not self._has_lines(path):
                continue
            with _held(path):
                lines = path.read_bytes().splitlines(keepends=True)
                kept = [line for line in lines if not finder.is_in(line.decode("latin-1"))]
                dropped += len(lines) - len(kept)
                if is_applied and len(kept) < len(lines):
                    _replace(path, b"".join(kept))
        return dropped

    def _is_own(self, place: str) -> bool:
        return any(
            place == own or place.startswith(f"{own} {NOT_SEARCHED}") for own in self._own(OWN_ENDS)
        )

    def _own(self, ends: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{self._db}{end}" for end in ends)

    def _is_copy(self, path: Path) -> bool:
        if is_copy_name(path.name) and path.parent == self._home / FOLDER:
            return True
        is_beside = path.parent == self._db.parent and path.name.startswith(self._db.name)
        return is_beside and any(part in path.name[len(self._db.name) :] for part in PAST)

    def _has_lines(self, path: Path) -> bool:
        is_inside = path.parent.name in LINE_FOLDERS and path.parent.parent == self._home
        return is_inside and not path.name.endswith(LOCK_END)

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
                if stat.S_ISREG(path.lstat().st_mode) and not path.name.endswith(INDEX_END):
                    yield path
            except OSError:
                continue


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep hooks from adding to a file meanwhile: they wait, and then find the one in its place."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        with suppress(ImportError, OSError):  # No locks on this system.
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


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
