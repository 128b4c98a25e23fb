"""How is one table of a TOML text set or taken out, and every other byte left as it was?

The standard decoder judges: what stands there before and after must differ in our table alone, or
nothing is changed. So the scanner below may be simple. Source: ADR 0161.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from cortex.model.installation import EditRefused
from cortex.model.lean_classes import NamedTuple

Path = tuple[str, ...]

FIX_IT = "correct the file and run this again; `cortex install` will not guess"
WRITE_TABLE = "write it as a table of its own, [{name}], and run this again"

_KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*""")
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+'
    r"|'''.*?'''+"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]"
    r"|[^\[\]{}\n\"'#]+",
    re.DOTALL,
)


class _Statement(NamedTuple):
    """A header or a pair: ``text[start:end]``, its line end included; values of pairs apart."""

    path: Path
    is_header: bool
    start: int
    end: int
    value_start: int = 0
    value_end: int = 0


def put_table(text: str, path: Path, fields: dict[str, Any]) -> str:
    """Give the text with these values in the table at a path; other keys of it stay.

    Args:
        fields: texts, numbers, truth values and lists of texts.

    Raises:
        EditRefused: the text is no TOML, or the table is written in a way that is left alone.
    """
    data = _read(text)
    present = _dig(data, path)
    missing = {
        name: value
        for name, value in fields.items()
        if not isinstance(present, dict) or present.get(name, _NOTHING) != value
    }
    if not missing:
        return text
    line_end = "\r\n" if "\r\n" in text else "\n"
    statements = _statements(text)
    header = next((one for one in statements if one.is_header and one.path == path), None)
    if present is None:
        changed = _added(text, statements, path, fields, line_end)
    elif header is not None:
        changed = _filled(text, statements, header, missing, line_end)
    else:
        name = ".".join(path)
        message = f"{name} is not a table of its own"
        raise EditRefused(message, WRITE_TABLE.format(name=name))
    _set(data, path, {**(present or {}), **fields})
    return _proved(changed, data)


def drop_table(text: str, path: Path) -> str:
    """Give the text without the table at a path; unchanged when there is none.

    Raises:
        EditRefused: the text is no TOML, or the table is written in a way that is left alone.
    """
    data = _read(text)
    if _dig(data, path) is None:
        return text
    pieces = []
    at, is_inside = 0, False
    statements = _statements(text)
    for one in statements:
        if one.is_header:
            is_inside = one.path[: len(path)] == path
        full = one.path if one.is_header else _full(statements, one)
        if is_inside or full[: len(path)] == path:
            pieces.append(text[at : one.start])
            at = one.end
    pieces.append(text[at:])
    changed = _without_blank(pieces) if at else _out_of_inline(text, statements, path)
    _unset(data, path)
    return _proved(changed, data)


def table_at(text: str, path: Path) -> Any:
    """Give what stands at a path, or None.

    Raises:
        EditRefused: the text is no TOML.
    """
    return _dig(_read(text), path)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"it is not valid TOML: {error}"
        raise EditRefused(message, FIX_IT) from None


def _proved(text: str, expected: dict[str, Any]) -> str:
    """Give the text when it says what was meant and nothing else; empty tables count as none."""
    if _filled_only(_read(text)) != _filled_only(expected):
        message = "its tables are written in a way that cannot be changed safely"
        raise EditRefused(message, "add the lines that `cortex install` shows by hand")
    return text


def _filled_only(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {name: _filled_only(each) for name, each in value.items()}
    return {name: each for name, each in inner.items() if each != {}}


def _added(
    text: str, statements: list[_Statement], path: Path, fields: dict[str, Any], line_end: str
) -> str:
    inline = _inline(statements, path[:-1])
    if inline is not None:
        close = inline.value_end - 1
        head = text[inline.value_start + 1 : close]
        gap = ", " if head.strip() else ""
        pairs = ", ".join(f"{name} = {_shown(value)}" for name, value in fields.items())
        at = inline.value_start + 1 + len(head.rstrip())
        return f"{text[:at]}{gap}{path[-1]} = {{ {pairs} }}{text[at:]}"
    lines = [
        f"[{'.'.join(path)}]",
        *(f"{name} = {_shown(value)}" for name, value in fields.items()),
    ]
    gap = "" if not text else line_end if text.endswith("\n") else line_end * 2
    return text + gap + line_end.join([*lines, ""])


def _filled(
    text: str,
    statements: list[_Statement],
    header: _Statement,
    missing: dict[str, Any],
    line_end: str,
) -> str:
    """Set values in a table that has a header of its own, from the last line to the first."""
    at = statements.index(header) + 1
    pairs = []
    while at < len(statements) and not statements[at].is_header:
        pairs.append(statements[at])
        at += 1
    by_name = {one.path[0]: one for one in pairs if len(one.path) == 1}
    last = pairs[-1].end if pairs else header.end
    fresh = "".join(
        f"{name} = {_shown(value)}{line_end}"
        for name, value in missing.items()
        if name not in by_name
    )
    gap = line_end if fresh and not text[:last].endswith("\n") else ""
    text = text[:last] + gap + fresh + text[last:]
    for name in sorted(missing.keys() & by_name.keys(), key=lambda each: -by_name[each].start):
        one = by_name[name]
        text = text[: one.value_start] + _shown(missing[name]) + text[one.value_end :]
    return text


def _out_of_inline(text: str, statements: list[_Statement], path: Path) -> str:
    """Take our entry out of a table written on one line, as ``_added`` put it in."""
    inline = _inline(statements, path[:-1])
    if inline is not None:
        entry = re.compile(rf"(, *)?{re.escape(path[-1])} = \{{[^{{}}]*\}}")
        whole = text[inline.value_start : inline.value_end]
        changed, count = entry.subn("", whole)
        if count == 1:
            return text[: inline.value_start] + changed + text[inline.value_end :]
    message = f"{'.'.join(path)} is not a table of its own"
    raise EditRefused(message, "take the entry out by hand")


def _without_blank(pieces: list[str]) -> str:
    """Join what is left; the blank line that set our table off goes with it."""
    head = pieces[0]
    for mark in ("\r\n\r\n", "\n\n"):
        if head.endswith(mark):
            head = head[: -len(mark) // 2]
            break
    else:
        head = "" if head in ("\n", "\r\n") else head
    return head + "".join(pieces[1:])


def _inline(statements: list[_Statement], path: Path) -> _Statement | None:
    found = [one for one in statements if not one.is_header and _full(statements, one) == path]
    return found[0] if len(found) == 1 else None


def _full(statements: list[_Statement], pair: _Statement) -> Path:
    """Give a pair's path from the top of the file."""
    above: Path = ()
    for one in statements:
        if one is pair:
            break
        if one.is_header:
            above = one.path
    return above + pair.path


def _statements(text: str) -> list[_Statement]:
    """Give headers and pairs of a text that is known to be TOML, in order."""
    found = []
    at = 0
    while at < len(text):
        line_end = _line_end(text, at)
        start = at + len(text[at:line_end]) - len(text[at:line_end].lstrip(" \t"))
        if not text[start:line_end].strip() or text[start] == "#":
            at = line_end
            continue
        if text[start] == "[":
            opening = 2 if text.startswith("[[", start) else 1
            path, _ = _key(text, start + opening)
            found.append(_Statement(path, is_header=True, start=at, end=line_end))
            at = line_end
            continue
        path, equals = _key(text, start)
        value_start = equals + 1 + _blank(text, equals + 1)
        value_end, end = _value_end(text, value_start)
        found.append(
            _Statement(
                path,
                is_header=False,
                start=at,
                end=end,
                value_start=value_start,
                value_end=value_end,
            )
        )
        at = end
    return found


def _key(text: str, at: int) -> tuple[Path, int]:
    """Give a dotted key and the position of what follows it."""
    parts = []
    while found := _KEY_PART.match(text, at):
        word = found.group(1)
        if word[0] == '"':
            word = str(tomllib.loads(f"x = {word}")["x"])
        elif word[0] == "'":
            word = word[1:-1]
        parts.append(word)
        at = found.end()
        if text[at : at + 1] != ".":
            break
        at += 1
    return tuple(parts), at


def _value_end(text: str, at: int) -> tuple[int, int]:
    """Give where a value ends, and where the next line begins."""
    depth, end = 0, at
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            break
        piece, at = found.group(), found.end()
        if piece == "\n" and depth == 0:
            return end, at
        depth += (piece in "[{") - (piece in "]}") if len(piece) == 1 else 0
        if piece[0] != "#" and piece.strip():
            end = found.start() + len(piece.rstrip())
    return end, at


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _blank(text: str, at: int) -> int:
    return len(text[at:]) - len(text[at:].lstrip(" \t")) if at < len(text) else 0


def _shown(value: Any) -> str:
    """Write a value; JSON's strings, numbers, truth values and lists of them are TOML as well."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _dig(data: Any, path: Path) -> Any:
    for name in path:
        if not isinstance(data, dict) or name not in data:
            return None
        data = data[name]
    return data


def _set(data: dict[str, Any], path: Path, value: Any) -> None:
    for name in path[:-1]:
        inner = data.setdefault(name, {})
        if not isinstance(inner, dict):
            message = f"{name} is no table"
            raise EditRefused(message, FIX_IT)
        data = inner
    data[path[-1]] = value


def _unset(data: dict[str, Any], path: Path) -> None:
    for name in path[:-1]:
        data = data[name]
    del data[path[-1]]


_NOTHING = object()
