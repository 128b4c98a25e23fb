"""Which statements does a note make? Each list item and each paragraph is one.

Headings say where a statement stands and become its context. Code blocks, tables, rules, images
and comments are no statements. Links between notes are kept as they are written.
"""

import re
from collections.abc import Iterator

from cortex.core.imports.dates import instant_us
from cortex.core.imports.front_matter import FrontMatter, front_matter
from cortex.core.imports.pieces import pieces
from cortex.model.imports import Item, Skipped
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import NAME_CHARS_MAX

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[( |x|X)\]\s+)?(.*)$")
_FENCE = re.compile(r"\s*(```|~~~)")
_RULE = re.compile(r"\s*([-*_=]\s*){3,}$")
CODE_REASON, TABLE_REASON = "a block of code", "a table"
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CONFLICT = re.compile(r"(<{7}|={7}|>{7}|\|{7})(\s|$)")

CONFLICT_REASON = "a mark of a merge that was not finished"
TYPE_NAMES = ("type", "metadata.type")
DATE_NAMES = ("updated", "modified", "date", "created", "created_at")


class Note(NamedTuple):
    """One Markdown file: its name inside the source, and the type its statements get."""

    name: str
    type: str = "note"
    said_us: int | None = None


class _Block(NamedTuple):
    line: int
    text: str


def markdown_items(text: str, note: Note) -> Iterator[Item | Skipped]:
    """Give the statements of a note in its order."""
    lines = _without_comments(text).split("\n")
    head = front_matter(lines)
    said_us = _date(head) or note.said_us
    fact_type = next((head.values[name] for name in TYPE_NAMES if name in head.values), note.type)
    title = head.values.get("title") or head.values.get("name")
    aliases = head.lists.get("aliases", ())
    seen: dict[str, int] = {}
    for path, block in _blocks(lines, head.lines, note.name):
        if isinstance(block, Skipped):
            yield block
            continue
        where = " > ".join(path) or title or ""
        context = f"{note.name}: {where}" if where else note.name
        for piece in pieces(block.text):
            group = f"{note.name}\0{' > '.join(path)}"
            key = f"{group}\0{piece}"
            seen[key] = seen.get(key, 0) + 1
            if seen[key] == 1:
                yield Item(
                    text=piece,
                    locator=f"{note.name}:{block.line}",
                    group=group,
                    type=fact_type,
                    context=context,
                    subject=title[:NAME_CHARS_MAX] if title else None,
                    aliases=tuple(alias[:NAME_CHARS_MAX] for alias in aliases) if title else (),
                    said_us=said_us,
                )


def _date(head: FrontMatter) -> int | None:
    dates = (instant_us(head.values[name]) for name in DATE_NAMES if name in head.values)
    return next((date for date in dates if date is not None), None)


def _without_comments(text: str) -> str:
    """Blank comments out, keeping every line where it is."""
    return _COMMENT.sub(lambda found: "\n" * found.group().count("\n"), text)


def _blocks(
    lines: list[str], start: int, name: str
) -> Iterator[tuple[tuple[str, ...], _Block | Skipped]]:
    """Give each statement with the headings it stands under."""
    headings: list[tuple[int, str]] = []
    reader = _Reader()
    for number, line in enumerate(lines[start:], start=start + 1):
        path = tuple(text for _, text in headings)
        heading = None if reader.in_code else _HEADING.match(line)
        if heading is None and not _CONFLICT.match(line):
            done = reader.take(number, line)
            if done is not None:
                yield path, done
            if reader.left_out:
                yield path, Skipped(f"{name}:{number}", reader.left_out)
            continue
        done = reader.finish()
        if done is not None:
            yield path, done
        if heading is None:
            yield path, Skipped(f"{name}:{number}", CONFLICT_REASON, is_damage=True)
            continue
        level = len(heading[1])
        headings = [one for one in headings if one[0] < level] + [(level, heading[2])]
    done = reader.finish()
    if done is not None:
        yield tuple(text for _, text in headings), done


class _Reader:
    """Joins the lines of one list item or paragraph.

    ``left_out`` names what began at the line just read and is no statement; empty otherwise.
    """

    def __init__(self) -> None:
        self.in_code = False
        self.left_out = ""
        self._in_table = False
        self._line = 0
        self._parts: list[str] = []
        self._is_quote = False

    def take(self, number: int, line: str) -> _Block | None:
        """Read a line; give the statement that ended before it, if one did."""
        self.left_out = ""
        if _FENCE.match(line):
            self.in_code = not self.in_code
            self.left_out = CODE_REASON if self.in_code else ""
            return self.finish()
        quote = _QUOTE.match(line)
        bare = line if quote is None else line[quote.end() :]
        was_table, self._in_table = self._in_table, not self.in_code and _is_table(bare)
        if self._in_table and not was_table:
            self.left_out = TABLE_REASON
        if self.in_code or not bare.strip() or _RULE.match(bare) or self._in_table:
            return self.finish()
        item = _ITEM.match(bare)
        is_next = item is not None or not self._parts or (quote is not None and not self._is_quote)
        if not is_next:
            self._parts.append(bare.strip())
            return None
        done = self.finish()
        self._is_quote = quote is not None
        self._begin(number, bare if item is None else item[3])
        return done

    def finish(self) -> _Block | None:
        """Give the statement read so far, if there is one."""
        text = "\n".join(part for part in self._parts if part).strip()
        self._parts = []
        return _Block(self._line, text) if text else None

    def _begin(self, number: int, text: str) -> None:
        self._line = number
        self._parts = [_QUOTE.sub("", text, count=1).strip()]


def _is_table(line: str) -> bool:
    bare = line.strip()
    return bare.startswith("|") and bare.endswith("|")
