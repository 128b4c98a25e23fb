"""How is a fact written in a Markdown export, and read again? Source: docs/formats/export.md.

A list item is a statement. Its further lines are indented by two; quoted lines are its context; a
comment of one line ends it and says the rest. A line of the text that looks like one of these is
written with a backslash before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cortex.model.exports import MARKDOWN_SCHEMA
from cortex.model.facts import Fact
from cortex.model.lean_classes import NamedTuple
from cortex.wire.encoding import encode
from cortex.wire.instants import format_instant, parse_instant

_INDENT = "  "
_BULLET = "- "
_QUOTE = ">"
_OPEN, _CLOSE = "<!-- ", " -->"
_ESCAPED = (_QUOTE, "<!--", "\\")


class MarkdownFact(NamedTuple):
    """A statement read from a Markdown export; ``details`` may be empty."""

    line: int
    type: str
    text: str
    context: str | None
    details: Mapping[str, Any]

    def names(self, key: str) -> tuple[str, ...]:
        """Give a list of texts from the details."""
        found = self.details.get(key)
        return (
            tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()
        )

    def name(self, key: str) -> str | None:
        """Give a text from the details."""
        found = self.details.get(key)
        return found if isinstance(found, str) else None

    def instant_us(self, key: str) -> int | None:
        """Give an instant from the details.

        Raises:
            InvalidRequest: it is none.
        """
        found = self.name(key)
        return None if found is None else parse_instant(found, field=key)


def scope_lines(scope_id: str, name: str, facts: Iterable[Fact]) -> Iterator[str]:
    """Give the lines of one scope, without line ends; facts sorted by type."""
    yield "---"
    yield f"cortex: {MARKDOWN_SCHEMA}"
    yield f"scope: {json.dumps(scope_id, ensure_ascii=False)}"
    yield f"name: {json.dumps(name, ensure_ascii=False)}"
    yield "---"
    yield ""
    yield f"# {name}"
    section = None
    for fact in facts:
        if fact.content.type != section:
            section = fact.content.type
            yield ""
            yield f"## {section}"
            yield ""
        yield from _fact_lines(fact)


def read_facts(lines: list[str], start: int) -> Iterator[MarkdownFact]:
    """Give the statements of a Markdown export.

    Args:
        start: the index of the first line behind the front matter.
    """
    section, at = "note", start
    while at < len(lines):
        line = lines[at]
        if line.startswith("## "):
            section = line[3:].strip()
        if not line.startswith(_BULLET):
            at += 1
            continue
        end = at + 1
        while end < len(lines) and not _ends_item(lines, end):
            end += 1
        body = [line[len(_BULLET) :], *(one.removeprefix(_INDENT) for one in lines[at + 1 : end])]
        yield _read_fact(at + 1, section, body)
        at = end


def _fact_lines(fact: Fact) -> Iterator[str]:
    content = fact.content
    first, *rest = (_escaped(line) for line in content.text.split("\n"))
    yield _BULLET + first
    for line in rest:
        yield _INDENT + line
    for line in content.context.split("\n") if content.context else ():
        yield f"{_INDENT}{_QUOTE} {line}"
    # "--" may not stand in a comment; in JSON a hyphen can be written otherwise.
    details = encode(_details(fact)).replace("--", "-\\u002d")
    yield f"{_INDENT}{_OPEN}{details}{_CLOSE}"


def _details(fact: Fact) -> dict[str, object]:
    content, naming = fact.content, fact.content.naming
    found: dict[str, object] = {
        "id": fact.reference,
        "type": content.type,
        "subject": naming.subject,
        "attribute": naming.attribute,
        "aliases": list(naming.aliases),
        "paths": list(naming.paths),
        "symbols": list(naming.symbols),
        "pinned": content.is_pinned,
        "from": None if content.valid_from_us is None else format_instant(content.valid_from_us),
        "until": None if content.valid_until_us is None else format_instant(content.valid_until_us),
    }
    return {name: value for name, value in found.items() if value}


def _escaped(line: str) -> str:
    return "\\" + line if line.startswith(_ESCAPED) else line


def _ends_item(lines: list[str], at: int) -> bool:
    line = lines[at]
    is_after_details = lines[at - 1].startswith(_INDENT + _OPEN)
    return is_after_details or line.startswith((_BULLET, "# ", "## "))


def _read_fact(number: int, section: str, body: list[str]) -> MarkdownFact:
    details: Mapping[str, Any] = {}
    while body and not body[-1].strip():
        body.pop()
    if body and body[-1].startswith(_OPEN) and body[-1].rstrip().endswith(_CLOSE.strip()):
        details = _read_details(body.pop())
    quoted = next((at for at, line in enumerate(body) if line.startswith(_QUOTE)), len(body))
    text = [line.removeprefix("\\") for line in body[:quoted]]
    context = [line[1:].removeprefix(" ") for line in body[quoted:] if line.startswith(_QUOTE)]
    fact_type = details.get("type")
    return MarkdownFact(
        line=number,
        type=fact_type if isinstance(fact_type, str) else section,
        text="\n".join(text).strip(),
        context="\n".join(context) or None,
        details=details,
    )


def _read_details(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line[len(_OPEN) : line.rindex("-->")])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
