"""Which files of a seat's memory folder are read, and what there is passed over?

Source: docs/formats/digests.md, docs/formats/ask.md.
"""

from __future__ import annotations

from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import (
    CHECKPOINTS_FOLDER,
    COMPACTIONS_FOLDER,
    MEMORY_FOLDER,
    STATE_HISTORY_FOLDER,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.ports.seat_files import SeatFiles

DEPTH_MAX = 8
"""Folders within folders that are read."""

RAW = (f"{CHECKPOINTS_FOLDER}/", f"{COMPACTIONS_FOLDER}/")
"""Records of talk that nobody checked; they are searched, and told to nobody unasked."""

LEFT_OUT = frozenset(
    {
        f"{CHECKPOINTS_FOLDER}/latest.md",
        STATE_HISTORY_FOLDER,
        f"{MEMORY_FOLDER}/former-notes",
        f"{MEMORY_FOLDER}/more-notes.md",
        f"{MEMORY_FOLDER}/quotes.md",
    }
)
"""What says again what stands elsewhere, and words of strangers that speak to agents."""


def memory_files(
    files: SeatFiles, left_out: frozenset[str], folder: str = MEMORY_FOLDER, depth: int = 1
) -> Iterator[str]:
    """Give the Markdown files below a folder, sorted; links and hidden ones are left out."""
    for path, is_read in _entries(files, left_out, folder, depth):
        if is_read:
            yield path


def passed_over(files: SeatFiles, left_out: frozenset[str]) -> tuple[str, ...]:
    """Give what lies below the memory folder and is not read: links, other files, what is deeper.

    Hidden names are those of editors and programs, and no memory.

    Raises:
        SeatFileRefused: the folder cannot be read.
    """
    return tuple(
        path for path, is_read in _entries(files, left_out, MEMORY_FOLDER, 1) if not is_read
    )


def _entries(
    files: SeatFiles, left_out: frozenset[str], folder: str, depth: int
) -> Iterator[tuple[str, bool]]:
    for name in files.names(folder):
        path = f"{folder}/{name}"
        if name.startswith(".") or path in left_out:
            continue
        if name.lower().endswith(".md"):
            yield path, True
            continue
        try:
            below = files.names(path)  # A link or a plain file is refused.
        except SeatFileRefused:
            yield path, False
            continue
        if below and depth >= DEPTH_MAX:
            yield path, False
        elif below:
            yield from _entries(files, left_out, path, depth + 1)


def is_garbled(content: bytes) -> bool:
    """Tell whether bytes are no text in UTF-8, so that words in them may not be found."""
    try:
        return "\0" in content.decode("utf-8")
    except UnicodeDecodeError:
        return True
