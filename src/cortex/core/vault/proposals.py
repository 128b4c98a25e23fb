"""Which file is a proposal about, who should decide on it, and how does it wait?

Nothing here changes the file in question: a row in a queue is all a proposal becomes.
Source: vault contract; docs/formats/vault-writing.md.
"""

from __future__ import annotations

import json
import re

from cortex.core.vault.governance import joined
from cortex.core.vault.payloads import deny
from cortex.core.vault.script import trim
from cortex.model.vault_writing import PROPOSAL_KINDS, Ground, ProposalItem

PENDING = "pending"
_GATED = ("identity", "operational-rule")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_RANDOM_DIGITS = 8

_OWNERS = (
    ("hook", r"\bhooks?/[\w.-]+|\b[\w-]+\.hook\b|\benforced by (?:the )?[\w.`-]+"),
    ("skill", r"\bskills?/[\w.-]+|\bSKILL\.md\b|\b(?:in|for|of|by) the [\w.`-]+ skill\b"),
    ("project", r"\bprojects?/[\w.-]+|\b(?:in|for|of|by) the [\w.`-]+ project\b"),
)
"""What an edit names when something narrower than every prompt should own it."""


class Pinned:
    """A proposal with the one file it is about."""

    __slots__ = ("kind", "owner", "target")

    def __init__(self, kind: str, target: str, owner: str | None) -> None:
        self.kind = kind
        self.target = target
        self.owner = owner


def pin(item: ProposalItem, ground: Ground, home: str) -> Pinned:
    """Give the kind, file and narrower owner of a proposal; what it says of its file is a hint.

    A kind that has one file means that file. A kind that has two must name one of them, by its
    absolute path, from the home (``~/``) or from the user's folder (``USER/``).

    Raises:
        VaultFault: ``governance_refused``: no allowed file is named.
    """
    supplied = _absolute(trim(item.target_file), ground, home)
    kind = item.target_kind or _kind_of(supplied, ground)
    targets = [ground.show(joined(ground.user, name)) for name in PROPOSAL_KINDS[kind]]
    if len(targets) == 1:
        target = targets[0]
    elif supplied in targets:
        target = supplied
    else:
        deny(f"target_file is not allowed for {kind} proposals")
    return Pinned(kind, target, owner_of(item.edit) if kind in _GATED else None)


def _kind_of(supplied: str, ground: Ground) -> str:
    """Give the kind a path belongs to; one that nobody knows is taken for an identity."""
    for kind, names in PROPOSAL_KINDS.items():
        if supplied in [ground.show(joined(ground.user, name)) for name in names]:
            return kind
    return "identity"


def _absolute(supplied: str, ground: Ground, home: str) -> str:
    if supplied.startswith("~/"):
        return f"{home.rstrip('/')}/{supplied[2:]}"
    for start in ("LIFEOS/USER/", "USER/"):
        if supplied.startswith(start):
            return ground.show(joined(ground.user, supplied[len(start) :]))
    return supplied


def owner_of(edit: str) -> str | None:
    """Give what should own an edit instead of a file that every prompt carries, or None."""
    for owner, pattern in _OWNERS:
        if re.search(pattern, edit, re.IGNORECASE) is not None:
            return owner
    return None


def proposal_id(now_ms: int, random: str) -> str:
    """Give an id that sorts by time: the instant in base 36, and digits of a random id."""
    digits = ""
    rest = now_ms
    while rest:
        rest, digit = divmod(rest, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return f"{digits}-{random.replace('-', '')[:_RANDOM_DIGITS]}"


def row_of(item: ProposalItem, pinned: Pinned, name: str, ts: str) -> bytes:
    """Give the line that waits in the queue; its status is pending however sure it is."""
    row: dict[str, object] = {
        "id": name,
        "ts": ts,
        "status": PENDING,
        "target_file": pinned.target,
        "target_kind": pinned.kind,
        "edit": item.edit,
        "confidence": whole(item.confidence),
        "rationale": item.rationale,
        "observed_across_sessions": item.observed,
        "source_session": item.session,
    }
    if pinned.owner is not None:
        row["owner"] = pinned.owner
    return line_of(row)


def line_of(row: dict[str, object]) -> bytes:
    """Give an object as one line of JSON; bytes of a path that are no UTF-8 become escapes."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def whole(value: float) -> float | int:
    """Give a number without a point when it has no fraction."""
    return int(value) if value == int(value) else value
