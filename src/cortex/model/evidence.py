"""What speaks for a fact, and why was it let in?

Source: CQR 2.7 and 2.8, ADR 0031, docs/formats/why.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class Domain(StrEnum):
    """A kind of evidence; two witnesses of one domain are one opinion."""

    LEXICAL = "lexical"
    ANCHOR = "anchor"
    ENTITY = "entity"
    TASK = "task"
    HISTORY = "history"
    HOP = "hop"


class Arm(StrEnum):
    """A route candidates come in by; the order of the members is the order in ``why``."""

    LEXICAL = "lexical"
    ANCHOR = "anchor"
    TRUTH = "truth"
    TASK = "task"
    HISTORY = "history"
    HOP = "hop"


ARM_ORDER = {arm: place for place, arm in enumerate(Arm)}


class Admission(StrEnum):
    """The rule a card came in by."""

    HARD_ANCHOR = "hard_anchor"
    CLOCK_QUORUM = "clock_quorum"
    STRONG_LEXICAL = "strong_lexical"
    PINNED = "pinned"


RANK_VERSION = "rank/3"
"""Names the order of cards; an answer carries it, so that two answers can be compared."""


class Witness(NamedTuple):
    """One piece of evidence for one fact.

    ``origin`` names where it comes from; witnesses of one origin count once. A derived witness
    (a hop) never makes a fact hard. ``specificity`` runs 0..3, ``path_length`` counts hops.
    """

    domain: Domain
    origin: str
    matched_key: str
    specificity: int = 1
    path_length: int = 0
    is_derived: bool = False


class Votes(NamedTuple):
    """How strongly each clock speaks, 0..2 each."""

    write: int = 0
    truth: int = 0
    task: int = 0
    history: int = 0

    @property
    def clock_count(self) -> int:
        """Count the clocks that speak at all."""
        return 4 - self.count(0)

    @property
    def strength(self) -> int:
        """Sum the votes, 0..8."""
        return sum(self)

    def as_tuple(self) -> tuple[int, int, int, int]:
        """Give the votes in the order write, truth, task, history."""
        return (self.write, self.truth, self.task, self.history)


class MatchedAnchor(NamedTuple):
    """An anchor of the question that the fact carries."""

    kind: str
    value: str
    specificity: int


class MatchedLink(NamedTuple):
    """A link walked to reach the fact."""

    relation: str
    source: str
    target: str


class TieBreak(NamedTuple):
    """The figures that ordered the card among its peers (``RANK_VERSION``).

    ``use_score`` is what use taught of the fact, -200..300; 0 when nothing did.
    """

    clock_count: int
    strength: int
    hops: int
    specificity: int
    fts_rank: int
    recency: int
    target_type: str
    target_id: int
    use_score: int = 0


class Why(NamedTuple):
    """The reason a card was shown, complete enough to check it by hand.

    ``coverage_permille`` is the share of the question's weight that the fact answers;
    ``matched`` and ``unmatched`` are the question's words, in question order.
    ``as_of_us`` is the instant asked about; None is the present.
    """

    admitted_by: Admission
    is_hard: bool
    votes: Votes
    arms: tuple[Arm, ...]
    anchors: tuple[MatchedAnchor, ...]
    links: tuple[MatchedLink, ...]
    acl: str
    head: int | None
    as_of_us: int | None
    status_filters: tuple[str, ...]
    tie_break: TieBreak
    witnesses: tuple[Witness, ...]
    independent_origins: int
    epistemic: str
    coverage_permille: int
    matched: tuple[str, ...]
    unmatched: tuple[str, ...]
