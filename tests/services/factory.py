"""How do the tests of services get facts into a brain without the deposit service?

The same steps a deposit takes, without its decisions: a log entry, the row, a trace, handles, a
feed item. ``stored`` and its kin each write one transaction.
"""

from cortex.core.anchors.handles import handles_of
from cortex.core.facts.closing import closing_us
from cortex.core.text.digests import content_hash
from cortex.model.callers import Caller
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.facts import Fact, FactContent, FactStatus
from cortex.model.records import CommitEntry
from cortex.model.versions import FactChange
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts import deposits

SCOPE_ID = "project:/srv/demo/.git"
SOLO = Caller()
ANNA = Caller("user:1", "cli", 1)
BERT = Caller("user:2", "cli", 2)

DAY_US = 86_400_000_000
START_US = 1_750_000_000_000_000
"""Instant of the first fact of a test: 2025-06-15."""


def content(text: str, now_us: int = START_US, **changes: object) -> FactContent:
    """Give an active decision that says ``text`` and holds from ``now_us`` on."""
    told: dict[str, object] = {
        "scope_id": SCOPE_ID,
        "quality": 70,
        "valid_from_us": now_us,
        "observed_us": now_us,
        "created_us": now_us,
    }
    return deposits.content(text, **{**told, **changes})


def stored(brain: Brain, text: str, now_us: int = START_US, **changes: object) -> Fact:
    """Store one fact under an entry of its own and give it back."""
    with brain.writing() as writer:
        return _insert(writer, content(text, now_us, **changes), now_us)


def replaced(brain: Brain, old: Fact, text: str, now_us: int, **changes: object) -> Fact:
    """Store a fact that supersedes another, both under one entry."""
    with brain.writing() as writer:
        new = content(text, now_us, supersedes_id=old.fact_id, **changes)
        return _insert(writer, new, now_us, closes=old)


def disagreed(
    brain: Brain,
    newer: Fact,
    older: Fact,
    now_us: int,
    status: ConflictStatus = ConflictStatus.OPEN,
) -> ConflictRecord:
    """Record that two facts contradict each other."""
    with brain.writing() as writer:
        pair = (newer.fact_id, older.fact_id)
        outcome = (status, "requires_user_review")
        return writer.add_conflict(pair, ConflictClass.CONTRADICTS, 0.5, outcome, now_us)


def _insert(writer: BrainWriter, new: FactContent, now_us: int, closes: Fact | None = None) -> Fact:
    version_id = writer.open_version("commit", now_us)
    writer.keep_scope(new.scope_id, "project", "demo")
    fact = writer.insert_fact(new, version_id)
    if closes is not None:
        end_us = closing_us(closes.content, now_us)
        ending = FactChange(status=FactStatus.SUPERSEDED, valid_until_us=end_us)
        writer.update_fact(closes.fact_id, ending, version_id, now_us)
    writer.add_trace(fact.fact_id, version_id, new, content_hash(new.text))
    writer.project(fact, handles_of(new))
    writer.append_commit(
        CommitEntry(
            principal="solo",
            request_id=f"test:{version_id}",
            fact_id=fact.fact_id,
            record_kind=new.kind.value,
            change_kind="created",
            body_json="{}",
            epistemic="asserted",
            scope_id=new.scope_id,
            recorded_us=now_us,
            ack_profile=writer.ack_profile,
        )
    )
    writer.close_version(version_id, fact.fact_id, f"inserted: {new.text}"[:160])
    return fact
