"""Which spellings are the same statement to somebody who wanted it gone?

Case, accents, spacing, quotes, list marks and punctuation do not make a statement another one;
signs that change what is said (``+ # % $`` and their kin, a digit's dot) do. Source: ADR 0101.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.text.digests import keyed_digest
from cortex.core.text.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

TOMBSTONE_DOMAIN = "cortex/tombstone/1"
"""Domain of the digest of a forgotten wording. A change of meaning takes the next number."""

MEANT_SIGNS = frozenset("+#%$€£¥<>=&@/\\~^|*_`")
"""Signs that stay: without them "C++" and "C", or "> 5" and "5", would be one wording."""

_EMPHASIS = "*_`"


def normal_wording(text: str) -> str:
    """Give the form two spellings of one statement share; empty only for a text of blanks."""
    folded = fold(text)
    kept = [_kept(folded, place, character) for place, character in enumerate(folded)]
    plain = (word.strip(_EMPHASIS) for word in "".join(kept).split())
    return " ".join(filter(None, plain)) or " ".join(folded.split())


def tombstone_digest(key: bytes, text: str) -> bytes:
    """Give the 32 bytes that stand for a wording under a brain's key of 32 bytes."""
    return keyed_digest(key, TOMBSTONE_DOMAIN, normal_wording(text).encode("utf-8", "replace"))


def statements_of(text: str, context: str | None) -> tuple[str, ...]:
    """Give what a fact states, each once: its text, and every paragraph its context gathered."""
    paragraphs = (context or "").split("\n\n")
    return tuple(dict.fromkeys(one.strip() for one in (text, *paragraphs) if one.strip()))


def without_statements(context: str, wordings: Iterable[str]) -> str:
    """Give a context without the paragraphs that state one of these normal wordings."""
    gone = set(wordings)
    paragraphs = context.split("\n\n")
    return "\n\n".join(one for one in paragraphs if normal_wording(one) not in gone)


def _kept(text: str, place: int, character: str) -> str:
    if character.isalnum() or character in MEANT_SIGNS:
        return character
    before = text[place - 1 : place]
    after = text[place + 1 : place + 2]
    if character in ".,:-" and before.isdigit() and after.isdigit():
        return character
    if character == "-" and after.isdigit() and not before.strip():
        return character
    return " " if character.isascii() or character.isspace() else _foreign(character)


def _foreign(character: str) -> str:
    """Keep marks that are letters of their script; other punctuation parts words."""
    import unicodedata

    return character if unicodedata.category(character)[0] in "MS" else " "
