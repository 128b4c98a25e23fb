"""What has been heard so far about each candidate?

The pool collects what the arms report. It only ever adds: votes take the larger, sets unite, the
smallest non-zero hop count stays; so the order of the arms never changes the outcome.
"""

from __future__ import annotations

from cortex.core.query.units import Match
from cortex.model.evidence import Arm, Domain, MatchedAnchor, MatchedLink, Votes, Witness

NOTHING = Match(0, 0, frozenset())


class Candidate:
    """Everything heard about one fact."""

    __slots__ = (
        "anchors",
        "arms",
        "fact_id",
        "fts_rank",
        "history",
        "hops",
        "is_bridged",
        "is_hard",
        "is_revision",
        "is_scoped",
        "is_strong_lexical",
        "is_taught",
        "links",
        "match",
        "specificity",
        "task",
        "truth",
        "use_score",
        "witnesses",
        "write",
    )

    def __init__(self, fact_id: int, match: Match = NOTHING) -> None:
        self.fact_id = fact_id
        self.write = self.truth = self.task = self.history = 0
        self.is_hard = self.is_strong_lexical = self.is_scoped = False
        self.is_bridged = self.is_revision = self.is_taught = False
        self.specificity = self.hops = self.fts_rank = self.use_score = 0
        self.match = match
        self.arms: set[Arm] = set()
        self.witnesses: set[Witness] = set()
        self.anchors: set[MatchedAnchor] = set()
        self.links: set[MatchedLink] = set()

    @property
    def votes(self) -> Votes:
        """Give the votes as a value."""
        return Votes(self.write, self.truth, self.task, self.history)

    def testify(self, arm: Arm, witness: Witness) -> None:
        """Add a witness that came in by an arm."""
        self.arms.add(arm)
        self.witnesses.add(witness)
        if not witness.is_derived:
            self.specificity = max(self.specificity, witness.specificity)

    def walked(self, hops: int) -> None:
        """Note the shortest way this fact was reached by links."""
        self.hops = hops if self.hops == 0 else min(self.hops, hops)


class Pool:
    """All candidates of one question, by fact id."""

    __slots__ = ("candidates",)

    def __init__(self) -> None:
        self.candidates: dict[int, Candidate] = {}

    def of(self, fact_id: int) -> Candidate:
        """Give the candidate of a fact, a blank one the first time."""
        if fact_id not in self.candidates:
            self.candidates[fact_id] = Candidate(fact_id)
        return self.candidates[fact_id]

    def ids(self) -> list[int]:
        """Give the ids of all candidates, ascending."""
        return sorted(self.candidates)


def direct_origin(domain: Domain, fact_id: int) -> str:
    """Name the origin of a direct witness: one evidence channel of one row."""
    return f"{domain.value}:{fact_id}"
