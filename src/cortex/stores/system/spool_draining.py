"""How is the spool taken away from under the hooks that write to it, without losing a line?

The file is renamed, then locked once: whoever was writing has written, and whoever comes later
finds another file in its place. A process that dies leaves what it took for the next one.
Source: ADR 0136.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.errors import StoreBusy
from cortex.model.spooled import LINE_BYTES_MAX, QUARANTINE_BYTES_MAX
from cortex.ports.spool import SpooledLine, SpoolState
from cortex.stores.system.spool import ACTIVE, REFUSED, TAKEN, has_rows, size_of
from cortex.wire.lean_json import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# Ends of the names of the files of one brain, beside those that hooks write to.
POSITION = ".taken.at"
LOCK = ".lock"
QUARANTINE = ".quarantine"
QUARANTINE_OLD = ".quarantine.1"
TOTALS = ".totals"

_POLL_SECONDS = 0.02
"""Seconds between two looks whether a drain is over."""

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class FileSpool:
    """Implements ``cortex.ports.spool.Spool``.

    Args:
        spool: where it lies, as ``spool_path`` gives it.
    """

    __slots__ = ("_spool",)

    def __init__(self, spool: str) -> None:
        self._spool = spool

    def is_empty(self) -> bool:
        """Tell quickly whether there is nothing to drain."""
        return not has_rows(self._spool)

    def take(self) -> FileTaken | None:
        """Take what lies there, or None when nothing does or somebody else is at it."""
        if self.is_empty():
            return None
        try:
            lock = os.open(self._at(LOCK), os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
        except OSError:
            return None
        try:
            if _is_locked(lock):
                taken = self._taken()
                if taken is not None:
                    return FileTaken(self._spool, taken, lock)
        except OSError:
            pass
        os.close(lock)
        return None

    def _taken(self) -> BinaryIO | None:
        """Give the taken file, once no hook can be writing to it any more."""
        path = self._at(TAKEN)
        if not self._size(TAKEN):
            self._at(ACTIVE).replace(path)
        file = os.fdopen(os.open(path, os.O_RDONLY | _NO_LINK), "rb")
        if _is_locked(file.fileno()):
            _unlock(file.fileno())
            return file
        file.close()
        return None

    def state(self) -> SpoolState:
        """Give what lies there."""
        waiting = self._size(ACTIVE) + self._size(TAKEN) - _position(self._spool)
        return SpoolState(
            max(0, waiting),
            self._oldest_us() if waiting > 0 else None,
            self._size(REFUSED),
            _lines_of(self._at(QUARANTINE)) + _lines_of(self._at(QUARANTINE_OLD)),
            tuple(sorted(_read_totals(self._spool).items())),
        )

    def _oldest_us(self) -> int | None:
        for name in (TAKEN, ACTIVE):
            first = self._first_line(name)
            if first is not None:
                return first
        return None

    def _first_line(self, name: str) -> int | None:
        """Give when the first event of a file was taken down, as its line says."""
        from cortex.wire.spooled import read_spooled

        try:
            with self._at(name).open("rb") as file:
                if name == TAKEN:
                    file.seek(_position(self._spool))
                for _ in range(8):
                    spooled = read_spooled(file.readline(LINE_BYTES_MAX).strip())
                    if spooled is not None:
                        return spooled.captured_us
        except OSError:
            return None
        return None

    def _size(self, end: str) -> int:
        return size_of(self._spool + end)

    def _at(self, end: str) -> Path:
        return Path(self._spool + end)


@contextmanager
def undrained(spool: str, wait_seconds: float) -> Iterator[None]:
    """Let nobody drain this spool, or that of another brain beside it, meanwhile.

    Raises:
        StoreBusy: somebody still drained at the end of the wait.
    """
    folder = Path(spool).parent
    with ExitStack() as held:
        if folder.is_dir():
            deadline = time.monotonic() + wait_seconds
            for path in sorted({Path(spool + LOCK), *folder.glob(f"*{LOCK}")}):
                lock = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
                held.callback(os.close, lock)
                while not _is_locked(lock):
                    if time.monotonic() >= deadline:
                        message = "what hooks took down is being kept at this moment"
                        raise StoreBusy(message)
                    time.sleep(_POLL_SECONDS)
        yield


class FileTaken:
    """Implements ``cortex.ports.spool.TakenSpool``."""

    def __init__(self, spool: str, file: BinaryIO, lock: int) -> None:
        self._spool = spool
        self._file = file
        self._lock: int | None = lock
        file.seek(_position(spool, file))

    def lines(self, count_max: int, bytes_max: int) -> list[SpooledLine]:
        """Give the next lines; one that is too long comes in pieces, which are no rows of ours."""
        found: list[SpooledLine] = []
        room = bytes_max
        while len(found) < count_max and room > 0:
            line = self._file.readline(LINE_BYTES_MAX)
            if not line:
                break
            if line != b"\n":
                found.append(SpooledLine(line.removesuffix(b"\n"), self._file.tell()))
                room -= len(line)
        return found

    def advance(self, end: int) -> None:
        """Note that everything before an offset is safe elsewhere."""
        beside = self._at(f"{POSITION}.new")
        _write(beside, b"%d %d\n" % (os.fstat(self._file.fileno()).st_ino, end))
        beside.replace(self._at(POSITION))

    def set_aside(self, line: bytes, reason: str) -> None:
        """Put a row where a person finds it; of a full file the older half is given up."""
        path = self._at(QUARANTINE)
        row = line.decode("utf-8", "replace")[:LINE_BYTES_MAX]
        entry = f'{{"reason":{quoted(reason)},"row":{quoted(row)}}}\n'.encode("utf-8", "replace")
        if size_of(str(path)) + len(entry) > QUARANTINE_BYTES_MAX // 2 and size_of(str(path)):
            path.replace(self._at(QUARANTINE_OLD))
        _write(path, entry, os.O_APPEND)

    def count(self, counts: dict[str, int]) -> None:
        """Add to the totals."""
        totals = _read_totals(self._spool)
        for name, count in counts.items():
            totals[name] = totals.get(name, 0) + count
        lines = "".join(f"{name} {count}\n" for name, count in sorted(totals.items()) if count)
        beside = self._at(f"{TOTALS}.new")
        _write(beside, lines.encode())
        beside.replace(self._at(TOTALS))

    def finish(self) -> None:
        """Remove what was drained to its end."""
        # The position goes first: alone it could be taken for that of a later file, whose inode may
        # be the same. A file without a position is drained again, which changes nothing.
        for end in (POSITION, TAKEN, REFUSED):
            self._at(end).unlink(missing_ok=True)

    def _at(self, end: str) -> Path:
        return Path(self._spool + end)

    def close(self) -> None:
        """Let others drain."""
        if self._lock is not None:
            self._file.close()
            os.close(self._lock)
            self._lock = None


def _position(spool: str, file: BinaryIO | None = None) -> int:
    """Give how far the taken file was drained; zero when the note is of another file."""
    try:
        inode, end = Path(spool + POSITION).read_bytes().split()
        found = os.fstat(file.fileno()) if file is not None else Path(spool + TAKEN).lstat()
        return int(end) if int(inode) == found.st_ino and int(end) <= found.st_size else 0
    except (OSError, ValueError):
        return 0


def _read_totals(spool: str) -> dict[str, int]:
    try:
        rows = [line.split() for line in Path(spool + TOTALS).read_text("utf-8").splitlines()]
        return {name: int(count) for name, count in rows}
    except (OSError, ValueError):
        return {}


def _write(path: Path, content: bytes, how: int = os.O_TRUNC) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | how | _NO_LINK, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def _lines_of(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return sum(1 for _ in file)
    except OSError:
        return 0


def _is_locked(descriptor: int) -> bool:
    """Lock a file for this process without waiting, and tell whether that worked."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # A file system without locks.
        return True
    return True


def _unlock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(descriptor, fcntl.LOCK_UN)
