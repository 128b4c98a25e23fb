"""Where does a process note that it handed out a brief, when it may not write to the brain?

One text file below the Cortex home for each kind of note, one line a brief. `cortex savings` and
`cortex stats` fold them into the brain; a line says by instant and process which brief it is, so
that none counts twice. Derived: deleting a file loses figures and no memory.
"""

# ruff: noqa: PTH102, PTH105, PTH108, PTH110, PTH118, PTH120  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

# The logs there are: session starts, prompts, and facts that an operation was given.
BOOTS = "boots"
PROMPTS = "prompts"
USES = "uses"

# Bytes of a file before it is turned: some two thousand briefs. One older file is kept beside it.
LOG_BYTES_MAX = 262_144

_OPEN_FLAGS = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
_GAPS = ("\t", "\n", "\r", "\x1f")


def note_line(home: str, log: str, fields: tuple[str | int, ...]) -> None:
    """Add one line to a log. Never raises; without a home folder nothing is written."""
    line = "\t".join([_plain(str(field)) for field in fields]) + "\n"
    path = _path(home, log)
    try:
        try:
            descriptor = os.open(path, _OPEN_FLAGS, 0o600)
        except FileNotFoundError:
            os.mkdir(os.path.dirname(path), 0o700)
            descriptor = os.open(path, _OPEN_FLAGS, 0o600)
        try:
            os.write(descriptor, line.encode("utf-8", "replace"))
            is_full = os.fstat(descriptor).st_size >= LOG_BYTES_MAX
        finally:
            os.close(descriptor)
        if is_full:
            os.replace(path, f"{path}.1")
    except (OSError, ValueError):
        return


def take_lines(home: str, log: str) -> list[list[str]]:
    """Set the files aside and give the fields of every line, older ones first.

    A line that broke off is left out. What was set aside stays until ``drop_taken``: whoever dies
    in between finds it again. Never raises.
    """
    path = _path(home, log)
    if not os.path.exists(f"{path}.taken"):
        _moved(path, f"{path}.taken")
    found = []
    for taken in (f"{path}.1", f"{path}.taken"):
        try:
            with os.fdopen(
                os.open(taken, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb"
            ) as file:
                content = file.read(2 * LOG_BYTES_MAX)
        except OSError:
            continue
        whole = content[: content.rfind(b"\n") + 1]
        found += [line.split("\t") for line in whole.decode("utf-8", "replace").split("\n") if line]
    return found


def drop_taken(home: str, log: str) -> None:
    """Remove what was set aside, once its lines are safe elsewhere. Never raises."""
    for suffix in (".1", ".taken"):
        try:
            os.unlink(f"{_path(home, log)}{suffix}")
        except OSError:
            continue


def _moved(path: str, target: str) -> None:
    try:
        os.replace(path, target)
    except OSError:
        return


def _path(home: str, log: str) -> str:
    return os.path.join(home, "journal", f"{log}.log")


def _plain(field: str) -> str:
    for gap in _GAPS:
        if gap in field:
            field = field.replace(gap, " ")
    return field
