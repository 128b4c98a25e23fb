"""What did the writer mark as nobody's business?

Text between ``<private>`` and ``</private>`` is removed before anything else sees it. It fails
closed: an opener that is never closed hides the rest, and so does anything that looks like an
opener but is not one, whatever case, white space, width or invisible characters it is written with.

Hooks meet this module, so it imports nothing heavy: no ``re``, no dataclass.
Source: docs/formats/text-analysis.md.
"""

from __future__ import annotations

NAME = "private"

ROUNDS_MAX = 4
"""Times a text is read again because a removal joined two halves of a tag. Nobody writes that by
accident; a text that still changes is cut at its next bracket."""

# What counts as white space inside a tag. Fixed here, because str.isspace() grows with Unicode.
_SPACES = frozenset(
    "\t\n\x0b\x0c\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
    + "".join(map(chr, range(0x2000, 0x200B)))
)
_WIDE_OPENERS = ("\uff1c", "\ufe64")  # Other forms of "<": never well-formed, always suspicious.


class PrivateRemoval:
    """A text without its private spans.

    Attributes:
        text: what is left; the text itself when there was nothing to hide.
        hidden: how many outermost spans were removed; a cut at a malformed tag counts as one.
    """

    __slots__ = ("hidden", "text")

    def __init__(self, text: str, hidden: int) -> None:
        self.text = text
        self.hidden = hidden


def remove_private(text: str) -> PrivateRemoval:
    """Remove the private spans of a text. Doing it twice changes nothing more.

    Tags nest by depth and may carry attributes; a closer without an opener vanishes. Code blocks
    are no exception.
    """
    hidden = 0
    for _ in range(ROUNDS_MAX):
        if _first_opener(text) == -1:
            break
        shown, removed = _remove_once(text)
        hidden += removed
        if shown == text:
            break
        text = shown
    else:
        first = _first_opener(text)
        if first != -1:
            return PrivateRemoval(text[:first], hidden + 1)
    return PrivateRemoval(text, hidden)


def _first_opener(text: str) -> int:
    """Give the index of the first character that could start a tag, or -1."""
    found = [at for at in map(text.find, ("<", *_WIDE_OPENERS)) if at != -1]
    return min(found, default=-1)


def _remove_once(text: str) -> tuple[str, int]:
    """Give the text without the spans it shows now, and how many they were."""
    end = _suspicious_start(text)
    shown, hidden, is_open = _scan(text[:end])
    # Inside an open span the cut hides nothing that was not hidden already.
    return shown, hidden + (end < len(text) and not is_open)


def _scan(text: str) -> tuple[str, int, bool]:
    """Give the text at depth 0, the number of spans removed, and whether one is still open."""
    shown: list[str] = []
    hidden = depth = position = 0
    at = text.find("<")
    while at != -1:
        end, is_closer = _tag(text, at)
        if end != -1:
            if depth == 0:
                shown.append(text[position:at])
                hidden += not is_closer
            depth = max(0, depth - 1) if is_closer else depth + 1
            position = end
        at = text.find("<", max(end, at + 1))
    if depth == 0:
        shown.append(text[position:])
    return "".join(shown), hidden, depth > 0


def _tag(text: str, at: int) -> tuple[int, bool]:
    """Read a well-formed tag at a "<".

    Returns:
        The index after it, or -1 when there is none; and whether it closes.
    """
    index = _skip_spaces(text, at + 1)
    is_closer = text[index : index + 1] == "/"
    if is_closer:
        index = _skip_spaces(text, index + 1)
    name = text[index : index + len(NAME)]
    if not name.isascii() or name.lower() != NAME:
        return -1, is_closer
    index += len(NAME)
    after = text[index : index + 1]
    if after == ">":
        return index + 1, is_closer
    if after not in _SPACES:  # The empty end of the text is in no set.
        return -1, is_closer
    # Attributes hold no angle bracket. Looking for "<" first keeps a row of openers linear.
    next_tag = text.find("<", index)
    end = text.find(">", index, len(text) if next_tag == -1 else next_tag)
    return (-1 if end == -1 else end + 1), is_closer


def _skip_spaces(text: str, index: int) -> int:
    while text[index : index + 1] in _SPACES:
        index += 1
    return index


def _suspicious_start(text: str) -> int:
    """Give the index of the first malformed opener, or the length of the text."""
    for index, character in enumerate(text):
        if character == "<":
            if _begins_private(text, index + 1) and _tag(text, index)[0] == -1:
                return index
        elif character in _WIDE_OPENERS and _begins_private(text, index + 1):
            return index
    return len(text)


def _begins_private(text: str, index: int) -> bool:
    """Tell whether what follows reads as the name, whatever is hidden in or above its letters."""
    matched = 0
    while index < len(text):
        for letter in _letters(text[index]):
            if letter != NAME[matched]:
                return False
            matched += 1
            if matched == len(NAME):
                return True
        index += 1
    return False


def _letters(character: str) -> str:
    """Give what a reader sees of one character: lower case, normal width, no mark, no space."""
    if character.isascii():
        return character.lower() if character.isprintable() and character != " " else ""
    import unicodedata

    if character in _SPACES or character.isspace():
        return ""
    return "".join(
        plain
        for plain in unicodedata.normalize("NFKD", character).lower()
        if unicodedata.category(plain) not in {"Cc", "Cf", "Mn", "Me"} and not plain.isspace()
    )


def openings(text: str) -> list[tuple[int, bool]]:
    """Give where a text begins to hide more than whoever wrote it may have meant.

    Returns:
        (index of the tag, whether the tag itself is malformed); at most two: the first malformed
        opener, and before it the outermost opener that nothing closes.
    """
    cut = _suspicious_start(text)
    found = [(cut, True)] if cut < len(text) else []
    opened: list[int] = []
    at = text.find("<")
    while at != -1 and at < cut:
        end, is_closer = _tag(text, at)
        if end != -1 and is_closer:
            del opened[-1:]
        elif end != -1:
            opened.append(at)
        at = text.find("<", max(end, at + 1))
    return [*((start, False) for start in opened[:1]), *found]
