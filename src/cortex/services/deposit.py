"""How does a statement become a fact? One write transaction, or nothing.

Order: replay of a known key, verdicts against neighbours, version, row, trace, effects on the
neighbours, handles, record and outbox, HEAD, ledger. Source: CQR 3.1, docs/formats/receipts.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.facts.contrast import read, similarity
from cortex.core.facts.verdict import Effect, Verdict, named
from cortex.core.text.digests import content_hash
from cortex.model.callers import Caller
from cortex.model.commits import CommitAction, CommitOutcome, CommitRequest, Related
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.errors import IdempotencyConflict, InvalidRequest, MaintenanceDebt
from cortex.model.facts import Epistemic, Fact, FactContent, FactStatus
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import CONTEXT_MERGES_MAX, DEBT_HARD_JOBS, FACT_CONTEXT_CHARS_MAX
from cortex.model.records import LedgerEntry
from cortex.model.text import CleanText
from cortex.model.versions import FactChange
from cortex.services.cites import Citing, cite, require_citable
from cortex.services.find import get_changeable
from cortex.services.neighbours import verdicts_on
from cortex.services.outcomes import outcome_from_json, outcome_to_json
from cortex.services.revise import Origin, announce, enter
from cortex.services.statements import Prepared
from cortex.services.succession import close, record_conflict, require_standing, resumption, succeed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.ports.brain import BrainWriter

HASH_CHARS = 64
"""Hexadecimal digits of today's request digest; 16 belong to an epoch that cannot be verified."""

OUTBOX_JOBS = ("checkpoint_wal",)
"""Housekeeping a commit asks for."""

MERGE_SCORE = 5
"""Quality a fact gains when somebody states it again."""


class Deposit(NamedTuple):
    """One prepared statement with the request it came from.

    ``citing`` is what the operator allows it to cite.
    """

    request: CommitRequest
    prepared: Prepared
    caller: Caller
    request_id: str
    now_us: int
    epistemic: Epistemic | None = None
    citing: Citing = Citing()


class _Effects:
    """What one deposit did to the row and its neighbours, gathered on the way."""

    __slots__ = ("action", "related", "superseded")

    def __init__(self, action: CommitAction, related: Sequence[Related] = ()) -> None:
        self.action = action
        self.related = list(related)
        self.superseded: list[str] = []

    def told(self) -> tuple[Related, ...]:
        """Give the relations worth telling."""
        unrelated = ConflictClass.UNRELATED
        return tuple(r for r in self.related if r.classification is not unrelated)


def deposit(writer: BrainWriter, one: Deposit) -> CommitOutcome:
    """Store a statement inside the caller's transaction.

    The same key and content give the first outcome again and write nothing.

    Raises:
        IdempotencyConflict: the key is known with other content.
        MaintenanceDebt: so much housekeeping waits that nothing new is taken in.
        NotFound: a fact named by supersedes, disputes or refines does not exist here.
        InvalidRequest: an observation cannot be cited.
    """
    replay = _replay(writer, one)
    if replay is not None:
        return replay
    _require_room(writer)
    content = one.prepared.content
    if writer.erasure.tombstone_keys():
        from cortex.services.forgotten import require_not_forgotten

        require_not_forgotten(writer, content.text, content.context)
    target = _named_target(writer, one)
    if target is not None:
        pairs = [(target, _named_verdict(one.request, content, target))]
    else:
        pairs = verdicts_on(
            writer, content, one.prepared.handles, one.now_us, is_dated=_is_dated(one.request)
        )
    cited = require_citable(writer, one.request.evidence, content.scope_id, one.caller, one.citing)
    if pairs and pairs[0][1].effect is Effect.MERGE:
        outcome = _merge(writer, one, *pairs[0])
    else:
        outcome = _insert(writer, one, pairs)
    cite(writer, outcome.fact, cited, one.prepared.records, one.now_us)
    _remember(writer, one, outcome)
    return outcome


def _is_dated(request: CommitRequest) -> bool:
    """Tell whether the author gave a window or a lifetime."""
    given = (request.valid_from_us, request.valid_until_us, request.ttl_seconds)
    return any(value is not None for value in given)


def _replay(writer: BrainWriter, one: Deposit) -> CommitOutcome | None:
    key = one.request.idempotency_key
    if not key:
        return None
    entry = writer.find_ledger(one.caller.principal, key)
    if entry is None:
        return None
    if len(entry.canonical_hash) != HASH_CHARS:
        msg = f"idempotency_conflict: key '{key}' belongs to a previous hash epoch"
        raise IdempotencyConflict(msg, field="idempotency_key")
    if entry.canonical_hash != one.prepared.canonical_hash:
        msg = f"idempotency_conflict: key '{key}' was used with a different payload"
        raise IdempotencyConflict(msg, field="idempotency_key")
    return outcome_from_json(entry.outcome_json)._replace(is_replay=True)


def _require_room(writer: BrainWriter) -> None:
    """Refuse to take in more while too much housekeeping waits."""
    if writer.pending_jobs() >= DEBT_HARD_JOBS:
        message = f"maintenance_debt_hard_limit: {DEBT_HARD_JOBS} jobs wait to be done"
        raise MaintenanceDebt(message)


def _named_target(writer: BrainWriter, one: Deposit) -> Fact | None:
    """Give the fact that the request names as replaced, disputed or refined."""
    named_by = {
        name: value
        for name, value in (
            ("supersedes", one.request.supersedes),
            ("disputes", one.request.disputes),
            ("refines", one.request.refines),
        )
        if value
    }
    if len(named_by) > 1:
        msg = f"a fact can only do one of {', '.join(named_by)}"
        raise InvalidRequest(msg, remedy="keep one of them", field=next(iter(named_by)))
    for name, value in named_by.items():
        target = get_changeable(writer, value, one.caller, name)
        if name == "supersedes":
            require_standing(writer, target, one.caller)
        return target
    return None


def _named_verdict(request: CommitRequest, content: FactContent, target: Fact) -> Verdict:
    alike = similarity(read(content.text), read(target.content.text))
    if request.supersedes:
        return named(alike)
    if request.disputes:
        return Verdict(
            ConflictClass.CONTRADICTS, Effect.ASK, alike, "explicit_dispute", ConflictStatus.OPEN
        )
    return Verdict(ConflictClass.REFINES, Effect.NONE, alike, "explicit_refine", None)


def _insert(
    writer: BrainWriter, one: Deposit, pairs: Sequence[tuple[Fact, Verdict]]
) -> CommitOutcome:
    content = _settled(one, pairs)
    version_id = writer.open_version("store", one.now_us)
    fact = writer.insert_fact(content, version_id)
    effects = _Effects(CommitAction.INSERTED)
    for old, verdict in pairs:
        if verdict.effect is Effect.SUPERSEDE:
            closed = close(writer, old, fact, version_id, one.now_us)
            _announce(writer, one, closed, "revised")
            effects.superseded.append(old.reference)
        record = record_conflict(writer, fact, old, verdict, one.now_us)
        effects.related.append(_related(old, verdict, record))
        _link_named(writer, one, fact, old)
        if verdict.effect is Effect.SUPERSEDE and not one.request.supersedes:
            resumed = resumption(old, fact, one.now_us)
            if resumed is not None:
                _resume(writer, one, resumed, version_id)
    writer.add_trace(fact.fact_id, version_id, content, content_hash(content.text))
    writer.project(fact, one.prepared.handles)
    writer.close_version(version_id, fact.fact_id, f"inserted: {content.text[:160]}")
    return _outcome(writer, one, fact, version_id, effects)


def _resume(writer: BrainWriter, one: Deposit, content: FactContent, version_id: int) -> None:
    """State again what holds once a bounded exception is over."""
    fact = enter(writer, content, content_hash(content.text), version_id)
    _announce(writer, one, fact, "created")


def _settled(one: Deposit, pairs: Sequence[tuple[Fact, Verdict]]) -> FactContent:
    """Give the content as the verdicts leave it: closed, disputed, or as it came."""
    content = one.prepared.content
    nearest = max((verdict.similarity for _, verdict in pairs), default=0.0)
    content = content._replace(surprise=round(1.0 - nearest, 4))
    for old, verdict in pairs:
        if verdict.effect is Effect.SUPERSEDE and content.supersedes_id is None:
            content = succeed(content, old, is_dated=one.request.valid_from_us is not None)
        if verdict.effect is Effect.CLOSE_NEW:
            end = old.content.valid_from_us
            if content.valid_until_us is None or (end is not None and end < content.valid_until_us):
                content = content._replace(valid_until_us=end)
        if verdict.effect is Effect.DISPUTE:
            content = content._replace(
                status=FactStatus.DISPUTED,
                disputes_id=old.fact_id,
                valid_until_us=content.valid_from_us or one.now_us,
            )
        if verdict.effect is Effect.ASK and one.request.disputes:
            content = content._replace(disputes_id=old.fact_id)
    return content


def _link_named(writer: BrainWriter, one: Deposit, fact: Fact, old: Fact) -> None:
    """Join facts that the author related by name; rebuilt links come from shared handles only."""
    if one.request.refines or one.request.supersedes:
        relation = "extends" if one.request.refines else "updates"
        low, high = sorted((fact.fact_id, old.fact_id))
        writer.use_link(low, high, relation, is_rejected=False)


def _merge(writer: BrainWriter, one: Deposit, old: Fact, verdict: Verdict) -> CommitOutcome:
    """Fold a repeat into the fact it repeats; its own wording is kept in the context."""
    version_id = writer.open_version("merge", one.now_us)
    content = one.prepared.content
    context = _merged_context(old, content.context or content.text)
    naming = old.content.naming._replace(
        aliases=tuple(dict.fromkeys((*old.content.naming.aliases, *content.naming.aliases))),
        subject=old.content.naming.subject or content.naming.subject,
        attribute=old.content.naming.attribute or content.naming.attribute,
        paths=tuple(sorted({*old.content.naming.paths, *content.naming.paths})),
    )
    change = FactChange(
        context=context,
        naming=naming if naming != old.content.naming else None,
        merged_count=old.merged_count + 1,
        quality=min(100, max(old.content.quality, content.quality) + MERGE_SCORE),
        is_pinned=True if content.is_pinned else None,
    )
    fact = writer.update_fact(old.fact_id, change, version_id, one.now_us)
    writer.add_trace(fact.fact_id, version_id, content, content_hash(content.text))
    writer.project(fact, handles_of(fact.content))
    writer.close_version(version_id, fact.fact_id, f"merged: {content.text[:160]}")
    effects = _Effects(CommitAction.MERGED, [_related(old, verdict, None)])
    return _outcome(writer, one, fact, version_id, effects)


def _merged_context(old: Fact, added: CleanText) -> CleanText | None:
    """Give the context with a new paragraph, unless it says nothing new or grew enough."""
    current = old.content.context or ""
    known = added in (old.content.text, current) or added in current.split("\n\n")
    is_full = old.merged_count >= CONTEXT_MERGES_MAX
    if known or is_full or len(current) + len(added) + 2 > FACT_CONTEXT_CHARS_MAX:
        return None
    return CleanText(f"{current}\n\n{added}" if current else added)


def _related(old: Fact, verdict: Verdict, record: ConflictRecord | None) -> Related:
    return Related(
        reference=old.reference,
        classification=verdict.classification,
        similarity=verdict.similarity,
        strategy=verdict.strategy,
        conflict_id=record.conflict_id if record else None,
        conflict_status=record.status if record else None,
    )


def _outcome(
    writer: BrainWriter,
    one: Deposit,
    fact: Fact,
    version_id: int,
    effects: _Effects,
) -> CommitOutcome:
    is_new = effects.action is CommitAction.INSERTED
    writer.focus.note(one.caller.owner_id or 0, one.caller.agent, fact.fact_id)
    sequence = _announce(writer, one, fact, "created" if is_new else "revised", one.epistemic)
    return CommitOutcome(
        fact=fact,
        action=effects.action,
        version_id=version_id,
        sequence=sequence,
        request_id=one.request_id,
        ack_profile=writer.ack_profile,
        related=effects.told(),
        superseded=tuple(effects.superseded),
        redacted=one.prepared.redacted,
        offered_bytes=one.prepared.offered_bytes,
        retained_bytes=one.prepared.retained_bytes,
    )


def _announce(
    writer: BrainWriter, one: Deposit, fact: Fact, kind: str, epistemic: Epistemic | None = None
) -> int:
    """Write the fact's revision to the feed and give its place there."""
    origin = Origin(one.caller, one.request_id, one.now_us)
    return announce(writer, fact, origin, kind=kind, epistemic=epistemic, jobs=OUTBOX_JOBS)


def _remember(writer: BrainWriter, one: Deposit, outcome: CommitOutcome) -> None:
    if not one.request.idempotency_key:
        return
    writer.remember(
        LedgerEntry(
            principal=one.caller.principal,
            idempotency_key=one.request.idempotency_key,
            request_id=outcome.request_id,
            canonical_hash=one.prepared.canonical_hash,
            outcome_json=outcome_to_json(outcome),
            recorded_us=one.now_us,
        )
    )
