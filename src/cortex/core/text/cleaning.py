"""What is left of a caller's text once everything that nobody may keep is out of it?

The one way from raw text to the store, for statements, reasons, reports and labels alike: first
what Cortex itself said, then what the writer marked as private, then secrets.
Source: docs/formats/text-analysis.md, docs/adr/0021-redaction.md.
"""

from __future__ import annotations

from cortex.core.text.own_blocks import remove_own_blocks
from cortex.core.text.private_spans import remove_private
from cortex.core.text.redaction import redact, storable
from cortex.model.text import CleanText

RECALLED_BLOCK = "recalled_block"
PRIVATE_SPAN = "private_span"

ROUNDS_MAX = 8
"""Times a text is read again because a removal joined two halves of something else. Nobody writes
that by accident; nothing is kept of a text that still changes."""


class Cleaned:
    """A text that may be stored, and what was taken out of it.

    Attributes:
        text: without outer blanks; may be empty.
        counts: how often each kind was found, sorted by kind; empty when the text was clean.
    """

    __slots__ = ("counts", "text")

    def __init__(self, text: CleanText, counts: tuple[tuple[str, int], ...]) -> None:
        self.text = text
        self.counts = counts


def clean(raw: str) -> Cleaned:
    """Take recalled blocks, private spans and secrets out of a text; never raises.

    Doing it twice changes nothing more.
    """
    counts: dict[str, int] = {}
    text = storable(raw)
    for _ in range(ROUNDS_MAX):
        before = text
        text = _once(text, counts)
        if text == before:
            return Cleaned(CleanText(text), tuple(sorted(counts.items())))
    return Cleaned(CleanText(""), tuple(sorted(counts.items())))


def clean_name(raw: str) -> Cleaned:
    """Clean a text that is one line: blanks and line breaks inside become single spaces."""
    cleaned = clean(" ".join(raw.split()))
    return Cleaned(CleanText(" ".join(cleaned.text.split())), cleaned.counts)


def _once(text: str, counts: dict[str, int]) -> str:
    foreign = remove_own_blocks(text)
    if foreign != text:
        counts[RECALLED_BLOCK] = counts.get(RECALLED_BLOCK, 0) + 1
    public = remove_private(foreign)
    if public.hidden:
        counts[PRIVATE_SPAN] = counts.get(PRIVATE_SPAN, 0) + public.hidden
    safe = redact(public.text.strip())
    for kind, count in zip(safe.kinds, safe.counts, strict=True):
        counts[kind] = counts.get(kind, 0) + count
    return safe.text
