"""What records are the rows of a JSONL file?

One object a line, of known fields only; a row that is not right is named by its line.
Source: docs/formats/vault.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from cortex.core.vault.checks import Draft, checked, fault, refuse
from cortex.core.vault.notes import CANONICAL_SOURCE
from cortex.core.vault.script import trim
from cortex.core.vault.text import FORBIDDEN_TEXT, decode, has_forbidden, public
from cortex.model.vault import VaultFault, VaultRecord

FIELDS = frozenset(
    {
        *("content", "created", "id", "related", "source", "source_kind", "source_session"),
        *("title", "type", "updated", "valid_from", "valid_until"),
    }
)
_NEEDED = ("id", "type", "title", "created", "updated", "content")
_LINE_END = re.compile(r"\r?\n")


def iter_rows(content: bytes, path: str) -> Iterator[VaultRecord | VaultFault]:
    """Yield the record or the fault of each row that is not blank, in file order.

    Args:
        content: the bytes of the file.
        path: its path below the root, with ``/``.
    """
    text = decode(content)
    if text is None:
        yield fault("Canonical text is not valid UTF-8", path)
        return
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if not trim(line):
            continue
        try:
            yield _record(line, path, number)
        except VaultFault as found:
            yield found


def _record(line: str, path: str, number: int) -> VaultRecord:
    if has_forbidden(line):
        refuse(FORBIDDEN_TEXT, path, number)
    row = _object(public(line), path, number)

    wrong = _wrong_shape(row)
    if wrong is not None:
        refuse(f"JSONL row {wrong}", path, number)
    return _checked(row, path, number)


def _wrong_shape(row: dict[str, Any]) -> str | None:
    """Give what is wrong with the fields of a row, or None."""
    if not row.keys() <= FIELDS:
        return "has unknown fields"
    for name in _NEEDED:
        if not _is_named(row.get(name)):
            return f"needs a non-blank {name}"
    for name in ("source_kind", "source"):
        if name in row and not _is_named(row[name]):
            return f"has a blank {name}"
    for name in ("source_session", "valid_from", "valid_until"):
        if not isinstance(row.get(name), str | None):
            return f"has a {name} that is no text"
    related = row.get("related", [])
    if not isinstance(related, list) or not all(map(_is_named, related)):
        return "has a related list that is none of names"
    return None


def _is_named(value: object) -> bool:
    return isinstance(value, str) and bool(trim(value))


def _checked(row: dict[str, Any], path: str, number: int) -> VaultRecord:
    """Give the record; what JSON escapes spelled is looked at again, now that it can be read."""

    def shown(text: str) -> str:
        if has_forbidden(text):
            refuse(FORBIDDEN_TEXT, path, number)
        return public(text)

    def named(name: str) -> str:
        text = shown(row[name])
        if not trim(text):
            refuse(f"JSONL row has nothing but a private {name}", path, number)
        return text

    source = row.get("source_kind", row.get("source"))
    session = row.get("source_session")
    start, end = row.get("valid_from"), row.get("valid_until")
    return checked(
        Draft(
            id=named("id"),
            type=named("type"),
            title=named("title"),
            created=shown(row["created"]),
            updated=shown(row["updated"]),
            source=CANONICAL_SOURCE if source is None else shown(source),
            session=None if session is None else shown(session),
            path=public(path),
            content=shown(row["content"]),
            related=tuple(visible for one in row.get("related", []) if trim(visible := shown(one))),
            valid_from=None if start is None else shown(start),
            valid_until=None if end is None else shown(end),
            line=number,
        ),
        path,
        number,
    )


def _object(text: str, path: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):  # The parser counts brackets within brackets itself.
        refuse("Malformed JSONL", path, number)
    if not isinstance(row, dict):
        refuse("JSONL row must be an object", path, number)
    return row


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
