"""Which former versions of STATE.md are there, and how is one kept?

A hook that sees another version keeps it, so this imports little. Source: OGL 3.2,
docs/formats/state.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.model.seats import STATE_FILE, STATE_HISTORY_FOLDER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seat_states import Copy
    from cortex.ports.seat_files import SeatFiles

STATE_BYTES_MAX = 262_144
"""Bytes of a STATE.md that is read or written: many times what is ever given back."""

COPIES_MAX = 50
"""Copies kept: some weeks of a seat that rewrites its state a few times a day."""

COPIES_BYTES_MAX = 1_048_576
"""Bytes of all copies: a hundred files of the size that is given back whole."""

COPY_END = ".md"


def read_state(files: SeatFiles) -> tuple[str | None, int]:
    """Give (text, when it was written) of STATE.md; (None, 0) without one.

    Raises:
        SeatFileRefused: it is a link, too large, or cannot be read.
    """
    content = files.find(STATE_FILE, STATE_BYTES_MAX)
    if content is None:
        return None, 0
    return content.decode("utf-8", "replace"), files.changed_us(STATE_FILE) or 0


def list_copies(files: SeatFiles) -> list[Copy]:
    """Give the copies of former versions, the newest first."""
    from cortex.model.seat_states import Copy  # A person asks for it, and no hook.

    found = []
    for name in _copy_names(files):
        content = files.find(copy_path(name), STATE_BYTES_MAX) or b""
        found.append(Copy(name, files.changed_us(copy_path(name)) or 0, len(content)))
    return found[::-1]


def read_copy(files: SeatFiles, name: str) -> str:
    """Give what a copy says.

    Raises:
        NotFound: there is no such copy.
    """
    if f"{name}{COPY_END}" in files.names(STATE_HISTORY_FOLDER):
        content = files.find(copy_path(name), STATE_BYTES_MAX)
        if content is not None:
            return content.decode("utf-8", "replace")
    from cortex.model.errors import NotFound

    message = f"no copy of STATE.md is called '{name}'"
    raise NotFound(message, remedy="`cortex state history` lists them")


def keep_copy(files: SeatFiles, now_us: int) -> str | None:
    """Copy STATE.md as it is into its history, unless the newest copy says the same.

    For files that were written by other hands: the version after it is then not the first that
    anybody can go back to. The caller has the turn. Gives the name of the copy.
    """
    text, written_us = read_state(files)
    return keep_version(files, text, min(written_us, now_us))


def keep_version(files: SeatFiles, text: str | None, written_us: int) -> str | None:
    """Copy a version into the history; gives the name of the copy that holds it.

    Args:
        written_us: when it was written, and no later than now: copies are in order of their names,
            and one of a day to come would stay the newest.
    """
    if text is None or not text.strip():
        return None
    content = text.encode("utf-8")
    names = _copy_names(files)
    if names and files.find(copy_path(names[-1]), STATE_BYTES_MAX) == content:
        return names[-1]
    name = _copy_name(written_us)
    if names and name <= names[-1]:  # The clock, or the time of the file, was set back.
        name = _next_name(names[-1])
    files.replace(copy_path(name), content)
    _prune(files, sorted([*names, name]))
    return name


def _copy_name(written_us: int) -> str:
    """Give what a version is called that was written then, so that names are in order of time."""
    second = second_text(written_us).replace("-", "").replace(":", "").removesuffix("Z")
    return f"{second}.{written_us % 1_000_000:06d}Z"


def _next_name(name: str) -> str:
    """Give a name behind another one: a millionth later, or within the last one of its second."""
    second, _, millionths = name.removesuffix("Z").partition(".")
    later = int(millionths[:6]) + 1
    return f"{second}.{later:06d}Z" if later < 1_000_000 else f"{name}Z"


def _is_copy_name(name: str) -> bool:
    shape = "".join("0" if letter.isdecimal() else letter for letter in name[:23])
    return name.isascii() and shape.startswith("00000000T000000.000000") and name.endswith("Z")


def _prune(files: SeatFiles, names: list[str]) -> None:
    """Remove the oldest copies until those that are left are few and small enough."""
    left = COPIES_BYTES_MAX
    kept = 0
    for name in reversed(names):
        size = len(files.find(copy_path(name), STATE_BYTES_MAX) or b"")
        if kept and (kept >= COPIES_MAX or size > left):
            files.remove(copy_path(name))
            continue
        kept += 1
        left -= size


def newest_other(files: SeatFiles, present: str | None) -> str:
    """Give the name of the newest copy that says something else than the file; empty without."""
    for name in reversed(_copy_names(files)):
        content = files.find(copy_path(name), STATE_BYTES_MAX)
        if content is not None and content.decode("utf-8", "replace") != present:
            return name
    return ""


def _copy_names(files: SeatFiles) -> list[str]:
    """Give the names of the copies, oldest first; a file of somebody else is none."""
    names = [name.removesuffix(COPY_END) for name in files.names(STATE_HISTORY_FOLDER)
             if name.endswith(COPY_END)]  # fmt: skip
    return sorted(filter(_is_copy_name, names))


def copy_path(name: str) -> str:
    """Give where a copy lies below the seat."""
    return f"{STATE_HISTORY_FOLDER}/{name}{COPY_END}"
