"""Where does a range of names that start alike end?"""

_LAST_BEFORE_SURROGATES = "\ud7ff"
_FIRST_AFTER_SURROGATES = "\ue000"
_LAST_OF_ALL = "\U0010ffff"


def after_prefix(prefix: str) -> str | None:
    """Give the first text in code point order above every text with this prefix.

    None when there is no such text: for an empty prefix, or one of the last character only.
    """
    kept = prefix.rstrip(_LAST_OF_ALL)
    if not kept:
        return None
    if kept[-1] == _LAST_BEFORE_SURROGATES:
        return kept[:-1] + _FIRST_AFTER_SURROGATES
    return kept[:-1] + chr(ord(kept[-1]) + 1)
