"""How is a change of a stored fact written, so that history, feed and index agree about it?

One log entry for one decision of a person, whatever number of facts it changes: a rollback then
undoes the whole decision or nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.core.text.digests import canonical_json
from cortex.model.facts import Epistemic, Fact, FactContent, FactStatus
from cortex.model.lean_classes import NamedTuple
from cortex.model.records import CommitEntry
from cortex.services.forgotten import require_not_forgotten

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.conflicts import ConflictRecord
    from cortex.model.versions import FactChange
    from cortex.ports.brain import BrainWriter

SUMMARY_CHARS_MAX = 160
"""Characters of a log entry's summary: one line of a wide terminal (CQR 3.5)."""

EPISTEMIC = {
    FactStatus.ACTIVE: Epistemic.ASSERTED,
    FactStatus.DISPUTED: Epistemic.CONTESTED,
    FactStatus.SUPERSEDED: Epistemic.RETRACTED,
    FactStatus.ARCHIVED: Epistemic.RETRACTED,
}


class Origin(NamedTuple):
    """Where a change comes from, as the feed tells it: who, by which request, when."""

    caller: Caller
    request_id: str
    now_us: int


class Revision:
    """One open log entry in a write transaction; ``close`` it once, after the last change."""

    __slots__ = ("_origin", "_writer", "version_id")

    def __init__(self, writer: BrainWriter, operation: str, caller: Caller, now_us: int) -> None:
        self._writer = writer
        self.version_id = writer.open_version(operation, now_us)
        # A log entry is made once, so it names its request in the feed.
        self._origin = Origin(caller, f"{operation}:{self.version_id}", now_us)

    def change(
        self, fact_id: int, change: FactChange, more: Mapping[str, object] | None = None
    ) -> Fact:
        """Change a fact under this entry, announce its new revision, and give it back.

        Only a change of names or context moves the fact's handles; nothing else is indexed again.

        Args:
            more: what that revision says beyond the fact.
        """
        fact = self._writer.update_fact(fact_id, change, self.version_id, self._origin.now_us)
        if change.naming is not None or change.context is not None:
            self._writer.project(fact, handles_of(fact.content))
        announce(self._writer, fact, self._origin, more=more)
        return fact

    def settle(
        self, records: Iterable[ConflictRecord], strategy: str
    ) -> tuple[ConflictRecord, ...]:
        """Mark conflicts as decided by this caller, and give them back in the same order.

        They carry the instant of this entry, which is how a rollback finds and reopens them.
        """
        caller = self._origin.caller
        decider = caller.agent if caller.owner_id is None else caller.principal
        return tuple(
            self._writer.settle_conflict(record.conflict_id, strategy, decider, self._origin.now_us)
            for record in records
        )

    def restate(self, content: FactContent, digest: str) -> Fact:
        """Store a statement anew under this entry, with its trace, handles and feed item."""
        fact = enter(self._writer, content, digest, self.version_id)
        announce(self._writer, fact, self._origin, kind="created")
        return fact

    def close(self, fact: Fact, summary: str) -> None:
        """Name the fact and what was done, and move HEAD here."""
        self._writer.close_version(self.version_id, fact.fact_id, summary[:SUMMARY_CHARS_MAX])


def enter(writer: BrainWriter, content: FactContent, digest: str, version_id: int) -> Fact:
    """Store a statement under an open log entry, with its trace and handles.

    Raises:
        Forgotten: it was forgotten on purpose.
    """
    require_not_forgotten(writer, content.text, content.context)
    fact = writer.insert_fact(content, version_id)
    writer.add_trace(fact.fact_id, version_id, content, digest)
    writer.project(fact, handles_of(content))
    return fact


def announce(  # noqa: PLR0913  # One argument for each part of a feed item.
    writer: BrainWriter,
    fact: Fact,
    origin: Origin,
    *,
    kind: str = "revised",
    epistemic: Epistemic | None = None,
    jobs: tuple[str, ...] = (),
    more: Mapping[str, object] | None = None,
) -> int:
    """Write the new revision of a fact, so that readers of the feed learn of it.

    Gives its place in the feed.

    Args:
        kind: ``revised``, or ``created`` for a new fact.
        epistemic: what is held of it now; None takes what its status says.
        jobs: housekeeping to ask for with it.
        more: what the body of this revision says beyond the fact.
    """
    held = EPISTEMIC[fact.content.status] if epistemic is None else epistemic
    return writer.append_commit(
        CommitEntry(
            principal=origin.caller.principal,
            request_id=origin.request_id,
            fact_id=fact.fact_id,
            record_kind=fact.content.type,
            change_kind=kind,
            body_json=body_json(fact, more),
            epistemic=held.value,
            scope_id=fact.content.scope_id,
            recorded_us=origin.now_us,
            ack_profile=writer.ack_profile,
            jobs=jobs,
        )
    )


def body_json(fact: Fact, more: Mapping[str, object] | None = None) -> str:
    """Give the body of a fact's revision: what is stated, and what is out of the ordinary."""
    content = fact.content
    body: dict[str, object] = {
        "context": content.context,
        "pinned": content.is_pinned,
        "status": content.status.value if content.status is not FactStatus.ACTIVE else None,
        "text": content.text,
        "type": content.type,
        "valid_until_us": content.valid_until_us,
        "fields": None if content.fields is None else json.loads(content.fields),
    }
    return canonical_json({key: value for key, value in {**body, **(more or {})}.items() if value})
