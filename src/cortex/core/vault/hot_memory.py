"""What becomes of a hot memory file when entries are added or replaced?

Every prompt carries such a file whole, so it is short and its entries are one line each. Lines that
are no entries belong to whoever wrote them and stay. A write that would lose much is refused.
Source: vault contract; docs/formats/vault-writing.md.
"""

from __future__ import annotations

import re

from cortex.core.vault.instants import iso_ms, parse_ms
from cortex.core.vault.notes import front_matter, read_note
from cortex.core.vault.payloads import deny
from cortex.core.vault.script import WHITE, trim, units
from cortex.core.vault.text import decode, public
from cortex.core.vault.visible import shows_only
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_ENTRIES_MAX, VAULT_ENTRY_UNITS_MAX
from cortex.model.vault import VaultFault
from cortex.model.vault_writing import HOT_PREFIXES, HotItem

BEGIN, END = "<!-- BEGIN ENTRIES -->", "<!-- END ENTRIES -->"

GUARDED_FROM = 10
"""Entries from which on a loss is suspect; a file that is still small may be rewritten freely."""
_FEW = 3
_EROSION = 2

_HEAD = re.compile(r"---\r?\n.*?\r?\n---(?:\r?\n|\Z)", re.DOTALL)
_LINE_BREAK = re.compile(r"[\n\r\u2028\u2029]")


class HotPlan(NamedTuple):
    """A hot memory file as it would be.

    ``content`` is None when nothing changes: every entry stands there already. ``detail`` has the
    figures of the audit log, in its order.
    """

    content: bytes | None
    detail: dict[str, object]


class _Hot(NamedTuple):
    """The parts of a file: its head, the lines that are no entries, where the block goes."""

    head: str
    body: list[str]
    at: int
    entries: tuple[str, ...]
    end: str


def plan_hot(old: bytes, item: HotItem, path: str, now_ms: int) -> HotPlan:
    """Give what a hot memory file becomes.

    Raises:
        VaultFault: ``governance_refused``: an entry is none, the file would be too full or lose
            too much, or it cannot be read.
    """
    text = decode(old)
    if text is None:
        deny(f"EINVAL_PATH: {path} is not valid UTF-8; run cortex vault doctor")
    _require_readable(text, path)
    hot = _parse(text)
    for entry in item.entries:
        _require_entry(entry)
    given = tuple(dict.fromkeys(item.entries))
    repeats = len(item.entries) - len(given)
    if item.op == "add":
        repeats += sum(entry in hot.entries for entry in given)
        entries = tuple(dict.fromkeys((*hot.entries, *given)))
    else:
        entries = given
    if len(entries) > VAULT_ENTRIES_MAX:
        deny(f"EAT_CAP: {path} holds at most {VAULT_ENTRIES_MAX} entries; replace them by op set")
    gone = [entry for entry in hot.entries if entry not in entries]
    come = [entry for entry in entries if entry not in hot.entries]
    _require_no_loss(len(hot.entries), len(entries), len(gone), len(come))
    detail: dict[str, object] = {
        "prior_count": len(hot.entries),
        "new_count": len(entries),
        "accepted": len(given) - (repeats if item.op == "add" else 0),
        "dropped_malformed": 0,
        "dropped_overlength": 0,
        "dropped_duplicates": repeats,
        "evictions": len(gone),
        "additions": len(come),
    }
    if entries == hot.entries:
        return HotPlan(None, detail)
    after = _written(hot, entries, item.actor, now_ms)
    _require_readable(after, path)
    added = [*entries, BEGIN, END, *after.split("\n")[: _head_lines(after)]]
    removed = [*hot.entries, BEGIN, END, *text.split("\n")[: _head_lines(text)]]
    stray = [line for line in text.split("\n") if trim(line) in (*hot.entries, BEGIN, END)]
    if not shows_only(text, after, added, [*removed, *stray]):
        deny(f"EWRITE_FAILED: a private tag in {path} stands between its entries; move it out")
    return HotPlan(after.encode(), detail)


def is_entry(line: str) -> bool:
    """Tell whether a line is an entry: a known word with a colon, a space, and something more."""
    return any(
        line.startswith(f"{prefix} ") and bool(trim(line[len(prefix) :])) for prefix in HOT_PREFIXES
    )


def _require_entry(entry: str) -> None:
    if _LINE_BREAK.search(entry) is not None:
        deny("an entry must be single-line")
    if not is_entry(entry):
        deny(f"an entry must start with one of: {', '.join(HOT_PREFIXES)} and say something")
    said = entry.partition(": ")[2]
    if units(said) > VAULT_ENTRY_UNITS_MAX:
        deny(f"an entry exceeds size limit ({VAULT_ENTRY_UNITS_MAX})")


def _require_no_loss(prior: int, new: int, evictions: int, additions: int) -> None:
    """Refuse a write that would lose much of a file that has much."""
    if prior < GUARDED_FROM:
        return
    if new < _FEW or (evictions * 2 > prior and not additions):
        deny(f"ESUSPECT_SHRINK: {prior} entries would become {new}")
    if evictions - additions >= _EROSION:
        deny(f"ESUSPECT_EROSION: {evictions} entries would go and {additions} come")


def _require_readable(text: str, path: str) -> None:
    try:
        read_note(text.encode("utf-8", "surrogatepass"), path)
    except VaultFault as fault:
        deny(f"EWRITE_FAILED: {fault.message}")


def _parse(text: str) -> _Hot:
    """Take a file apart; only lines that a reader sees can be entries or marks of the block."""
    found = _HEAD.match(text)
    head = found[0] if found is not None else ""
    rest = text[len(head) :]
    visible = None
    if public(text) != text:
        visible = set(public(text).split("\n"))
    end = "\r\n" if "\r\n" in text else "\n"
    body: list[str] = []
    entries: list[str] = []
    marks: list[int] = []
    firsts: list[int] = []
    for line in rest.split("\n"):
        bare = line.strip(WHITE)
        if visible is not None and line not in visible:
            body.append(line)
        elif bare in (BEGIN, END):
            marks.append(len(body))
        elif is_entry(line):
            firsts.append(len(body))
            entries.append(bare)
        else:
            body.append(line)
    at = (*marks[:1], *firsts[:1], len(body) - (body[-1:] == [""]))[0]
    return _Hot(head, body, at, tuple(dict.fromkeys(entries)), end)


def _written(hot: _Hot, entries: tuple[str, ...], actor: str, now_ms: int) -> str:
    mark = "\r" if hot.end == "\r\n" else ""
    block = [f"{line}{mark}" for line in (BEGIN, *entries, END)]
    body = [*hot.body[: hot.at], *block, *hot.body[hot.at :]]
    if body[-1] != "":
        body.append("")
    return _head(hot, actor, now_ms) + "\n".join(body)


def _head(hot: _Hot, actor: str, now_ms: int) -> str:
    """Give the head with the instant of this write; a file without a head gets one."""
    fields = front_matter(hot.head)
    created = next((fields[name] for name in ("created", "date", "ts") if fields.get(name)), "")
    at_ms = max(now_ms, parse_ms(created) or 0)
    stamped = "updated" if fields.get("updated") else "last_updated"
    head = hot.head or f"---{hot.end}---{hot.end}"
    opening, *inner, closing = head.removesuffix("\n").split("\n")
    mark = "\r" if hot.end == "\r\n" else ""
    for name, value in ((stamped, iso_ms(at_ms)), ("updated_by", actor)):
        line = f"{name}: {value}{mark}"
        places = [at for at, old in enumerate(inner) if old.startswith(f"{name}:")]
        if places:
            inner[places[-1]] = line
        else:
            inner.append(line)
    return "\n".join((opening, *inner, closing)) + "\n"


def _head_lines(text: str) -> int:
    found = _HEAD.match(text)
    return 0 if found is None else found[0].count("\n")
