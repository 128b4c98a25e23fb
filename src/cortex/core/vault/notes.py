"""What record is a Markdown file?

Its front matter is read with the contract's own narrow grammar, not as YAML: keys from column 0,
one line each. The text of the record is the whole file. Source: docs/formats/vault.md.
"""

from __future__ import annotations

import re
from hashlib import sha256

from cortex.core.vault.checks import Draft, checked, refuse
from cortex.core.vault.instants import EPOCH
from cortex.core.vault.script import NOT_WHITE_OR_HASH, WHITE, WHITE_CLASS, trim
from cortex.core.vault.text import FORBIDDEN_TEXT, decode, has_forbidden, public
from cortex.model.vault import VaultRecord

WORK_TYPE, MEMORY_TYPE = "work", "memory"
CANONICAL_SOURCE = "canonical"

_FRONT = re.compile(r"---\r?\n(.*?)\r?\n---(?:\r?\n|\Z)", re.DOTALL)
_FIELD = re.compile(rf"([A-Za-z0-9_]+):{WHITE_CLASS}*(.*)", re.ASCII | re.DOTALL)
_SLUG = re.compile(rf"slug:{WHITE_CLASS}+({NOT_WHITE_OR_HASH}+)")
_BREAKS = "\n\r\u2028\u2029"
_LINE_END = re.compile(r"\r?\n")
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,256})(?:[|#][^\[\]\n]*)?\]\]")
_QUOTES = "'\""


def read_note(content: bytes, path: str) -> VaultRecord:
    """Give the record of a Markdown file.

    Args:
        content: the bytes of the file.
        path: its path below the root, with ``/``.

    Raises:
        VaultFault: ``integrity_error``; the file is named.
    """
    decoded = decode(content)
    if decoded is None:
        refuse("Canonical text is not valid UTF-8", path)
    if has_forbidden(decoded):
        refuse(FORBIDDEN_TEXT, path)
    text = public(decoded)
    fields = front_matter(text)
    shown_path = public(path)

    def first(*names: str) -> str | None:
        return next((fields[name] for name in names if fields.get(name)), None)

    created = first("created", "date", "ts") or EPOCH
    return checked(
        Draft(
            id=first("id") or path_id(path),
            type=first("type") or (WORK_TYPE if "WORK/" in path else MEMORY_TYPE),
            title=first("title", "name") or shown_path,
            created=created,
            updated=first("updated", "last_updated") or created,
            source=first("source_kind", "source") or CANONICAL_SOURCE,
            session=first("source_session"),
            path=shown_path,
            content=text,
            related=slugs(text),
            valid_from=first("valid_from"),
            valid_until=first("valid_until"),
            links=wikilinks(text),
        ),
        path,
    )


def path_id(path: str) -> str:
    """Give the id of a file that names none: the same as long as it is not moved."""
    digest = sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
    return f"path:{digest[:16]}"


def front_matter(text: str) -> dict[str, str]:
    """Give the fields at the head of a note, the last of equal names; empty without a head."""
    found = _FRONT.match(text)
    if found is None:
        return {}
    fields: dict[str, str] = {}
    for line in _LINE_END.split(found[1]):
        field = _FIELD.fullmatch(line)
        if field is not None:
            fields[field[1]] = unquoted(trim(field[2]))
    return fields


def unquoted(value: str) -> str:
    """Give a value without one quotation mark at each end; the two need not match."""
    if value[:1] in tuple(_QUOTES):
        value = value[1:]
    if value[-1:] in tuple(_QUOTES):
        value = value[:-1]
    return value


def slugs(text: str) -> tuple[str, ...]:
    """Give the targets of the lines ``slug: target``, list items too, in text order."""
    targets: list[str] = []
    at = 0
    while found := _SLUG.search(text, at):
        if _begins_line(text, found.start(), at):
            targets.append(unquoted(found[1]))
            at = found.end()
        else:
            at = found.start() + len("slug:")
    return tuple(targets)


def _begins_line(text: str, place: int, least: int) -> bool:
    """Tell whether nothing but white space and one hyphen stands before a place in its line.

    Looked at backwards from the place, because a pattern that tries from the front takes time with
    the cube of the blank lines.
    """
    is_first, start = _blank_before(text, place, least)
    if not is_first and start > least and text[start - 1] == "-":
        is_first, _ = _blank_before(text, start - 1, least)
    return is_first


def _blank_before(text: str, place: int, least: int) -> tuple[bool, int]:
    """Give whether a line starts in the white space before a place, and where that space starts."""
    while True:
        if place == 0 or text[place - 1] in _BREAKS:
            return True, place
        if place == least or text[place - 1] not in WHITE:
            return False, place
        place -= 1


def wikilinks(text: str) -> tuple[str, ...]:
    """Give the targets of ``[[target]]``, also with ``|shown`` or ``#part``, each once."""
    if "[[" not in text:
        return ()
    # In a table the bar before the shown words is escaped.
    found = (trim(target.removesuffix("\\")) for target in _WIKILINK.findall(text))
    return tuple(dict.fromkeys(target for target in found if target))
