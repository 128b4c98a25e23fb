"""What does a reader of a text see who undoes its escapes and colours, and where does that stand?

A key that a program printed in colour, or behind an escaped line end, begins where only a terminal
or a parser sees it begin: in ``\\nghp_...`` the letter before the key is no letter. Secrets are
looked for in this view as well. Source: ADR 0021, ADR 0172.
"""

import re
from bisect import bisect_right

from cortex.core.text.patterns import pattern

# Nothing is seen of these: colours and titles of a terminal, as they are and as escapes write them,
# control characters, what has no width, and what stands for a byte that could not be read.
_ESCAPE = r"(?:\x1b|\\{1,8}(?:u001[bB]|x1[bB]|033|e))"
_UNSEEN = (
    rf"(?P<unseen>{_ESCAPE}(?:\[[0-9;:?]{{0,40}}[ -/]{{0,4}}[@-~]"
    r"|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\))"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2060-\u2064\ufeff\ufffd])"
)
_BREAK = r"(?P<gap>\\{1,8}(?:[nrt]|u000[9aAdD]))"
_PERCENT = r"%(?P<code>0[9aAdD]|2[0-9a-fA-F]|3[a-fA-F]|5[bBdD]|7[bBdD])"
_RENDERED = pattern(f"{_UNSEEN}|{_BREAK}|{_PERCENT}", re.DOTALL)


class Rendered:
    """A text as it is seen, each piece of it with its place in the text as it is written.

    Args:
        written: the text.
        unseen: what stands for each thing nobody sees: a blank, for a key that begins behind it, or
            nothing, for one that has it inside.

    Attributes:
        text: what is seen.
    """

    __slots__ = ("_ends", "_seen", "_written", "text")

    def __init__(self, written: str, unseen: str = "") -> None:
        pieces: list[str] = []
        self._seen: list[int] = []
        self._written: list[int] = []
        self._ends: list[int] = []
        at = size = 0
        for match in _RENDERED.finditer(written):
            size = self._add(pieces, written[at : match.start()], at, match.start(), size)
            size = self._add(pieces, _shown(match, unseen), match.start(), match.end(), size)
            at = match.end()
        self._add(pieces, written[at:], at, len(written), size)
        self.text = "".join(pieces)

    def _add(self, pieces: list[str], shown: str, start: int, end: int, size: int) -> int:
        if shown:
            pieces.append(shown)
            self._seen.append(size)
            self._written.append(start)
            self._ends.append(end)
        return size + len(shown)

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Give where what is seen from ``start`` to ``end``, at least a character, is written."""
        first = bisect_right(self._seen, start) - 1
        last = bisect_right(self._seen, end - 1) - 1
        begin = self._written[first] + start - self._seen[first]
        stop = self._written[last] + end - self._seen[last]
        following = self._seen[last + 1] if last + 1 < len(self._seen) else len(self.text)
        return begin, self._ends[last] if end == following else stop


def _shown(match: re.Match[str], unseen: str) -> str:
    if match["unseen"]:
        return unseen
    return "\n" if match["gap"] else chr(int(match["code"], 16))
