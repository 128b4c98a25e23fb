"""What is a caller told to keep, and what became of it?

Source: CQR 3.7, 5.2, docs/formats/operations.md.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.facts import Fact, RetentionClass, Visibility
from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.receipts import AckProfile

if TYPE_CHECKING:
    from cortex.model.relations import RelationRequest


class CommitRequest(NamedTuple):
    """A statement to keep.

    Args:
        text: the statement, at most FACT_TEXT_CHARS_MAX characters; longer is refused.
        type: what sort of statement (decision, preference, constraint, open_question, note ...);
            empty means a decision, or the type of the fact it supersedes.
        subject, attribute: what it is about; a later commit with the same pair supersedes it.
        aliases: other names of the subject.
        paths: globs or paths it applies to, as written by the caller.
        valid_from_us, valid_until_us: half-open window in which it holds.
        supersedes, disputes, refines: a reference (decision::12) it relates to by name. What a
            replacement leaves unsaid (type, names, paths, pin, scope) it takes over.
        evidence: observations (obs:12) it rests on; one that cannot be cited refuses the commit.
        fields: what a statement of its type has beyond its text: an object of texts, whole
            numbers, flags, lists and objects. Secrets in it are taken out as from the text.
        relations: what it depends on, or what depends on it, at most RELATIONS_MAX.
        idempotency_key: a repeat with the same content gives the first receipt again.
    """

    text: str
    type: str = ""
    context: str | None = None
    subject: str | None = None
    attribute: str | None = None
    aliases: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    thread: str | None = None
    goal: str | None = None
    is_pinned: bool = False
    retention: RetentionClass | None = None
    ttl_seconds: int | None = None
    valid_from_us: int | None = None
    valid_until_us: int | None = None
    supersedes: str | None = None
    disputes: str | None = None
    refines: str | None = None
    source_model: str | None = None
    reasoning_depth: str = "single-shot"
    confidence: float = 0.8
    visibility: Visibility = Visibility.PRIVATE
    idempotency_key: str | None = None
    evidence: tuple[str, ...] = ()
    fields: Mapping[str, object] | None = None
    relations: "tuple[RelationRequest, ...]" = ()  # Its module costs a commit too much.


class Related(NamedTuple):
    """The stored fact a new statement met, and the verdict."""

    reference: str
    classification: ConflictClass
    similarity: float
    strategy: str
    conflict_id: int | None
    conflict_status: ConflictStatus | None


class CommitAction(StrEnum):
    """Whether a statement became a fact of its own, or part of one that says the same."""

    INSERTED = "inserted"
    MERGED = "merged"


class CommitOutcome(NamedTuple):
    """What became of a commit.

    ``superseded`` are the references this commit closed.
    ``redacted`` names the kinds of secret taken out, with their count.
    ``is_replay`` marks the stored answer to a repeated idempotency key.
    """

    fact: Fact
    action: CommitAction
    version_id: int
    sequence: int
    request_id: str
    ack_profile: AckProfile
    related: tuple[Related, ...]
    superseded: tuple[str, ...]
    redacted: tuple[tuple[str, int], ...]
    offered_bytes: int
    retained_bytes: int
    is_replay: bool = False
