"""What does a rewrite of a seat's STATE.md come to, and what is kept of former versions?

Hooks load none of this. Source: docs/formats/state.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple


class Copy(NamedTuple):
    """A former version of STATE.md.

    Attributes:
        name: what `restore` calls it: when that version was written, in UTC.
        written_us: when the copied file was made.
        size: bytes.
    """

    name: str
    written_us: int
    size: int


class Rewritten(NamedTuple):
    """What a rewrite came to.

    Attributes:
        text: what STATE.md says now.
        former: name of the copy of what it said before; None when there was nothing to copy.
        removed: (what was taken out before it was written, how often), by kind.
        warnings: sentences for whoever wrote it.
    """

    text: str
    former: str | None
    removed: tuple[tuple[str, int], ...]
    warnings: tuple[str, ...]
