"""Is this word the other one with a single slip of the finger?

The fallback for words a store has never seen. Strict on purpose: first letters agree and both words
have four characters, because short words with one letter changed are other words (cat, car).
"""

from __future__ import annotations

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

SLIP_CHARS_MIN = 4
"""Characters both words need; below that one edit changes the meaning, not the spelling."""


def is_one_slip(a: str, b: str) -> bool:
    """Tell whether one insertion, deletion, substitution or swap of neighbours joins two words.

    Equal words are no slip. The order of the two does not matter.
    """
    if a == b or a[:1] != b[:1]:
        return False
    if len(a) > len(b):
        a, b = b, a
    if len(a) < SLIP_CHARS_MIN or len(b) - len(a) > 1:
        return False
    at = shared_length(a, b)
    if len(a) < len(b):
        return a[at:] == b[at + 1 :]
    if a[at + 1 :] == b[at + 1 :]:
        return True
    return a[at : at + 2] == b[at : at + 2][::-1] and a[at + 2 :] == b[at + 2 :]


def shared_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the characters, or words, that two sequences begin with alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
