"""What becomes of a fact when a newer one takes its place?

Source: CQR 3.4 and 15.4 (D1, D2), ADR 0033.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.facts.closing import has_no_length
from cortex.core.facts.verdict import Effect, Verdict
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.model.facts import Fact, FactContent, FactStatus
from cortex.model.threads import OBLIGATION_TYPE
from cortex.model.versions import FactChange
from cortex.services.find import can_see

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.commits import CommitRequest
    from cortex.ports.brain import BrainReader, BrainWriter


def require_standing(reader: BrainReader, fact: Fact, caller: Caller) -> None:
    """Refuse to replace a fact that another has replaced already: two heirs would both stand.

    Raises:
        InvalidRequest: it is superseded; the remedy names what stands in its place.
    """
    if fact.content.status is not FactStatus.SUPERSEDED:
        return
    heirs = [
        record.source_fact_id
        for record in reader.conflicts_of([fact.fact_id], tuple(ConflictStatus))
        if record.target_fact_id == fact.fact_id
        and record.classification is not ConflictClass.REFINES
    ]
    heir = reader.find_fact(heirs[-1]) if heirs else None
    is_shown = heir is not None and can_see(heir, caller)
    remedy = f"supersede {heir.reference}" if heir and is_shown else "commit a new fact"
    message = f"{fact.reference} is superseded already"
    raise InvalidRequest(message, remedy=remedy, field="supersedes")


def inherited(request: CommitRequest, old: Fact) -> CommitRequest:
    """Give a replacement what it leaves unsaid: a new wording must not lose the constraint."""
    content, naming = old.content, old.content.naming
    keeps_life = not request.type and request.retention is None and request.ttl_seconds is None
    return request._replace(
        type=request.type or content.type,
        subject=request.subject or naming.subject,
        attribute=request.attribute or (None if request.subject else naming.attribute),
        aliases=request.aliases or (() if request.subject else naming.aliases),
        paths=request.paths or naming.paths,
        symbols=request.symbols or naming.symbols,
        anchors=request.anchors or naming.anchors,
        thread=request.thread or naming.thread,
        goal=request.goal or naming.goal,
        retention=content.retention if keeps_life else request.retention,
        fields=request.fields or _kept_fields(request, old),
    )


def _kept_fields(request: CommitRequest, old: Fact) -> dict[str, object] | None:
    """Give what an obligation said anew is still to be checked by; nothing else passes on.

    Fields tell how the old statement came about, and say nothing of the new one.
    """
    content = old.content
    if content.fields is None or content.type != OBLIGATION_TYPE or request.type:
        return None
    import json

    return {key: value for key, value in json.loads(content.fields).items() if key == "predicate"}


def succeed(content: FactContent, old: Fact, *, is_dated: bool) -> FactContent:
    """Give the content of the fact that takes another's place.

    A pin passes on. Without a start of its own it starts no earlier than what it replaces, so that
    a fact that is yet to come is replaced from its start on.
    """
    start, old_start = content.valid_from_us, old.content.valid_from_us
    starts_later = start is not None and old_start is not None and old_start > start
    return content._replace(
        supersedes_id=old.fact_id,
        is_pinned=content.is_pinned or old.content.is_pinned,
        valid_from_us=old_start if starts_later and not is_dated else start,
    )


def close(writer: BrainWriter, old: Fact, new: Fact, version_id: int, now_us: int) -> Fact:
    """End the old fact where the new one starts, and give it back as it is then.

    Until a start to come it stays active.
    """
    start = new.content.valid_from_us
    end = now_us if start is None else start
    old_start = old.content.valid_from_us
    if old_start is not None and end < old_start:
        end = old_start
    if old.content.valid_until_us is not None:
        end = min(end, old.content.valid_until_us)
    closed = old.content._replace(valid_until_us=end)
    is_over = end <= now_us or has_no_length(closed)
    change = FactChange(status=FactStatus.SUPERSEDED if is_over else None, valid_until_us=end)
    return writer.update_fact(old.fact_id, change, version_id, now_us)


def resumption(old: Fact, new: Fact, now_us: int) -> FactContent | None:
    """Give what holds again when the new fact's window ends inside the old one's, or None."""
    end, old_end = new.content.valid_until_us, old.content.valid_until_us
    if end is None or (old_end is not None and old_end <= end):
        return None
    return old.content._replace(
        valid_from_us=end,
        valid_until_us=old_end,
        observed_us=now_us,
        created_us=now_us,
        supersedes_id=None,
        disputes_id=None,
    )


def record_conflict(
    writer: BrainWriter, fact: Fact, old: Fact, verdict: Verdict, now_us: int
) -> ConflictRecord | None:
    """Record a verdict that somebody may want to see; None when there is nothing to record."""
    if verdict.status is None or verdict.effect is Effect.MERGE:
        return None
    return writer.add_conflict(
        (fact.fact_id, old.fact_id),
        verdict.classification,
        verdict.similarity,
        (verdict.status, verdict.strategy),
        now_us,
    )
