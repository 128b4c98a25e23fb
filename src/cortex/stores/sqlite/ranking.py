"""Which facts score highest for a bag of weighted terms?

The score is the plain sum of term weight times posting weight, in integers, so every backend gives
the same numbers. It is exact, and still most postings of common words are never read: terms come
in rarest first, and once the last wanted place is held by more than all remaining terms together
could add, no fact that holds only those can get in. From there on they are looked up for the
candidates alone. Source: ADR 0023.
"""

from __future__ import annotations

from cortex.model.gates import Gate
from cortex.stores.sqlite import blocks, facts
from cortex.stores.sqlite.terms import Lexicon, Term

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

PROBE_SHARE = 2
"""Finding the last place costs a pass over all candidates; it is tried when the next term has more
than one posting for this many candidates."""

FACTS_MAX = 2**62
"""No limit, where a statement wants a number."""


class _Standing:
    """The candidates so far: their scores, and which of them the gate lets through."""

    __slots__ = ("_allowed", "_gate", "_judged", "_lexicon", "_limit", "scores")

    def __init__(self, lexicon: Lexicon, gate: Gate, limit: int) -> None:
        self._lexicon = lexicon
        self._gate = gate
        self._limit = limit
        self._judged: dict[int, bool] = {}
        self._allowed: set[int] | None = None  # Every fact that passes, once that is cheaper.
        self.scores: dict[int, int] = {}

    def add(self, term: Term, factor: int) -> None:
        """Add a term's part to every fact that holds it."""
        for first, block in self._lexicon.blocks_of(term):
            blocks.add_scores(self.scores, first, block, factor)
        self._keep_allowed()

    def add_to_candidates(self, term: Term, factor: int) -> None:
        """Add a term's part to the candidates only."""
        for fact_id, weight in self._lexicon.weights(term, sorted(self.scores)):
            self.scores[fact_id] += factor * weight

    def best(self) -> list[tuple[int, int]]:
        """Give (fact id, score) of the best that pass, at most the limit: by score, then id."""
        wanted = 2 * self._limit
        while True:
            leaders = self._leaders(wanted)
            self._judge([fact_id for fact_id, _ in leaders])
            passing = [leader for leader in leaders if self._judged[leader[0]]]
            if len(passing) >= self._limit or len(leaders) == len(self.scores):
                return passing[: self._limit]
            self._narrow()
            wanted = 4 * max(wanted, len(leaders))

    def floor(self) -> int:
        """Give a score that the last wanted place has for certain; 0 when it is still free."""
        best = self.best()
        return best[-1][1] if len(best) == self._limit else 0

    def drop_below(self, score: int) -> None:
        """Forget the candidates that score less."""
        self.scores = {
            fact_id: reached for fact_id, reached in self.scores.items() if reached >= score
        }

    def _leaders(self, wanted: int) -> list[tuple[int, int]]:
        """Give the ``wanted`` highest scores, and all that are equal to the last of them."""
        if len(self.scores) > wanted:
            from heapq import nlargest  # Most questions match few facts.

            least = nlargest(wanted, self.scores.values())[-1]
            leaders = [item for item in self.scores.items() if item[1] >= least]
        else:
            leaders = list(self.scores.items())
        return sorted(leaders, key=lambda leader: (-leader[1], leader[0]))

    def _judge(self, fact_ids: Sequence[int]) -> None:
        unknown = [fact_id for fact_id in fact_ids if fact_id not in self._judged]
        passing = facts.passing(self._lexicon.session, unknown, self._gate)
        self._judged.update((fact_id, fact_id in passing) for fact_id in unknown)

    def _narrow(self) -> None:
        """Keep to the facts of the gate's scopes, if they are fewer than the candidates."""
        if self._allowed is None and self._gate.scope_ids is not None:
            session = self._lexicon.session
            if facts.count_in_scopes(session, self._gate.scope_ids) < len(self.scores):
                self._allowed = set(facts.newest(session, self._gate, FACTS_MAX))
                self._judged.update(dict.fromkeys(self._allowed, True))
                self._keep_allowed()

    def _keep_allowed(self) -> None:
        if self._allowed is not None:
            allowed = self._allowed
            self.scores = {
                fact_id: score for fact_id, score in self.scores.items() if fact_id in allowed
            }


def lexical_hits(
    lexicon: Lexicon, weighted: Sequence[tuple[str, int]], gate: Gate, limit: int
) -> list[tuple[int, int]]:
    """Give (fact id, score) of the highest sums: score descending, then id ascending.

    A term given twice counts with the sum of its weights; weights that are not positive count
    for nothing.
    """
    factors: dict[str, int] = {}
    for term, factor in weighted:
        if factor > 0:
            factors[term] = factors.get(term, 0) + factor
    if limit < 1 or not factors:
        return []
    standing = _Standing(lexicon, gate, limit)
    lexicon.tail.look_up(factors)
    for term, factor in factors.items():
        for fact_id, weight in lexicon.tail.postings_of(term):
            standing.scores[fact_id] = standing.scores.get(fact_id, 0) + factor * weight
    terms = sorted(lexicon.folded(list(factors)).values(), key=lambda t: (t.facts, t.term_id))
    _score_folded(standing, terms, factors)
    return standing.best()


def _score_folded(standing: _Standing, terms: list[Term], factors: dict[str, int]) -> None:
    """Add what the folded terms give, reading whole posting lists only as long as needed."""
    remaining = sum(factors[term.term] * term.weight_max for term in terms)
    is_closed = False  # Whether a fact that is no candidate yet can no longer get in.
    for term in terms:
        factor = factors[term.term]
        is_probe_worth_it = term.facts * PROBE_SHARE > len(standing.scores)
        if is_closed or is_probe_worth_it:
            floor = standing.floor()
            is_closed = is_closed or remaining < floor
            if is_closed:
                standing.drop_below(floor - remaining)
        remaining -= factor * term.weight_max
        if is_closed:
            standing.add_to_candidates(term, factor)
        else:
            standing.add(term, factor)
