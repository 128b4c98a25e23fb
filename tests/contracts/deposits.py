"""How do contract tests put facts into a brain? By hand, so that every handle is known."""

from collections.abc import Iterable

from cortex.model.anchors import Anchor, AnchorKind, AnchorOrigin, Handles, Mention
from cortex.model.facts import (
    Fact,
    FactContent,
    FactKind,
    FactStatus,
    Naming,
    Provenance,
    RetentionClass,
)
from cortex.model.gates import Gate, TemporalMode
from cortex.model.receipts import AckProfile
from cortex.model.records import CommitEntry
from cortex.model.text import CleanText
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US

NOW = Gate(TemporalMode.CURRENT, NOW_US)
EVER = Gate(TemporalMode.HISTORICAL, NOW_US)


def as_of(at_us: int) -> Gate:
    """Give the gate of a past instant."""
    return Gate(TemporalMode.EXPLICIT_AS_OF, at_us)


def content(text: str = "Port 80 is open", **changes: object) -> FactContent:
    """Give an active decision without owner that holds for ever."""
    plain = FactContent(
        kind=FactKind.DECISION,
        type="decision",
        text=CleanText(text),
        context=None,
        naming=Naming(),
        provenance=Provenance(),
        scope_id="user",
        status=FactStatus.ACTIVE,
        retention=RetentionClass.DURABLE,
        quality=50,
        surprise=1.0,
        is_pinned=False,
        valid_from_us=None,
        valid_until_us=None,
        expires_us=None,
        observed_us=NOW_US,
        created_us=NOW_US,
    )
    return plain._replace(**changes)  # type: ignore[arg-type]  # Tests name fields of any type.


def anchor(
    kind: AnchorKind, value: str, specificity: int = 3, *, is_explicit: bool = False
) -> Anchor:
    """Give an anchor whose display is its value."""
    origin = AnchorOrigin.EXPLICIT if is_explicit else AnchorOrigin.DETERMINISTIC_EXTRACT
    return Anchor(kind, value, value, specificity, origin)


def path(value: str, specificity: int = 3) -> Anchor:
    """Give a path anchor."""
    return anchor(AnchorKind.PATH, value, specificity)


def handles(
    terms: Iterable[tuple[str, int]] = (),
    anchors: Iterable[Anchor] = (),
    mentions: Iterable[Mention] = (),
    words: Iterable[tuple[str, str]] = (),
    matter: tuple[str, str] | None = None,
) -> Handles:
    """Give handles as they are, nothing derived."""
    return Handles(tuple(terms), tuple(sorted(words)), tuple(anchors), tuple(mentions), matter)


def insert(writer: BrainWriter, new: FactContent, carried: Handles | None = None) -> Fact:
    """Store a fact with these handles under an entry of its own, in an open transaction."""
    version_id = writer.open_version("commit", new.created_us)
    fact = writer.insert_fact(new, version_id)
    writer.add_trace(fact.fact_id, version_id, new, "d1" * 32)
    writer.project(fact, carried or handles())
    writer.close_version(version_id, fact.fact_id, f"inserted: {new.text}"[:160])
    return fact


def stored(brain: Brain, carried: Handles | None = None, **changes: object) -> Fact:
    """Store one fact in a transaction of its own."""
    with brain.writing() as writer:
        return insert(writer, content(**changes), carried)  # type: ignore[arg-type]  # Tests name fields.


def commit_of(fact: Fact, **changes: object) -> CommitEntry:
    """Give the commit that announces a fact."""
    entry = CommitEntry(
        principal="solo",
        request_id="request",
        fact_id=fact.fact_id,
        record_kind="decision",
        change_kind="created",
        body_json="{}",
        epistemic="asserted",
        scope_id=fact.content.scope_id,
        recorded_us=NOW_US,
        ack_profile=AckProfile.PROCESS_CRASH,
    )
    return entry._replace(**changes)  # type: ignore[arg-type]  # Tests name fields.
