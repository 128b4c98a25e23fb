"""Into which pieces is a file of a memory cut, so that each says one thing?

A paragraph or one item of a list, with the heading above it and the line it has in the file.
Source: docs/formats/ask.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from cortex.core.seat.memory_search import Passage, parts_of
from cortex.model.ask import PIECE_CHARS_MAX

_ITEMS = ("- ", "* ", "+ ")
_FENCES = ("```", "~~~")


def statements_of(lines: list[tuple[int, str]]) -> Iterator[Passage]:
    """Give the paragraphs and items of numbered lines, in order, each with its heading.

    A heading with nothing below it is one by itself.
    """
    heading = ""
    held: list[str] = []
    first = 1
    is_code = is_bare = False
    for number, line in [*lines, (0, "# ")]:
        if line.lstrip().startswith(_FENCES):
            is_code = not is_code
        is_heading = not is_code and line.startswith("#") and line.lstrip("#")[:1] == " "
        is_new = not line.strip() or (not is_code and _is_item(line))
        if held and (is_heading or is_new or sum(map(len, held)) > PIECE_CHARS_MAX):
            for part in parts_of("\n".join(held), PIECE_CHARS_MAX):
                yield Passage(first, heading, part)
            held = []
        if is_heading:
            if is_bare and heading:
                yield Passage(first, heading, heading)
            heading, is_bare, first = line.lstrip("#").strip(), True, number
        elif line.strip():
            is_bare = False
            if not held:
                first = number
            held.append(line.strip() if not held else line.rstrip())


def _is_item(line: str) -> bool:
    """Tell whether a line begins an item of the outermost list."""
    digits = line.partition(".")[0]
    return line.startswith(_ITEMS) or (digits.isdigit() and line[len(digits) :][:2] == ". ")
