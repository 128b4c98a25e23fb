"""How often was something asked for, over all processes and restarts?

Two files for each endpoint and owner below ``budgets`` in the Cortex home, each a row of instants
(eight bytes, low byte first): the uses, and the denials. A lock on the first orders those who ask
at once. Derived: deleting them starts every count anew.
"""

# ruff: noqa: PTH103, PTH118  # pathlib costs 8 ms.

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

FOLDER = "budgets"
_INSTANT_BYTES = 8
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)

KEPT_STALE_MAX = 1024
"""Instants behind the window before the file is written anew without them."""

DENIALS_KEPT = 4096
"""Denials kept; the number of all is kept beside them in the first instant."""


class UseLog:
    """The uses and denials of one name (an endpoint and an owner) while they are locked."""

    def __init__(self, folder: str, name: str, descriptor: int) -> None:
        self._path = os.path.join(folder, name)
        self._descriptor = descriptor
        self.uses_us = _read(descriptor)

    def add_use(self, now_us: int, window_start_us: int) -> None:
        """Keep a use, and drop those before the window when they have become many."""
        # Instants ascend whatever the clock does, so that a window is found by halving.
        instant_us = max(now_us, self.uses_us[-1]) if self.uses_us else now_us
        stale = bisect_right(self.uses_us, window_start_us)
        self.uses_us.append(instant_us)
        if stale > KEPT_STALE_MAX:
            self.uses_us = self.uses_us[stale:]
            os.ftruncate(self._descriptor, 0)
            _write(self._descriptor, 0, self.uses_us)
        else:
            _write(self._descriptor, len(self.uses_us) - 1, self.uses_us[-1:])

    def add_denial(self, now_us: int) -> None:
        """Keep a denial."""
        descriptor = os.open(self._path + ".denied", _FLAGS, 0o600)
        try:
            known = _read(descriptor) or array("q", [0])
            known[0] += 1
            known.append(max(now_us, known[-1] if len(known) > 1 else now_us))
            kept = known[:1] + known[1:][-DENIALS_KEPT:]
            os.ftruncate(descriptor, 0)
            _write(descriptor, 0, kept)
        finally:
            os.close(descriptor)


@contextmanager
def use_log(home: str, name: str) -> Iterator[UseLog]:
    """Give the log of a name, locked until the block ends; made when absent.

    Raises:
        OSError: it cannot be made, read or locked.
    """
    folder = os.path.join(home, FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    descriptor = os.open(os.path.join(folder, name), _FLAGS, 0o600)
    try:
        _lock(descriptor)
        yield UseLog(folder, name, descriptor)
    finally:
        os.close(descriptor)


def known_uses(home: str, name: str) -> tuple[Sequence[int], Sequence[int], int]:
    """Give (uses, denials, denials in all) of a name without changing or making anything."""
    path = os.path.join(home, FOLDER, name)
    denied = _look(path + ".denied")
    return _look(path), denied[1:], denied[0] if denied else 0


def _look(path: str) -> array[int]:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return array("q")
    try:
        return _read(descriptor)
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> array[int]:
    instants = array("q")
    size = os.fstat(descriptor).st_size
    whole = size - size % _INSTANT_BYTES  # A write that broke off leaves part of an instant.
    instants.frombytes(os.pread(descriptor, whole, 0))
    if sys.byteorder == "big":
        instants.byteswap()
    return instants


def _write(descriptor: int, place: int, instants: array[int]) -> None:
    shown = array("q", instants)
    if sys.byteorder == "big":
        shown.byteswap()
    os.pwrite(descriptor, shown.tobytes(), place * _INSTANT_BYTES)


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: two that ask in the same instant may both count as first.
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)
