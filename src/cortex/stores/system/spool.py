"""Where does a hook take down what happened, waiting for nobody?

One file below the Cortex home, one line an event, written by one append. Canonical until it is
drained: an event lies here and nowhere else. Hooks load this on every event. Source: ADR 0136,
docs/formats/spool.md.
"""

# ruff: noqa: PTH102, PTH116, PTH118, PTH120  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.spooled import FAILED, FULL, SPOOL_BYTES_MAX, SPOOLED

FOLDER = "spool"

# Ends of the names of the files of one brain: what is written to, what somebody took away to drain
# it, and how many found no room.
ACTIVE = ".log"
TAKEN = ".taken"
REFUSED = ".refused"

# Bytes of the file of refusals, one an event: a million is a broken installation, whatever more.
_REFUSALS_MAX = 1_000_000

# Times a hook opens the file again because it was taken away to be drained in between.
_TRIES_MAX = 16

_OPEN_FLAGS = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


def spool_path(home: str, db_path: str) -> str:
    """Give where the spool of a brain lies, without the end of the name of one of its files.

    Two brains may share a home; what one is told is not drained into the other. One brain has one
    spool by whatever path it is named, and a home may be moved with all its brains.
    """
    name = "events"
    if db_path != os.path.join(home, "cortex.db"):
        name = _name_of(os.path.realpath(home), os.path.realpath(db_path))
    return os.path.join(home, FOLDER, name)


def has_rows(spool: str) -> bool:
    """Tell quickly whether there is something to drain."""
    return any(size_of(spool + end) for end in (ACTIVE, TAKEN))


def size_of(path: str) -> int:
    """Give the bytes of a file; 0 where there is none."""
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0


def _name_of(home: str, db_path: str) -> str:
    """Give what the files of a brain are called that is not named as the home's own is."""
    from zlib import crc32  # Few homes have a second brain.

    inside = db_path.removeprefix(os.path.join(home, ""))
    return "events" if inside == "cortex.db" else f"events-{crc32(os.fsencode(inside)):08x}"


def append_event(spool: str, line: bytes, size_max: int = SPOOL_BYTES_MAX) -> str:
    """Add one line; never raises, and waits only for another append.

    An empty line goes ahead of it, so that a line that a crash tore apart ends there.

    Args:
        spool: as ``spool_path`` gives it; the Cortex home exists.
        line: without a line break inside or behind.
        size_max: bytes from which the file takes nothing more.

    Returns:
        ``SPOOLED``; ``FULL`` when there is no room (counted, for doctor); else ``FAILED`` and why.
    """
    try:
        descriptor = _open_in_place(spool + ACTIVE)
        try:
            if os.fstat(descriptor).st_size + len(line) > size_max:
                return _refuse(spool)
            content = b"\n%b\n" % line
            written = os.write(descriptor, content)
        finally:
            os.close(descriptor)  # Also gives back the lock.
    except (OSError, ValueError) as error:
        return f"{FAILED}: {_reason(error)}"
    return SPOOLED if written == len(content) else f"{FAILED}: the disk took only a part"


def _open_in_place(path: str) -> int:
    """Open the file that stands at the path, share-locked, so that nobody takes it away meanwhile.

    Whoever drains renames first and locks then: a file that is still in place once it is locked
    here will be waited for.
    """
    for _ in range(_TRIES_MAX):
        try:
            descriptor = os.open(path, _OPEN_FLAGS, 0o600)
        except FileNotFoundError:
            try:
                os.mkdir(os.path.dirname(path), 0o700)
            except FileExistsError:
                continue  # Another hook made it in between.
            continue
        try:
            _share(descriptor)
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    message = "the file was taken away again and again"
    raise OSError(message)


def _share(descriptor: int) -> None:
    """Lock a file together with other writers; without locks on this system nothing is locked."""
    try:
        import fcntl
    except ImportError:  # Windows: an open file cannot be renamed there.
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    except OSError:  # A file system without locks: the window is a few microseconds.
        return


def _refuse(spool: str) -> str:
    """Count a refusal: one byte an event."""
    descriptor = os.open(spool + REFUSED, _OPEN_FLAGS, 0o600)
    try:
        if os.fstat(descriptor).st_size < _REFUSALS_MAX:
            os.write(descriptor, b".")
    finally:
        os.close(descriptor)
    return FULL


def _reason(error: Exception) -> str:
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else type(error).__name__
