"""How do words, tables and progress look, on a terminal and in a pipe?

In a pipe the same answer gives the same bytes: no colour, no width, nothing cut. On a terminal
lines are wrapped and tables fitted to it, and colour is used unless it is forbidden. Everything
that was stored by somebody passes `display_text` or `display_line` before it gets here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cortex.wire.display import cell_width
from cortex.wiring.terminal import Terminal, read_terminal

_BOLD = "\x1b[1m"
_DIM = "\x1b[2m"
_PLAIN = "\x1b[0m"
_ERASE_LINE = "\r\x1b[K"
COLUMN_GAP = "  "
COLUMNS_UNKNOWN = 80  # What a terminal is taken for that does not say.
COUNTED_TOGETHER = 500  # Items between two looks of a line without an end.
COLUMNS_MIN = 20  # Below it a wrapped line would be one word.


class Screen:
    """Standard output for people. Build one per command."""

    def __init__(self, terminal: Terminal | None = None) -> None:
        known = read_terminal() if terminal is None else terminal
        self.is_terminal = sys.stdout.isatty()
        self.has_colour = self.is_terminal and known.has_colour
        self.columns = _columns(known) if self.is_terminal else None

    def line(self, text: str = "", indent: int = 0, hang: int = 0) -> None:
        """Print a line; on a terminal it is wrapped at words.

        Args:
            indent: cells before every part of it.
            hang: cells before every part but the first, on top of that.
        """
        first, *rest = self._wrapped(text, indent + hang, hang)
        print((" " * indent + first).rstrip())
        for part in rest:
            print((" " * (indent + hang) + part).rstrip())

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Print a text with its line breaks, every line indented; nothing for an empty text."""
        for part in text.split("\n") if text else ():
            self.line(part, indent)

    def strong(self, text: str) -> str:
        """Give a text that stands out where there is colour."""
        return f"{_BOLD}{text}{_PLAIN}" if self.has_colour else text

    def faint(self, text: str) -> str:
        """Give a text that stands back where there is colour."""
        return f"{_DIM}{text}{_PLAIN}" if self.has_colour else text

    def pairs(self, rows: Sequence[tuple[str, str]]) -> None:
        """Print name and value lines, values aligned."""
        width = max((cell_width(name) for name, _ in rows), default=0) + len(COLUMN_GAP)
        for name, value in rows:
            parts = self._wrapped(value, width)
            print(f"{self.faint(name)}{' ' * (width - cell_width(name))}{parts[0]}".rstrip())
            for part in parts[1:]:
                print(" " * width + part)

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table; on a terminal long cells are wrapped so that it fits."""
        if self.columns is None:
            _print_plain_table(headers, rows)
        else:
            self._print_fitted_table(headers, rows)

    def _print_fitted_table(self, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        last = len(headers) - 1
        narrow = [max(cell_width(line[at]) for line in (headers, *rows)) for at in range(last)]
        # Only the last column is prose; the others stay whole as long as prose keeps some room.
        is_whole = sum(narrow) + len(COLUMN_GAP) * last + COLUMNS_MIN <= (self.columns or 0)
        for at, header in enumerate(headers):
            table.add_column(header, overflow="fold", no_wrap=is_whole and at < last)
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console = Console(
            file=sys.stdout,
            width=self.columns,
            no_color=not self.has_colour,
            color_system="standard" if self.has_colour else None,
            force_terminal=self.has_colour,
            legacy_windows=False,
        )
        console.print(table)

    def _wrapped(self, text: str, indent: int, outdent: int = 0) -> list[str]:
        """Break a text that is printed ``indent`` cells in, its first line ``outdent`` less."""
        if self.columns is None:
            return [text]
        return wrap_cells(text, max(COLUMNS_MIN, self.columns - indent), outdent)


class Progress:
    """A line on standard error that says how far long work is; silent unless that is a terminal."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._is_shown = sys.stderr.isatty()
        self._is_drawn = False
        self._permille = -1

    def count(self, done: int) -> None:
        """Redraw the line now and then, of work whose end nobody knows."""
        if done % COUNTED_TOGETHER == 0:
            self._draw(f"{done} read")

    def update(self, done: int, total: int) -> None:
        """Redraw the line when it would read differently."""
        permille = 1000 * done // total if total else 1000
        if permille != self._permille:
            self._permille = permille
            self._draw(f"{permille // 10:3}%  {done} of {total}")

    def close(self) -> None:
        """Remove the line; twice is safe."""
        if self._is_drawn:
            self._is_drawn = False
            self._permille = -1
            sys.stderr.write(_ERASE_LINE)
            sys.stderr.flush()

    def _draw(self, text: str) -> None:
        if self._is_shown:
            self._is_drawn = True
            sys.stderr.write(f"{_ERASE_LINE}{self._label} {text}")
            sys.stderr.flush()


def wrap_cells(text: str, cells_max: int, first_extra: int = 0) -> list[str]:
    """Break a line at spaces into parts of at most ``cells_max`` cells; never empty.

    A word that is longer, or a script without spaces, is broken between characters. Our own styles
    take no cells; stored text holds none.

    Args:
        first_extra: cells the first part may have on top.
    """
    parts: list[str] = []
    current = ""
    for word in text.split(" "):
        room = cells_max if parts else cells_max + first_extra
        joined = f"{current} {word}" if current else word
        if _styled_width(joined) <= room:
            current = joined
            continue
        if current:
            parts.append(current)
        *whole, current = _broken(word, cells_max)
        parts.extend(whole)
    return [*parts, current]


def _styled_width(text: str) -> int:
    for style in (_BOLD, _DIM, _PLAIN):
        text = text.replace(style, "")
    return cell_width(text)


def _broken(word: str, cells_max: int) -> list[str]:
    parts = [""]
    used = 0
    for character in word:
        cells = cell_width(character)
        if used + cells > cells_max:
            parts.append("")
            used = 0
        parts[-1] += character
        used += cells
    return parts


def _print_plain_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    lines = [list(headers), *(list(row) for row in rows)]
    widths = [max(cell_width(line[at]) for line in lines) for at in range(len(headers))]
    for line in lines:
        cells = [
            cell + " " * (width - cell_width(cell))
            for cell, width in zip(line, widths, strict=True)
        ]
        print(COLUMN_GAP.join(cells).rstrip())


def _columns(terminal: Terminal) -> int:
    if terminal.columns is not None:
        return max(COLUMNS_MIN, terminal.columns)
    try:
        return max(COLUMNS_MIN, os.get_terminal_size(sys.stdout.fileno()).columns)
    except OSError:
        return COLUMNS_UNKNOWN


def counted(count: int, noun: str, plural: str = "") -> str:
    """Give a number with its noun: ``1 fact``, ``2 facts``; ``plural`` where an s is not enough."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"
