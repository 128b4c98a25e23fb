"""How does a Markdown file hold a stretch of ours, and a script say that it is ours?

The opening marker carries the version that wrote it and a digest of the stretch, so that what
somebody changed inside is seen and not written over. Source: ADR 0162.
"""

from __future__ import annotations

import hashlib
import re

from cortex.model.installation import Block, EditRefused, Script
from cortex.model.lean_classes import NamedTuple

_BEGIN = r"^<!-- cortex:begin {name}([^\r\n]*?)-->[ \t]*\r?$"
_END = r"^<!-- cortex:end {name}-->[ \t]*\r?$"
_NO_NAME = "(?![a-z][a-z-]* version=)"
_MARK = re.compile(r"sha256=([0-9a-f]{16})")
_SCRIPT_MARK = re.compile(r"\S+ cortex:file version=\S+ sha256=([0-9a-f]{16})")

DIGEST_CHARS = 16
"""Hex digits of a digest that a marker shows: enough to see a change, short enough to read."""

EDITED = "somebody changed the stretch of Cortex in it"
KEEP_OR_FORCE = (
    "move the change out of the stretch; `cortex uninstall --force` takes it out with the change"
)


class _Found(NamedTuple):
    start: int
    body_start: int
    body_end: int
    end: int
    mark: str


def put_block(text: str, block: Block, version: str) -> str:
    """Give a Markdown text with our stretch in it; it replaces an older one, or ends the text.

    Raises:
        EditRefused: the markers do not pair up, or somebody wrote between them.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    body = block.body.replace("\n", line_end)
    name = block.name and f"{block.name} "
    begin = f"<!-- cortex:begin {name}version={version} sha256={_digest(block.body)} -->"
    whole = f"{begin}{line_end}{body}{line_end}<!-- cortex:end {name}-->"
    found = _find(text, block.name) or _find_former(text, block)
    if found is None:
        if not text:
            return block.preface.replace("\n", line_end) + whole + line_end
        gap = line_end if text.endswith("\n") else line_end * 2
        return text + gap + whole + line_end
    if _is_edited(text, found):
        raise EditRefused(EDITED, KEEP_OR_FORCE)
    if text[found.body_start : found.body_end] == body + line_end:
        return text
    return text[: found.start] + whole + text[found.end :]


def drop_block(text: str, block: Block, *, is_forced: bool) -> str:
    """Give a Markdown text without our stretch and the blank line that set it off.

    Raises:
        EditRefused: the markers do not pair up, or somebody wrote between them.
    """
    found = _find(text, block.name) or _find_former(text, block)
    if found is None:
        return text
    if _is_edited(text, found) and not is_forced:
        raise EditRefused(EDITED, KEEP_OR_FORCE)
    head, tail = text[: found.start], text[found.end :]
    tail = tail[2:] if tail.startswith("\r\n") else tail.removeprefix("\n")
    if head.replace("\r\n", "\n") == block.preface and not tail.strip():
        return ""
    for mark in ("\r\n\r\n", "\n\n"):
        if head.endswith(mark):
            head = head[: -len(mark) // 2]
            break
    return head + tail


def put_script(text: str, script: Script, version: str) -> str:
    """Give our script, when there is none or it replaces one of ours that nobody changed.

    Raises:
        EditRefused: it is somebody else's file, or was changed.
    """
    if text and not _is_our_script(text):
        message = "it is not as Cortex wrote it"
        raise EditRefused(message, "move it away and run this again")
    if text.partition("\n")[2] == script.body:
        return text
    mark = f"{script.comment} cortex:file version={version} sha256={_digest(script.body)}"
    return f"{mark}\n{script.body}"


def drop_script(text: str, *, is_forced: bool) -> str:
    """Give nothing, which removes our script.

    Raises:
        EditRefused: it is somebody else's file, or was changed.
    """
    if not is_forced and not _is_our_script(text):
        message = "it is not as Cortex wrote it"
        raise EditRefused(message, "remove it by hand, or add --force")
    return ""


def _is_our_script(text: str) -> bool:
    first, _, body = text.partition("\n")
    found = _SCRIPT_MARK.fullmatch(first)
    return found is not None and found.group(1) == _digest(body)


def _find(text: str, name: str) -> _Found | None:
    """Give the one stretch of a name; stretches of other names are none of its business."""
    named = f"{re.escape(name)} " if name else ""
    begins = list(re.finditer(_BEGIN.format(name=named or _NO_NAME), text, re.MULTILINE))
    ends = list(re.finditer(_END.format(name=named), text, re.MULTILINE))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or ends[0].start() < begins[0].end():
        message = "the markers of Cortex in it do not pair up"
        shown = name and f" {name}"
        pair = f"leave one cortex:begin{shown} and one cortex:end{shown}, or neither"
        raise EditRefused(message, pair)
    begin, end = begins[0], ends[0]
    found = _MARK.search(begin.group(1))
    end_at = end.end() - (text[end.end() - 1] == "\r")
    return _Found(
        begin.start(), begin.end() + 1, end.start(), end_at, "" if found is None else found.group(1)
    )


def _find_former(text: str, block: Block) -> _Found | None:
    """Give the nameless stretch that an older version wrote where this one belongs now."""
    if not block.formerly:
        return None
    try:
        found = _find(text, "")
    except EditRefused:
        return None  # Stretches of others are none of its business.
    return found if found is not None and found.mark == block.formerly else None


def _is_edited(text: str, found: _Found) -> bool:
    body = text[found.body_start : found.body_end].replace("\r\n", "\n").removesuffix("\n")
    return _digest(body) != found.mark


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:DIGEST_CHARS]
