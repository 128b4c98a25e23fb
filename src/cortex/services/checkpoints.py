"""Where does the work on a thread stand, said by one or by several?

A checkpoint follows the head of its thread and takes its place. One that names another parent
adds a head: two views of the same work stand beside each other, in an open conflict, until somebody
resolves them. Source: CQR 5.8 and 5.9, ADR 0075, docs/formats/threads.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.core.facts.closing import closing_us
from cortex.core.facts.structured import read_fields, read_text
from cortex.core.text.digests import content_hash
from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.model.facts import Fact, FactStatus, RetentionClass
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.revisions import RevisionId
from cortex.model.threads import CHECKPOINT_ATTRIBUTE, CHECKPOINT_TYPE, HEADS_MAX
from cortex.model.versions import FactChange
from cortex.services.find import get_fact, require_owner
from cortex.services.retract import clean_reason
from cortex.services.revise import Revision
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import BrainReader, BrainWriter
    from cortex.services.commit import Committing

UNRESOLVED_HEADS = "unresolved_heads"
"""Strategy of the open conflict between two heads."""

SUCCEEDED_HEAD = "succeeded_head"
"""Strategy under which the conflict of a head ends that a later checkpoint follows."""

PARTS = (("title", "Task"), ("goal", "Goal"), ("state", "State"), ("note", "Note"))
"""What a checkpoint says, in the order it is written, and the word before each part."""

_CARRIED = ("title", "goal")
_OPEN = (ConflictStatus.OPEN,)


class Said(NamedTuple):
    """What somebody says about a thread; ``parts`` has the names of ``PARTS``."""

    thread: str
    parts: dict[str, str]
    paths: tuple[str, ...] = ()
    parent: str | None = None
    retention: RetentionClass = RetentionClass.AUDIT


class Saved(NamedTuple):
    """A checkpoint that was kept, and the heads of its thread from now on, newest first."""

    outcome: CommitOutcome
    revision: RevisionId
    parents: tuple[RevisionId, ...]
    heads: tuple[Fact, ...]


class Settled(NamedTuple):
    """A resolution of heads: what stands now, what it replaced, and the heads that stay."""

    fact: Fact
    revision: RevisionId
    version_id: int
    replaced: tuple[Fact, ...]
    remaining: tuple[Fact, ...]


def heads_of(
    reader: BrainReader, thread: str, scope_id: str, owner_id: int | None, now_us: int
) -> list[Fact]:
    """Give the checkpoints of a thread that nothing has taken the place of, newest first."""
    gate = Gate(TemporalMode.CURRENT, now_us, (scope_id,), owner_id)
    facts = reader.threads.facts_of(thread, (CHECKPOINT_TYPE,), gate, HEADS_MAX + 1)
    return [fact for fact in facts if fact.content.owner_id == owner_id]


def save(work: Committing, said: Said) -> Saved:
    """Keep a checkpoint inside the transaction of ``work``.

    Raises:
        InvalidRequest: it says nothing, the parent is no checkpoint of the thread, or the thread
            has too many heads already.
        CortexError: as ``prepare`` and ``deposit``.
    """
    if not any(said.parts.values()):
        message = "'note' is missing"
        remedy = "say at least one of goal, state or note"
        raise InvalidRequest(message, remedy=remedy, field="note")
    writer, caller = work.writer, work.caller
    heads = heads_of(writer, said.thread, work.scope.scope_id, caller.owner_id, work.now_us)
    parent = _parent(writer, said, heads, caller)
    follows = parent if parent in heads else None
    before = _latest(writer, [parent] if parent else [])
    request = _request(said, parent)
    if follows is not None:
        request = request._replace(supersedes=follows.reference)
    elif heads:
        if len(heads) >= HEADS_MAX:
            message = f"the thread has {len(heads)} heads, and no more are kept"
            remedy = "resolve them: `cortex op resolve` with the thread as record"
            raise InvalidRequest(message, remedy=remedy, field="parent")
        request = request._replace(disputes=heads[0].reference)
    outcome = work.keep(request)
    others = [head for head in heads if head != follows]
    _contest(work, outcome.fact, others[1:] if follows is None else others)
    if follows is not None:
        _end_conflicts(work, follows)
    revision = _latest(writer, [outcome.fact])[0]
    if before:
        writer.revisions.add_parents(revision, before)
    return Saved(outcome, revision, tuple(before), (outcome.fact, *others))


def text_of(parts: dict[str, str]) -> str:
    """Give the statement of a checkpoint: its parts, one a line, each after its word."""
    lines = [(word, parts.get(name, "").strip()) for name, word in PARTS]
    return "\n".join(f"{word}: {value}" for word, value in lines if value)


def resolve_heads(
    work: Committing, heads: Sequence[Fact], considered: Sequence[Fact], body: str, rationale: str
) -> Settled:
    """Put one statement in the place of the considered heads; the others stay and are listed.

    It is one log entry, so a rollback undoes all of it.

    Args:
        heads: the facts that stand unresolved beside each other, newest first.
        considered: those of them the decision looked at, at least one.
        body: what holds from now on.
        rationale: why, for the history.

    Raises:
        Denied: one of the considered heads belongs to somebody else.
        CortexError: as ``prepare``; nothing was written.
    """
    writer, caller, now_us = work.writer, work.caller, work.now_us
    for head in considered:
        require_owner(head, caller)
    told = clean_reason(rationale, "rationale")
    parents = _latest(writer, considered)
    prepared = work.prepared(_resolution_request(considered[0], body, told))
    content = prepared.content._replace(supersedes_id=considered[0].fact_id)
    revision = Revision(writer, "resolve", caller, now_us)
    fact = revision.restate(content, content_hash(content.text))
    ended = {head.fact_id for head in considered}
    for head in considered:
        change = FactChange(
            status=FactStatus.SUPERSEDED, valid_until_us=closing_us(head.content, now_us)
        )
        revision.change(head.fact_id, change)
    revision.settle(writer.conflicts_of(sorted(ended), _OPEN), "user_resolved_heads")
    revision.close(fact, f"resolve heads: {told or fact.content.text}")
    remaining = tuple(head for head in heads if head.fact_id not in ended)
    _contest(work, fact, remaining)
    made = RevisionId(fact.fact_id, 1)
    writer.revisions.add_parents(made, parents)
    data = {
        "considered": [head.reference for head in considered],
        "rationale": told,
        "remaining": [head.reference for head in remaining],
        "resolution": fact.reference,
        "version": revision.version_id,
    }
    writer.add_event("resolve_heads", encode(data), caller.agent, now_us)
    return Settled(fact, made, revision.version_id, tuple(considered), remaining)


def _parent(writer: BrainWriter, said: Said, heads: Sequence[Fact], caller: Caller) -> Fact | None:
    """Give the checkpoint this one follows: the one it names, its author's head, or the newest."""
    if said.parent is None:
        own = [head for head in heads if head.content.provenance.source_agent == caller.agent]
        return next(iter([*own, *heads]), None)
    parent = get_fact(writer, said.parent, caller, "parent")
    is_checkpoint = parent.content.type == CHECKPOINT_TYPE
    if not is_checkpoint or parent.content.naming.thread != said.thread:
        message = f"{parent.reference} is no checkpoint of {said.thread}"
        raise InvalidRequest(message, remedy="name one that `status` shows", field="parent")
    return parent


def _request(said: Said, parent: Fact | None) -> CommitRequest:
    carried = read_fields(None if parent is None else parent.content.fields)
    fields = {name: said.parts.get(name) or read_text(carried, name) for name in _CARRIED}
    fields["state"] = said.parts.get("state")
    return CommitRequest(
        text=text_of(said.parts),
        type=CHECKPOINT_TYPE,
        subject=said.thread,
        attribute=CHECKPOINT_ATTRIBUTE,
        paths=said.paths,
        thread=said.thread,
        retention=said.retention,
        fields=fields,
    )


def _resolution_request(head: Fact, body: str, rationale: str) -> CommitRequest:
    content = head.content
    return CommitRequest(
        text=body,
        type=content.type,
        context=rationale or None,
        subject=content.naming.subject,
        attribute=content.naming.attribute,
        aliases=content.naming.aliases,
        paths=content.naming.paths,
        symbols=content.naming.symbols,
        anchors=content.naming.anchors,
        thread=content.naming.thread,
        goal=content.naming.goal,
        is_pinned=content.is_pinned,
        retention=content.retention,
        visibility=content.visibility,
        fields=read_fields(content.fields),
    )


def _latest(reader: BrainReader, facts: Sequence[Fact]) -> list[RevisionId]:
    latest = reader.revisions.latest([fact.fact_id for fact in facts])
    return [RevisionId(fact_id, ordinal) for fact_id, ordinal in sorted(latest.items())]


def _contest(work: Committing, fact: Fact, others: Sequence[Fact]) -> None:
    """Put a head into an open conflict with each of the others."""
    for other in others:
        work.writer.add_conflict(
            (fact.fact_id, other.fact_id),
            ConflictClass.CONTRADICTS,
            0.0,
            (ConflictStatus.OPEN, UNRESOLVED_HEADS),
            work.now_us,
        )


def _end_conflicts(work: Committing, followed: Fact) -> None:
    for record in work.writer.conflicts_of([followed.fact_id], _OPEN):
        work.writer.settle_conflict(
            record.conflict_id, SUCCEEDED_HEAD, work.caller.agent, work.now_us
        )
