"""How is stored text shown to a person so that it can neither drive nor fool the terminal?

Stored text comes from anywhere. A control sequence in it could move the cursor, hide a line or
answer for the user; a line break could forge a line of ours; a direction mark could reorder what
is read. All of them are shown as visible escapes. JSON output is not treated here: it escapes.
"""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
# Left to `re` to compile and to keep: most texts are plain and meet none of them.
_UNSAFE = f"[{_INVISIBLE}]"
_UNSAFE_IN_LINE = f"[\n{_INVISIBLE}]"
_SPACES = "[ \t]+"
_BREAK = "[ \t]*(?:\r\n|\r|\n|\u2028|\u2029)\\s*"
# Where the second part of a broken line begins; a text can contain it, but it cannot forge a line.
LINE_JOINT = " / "
ELLIPSIS = "..."


def display_text(text: str) -> str:
    """Give the text with its line breaks kept and everything that is not text made visible."""
    if _is_plain(text):
        return text
    unified = text.replace("\r\n", "\n").replace("\t", "    ")
    return re.sub(_UNSAFE, _visible, unified)


def display_line(text: str, cells_max: int | None = None) -> str:
    """Give the text on one line, breaks shown as a slash; cut with dots after ``cells_max`` cells.

    The result never holds a line break or a control character, so it cannot imitate a second line.
    """
    line = text.strip()
    if not _is_plain(line) or "  " in line:
        joined = re.sub(_SPACES, " ", re.sub(_BREAK, LINE_JOINT, line))
        line = re.sub(_UNSAFE_IN_LINE, _visible, joined)
    return line if cells_max is None else cut_to_cells(line, cells_max)


def cell_width(text: str) -> int:
    """Count the terminal cells a text takes: two for wide scripts, none for combining marks."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def cut_to_cells(text: str, cells_max: int) -> str:
    """Give the text, or its beginning and dots, in at most ``cells_max`` (3 or more) cells."""
    if cell_width(text) <= cells_max:
        return text
    room = cells_max - len(ELLIPSIS)
    kept = []
    for character in text:
        room -= _cells(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS


def _is_plain(text: str) -> bool:
    """Tell whether a text is one line that shows as it is."""
    return text.isascii() and text.isprintable()


def _cells(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"F", "W"} else 1


def _visible(match: re.Match[str]) -> str:
    """Give the escape a programmer would write for the character."""
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
