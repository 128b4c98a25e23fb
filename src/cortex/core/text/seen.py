"""What does a reader see of one character?

For comparing text with a short list of dangerous words: lower case, normal width, no accent, no
white space, nothing invisible, and the letters of other alphabets that look like ours as ours.

Hooks meet this module, so it imports nothing heavy.
"""

from __future__ import annotations

# Greek and Cyrillic letters that most fonts draw like a Latin one, in lower case.
_LOOKALIKES = {
    "\u0430": "a", "\u0435": "e", "\u043e": "o", "\u0440": "p", "\u0441": "c", "\u0443": "y",
    "\u0445": "x", "\u0456": "i", "\u0455": "s", "\u0458": "j", "\u04bb": "h", "\u0501": "d",
    "\u043c": "m", "\u043d": "h", "\u0442": "t", "\u0432": "v", "\u0437": "3", "\u043a": "k",
    "\u03b1": "a", "\u03b5": "e", "\u03bf": "o", "\u03c1": "p", "\u03c4": "t", "\u03c5": "u",
    "\u03bd": "v", "\u03b9": "i", "\u03b7": "h", "\u03bc": "m", "\u03ba": "k", "\u03c7": "x",
    "\u0131": "i", "\u0261": "g", "\u1d00": "a", "\u028f": "y", "\ua731": "s", "\u1d1b": "t",
    "\u1d07": "e", "\u1d0d": "m", "\u029c": "h", "\u1d1c": "u", "\u0274": "n", "\u026a": "i",
    "\u2215": "/", "\u2044": "/", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-",
    "\u2212": "-",
}  # fmt: skip
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"})


def seen(character: str) -> str:
    """Give the plain letters one character looks like; empty for white space and the invisible."""
    if character.isascii():
        return character.lower() if character.isprintable() and character != " " else ""
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    import unicodedata

    return "".join(
        _LOOKALIKES.get(plain, plain)
        for plain in unicodedata.normalize("NFKD", character).lower()
        if unicodedata.category(plain) not in _INVISIBLE_CATEGORIES
    )


def is_ignored(character: str) -> bool:
    """Tell whether a reader sees nothing at all."""
    return not seen(character)
