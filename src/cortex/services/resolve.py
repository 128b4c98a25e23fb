"""How does a person settle two statements that disagree?

Only what is named changes: ``keep`` lets one statement stand and closes the other, ``merge`` lets
both stand, ``archive`` closes both. Every conflict that is left without two standing sides, or is
between the two, counts as decided by a person.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.core.facts.closing import closing_us, has_no_length, is_closed
from cortex.core.text.digests import content_hash
from cortex.model.conflicts import ConflictRecord, ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.model.facts import COLD_STATUSES, Fact, FactContent, FactStatus
from cortex.model.stories import Resolution, ResolveOutcome
from cortex.model.versions import FactChange
from cortex.services.find import VERSIONS_TOLD_MAX, get_changeable
from cortex.services.retract import clean_reason
from cortex.services.revise import Revision
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain, BrainReader, BrainWriter

OPERATION = "resolve"
UNDECIDED = (ConflictStatus.OPEN, ConflictStatus.AUTO_RESOLVED)
OVER_POLICY = "_over_policy"
"""End of the strategy that replaces an automatic verdict; a rollback restores that verdict."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a person decides about two facts, named by reference; ``rationale`` may be empty."""

    keep: str
    drop: str
    action: Resolution
    rationale: str = ""


def resolve(brain: Brain, verdict: Verdict, caller: Caller, now_us: int) -> ResolveOutcome:
    """Settle two facts; when everything already is as asked, nothing is written.

    A winner whose window was closed by the losing verdict is stated again from now on, as a new
    fact: what the brain answered for the time in between stays answered. The old reference keeps
    working here and means the statement it was stated again as.

    Raises:
        InvalidRequest: a text is no reference, both name one fact, or the rationale is too long.
        NotFound: one of them does not exist, not for this caller, or a rollback undid it.
        Denied: one of them belongs to somebody else.
        StoreBusy, StoreReadOnly, DiskFull: nothing was written.
    """
    told = clean_reason(verdict.rationale, "rationale")
    action = verdict.action
    with brain.writing() as writer:
        kept, dropped = (
            _as_it_stands(writer, get_changeable(writer, reference, caller, field), now_us)
            for reference, field in ((verdict.keep, "keep"), (verdict.drop, "drop"))
        )
        if kept.fact_id == dropped.fact_id:
            message = f"both references name {kept.reference}"
            raise InvalidRequest(message, remedy="name two different facts", field="drop")
        plans = _plans(action, kept, dropped, now_us)
        decided = _decided(writer, action, kept, dropped)
        if not any(plans) and not decided:
            return ResolveOutcome(action, kept, dropped, None)
        return _Settling(writer, action, caller, now_us).carry_out(
            (kept, dropped), plans, decided, told
        )


class _Settling:
    """One resolution being written."""

    __slots__ = ("_action", "_now_us", "_restated", "_revision", "_writer", "caller")

    def __init__(
        self, writer: BrainWriter, action: Resolution, caller: Caller, now_us: int
    ) -> None:
        self._writer = writer
        self._action = action
        self._now_us = now_us
        self.caller = caller
        self._revision = Revision(writer, OPERATION, caller, now_us)
        self._restated: list[tuple[str, str]] = []

    def carry_out(
        self,
        facts: tuple[Fact, Fact],
        plans: tuple[_Plan, _Plan],
        decided: list[ConflictRecord],
        rationale: str,
    ) -> ResolveOutcome:
        """Change both facts, settle the conflicts, and close the entry."""
        kept, dropped = (self._apply(fact, plan) for fact, plan in zip(facts, plans, strict=True))
        settled = tuple(
            record
            for status, ending in zip(UNDECIDED, ("", OVER_POLICY), strict=True)
            for record in self._revision.settle(
                (record for record in decided if record.status is status),
                f"user_{self._action}{ending}",
            )
        )
        self._revision.close(kept, f"resolve {self._action}: {rationale or kept.content.text}")
        data = {
            "action": self._action.value,
            "drop": dropped.reference,
            "keep": kept.reference,
            "rationale": rationale,
            "version": self._revision.version_id,
        }
        self._writer.add_event(OPERATION, encode(data), self.caller.agent, self._now_us)
        return ResolveOutcome(
            action=self._action,
            kept=kept,
            dropped=dropped,
            version_id=self._revision.version_id,
            settled=tuple(sorted(settled, key=lambda record: record.conflict_id)),
            restated=tuple(self._restated),
        )

    def _apply(self, fact: Fact, plan: _Plan) -> Fact:
        if isinstance(plan, FactContent):
            restated = self._revision.restate(plan, content_hash(plan.text))
            # Nothing of the old fact changes, but its history now shows this entry.
            self._revision.change(fact.fact_id, FactChange())
            self._restated.append((fact.reference, restated.reference))
            return restated
        return fact if plan is None else self._revision.change(fact.fact_id, plan)


def _as_it_stands(reader: BrainReader, fact: Fact, now_us: int) -> Fact:
    """Give the fact, or what an earlier resolution stated it again as, if that still stands."""
    if _stands(fact.content, now_us):
        return fact
    entries = [
        version.version_id
        for version in reader.versions(fact.fact_id, VERSIONS_TOLD_MAX)
        if version.operation == OPERATION and not version.is_orphaned
    ]
    again = [
        other
        for other in reader.facts(reader.facts_written_by(entries))
        if other.fact_id > fact.fact_id
        and other.content.text == fact.content.text
        and _stands(other.content, now_us)
    ]
    return again[-1] if again else fact


def _stands(content: FactContent, now_us: int) -> bool:
    """Tell whether a statement holds now or will."""
    is_over = is_closed(content, now_us) or has_no_length(content)
    return content.status not in COLD_STATUSES and not is_over


# What is to be done with one fact: change it, state it anew, or leave it.
_Plan = FactChange | FactContent | None


def _plans(action: Resolution, kept: Fact, dropped: Fact, now_us: int) -> tuple[_Plan, _Plan]:
    if action is Resolution.ARCHIVE:
        status = FactStatus.ARCHIVED
        return _closing(kept, status, now_us), _closing(dropped, status, now_us)
    if action is Resolution.MERGE:
        return _standing(kept, None, now_us), _standing(dropped, None, now_us)
    closing = _closing(dropped, FactStatus.SUPERSEDED, now_us)
    return _standing(kept, dropped if closing else None, now_us), closing


def _closing(fact: Fact, status: FactStatus, now_us: int) -> FactChange | None:
    """Plan the end of a fact; one that is superseded or retracted already is not made less so."""
    current = fact.content.status
    if current is status or current is FactStatus.ARCHIVED:
        return None
    return FactChange(status=status, valid_until_us=closing_us(fact.content, now_us))


def _standing(fact: Fact, loser: Fact | None, now_us: int) -> _Plan:
    """Plan what lets a fact stand: nothing, a change, or its statement again from now on."""
    content = fact.content
    if content.status in COLD_STATUSES or _lost_at_birth(content) or _ends_for(content, loser):
        return _again(content, fact if loser is None else loser, now_us)
    is_free = content.supersedes_id is None and loser is not None
    is_circular = loser is not None and loser.content.supersedes_id == fact.fact_id
    link = loser.fact_id if loser is not None and is_free and not is_circular else None
    status = FactStatus.ACTIVE if content.status is FactStatus.DISPUTED else None
    return FactChange(status=status, supersedes_id=link) if status or link else None


def _lost_at_birth(content: FactContent) -> bool:
    """Tell whether a verdict closed a disputed fact when it was stored, rather than its author.

    That leaves a window without length, or one that ends at the instant of storing.
    """
    return content.status is FactStatus.DISPUTED and (
        has_no_length(content) or content.valid_until_us == content.created_us
    )


def _ends_for(content: FactContent, loser: Fact | None) -> bool:
    """Tell whether the loser was to take over, now or later, from a fact that is still active."""
    end_us = content.valid_until_us
    return loser is not None and end_us is not None and end_us == loser.content.valid_from_us


def _again(content: FactContent, replaced: Fact, now_us: int) -> FactContent:
    """Give the statement as new, with the room to live it had when it was written.

    It holds from now, or from the later instant at which its window had been made to end.
    """
    lifetime_us = None if content.expires_us is None else content.expires_us - content.created_us
    return content._replace(
        status=FactStatus.ACTIVE,
        valid_from_us=max(now_us, content.valid_until_us or now_us),
        valid_until_us=None,
        expires_us=None if lifetime_us is None else now_us + lifetime_us,
        observed_us=now_us,
        created_us=now_us,
        disputes_id=None,
        supersedes_id=replaced.fact_id,
    )


def _decided(
    reader: BrainReader, action: Resolution, kept: Fact, dropped: Fact
) -> list[ConflictRecord]:
    """Give the conflicts this decides: all between the two, and open ones of a side that ends."""
    both = {kept.fact_id, dropped.fact_id}
    ended = {
        Resolution.KEEP: {dropped.fact_id},
        Resolution.MERGE: set(),
        Resolution.ARCHIVE: both,
    }[action]
    return [
        record
        for record in reader.conflicts_of(sorted(both), UNDECIDED)
        if {record.source_fact_id, record.target_fact_id} == both
        or (
            record.status is ConflictStatus.OPEN
            and ended & {record.source_fact_id, record.target_fact_id}
        )
    ]
