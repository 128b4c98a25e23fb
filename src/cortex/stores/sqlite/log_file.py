"""Does the log hold commits that SQLite passes over, because something before them is broken?

SQLite reads a log up to the first frame that does not fit and takes the rest for leftovers, which
is right after a crash and silent after damage. The difference shows in what follows: frames of the
same round of the log, one of them with a commit's mark, behind a frame that does not add up. Hooks
do not come here. Source: ADR 0107.
"""

# ruff: noqa: PTH123, PTH202  # Paths are text on their way through here.

from __future__ import annotations

import os
import struct
from typing import IO

import apsw

from cortex.model.lean_classes import NamedTuple

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
FRAMES_LOOKED_AT = 8
"""Frames behind the last good one among which one of the same round must be, or there was none."""

_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}  # By the byte order its checksums were made in.


class LogDamage(NamedTuple):
    """How many frames can be read, and how many commits stand behind the broken one."""

    good_frames: int
    lost_commits: int


def log_damage(connection: apsw.Connection, path: str) -> LogDamage | None:
    """Give what of the log cannot be read; None for a log that is whole, empty or not there.

    The connection must be in no transaction. Reads a few headers when the log is sound.
    Another program that commits meanwhile
    can look like damage: make sure of it where nobody writes.
    """
    log = f"{os.path.realpath(path)}-wal"
    try:
        if os.path.getsize(log) <= HEADER_BYTES:
            return None
        connection.pragma("schema_version")  # Only a read makes SQLite look at its log.
        good, _ = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
        if good < 0:
            return None
        with open(log, "rb") as file:
            return _damage_behind(file, good)
    except (OSError, apsw.Error):
        return None


def set_log_aside(path: str, now_us: int) -> str:
    """Keep a copy of a damaged log, because the next commit writes over what is broken in it."""
    import shutil

    log = f"{os.path.realpath(path)}-wal"
    name = f"{log}.damaged-{now_us}"
    shutil.copyfile(log, name)
    os.chmod(name, 0o600)  # noqa: PTH101  # A path as text, like all here.
    return name


def _damage_behind(file: IO[bytes], good: int) -> LogDamage | None:
    header = file.read(HEADER_BYTES)
    magic, _, page_bytes, _, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", header)
    order = _MAGIC.get(magic)
    frame_bytes = FRAME_HEADER_BYTES + page_bytes
    if order is None or _sums(header[:24], order, (0, 0)) != (sum_1, sum_2):
        size = file.seek(0, os.SEEK_END)
        is_used = magic != 0 and size > HEADER_BYTES + FRAME_HEADER_BYTES
        return LogDamage(0, 1) if is_used and not good else None
    seed = (sum_1, sum_2)
    if good:
        last = _at(file, good - 1, frame_bytes, FRAME_HEADER_BYTES)
        seed = struct.unpack(">2I", last[16:24])
    following = _at(file, good, frame_bytes, frame_bytes)
    if len(following) < frame_bytes:
        return None
    sums = _sums(following[:8], order, seed)
    if _sums(following[FRAME_HEADER_BYTES:], order, sums) == struct.unpack(">2I", following[16:24]):
        return None  # Whole, and nobody was told of it: a writer died, or is at work.
    return _counted(file, good, frame_bytes, (salt_1, salt_2))


def _counted(
    file: IO[bytes], good: int, frame_bytes: int, salts: tuple[int, int]
) -> LogDamage | None:
    """Count commits of this round behind the broken frame."""
    number, last_of_round, commits = good, good - 1, 0
    while number - last_of_round <= FRAMES_LOOKED_AT:
        head = _at(file, number, frame_bytes, FRAME_HEADER_BYTES)
        if len(head) < FRAME_HEADER_BYTES:
            break
        _, pages_after, *rest = struct.unpack(">6I", head)
        if tuple(rest[:2]) == salts:
            last_of_round = number
            commits += pages_after != 0
        number += 1
    return LogDamage(good, commits) if commits else None


def _at(file: IO[bytes], number: int, frame_bytes: int, count: int) -> bytes:
    file.seek(HEADER_BYTES + number * frame_bytes)
    return file.read(count)


def _sums(content: bytes, order: str, seed: tuple[int, int]) -> tuple[int, int]:
    """Give the two running sums SQLite keeps over a log."""
    first, second = seed
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second
