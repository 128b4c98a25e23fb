"""What does a session leave behind as facts, without anybody having stated one?

What the newest run of a check or command gave, one live fact for each in a place; and where the
work stands whenever its context is compacted. Source: CQR 7.5, I9, ADR 0139.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.anchors.matters import matter_of
from cortex.core.anchors.threads import thread_id
from cortex.core.facts.structured import read_fields
from cortex.core.observe.tool_facts import (
    ATTRIBUTE,
    PATHS_TOLD_MAX,
    TYPE,
    read_tool_facts,
    statement_of,
)
from cortex.core.text.digests import content_hash
from cortex.model.callers import Caller, principal_of
from cortex.model.commits import CommitRequest
from cortex.model.facts import FactStatus, RetentionClass
from cortex.model.gates import Gate, TemporalMode
from cortex.model.host_events import COMPACT_BEFORE
from cortex.services.checkpoints import Said, save

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.core.observe.tool_facts import ToolFacts
    from cortex.model.host_events import HostEvent
    from cortex.model.scopes import Scope
    from cortex.model.spooled import SpooledEvent
    from cortex.ports.brain import Brain, BrainReader
    from cortex.services.commit import Committer

FACTS = "facts"
REPEATED = "facts_repeated"
CHECKPOINTS = "checkpoints"
IMMATERIAL = "immaterial"
"""Names of what became of an event, in the totals."""

FAILED = "failed"
"""The field of a result that says so."""

RESULTS_TOLD_MAX = 5
"""Results that a checkpoint names: the newest of the session."""


class SessionFacts:
    """Keeps what events prove.

    Args:
        brain: where facts live.
        committer: gives who keeps statements; asked when there is one, because few events have any.
        now_us: the clock.
    """

    __slots__ = ("_brain", "_committer", "_now_us")

    def __init__(
        self,
        brain: Brain,
        committer: Callable[[], Committer],
        now_us: Callable[[], int],
    ) -> None:
        self._brain = brain
        self._committer = committer
        self._now_us = now_us

    def keep(self, spooled: SpooledEvent, scope: Scope) -> tuple[str, int]:
        """Keep what one event proves; gives (what became of it, how often).

        Raises:
            CortexError: as ``prepare`` and ``deposit``; nothing was written.
        """
        event, owner_id = spooled.event, spooled.owner_id
        caller = Caller(principal_of(owner_id), event.host, owner_id)
        if event.kind == COMPACT_BEFORE:
            return self._checkpoint(event, scope, caller)
        facts = read_tool_facts(event.command, event.text, is_failed=event.is_failed)
        if not self._is_worth(facts, scope, owner_id):
            return IMMATERIAL, 1
        request = _request(event, facts)
        with self._committer().committing(scope, caller, self._now_us()) as work:
            outcome = work.keep(request)
        return (REPEATED if outcome.is_replay else FACTS), 1

    def _is_worth(self, facts: ToolFacts, scope: Scope, owner_id: int | None) -> bool:
        """Tell whether a result is kept: it failed, or it ends a failure that still stands.

        That tests passed is nothing anybody has to remember (case 95), unless they did not before.
        """
        if facts.is_material:
            return True
        if not facts.command or (facts.exit_status is None and not facts.checks):
            return False
        matter = matter_of(facts.subject, ATTRIBUTE)
        if matter is None:
            return False
        with self._brain.reading() as reader:
            gate = Gate(TemporalMode.CURRENT, self._now_us(), (scope.scope_id,), owner_id)
            return any(
                fact.content.status is FactStatus.ACTIVE
                and (read_fields(fact.content.fields) or {}).get(FAILED) is True
                for fact in reader.facts_about(matter, gate)
            )

    def _checkpoint(self, event: HostEvent, scope: Scope, caller: Caller) -> tuple[str, int]:
        """Keep where the work stands before the context of a session is compacted.

        Nobody stated it and it matters to this session alone, so no boot brief tells it.
        """
        if not event.session_id:
            return IMMATERIAL, 1
        thread = thread_id(f"session:{event.session_id}")
        with self._committer().committing(scope, caller, self._now_us()) as work:
            results = _results(work.writer, thread, scope, caller.owner_id, work.now_us)
            cause = f" ({event.cause})" if event.cause else ""
            parts = {"state": f"the context of this session was compacted{cause}"}
            if results:
                parts["note"] = "; ".join(results)
            save(work, Said(thread, parts, retention=RetentionClass.EPHEMERAL))
        return CHECKPOINTS, 1


def _results(
    reader: BrainReader, thread: str, scope: Scope, owner_id: int | None, now_us: int
) -> list[str]:
    """Give the newest results of a session that still hold, as statements."""
    gate = Gate(TemporalMode.CURRENT, now_us, (scope.scope_id,), owner_id)
    facts = reader.threads.facts_of(thread, (TYPE,), gate, RESULTS_TOLD_MAX)
    return [str(fact.content.text) for fact in facts]


def _request(event: HostEvent, facts: ToolFacts) -> CommitRequest:
    """Give the statement of a result; its key is the event's, so that a repeat changes nothing."""
    text = statement_of(facts)
    identity = "\n".join((event.host, event.session_id, event.key, text))
    return CommitRequest(
        text=text,
        type=TYPE,
        subject=facts.subject,
        attribute=ATTRIBUTE,
        symbols=facts.symbols[:PATHS_TOLD_MAX],
        anchors=facts.error_codes,
        thread=f"session:{event.session_id}" if event.session_id else None,
        retention=RetentionClass.OPERATIONAL,
        fields={FAILED: facts.is_failed},
        idempotency_key=f"capture:{content_hash(identity)}",
    )
