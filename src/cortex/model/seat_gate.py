"""What is proposed to a seat's memory, on whose word, and what became of it?

Source: OGL 4.1, 4.2, docs/formats/write-gate.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum


class SourceKind(StrEnum):
    """Where a statement comes from, best first."""

    OPERATIONAL = "operational"
    USER = "user"
    DOCUMENT = "document"
    TRANSCRIPT = "transcript"
    WEB = "web"


RANKS = {
    SourceKind.OPERATIONAL: 50,
    SourceKind.USER: 40,
    SourceKind.DOCUMENT: 30,
    SourceKind.TRANSCRIPT: 20,
    SourceKind.WEB: 10,
}
"""How much each kind of source weighs: own live data, the user's own words, what clients wrote,
what was said in meetings, the general web."""

THIRD_PARTY_RANK_MAX = 30
"""Highest rank of words that neither the seat nor its user wrote."""

VERIFY_RANKS = 20
"""Rank points a source must be above another to replace its word unverified: two kinds."""


class Layer(StrEnum):
    """Which file a statement is for."""

    ENTITY = "entity"
    NOTE = "note"
    KNOWLEDGE = "knowledge"


class Source(NamedTuple):
    """On whose word something is said.

    Attributes:
        kind: what sort of source it is.
        pointer: where exactly: a message, a file with its row, an address.
    """

    kind: SourceKind
    pointer: str

    @property
    def rank(self) -> int:
        """Give how much it weighs."""
        return RANKS[self.kind]

    @property
    def chain(self) -> str:
        """Give what it has in common with later words of the same source.

        The user, and the seat's own systems, are one source each; a document is itself.
        """
        if self.kind in {SourceKind.OPERATIONAL, SourceKind.USER}:
            return self.kind.value
        return f"{self.kind}:{self.pointer.partition('#')[0]}"

    def __str__(self) -> str:
        return f"{self.kind}:{self.pointer}"


def source_of(text: str) -> Source | None:
    """Give the source that ``kind:pointer`` names, or None when it names none."""
    for mark in (":", "/"):
        kind, found, pointer = text.strip().partition(mark)
        if found and kind.strip().lower() in set(SourceKind) and pointer.strip():
            return Source(SourceKind(kind.strip().lower()), pointer.strip())
    return None


class Claim(NamedTuple):
    """One statement with what is needed to weigh it.

    Attributes:
        layer: which file it is for, or stands in.
        subject: what it is about: an entity, a note, a heading.
        predicate: what of it; empty when the statement is a sentence.
        text: the value, or the sentence.
        source: on whose word; None where a file says none.
        as_of_us: when it held by that word; None where a file says no day.
        is_verified: somebody checked it at its source.
    """

    layer: Layer
    subject: str
    predicate: str
    text: str
    source: Source | None = None
    as_of_us: int | None = None
    is_verified: bool = False

    @property
    def rank(self) -> int:
        """Give how much it weighs; nothing without a source."""
        return 0 if self.source is None else self.source.rank


class Decision(StrEnum):
    """What the gate says."""

    ACCEPT = "accept"
    SUPERSEDE = "accept_supersede"
    HOLD = "hold_for_verify"
    REJECT = "reject"


class Verdict(NamedTuple):
    """What the gate decided, why, and which claims stand against or give way.

    Attributes:
        decision: one of four.
        reason: one word of a closed set, such as ``lower_rank``.
        why: the same as a sentence.
        old: the claims it disagrees with, in their order; empty without a conflict.
    """

    decision: Decision
    reason: str
    why: str
    old: tuple[Claim, ...] = ()


class HoldState(StrEnum):
    """Where a held claim stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class Hold(NamedTuple):
    """A claim that waits for somebody to look at it.

    Attributes:
        hold_id: ``hold-1`` and so on, in the order they came.
        claim: what was proposed.
        reason, why, old: of the verdict that held it.
        note: what was said about a check, and what is needed to write the claim.
        opened_us: when it was held.
        state: whether somebody decided.
        decided_us: when; None while it is open.
        decided_why: what they said.
    """

    hold_id: str
    claim: Claim
    reason: str
    why: str
    old: tuple[Claim, ...]
    opened_us: int
    extra: tuple[tuple[str, str], ...] = ()
    state: HoldState = HoldState.OPEN
    decided_us: int | None = None
    decided_why: str = ""
