"""Which shared files may a seat write for a while?

One line a file in ``seats/open-files`` of the Cortex home: until when, by which seat, and its path.
One seat at a time holds a file. Hooks read it, so nothing here costs.
"""

# ruff: noqa: PTH105, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TURNS_BYTES_MAX = 65_536
"""Bytes of the file that are read: some hundred open files."""

TURN_US = 600_000_000
"""How long a file stays open: ten minutes, time for an edit and no habit."""


def open_files(home: str, now_us: int) -> list[tuple[int, str, str]]:
    """Give (until when, seat, path) of every file that is open now."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(_path(home), flags)
        try:
            content = os.read(descriptor, TURNS_BYTES_MAX)
        finally:
            os.close(descriptor)
    except OSError:
        return []
    found = []
    for line in content.decode("utf-8", "surrogateescape").split("\n"):
        until, _, rest = line.partition("\t")
        seat, _, path = rest.partition("\t")
        if until.isascii() and until.isdigit() and path and int(until[:19]) > now_us:
            found.append((int(until[:19]), seat, path))
    return found


def is_open(home: str, seat: str, path: str, now_us: int) -> bool:
    """Tell whether a seat may write a shared file now."""
    return any(row[1:] == (seat, path) for row in open_files(home, now_us))


def write_open_files(home: str, rows: list[tuple[int, str, str]]) -> None:
    """Make these the files that are open, in one step.

    Raises:
        OSError: it cannot be written.
    """
    beside = f"{_path(home)}.{os.getpid()}.new"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(beside, flags, 0o600)
    try:
        lines = [f"{until}\t{seat}\t{path}\n" for until, seat, path in rows]
        os.write(descriptor, "".join(lines).encode("utf-8", "surrogateescape"))
    finally:
        os.close(descriptor)
    os.replace(beside, _path(home))


def _path(home: str) -> str:
    return os.path.join(home, "seats", "open-files")
