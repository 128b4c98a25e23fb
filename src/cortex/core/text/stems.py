"""Which words are forms of one word?

English only, as its suffixes are: irregular forms by table, the rest by Snowball. Everything that
is not plain ASCII letters passes unchanged. Hooks load this on every prompt.
"""

from __future__ import annotations

import Stemmer

from cortex.core.text.irregular import IRREGULAR

STEM_CHARS_MIN = 4
"""Characters below which a suffix is most of the word (gas, its, bed)."""

STEMS_REMEMBERED = 16_384
"""Entries of the cache word -> stem, for the life of the process; about 2 MB when full, and begun
anew then."""

# Snowball's own cache is switched off: ours is shared by all callers. A dictionary, because loading
# `functools` for its cache costs a hook 3 ms.
_english = Stemmer.Stemmer("english", 0)
_known: dict[str, str] = {}


def stem(word: str) -> str:
    """Give the common form of a folded English word; other words come back as they are.

    Args:
        word: one word in folded form (lower case, no accents, no apostrophes).
    """
    known = _known.get(word)
    if known is not None:
        return known
    base = IRREGULAR.get(word, word)
    is_plain = len(base) >= STEM_CHARS_MIN and base.isascii() and base.isalpha()
    stemmed: str = _english.stemWord(base) if is_plain else base
    if len(_known) >= STEMS_REMEMBERED:
        _known.clear()
    _known[word] = stemmed
    return stemmed
