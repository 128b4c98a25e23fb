"""What else must a reader know with these cards?

Follows what each fact depends on, through the caller's rights, and adds it to the card. What cannot
be followed makes the card contested: a statement without its qualifier is another statement. One
indexed read when nothing depends on anything. Source: CQR 5.4, ADR 0070.
"""

from __future__ import annotations

from cortex.core.recall.boundaries import bounded, limit_of, unavailable
from cortex.model.boundaries import COUNTEREXAMPLE
from cortex.model.gates import Gate, TemporalMode
from cortex.model.limits import CLOSURE_STEPS_MAX, ENTITY_CANDIDATES_MAX, EXCEPTIONS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cortex.model.boundaries import Boundary
    from cortex.model.cards import Card
    from cortex.model.facts import Fact
    from cortex.model.relations import Relation, Standing
    from cortex.ports.brain import BrainReader

REPEATED_TYPES = frozenset({"case", "procedure"})
"""Types that say how something goes, so that one time it went otherwise matters."""

TRIALS_READ_MAX = 256
"""Facts looked at under the same preconditions; far more than a card has room for."""

CONTRARY_TYPES = frozenset({"counterexample", "failure"})
"""Types that say that something went otherwise."""


def close_over(reader: BrainReader, cards: Sequence[Card], gate: Gate) -> list[Card]:
    """Give the cards with what limits them, in the same order."""
    if not cards:
        return []
    ids = [card.fact.fact_id for card in cards]
    closure = _Closure(reader, gate, reader.relations.standings(ids))
    closure.follow(ids)
    return [
        bounded(card, closure.limits_of(card.fact), closure.standings[card.fact.fact_id])
        for card in cards
    ]


class _Closure:
    """What is known so far: how facts stand, and what holds in place of each one asked for."""

    def __init__(self, reader: BrainReader, gate: Gate, standings: dict[int, Standing]) -> None:
        self._reader = reader
        self._gate = gate
        self._here = Gate(gate.mode, gate.at_us, None, gate.owner_id)
        self._ever = Gate(TemporalMode.HISTORICAL, gate.at_us, None, gate.owner_id)
        self.standings = standings
        self._holding: dict[int, tuple[Fact, ...]] = {}
        self._ended: set[int] = set()

    def follow(self, fact_ids: Sequence[int]) -> None:
        """Read what these facts depend on, and what that depends on, a step at a time."""
        for _ in range(CLOSURE_STEPS_MAX):
            wanted = {
                relation.other_id
                for fact_id in fact_ids
                for relation in self._required(fact_id)
                if relation.other_id not in self._holding
            }
            if not wanted:
                return
            self._resolve(sorted(wanted))
            reached = {fact.fact_id for one in wanted for fact in self._holding[one]}
            fresh = sorted(reached - self.standings.keys())
            self.standings.update(self._reader.relations.standings(fresh))
            fact_ids = sorted(reached)

    def limits_of(self, fact: Fact) -> list[Boundary]:
        """Give what limits a fact, nearest first; each thing once."""
        from cortex.model.relations import Role

        found: list[Boundary] = []
        seen = {fact.fact_id}
        waiting = list(self._required(fact.fact_id))
        while waiting and len(found) <= EXCEPTIONS_MAX:
            relation = waiting.pop(0)
            holding = self._holding.get(relation.other_id)
            if holding is None:
                found.append(unavailable(f"{relation.role.value}s lead on too far to be followed"))
            elif holding:
                fresh = [other for other in holding if other.fact_id not in seen]
                found.extend(limit_of(relation.role.value, other) for other in fresh)
                seen.update(other.fact_id for other in fresh)
                waiting.extend(one for f in fresh for one in self._required(f.fact_id))
            elif relation.role is not Role.COUNTEREVIDENCE or relation.other_id not in self._ended:
                found.append(unavailable(f"its {relation.role.value} cannot be read or has ended"))
        against = {other.fact_id: other for other in self._contrary(fact)}
        newest = [against[one] for one in sorted(against, reverse=True) if one not in seen]
        return [*found, *(limit_of(COUNTEREXAMPLE, other) for other in newest)]

    def _required(self, fact_id: int) -> Iterable[Relation]:
        from cortex.model.relations import REQUIRED_ROLES

        standing = self.standings.get(fact_id)
        relations = () if standing is None else standing.relations
        return (relation for relation in relations if relation.role in REQUIRED_ROLES)

    def _resolve(self, fact_ids: Sequence[int]) -> None:
        """Find what holds under each id: the fact itself, or what replaced it."""
        holding = {fact.fact_id: fact for fact in self._reader.facts(fact_ids, self._here)}
        missing = [fact_id for fact_id in fact_ids if fact_id not in holding]
        ended = {fact.fact_id: fact for fact in self._reader.facts(missing, self._ever)}
        self._ended.update(ended)
        for fact_id in fact_ids:
            if fact_id in holding:
                self._holding[fact_id] = (holding[fact_id],)
            else:
                self._holding[fact_id] = self._heirs(ended.get(fact_id))

    def _heirs(self, ended: Fact | None) -> tuple[Fact, ...]:
        """Give what holds in place of a fact that was replaced, however often that was."""
        from cortex.services.find import successors

        line: tuple[Fact, ...] = () if ended is None else (ended,)
        for _ in range(CLOSURE_STEPS_MAX):
            line = tuple(
                heir
                for fact in line
                for heir in successors(self._reader, fact, self._here.owner_id)
            )
            holding = self._reader.facts([heir.fact_id for heir in line], self._here)
            if holding or not line:
                return tuple(holding)
        return ()

    def _contrary(self, fact: Fact) -> list[Fact]:
        """Give what went otherwise than a case or procedure, by its subject and preconditions."""
        if fact.content.type not in REPEATED_TYPES:
            return []
        return [*self._contrary_under(fact), *self._contrary_about(fact)]

    def _contrary_under(self, fact: Fact) -> list[Fact]:
        """Give what went otherwise under the same preconditions; a case that failed is such."""
        if fact.content.fields is None:
            return []
        from cortex.core.facts.structured import read_fields
        from cortex.core.promotion.trials import has_failed
        from cortex.core.text.digests import canonical_json

        wanted = read_fields(fact.content.fields).get("preconditions")
        if not wanted:
            return []
        from cortex.model.promotion import CASE_TYPE

        types = sorted(CONTRARY_TYPES | {CASE_TYPE})
        found = self._reader.threads.trials(
            types, canonical_json(wanted), self._gate, TRIALS_READ_MAX
        )
        return [one for one in found if one.content.type in CONTRARY_TYPES or has_failed(one)]

    def _contrary_about(self, fact: Fact) -> list[Fact]:
        """Give what went otherwise with the same subject."""
        subject = fact.content.naming.subject
        if not subject:
            return []
        from cortex.core.anchors.mentions import surface_of

        surface = surface_of(subject)
        named = self._reader.entities_named([surface]).get(surface, ())
        hits = self._reader.entity_hits(named, self._here, ENTITY_CANDIDATES_MAX)
        others = self._reader.facts(sorted({fact_id for fact_id, _ in hits}), self._here)
        return [
            other
            for other in others
            if other.content.type in CONTRARY_TYPES
            and surface_of(other.content.naming.subject or "") == surface
        ]
