"""Where does a vault hide text that its writer may not have meant to hide?

A tag that is malformed or never closed hides the rest of its note or row. That is right, and easy
to overlook, so each place is named by its line, without showing what it hides.
"""

from __future__ import annotations

import json
import re

from cortex.core.text.private_spans import openings
from cortex.core.vault.text import decode, public
from cortex.model.lean_classes import NamedTuple

MALFORMED = "a malformed private tag hides what follows it"
UNCLOSED = "a private tag that is never closed hides what follows it"
IN_NAME = "a private tag in the name of this file hides the rest of the name"

ROWS_END = ".jsonl"
_LINE_END = re.compile(r"\r?\n")


class Hidden(NamedTuple):
    """One place: the file below the root as it may be shown, its line, and what the tag does."""

    path: str
    line: int
    reason: str


def hidden_places(content: bytes, path: str) -> list[Hidden]:
    """Give the places of one file, its name first, then in line order.

    A name stands for line 1: it has no line of its own.
    """
    named = [Hidden(public(path), 1, IN_NAME)] if openings(path) else []
    return named + _inside(content, path)


def _inside(content: bytes, path: str) -> list[Hidden]:
    """Give the places in a text; none in what is no text."""
    text = decode(content)
    if text is None or ("<" not in text and "\uff1c" not in text and "\ufe64" not in text
                        and "\\u" not in text):  # fmt: skip
        return []
    shown = public(path)
    if not path.endswith(ROWS_END):
        return [
            Hidden(shown, text.count("\n", 0, at) + 1, MALFORMED if is_malformed else UNCLOSED)
            for at, is_malformed in openings(text)
        ]
    found: list[Hidden] = []
    for number, line in enumerate(_LINE_END.split(text), start=1):
        texts = (line, *_values(line))
        reasons = {is_malformed for text in texts for _, is_malformed in openings(text)}
        found += [Hidden(shown, number, MALFORMED if bad else UNCLOSED) for bad in sorted(reasons)]
    return found


def _values(line: str) -> list[str]:
    """Give the texts of a row, in which escapes are spelled out; none of a row that is broken."""
    if "\\u" not in line:
        return []
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return []
    values = row.values() if isinstance(row, dict) else ()
    flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
    return [value for value in flat if isinstance(value, str)]
