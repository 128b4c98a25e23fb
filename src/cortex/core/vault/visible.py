"""Does a changed text show exactly what was meant to change, and nothing that was private?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cortex.core.vault.text import public


def lines_of(text: str) -> list[str]:
    """Give the lines of a text without their ends and trailing white space."""
    return [line.rstrip() for line in text.split("\n")]


def shows_only(before: str, after: str, added: Iterable[str], removed: Iterable[str]) -> bool:
    """Tell whether a reader sees the old lines, without those removed and with those added.

    Moving a line out of a private span would show it, and adding one below a span that is never
    closed would hide it: both are found here. Blank lines do not count.
    """
    old, new = Counter(lines_of(public(before))), Counter(lines_of(public(after)))
    for counted in (old, new):
        counted.pop("", None)
    gone, come = old - new, new - old
    wanted = Counter(line.rstrip() for line in added)
    wanted.pop("", None)
    may_go = Counter(line.rstrip() for line in removed)
    return come <= wanted and gone <= may_go and all(line in new for line in wanted)
