"""Which words are forms of one word?

English only, as its suffixes are: irregular forms by table, the rest by Snowball. Everything that
is not plain ASCII letters passes unchanged.
"""

from functools import lru_cache

import Stemmer

from cortex.core.text.irregular import IRREGULAR

STEM_CHARS_MIN = 4
"""Characters below which a suffix is most of the word (gas, its, bed)."""

STEMS_REMEMBERED = 16_384
"""Entries of the cache word -> stem, for the life of the process; about 2 MB when full."""

# Snowball's own cache is switched off: ours is bounded by recency and is shared by all callers.
_english = Stemmer.Stemmer("english", 0)


@lru_cache(maxsize=STEMS_REMEMBERED)
def stem(word: str) -> str:
    """Give the common form of a folded English word; other words come back as they are.

    Args:
        word: one word in folded form (lower case, no accents, no apostrophes).
    """
    base = IRREGULAR.get(word, word)
    if len(base) < STEM_CHARS_MIN or not (base.isascii() and base.isalpha()):
        return base
    stemmed: str = _english.stemWord(base)
    return stemmed
