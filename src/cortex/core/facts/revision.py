"""Does a statement announce that it corrects another?

Such a fact often shares less of a question than the one it corrects, and matters more.
"""

from __future__ import annotations

from cortex.core.text.folding import fold

_CUES = frozenset(
    "actual actually changed corrected correction corrects deprecated final finally fixed instead "
    "longer renamed replaced replaces retracted reverted reversed revised superseded supersedes "
    "switched updated withdrawn".split()
)


def is_revision(text: str) -> bool:
    """Tell whether a word of the text announces a correction or a later state."""
    return any(word.strip(",.;:!?()[]\"'") in _CUES for word in fold(text).split())
