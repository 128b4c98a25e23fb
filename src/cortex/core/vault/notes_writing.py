"""What is the text of a note after something was remembered in it?

A new note gets the head of the contract. An older one keeps every byte of its body, whoever wrote
it; in its head only ``updated`` and its list of links change.
Source: vault contract; docs/formats/vault-writing.md.
"""

from __future__ import annotations

import re
from hashlib import sha256

from cortex.core.vault.instants import iso_ms
from cortex.core.vault.notes import read_note, unquoted
from cortex.core.vault.payloads import deny
from cortex.core.vault.proposals import whole
from cortex.core.vault.script import trim
from cortex.core.vault.text import decode, public
from cortex.core.vault.visible import shows_only
from cortex.model.vault import VaultFault, VaultRecord
from cortex.model.vault_writing import NoteItem, Relation

CONVENTION = "kb-v3"
SEEDLING = "seedling"
_QUALITY_SHORT, _QUALITY_LONG, _LONG_CHARS = 2, 5, 400
_ID_DIGITS = 12

_HEAD = re.compile(r"---(\r?\n)(.*?\r?\n)---(?:\r?\n|\Z)", re.DOTALL)
_UPDATED = re.compile(r"updated:.*?(\r?\n)", re.ASCII)
_SLUG_LINE = re.compile(r"(\s*)-\s+slug:\s+(\S+)\s*")
_TYPE_LINE = re.compile(r"\s+type:\s*(.*?)\s*")


class Composed:
    """A note as it would be: its bytes, the record a reader makes of them, and what was added.

    Attributes:
        links: how many links are new or changed their type.
    """

    __slots__ = ("content", "links", "record")

    def __init__(self, content: bytes, record: VaultRecord, links: int) -> None:
        self.content = content
        self.record = record
        self.links = links


def new_note(item: NoteItem, slug: str, path: str, now_ms: int) -> Composed:
    """Give a note that does not exist yet.

    Args:
        path: as reading will know it.

    Raises:
        VaultFault: ``governance_refused``: a reader would not get back what was given.
    """
    now = iso_ms(now_ms)
    digest = sha256(f"{slug} {now}".encode()).hexdigest()[:_ID_DIGITS]
    head = [
        f"id: kb_{digest}",
        f"type: {item.kind}",
        f"title: {scalar(item.title)}",
        "tags: [untagged]",
        f"status: {SEEDLING}",
        f"quality: {_QUALITY_SHORT if len(item.content) < _LONG_CHARS else _QUALITY_LONG}",
        "quality_inferred: true",
    ]
    if item.confidence is not None:
        head.append(f"confidence: {whole(item.confidence)}")
    head.append("source_kind: internal")
    if item.session is not None:
        head.append(f"source_session: {plain(item.session)}")
    head += [f"created: {now}", f"updated: {now}"]
    if item.related:
        head += ["related:", *_links(item.related, "  ")]
    head.append(f"convention: {CONVENTION}")
    lines = ["---", *head, "---", "", f"# {item.title}", "", item.content, ""]
    text = "\n".join(lines)
    record = _readable(text, path)
    if (record.title, record.type, record.created) != (item.title, item.kind, now):
        deny("EWRITE_FAILED: the title cannot be written so that it reads the same")
    if not record.content.endswith(f"{item.content}\n"):
        deny("EWRITE_FAILED: the content cannot be written so that it reads the same")
    return Composed(text.encode(), record, len(item.related))


def appended(old: bytes, item: NoteItem, path: str, now_ms: int) -> Composed:
    """Give a note with one more section.

    Raises:
        VaultFault: ``governance_refused``: the note cannot be read as it stands, or hides what
            would be added to it.
    """
    before = decode(old)
    if before is None:
        deny(f"EWRITE_FAILED: {path} is not valid UTF-8; run cortex vault doctor")
    was = _readable(before, path)
    stamp = iso_ms(max(now_ms, was.created_ms, was.updated_ms))
    head, rest, links, left = _head_with(before, stamp, item.related)
    section = [f"## Appended {iso_ms(now_ms)}", ""]
    remark = [f"source_session: {item.session}"] if item.session is not None else []
    if item.confidence is not None:
        remark.append(f"confidence: {whole(item.confidence)}")
    if remark:
        section += [f"<!-- {' | '.join(remark)} -->", ""]
    if left:
        section += ["related:", *_links(left, "  "), ""]
    section += [item.content, ""]
    gap = "" if not rest or rest.endswith("\n") else "\n"
    shown = "\n".join(section)
    text = f"{head}{rest}{gap}\n{shown}"
    record = _readable(text, path)
    changed = [line for line in before[: len(before) - len(rest)].split("\n") if _may_change(line)]
    added = [*shown.split("\n"), *(line for line in head.split("\n") if _may_change(line))]
    is_whole = public(text).endswith(shown) and shows_only(before, text, added, changed)
    if record.id != was.id or not is_whole:
        deny(f"EWRITE_FAILED: a private tag in {path} would hide this; run cortex vault doctor")
    whole_content = text.encode()
    if old.startswith(b"\xef\xbb\xbf"):
        whole_content = b"\xef\xbb\xbf" + whole_content
    return Composed(whole_content, record, links)


def scalar(title: str) -> str:
    """Give a title as a head holds it: what a reader gets back is the title, to the letter.

    A reader drops one quotation mark at each end and undoes no escape. So the quotes are chosen
    such that YAML reads the same; only a title with both kinds of quotes at its ends, or a
    backslash beside an apostrophe, is no YAML.
    """
    if '"' not in title and "\\" not in title:
        return f'"{title}"'
    if "'" not in title:
        return f"'{title}'"
    return plain(title) if _is_plain(title) else f'"{title}"'


def plain(text: str) -> str:
    """Give a text without quotes where it reads the same without, else with."""
    return text if _is_plain(text) else f'"{text}"'


def _is_plain(text: str) -> bool:
    return (
        unquoted(trim(text)) == text
        and text[:1].isalnum()
        and not text.endswith(":")
        and ": " not in text
        and " #" not in text
    )


def _links(related: tuple[Relation, ...], indent: str) -> list[str]:
    return [
        line
        for link in related
        for line in (f"{indent}- slug: {link.slug}", f"{indent}  type: {link.type}")
    ]


def _head_with(
    text: str, stamp: str, related: tuple[Relation, ...]
) -> tuple[str, str, int, tuple[Relation, ...]]:
    """Give the changed head, the rest of the text, the links changed, and those without a place."""
    found = _HEAD.match(text)
    if found is None:
        return "", text, len(related), related
    end = found[1]
    inner = [f"{line}\n" for line in found[2].split("\n")[:-1]]
    _stamp(inner, stamp, end)
    links, left = _merge(inner, related, end)
    closing = text[found.end(2) : found.end()]
    return f"---{end}{''.join(inner)}{closing}", text[found.end() :], links, left


def _stamp(inner: list[str], stamp: str, end: str) -> None:
    """Set ``updated``, the last one when there are several."""
    for at in range(len(inner) - 1, -1, -1):
        found = _UPDATED.fullmatch(inner[at])
        if found is not None:
            inner[at] = f"updated: {stamp}{found[1]}"
            return
    inner.append(f"updated: {stamp}{end}")


def _merge(
    inner: list[str], related: tuple[Relation, ...], end: str
) -> tuple[int, tuple[Relation, ...]]:
    """Write links into the list of a head; give how many changed, and those it has no place for."""
    if not related:
        return 0, ()
    at = next((at for at, line in enumerate(inner) if line.startswith("related:")), None)
    if at is None:
        inner += [f"{line}{end}" for line in ("related:", *_links(related, "  "))]
        return len(related), ()
    if trim(inner[at][len("related:") :]) not in ("", "[]"):
        return len(related), related
    inner[at] = f"related:{end}"
    stop = at + 1
    while stop < len(inner) and inner[stop][:1] in (" ", "\t", "-"):
        stop += 1
    block = inner[at + 1 : stop]
    changed = sum(_place(block, link, end) for link in related)
    inner[at + 1 : stop] = block
    return changed, ()


def _place(block: list[str], link: Relation, end: str) -> bool:
    """Add a link to the lines of a list, or give it another type; False when it stands there."""
    indent = "  "
    for at, line in enumerate(block):
        found = _SLUG_LINE.fullmatch(line)
        if found is None:
            continue
        indent = found[1]
        if unquoted(found[2]) != link.slug:
            continue
        typed = _TYPE_LINE.fullmatch(block[at + 1]) if at + 1 < len(block) else None
        if typed is not None and typed[1] == link.type:
            return False
        line_now = f"{indent}  type: {link.type}{end}"
        block[at + 1 : at + 1 + (typed is not None)] = [line_now]
        return True
    block += [f"{line}{end}" for line in _links((link,), indent)]
    return True


def _may_change(line: str) -> bool:
    """Tell whether a line of a head is one that remembering may change."""
    bare = line.rstrip("\r")
    return bare.startswith(("updated:", "related:")) or bool(
        _SLUG_LINE.fullmatch(bare) or _TYPE_LINE.fullmatch(bare)
    )


def _readable(text: str, path: str) -> VaultRecord:
    """Give the record a reader will make of a text, by the same code that reads.

    Raises:
        VaultFault: ``governance_refused``.
    """
    try:
        return read_note(text.encode("utf-8", "surrogatepass"), path)
    except VaultFault as fault:
        deny(f"EWRITE_FAILED: {fault.message}")
