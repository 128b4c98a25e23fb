"""What is left of a text once the blocks that Cortex itself handed out are gone from it?

What was recalled is never stored as new, also when a program quoted it on its way back: in JSON (a
transcript, an answer of a tool) and as HTML (a host that shows another's text). Hooks meet this
module, so it imports nothing heavy. Source: docs/formats/text-analysis.md.
"""

from __future__ import annotations

from cortex.core.text.fence import FENCE_NAME, ORIGIN_CHARS_MAX

_CORE = f"{FENCE_NAME} origin="
_STANDING = " standing="
_CLOSED = f"/{FENCE_NAME}"

# How programs write the three signs of a tag. A quote may have any number of backslashes.
_LESS = ("<", "&lt;", "\\u003c", "\\u003C", "&#60;")
_MORE = (">", "&gt;", "\\u003e", "\\u003E", "&#62;")
_QUOTES = ('"', "&quot;", "&#34;")

# Backslashes before a quote that are read: JSON in JSON doubles them, five deep is nobody's.
_BACKSLASHES_MAX = 31

# Characters within which an opening ends, every sign written as longest.
_OPENER_CHARS_MAX = 2 * (ORIGIN_CHARS_MAX + 1) * 6 + 4 * (_BACKSLASHES_MAX + 6) + len(_STANDING) + 6


def remove_own_blocks(text: str) -> str:
    """Give a text without the blocks ``fence`` wrote, byte for byte as it was around them.

    Only what begins with a whole opening tag of ours is a block; one that was cut off reaches to
    the end. A tag that stands alone, whoever wrote it, is text.
    """
    if _CORE not in text:
        return text
    kept: list[str] = []
    depth = position = 0
    for start, end, is_opener in _marks(text):
        if is_opener:
            if depth == 0:
                kept.append(text[position:start])
            depth += 1
        elif depth:
            depth -= 1
            position = end
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept)


def _marks(text: str) -> list[tuple[int, int, bool]]:
    """Give each opener and closer of ours as (start, end, whether it opens), in text order."""
    marks = [(*found, True) for at in _places(text, _CORE) if (found := _opener(text, at))]
    if marks:
        marks += [(*found, False) for at in _places(text, _CLOSED) if (found := _closer(text, at))]
    return sorted(marks)


def _places(text: str, part: str) -> list[int]:
    found = []
    at = text.find(part)
    while at != -1:
        found.append(at)
        at = text.find(part, at + len(part))
    return found


def _opener(text: str, at: int) -> tuple[int, int] | None:
    """Give the span of the opening whose name is here, if it has the two attributes of ours."""
    start = _start(text, at)
    first = at + len(_CORE)
    quote = _quote(text, first)
    if start == -1 or not quote:
        return None
    attributes = text[first : first + _OPENER_CHARS_MAX]
    for more in _MORE:
        inner, is_whole, _ = attributes.partition(f"{quote}{more}")
        origin, middle, standing = inner[len(quote) :].partition(f"{quote}{_STANDING}{quote}")
        if is_whole and middle and _is_plain(origin, quote) and _is_plain(standing, quote):
            return start, first + len(inner) + len(is_whole)
    return None


def _closer(text: str, at: int) -> tuple[int, int] | None:
    """Give the span of the closing tag whose name is here, if it is whole."""
    start = _start(text, at - 1 if text[at - 1 : at] == "\\" else at)  # Some JSON has `<\/`.
    end = at + len(_CLOSED)
    for more in _MORE:
        if start != -1 and text.startswith(more, end):
            return start, end + len(more)
    return None


def _start(text: str, at: int) -> int:
    """Give where the bracket right before a place begins, or -1."""
    for less in _LESS:
        if text.endswith(less, 0, at):
            return at - len(less)
    return -1


def _quote(text: str, at: int) -> str:
    """Give the quote that stands at a place, its backslashes included, or an empty text."""
    end = at
    while text[end : end + 1] == "\\" and end - at < _BACKSLASHES_MAX:
        end += 1
    for quote in _QUOTES:
        if text.startswith(quote, end):
            return text[at:end] + quote
    return ""


def _is_plain(value: str, quote: str) -> bool:
    """Tell whether a value holds nothing that ``fence`` never leaves in one."""
    return quote not in value and "<" not in value and "\n" not in value
