"""How does the brain go back to how it was at an earlier log entry?

Nothing is deleted: later entries are marked orphaned, the facts they made are hidden from every
recall, and the facts they changed get their earlier state back. A preview takes the same steps in
a write transaction that is then abandoned, so it cannot promise what applying would not do.
Source: ADR 0027, docs/formats/history.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.facts.references import parse_version
from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import NotFound, RollbackRefused
from cortex.model.facts import COLD_STATUSES, Epistemic
from cortex.model.outcomes import RollbackOutcome
from cortex.services import resolve
from cortex.services.find import is_rolled_back, require_owner
from cortex.services.revise import Origin, announce
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.facts import Fact
    from cortex.model.versions import Version
    from cortex.ports.brain import Brain, BrainReader, BrainWriter

NEAREST_PROBES_MAX = 1000
"""Ids looked at on each side of one that does not exist; ids are given nearly without gaps."""


class _Abandoned(Exception):
    """Leaves a write transaction so that nothing of it stays."""

    def __init__(self, outcome: RollbackOutcome) -> None:
        super().__init__()
        self.outcome = outcome


def rollback(
    brain: Brain, version: int | str, caller: Caller, now_us: int, *, is_applied: bool
) -> RollbackOutcome:
    """Go back to a log entry, or tell what that would do; both give the same lists.

    Going to where HEAD is changes nothing.

    Args:
        version: the entry that becomes HEAD: 12, ``version 12`` or ``v12``.
        is_applied: False only tells.

    Returns:
        Orphaned entries, newest first; references of facts that become visible again or get an
        earlier state back, and of facts that become hidden, by id.

    Raises:
        InvalidRequest: the text names no version.
        NotFound: there is no such entry; the nearest one is named.
        RollbackRefused: the entry was itself undone.
        Denied: a later entry touched a fact of somebody else.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    version_id = parse_version(version)
    with brain.reading() as reader:
        _require_active(reader, version_id)
        if reader.head() == version_id:
            return RollbackOutcome(version_id, (), (), (), is_applied)
    try:
        with brain.writing() as writer:
            return _roll_back(writer, version_id, caller, now_us, is_applied=is_applied)
    except _Abandoned as preview:
        return preview.outcome


def _require_active(reader: BrainReader, version_id: int) -> None:
    found = reader.find_version(version_id)
    if found is None:
        nearest = _nearest_version(reader, version_id)
        hint = "the history is empty" if nearest is None else f"the nearest is version {nearest}"
        message = f"there is no version {version_id}; {hint}"
        raise NotFound(message, field="version")
    if found.is_orphaned:
        earlier = _active_before(reader, version_id)
        remedy = None if earlier is None else f"go to version {earlier}, the last one before it"
        message = f"version {version_id} was itself undone by a rollback"
        raise RollbackRefused(message, remedy=remedy, field="version")


def _nearest_version(reader: BrainReader, version_id: int) -> int | None:
    newest = next(iter(reader.versions(None, 1)), None)
    if newest is None or version_id > newest.version_id:
        return None if newest is None else newest.version_id
    for distance in range(1, NEAREST_PROBES_MAX):
        for candidate in (version_id - distance, version_id + distance):
            if candidate >= 1 and reader.find_version(candidate) is not None:
                return candidate
    return newest.version_id


def _active_before(reader: BrainReader, version_id: int) -> int | None:
    for candidate in range(version_id - 1, max(0, version_id - NEAREST_PROBES_MAX), -1):
        found = reader.find_version(candidate)
        if found is not None and not found.is_orphaned:
            return candidate
    return None


def _roll_back(
    writer: BrainWriter, version_id: int, caller: Caller, now_us: int, *, is_applied: bool
) -> RollbackOutcome:
    """Do it in this transaction.

    Raises:
        _Abandoned: it was a preview; what only derives or announces was not done.
    """
    undone = _later_versions(writer, version_id)
    before = _touched_facts(writer, undone)
    for fact in before:
        require_owner(fact, caller)
    orphaned = writer.rollback_to(version_id, now_us)
    hidden: list[Fact] = []
    revived: list[Fact] = []
    kept: list[Fact] = []
    for old, new in zip(before, _touched_facts(writer, undone), strict=True):
        if is_rolled_back(writer, new):
            hidden.append(new)
        elif old.content != new.content or old.merged_count != new.merged_count:
            revived.append(new)
            if _is_in_force(old, now_us) is _is_in_force(new, now_us):
                kept.append(new)
    filed = {fact.fact_id: fact.content.scope_id for fact in before}
    outcome = RollbackOutcome(
        head=version_id,
        orphaned=orphaned,
        revived=tuple(fact.reference for fact in revived),
        hidden=tuple(fact.reference for fact in hidden),
        is_applied=is_applied,
        scope_ids=tuple(filed.get(version.fact_id, "") for version in orphaned),
        kept=tuple(fact.reference for fact in kept),
    )
    if not is_applied:
        raise _Abandoned(outcome)
    _reopen_conflicts(writer, orphaned, now_us)
    _publish(writer, outcome, (revived, hidden), caller, now_us)
    return outcome


def _is_in_force(fact: Fact, now_us: int) -> bool:
    end_us = fact.content.valid_until_us
    return fact.content.status not in COLD_STATUSES and (end_us is None or end_us > now_us)


def _later_versions(reader: BrainReader, version_id: int) -> list[int]:
    """Give the ids of the entries that would be undone, newest first."""
    read_max = 64
    while True:
        versions = reader.versions(None, read_max)
        if len(versions) < read_max or versions[-1].version_id <= version_id:
            return [
                version.version_id
                for version in versions
                if version.version_id > version_id and not version.is_orphaned
            ]
        read_max *= 2


def _touched_facts(reader: BrainReader, version_ids: list[int]) -> list[Fact]:
    """Give every fact these entries made or changed, by id, as it stands in this transaction."""
    return reader.facts(reader.facts_written_by(version_ids))


def _reopen_conflicts(writer: BrainWriter, orphaned: tuple[Version, ...], now_us: int) -> None:
    """Record again, as it was, each conflict that an undone entry had settled.

    A settled record stays as the witness of what was decided then; entry and settlement carry the
    same instant, because one call made both.
    """
    for version in orphaned:
        if version.operation not in (resolve.OPERATION, "retract", "store"):
            continue
        touched = writer.facts_written_by([version.version_id])
        for record in writer.conflicts_of(touched, (ConflictStatus.USER_RESOLVED,)):
            if record.resolved_us != version.created_us:
                continue
            was_automatic = record.strategy.endswith(resolve.OVER_POLICY)
            status = ConflictStatus.AUTO_RESOLVED if was_automatic else ConflictStatus.OPEN
            writer.add_conflict(
                (record.source_fact_id, record.target_fact_id),
                record.classification,
                record.similarity,
                (status, "reopened_by_rollback"),
                now_us,
            )


def _publish(
    writer: BrainWriter,
    outcome: RollbackOutcome,
    changed: tuple[list[Fact], list[Fact]],
    caller: Caller,
    now_us: int,
) -> None:
    """Bring index, feed and event log in line with the restored states."""
    request_id = f"rollback:{outcome.head}:{outcome.orphaned[0].version_id}"
    origin = Origin(caller, request_id, now_us)
    revived, hidden = changed
    for fact in revived:
        writer.project(fact, handles_of(fact.content))
        announce(writer, fact, origin)
    for fact in hidden:
        announce(writer, fact, origin, epistemic=Epistemic.RETRACTED)
    data = {
        "head": outcome.head,
        "hidden": list(outcome.hidden),
        "orphaned": [version.version_id for version in outcome.orphaned],
        "revived": list(outcome.revived),
    }
    writer.add_event("rollback", encode(data), caller.agent, now_us)
