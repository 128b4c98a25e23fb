"""What changed since the caller looked last?

A cursor is text that the caller keeps: ``restore_epoch|scope_filter|sequence|rule_version``. It is
good for the same caller, profile and scopes on the same store; for any other the changes since
would not be the whole difference, so a new baseline is asked for. Source: CQR 12.9, ADR 0071.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.text.digests import canonical_json, digest
from cortex.model.errors import InvalidRequest
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import CHANGES_MAX
from cortex.model.refusals import ResnapshotRequired
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.changes import ChangeItem
    from cortex.model.facts import Fact
    from cortex.ports.brain import BrainReader

RULE_VERSION = "changes/1"
SCOPES_DOMAIN = "cortex/change-scopes/1"
SCOPES_DIGITS = 8
PARTS = 4
SEQUENCE_DIGITS_MAX = 18
"""Digits of a number that is read from a cursor; a store counts in 63 bits."""

BASELINE, CURRENT, MORE = "baseline", "current", "more"


class ChangeCursor(NamedTuple):
    """A place in the feed, and what the feed was filtered by."""

    restore_epoch: int
    scope_filter: str
    sequence: int
    rule_version: str = RULE_VERSION

    def __str__(self) -> str:
        """Give the text a caller keeps."""
        return f"{self.restore_epoch}|{self.scope_filter}|{self.sequence}|{self.rule_version}"


class Feed(NamedTuple):
    """What changed, the cursor to go on from, and whether that was all.

    ``status`` is ``baseline`` (no cursor was given, nothing is told), ``current`` or ``more``.
    """

    cursor: ChangeCursor
    status: str
    changes: tuple[dict[str, object], ...] = ()


def read_cursor(text: str) -> ChangeCursor:
    """Read a cursor back.

    Raises:
        InvalidRequest: it has not four parts, or a number in it is none.
    """
    parts = text.strip().split("|")
    numbers = [parts[0], parts[2]] if len(parts) == PARTS else []
    are_numbers = all(
        part.isascii() and part.isdigit() and len(part) <= SEQUENCE_DIGITS_MAX for part in numbers
    )
    if not numbers or not are_numbers:
        message = "'change_cursor' is malformed"
        remedy = "copy the whole change_cursor of the last answer, or leave it out"
        raise InvalidRequest(message, remedy=remedy, field="change_cursor")
    return ChangeCursor(int(parts[0]), parts[1], int(parts[2]), parts[3])


def scope_filter(caller: Caller, profile: str, scope_ids: tuple[str, ...] | None) -> str:
    """Name whose changes of which scopes are told; a wider scope is another filter."""
    scopes = "all"
    if scope_ids is not None:
        named = canonical_json(sorted(scope_ids)).encode("utf-8", "replace")
        scopes = digest(SCOPES_DOMAIN, named)[:SCOPES_DIGITS]
    return f"{caller.principal}:{profile}:{scopes}"


def require_same(given: ChangeCursor, now: ChangeCursor) -> None:
    """Let a cursor through that the feed can go on from.

    Raises:
        ResnapshotRequired: the store was restored, the filter or the rules are others, or the
            cursor is ahead of the store; ``reason`` says which.
    """
    reason = next(
        (
            name
            for name, differs in (
                ("rule_version", given.rule_version != now.rule_version),
                ("restore_epoch", given.restore_epoch != now.restore_epoch),
                ("scope_filter", given.scope_filter != now.scope_filter),
                ("sequence", given.sequence > now.sequence),
            )
            if differs
        ),
        None,
    )
    if reason is not None:
        message = f"the change cursor belongs to another state: its {reason} differs"
        raise ResnapshotRequired(message, reason=reason, field="change_cursor")


def changes_since(reader: BrainReader, given: ChangeCursor, now: ChangeCursor, gate: Gate) -> Feed:
    """Give what changed between two places, at most CHANGES_MAX; a commit is never split."""
    items = reader.change_items.between(given.sequence, now.sequence, gate, CHANGES_MAX + 1)
    if len(items) <= CHANGES_MAX:
        return Feed(now, CURRENT, _told(reader, items, gate))
    cut = items[CHANGES_MAX].sequence
    kept = [item for item in items[:CHANGES_MAX] if item.sequence < cut] or items[:CHANGES_MAX]
    behind = now._replace(sequence=kept[-1].sequence)
    return Feed(behind, MORE, _told(reader, kept, gate))


def _told(
    reader: BrainReader, items: list[ChangeItem], gate: Gate
) -> tuple[dict[str, object], ...]:
    """Write the changes; the statement of what a rollback hid is not told."""
    ids = sorted({item.fact_id for item in items})
    named = {fact.fact_id: fact for fact in reader.facts(ids)}
    ever = Gate(TemporalMode.HISTORICAL, gate.at_us, gate.scope_ids, gate.owner_id)
    seen = {fact.fact_id for fact in reader.facts(ids, ever)}
    return tuple(
        _told_of(item, named[item.fact_id], is_seen=item.fact_id in seen) for item in items
    )


def _told_of(item: ChangeItem, fact: Fact, *, is_seen: bool) -> dict[str, object]:
    return {
        "sequence": item.sequence,
        "change": item.kind,
        "reference": fact.reference,
        "revision": f"rev:{fact.fact_id}@{item.revision}",
        "epistemic": item.epistemic,
        "recorded_at": instant_json(item.recorded_us),
        "type": fact.content.type,
        "status": fact.content.status.value if is_seen else "rolled_back",
        "statement": str(fact.content.text) if is_seen else None,
    }
