"""How does a text that is too long for one statement become several, with nothing cut off?"""

import re
from collections.abc import Iterator

from cortex.model.limits import FACT_TEXT_CHARS_MAX

# Where a text may be parted, the best places first: paragraphs, lines, sentences, words.
_SEAMS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?])\s+"),
    re.compile(r"\s+"),
)


def pieces(text: str, chars_max: int = FACT_TEXT_CHARS_MAX) -> Iterator[str]:
    """Give a text in parts of at most ``chars_max`` characters, parted where it reads best."""
    rest = text.strip()
    while len(rest) > chars_max:
        at = _seam(rest[: chars_max + 1])
        yield rest[:at].rstrip()
        rest = rest[at:].lstrip()
    if rest:
        yield rest


def _seam(head: str) -> int:
    for seam in _SEAMS:
        places = [found.start() for found in seam.finditer(head) if found.start() > len(head) // 2]
        if places:
            return places[-1]
    return len(head) - 1
