"""How does a short list of names fit one column?

One name a line, so that a hook can read it without a parser. A line break or backslash inside a
name is escaped; names of this kind hardly exist.
"""

from __future__ import annotations


def packed(names: tuple[str, ...]) -> str | None:
    """Give the column's text; None for an empty list. An empty name is kept."""
    if not names:
        return None
    return "\n".join(name.replace("\\", "\\\\").replace("\n", "\\n") for name in names)


def unpacked(column: str | None) -> tuple[str, ...]:
    """Give the names in the order they were stored."""
    if column is None:
        return ()
    lines = column.split("\n")
    if "\\" not in column:
        return tuple(lines)
    return tuple(_unescaped(line) for line in lines)


def _unescaped(line: str) -> str:
    pieces = line.split("\\\\")
    return "\\".join(piece.replace("\\n", "\n") for piece in pieces)
