"""What is the id of a thread somebody names?

The only place where one is made: deposit, question and status all come here. Source: CQR 5.8.
"""

from __future__ import annotations

import unicodedata

from cortex.core.text.cleaning import clean_name

PREFIX = "thread:"


def thread_id(label: str) -> str:
    """Give the id of a thread's label: without case, blanks as hyphens, with the prefix.

    An id stays as it is, and a secret in it is no part of it. A label of which nothing is left
    gives an empty text.
    """
    text: str = clean_name(label).text
    if not text.isascii():
        # Folding case may leave what composing joins, and the other way round.
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFKD", text).casefold())
    words = text.casefold().strip().removeprefix(PREFIX).split()
    return PREFIX + "-".join(words) if words else ""
