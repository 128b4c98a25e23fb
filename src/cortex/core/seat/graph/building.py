"""What is the graph of these logs, when a graph of some of them is there already?

A message is read once. It is read again when a name that stands in it came, went, or means somebody
else now, so what is built bit by bit equals what is built at once. Source: OGL 3.10, ADR 0205.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from cortex.core.facts.contrast import Contrast, Reading, contrast, read
from cortex.core.seat.claims import normal
from cortex.core.seat.graph.extraction import RULES_VERSION, extract, nouns_in
from cortex.core.seat.graph.mentions import find_names
from cortex.core.seat.graph.names import Known, NameIndex, known_nouns, lookup, text_noun
from cortex.core.seat.graph.spaced_rules import ALIAS
from cortex.core.text.digests import digest
from cortex.core.text.folding import fold
from cortex.model.client_graph import (
    BY_MODEL,
    BY_RULE,
    FACTS_MAX,
    MESSAGES_MAX,
    ORIGIN_TEXT,
    Graph,
    GraphEntity,
    GraphFact,
    GraphMessage,
    GraphRole,
)
from cortex.model.lean_cache import lru_cache
from cortex.model.lean_classes import NamedTuple

COMPARED_MAX = 16
"""Later statements on one matter that a statement is compared with: it stands among its like."""

CACHED = 16_384
"""Values whose reading is kept during a build: those of some hundred nouns."""

ROUNDS_MAX = 4
"""Times messages are read again because one of them gave a noun another name."""

_PREFERENCES = frozenset({"prefers", "likes", "wants", "does not want"})
_UNWANTED = "does not want"
_DISAGREE = frozenset({Contrast.OPPOSED, Contrast.OTHER_VALUE})
_DOMAIN = "cortex/graph-names/1"

Asked = tuple[tuple[GraphFact, ...], Counter[str], frozenset[str]]
"""What a model found, why some was not taken, and which messages it was asked about."""

Asker = Callable[[Sequence[GraphMessage], Known], Asked]


class Built(NamedTuple):
    """A graph without its builds, and what became of what was read."""

    graph: Graph
    kept: int
    reasons: Counter[str]
    new: int


def made_by(given: Iterable[GraphEntity]) -> str:
    """Give a digest of what every message was read by: the rules, and who speaks for whom."""
    bound = sorted((sender, entity.key) for entity in given for sender in entity.senders)
    words = "\n".join([str(RULES_VERSION), *(f"{sender}\t{key}" for sender, key in bound)])
    return digest(_DOMAIN, words.encode("utf-8", "surrogatepass"))[:16]


def build(
    old: Graph,
    messages: Sequence[GraphMessage],
    given: Sequence[GraphEntity],
    roles: Sequence[GraphRole],
    asker: Asker | None = None,
) -> Built:
    """Give the graph of all messages.

    Args:
        old: what was built before, of whatever logs; an empty one reads everything.
        messages: every message of the logs, with its text, each sha once.
        given: nouns of the operator and of ENTITIES.md.
        roles: of the operator.
        asker: asks a model about messages in which no rule found anything; None without one.
    """
    reading = _Reading(old, messages, given)
    known = reading.settled()
    modelled = _by_message(old.facts, BY_MODEL)
    asked = {one.sha for one in old.messages if one.is_asked}
    reasons = sum((reading.reasons[sha] for sha in reading.read), Counter[str]())
    if asker is not None:
        silent = [one for one in reading.messages if one.sha not in asked]
        found, why, done = asker([one for one in silent if not reading.facts.get(one.sha)], known)
        modelled |= _by_message(found, BY_MODEL)
        asked |= done
        reasons += why
    facts = [
        fact
        for message in reading.messages
        for fact in (*reading.facts.get(message.sha, ()), *modelled.get(message.sha, ()))
        if fact.key in known.entities
    ]
    times = {one.sha: one.at_us for one in reading.messages}
    graph = Graph(
        tuple(one._replace(text="", is_asked=one.sha in asked) for one in reading.messages),
        tuple(known.entities[key] for key in sorted(known.entities)),
        superseded(facts[-FACTS_MAX:], times),
        tuple(sorted(set(roles))),
    )
    kept = sum(len(reading.facts[sha]) for sha in reading.read)
    kept += sum(
        len(modelled.get(sha, ())) for sha in asked - {m.sha for m in old.messages if m.is_asked}
    )
    return Built(graph, kept, reasons, reading.new)


def superseded(facts: Sequence[GraphFact], times: dict[str, int]) -> tuple[GraphFact, ...]:
    """Give facts in the order they were said, each with the one that replaced it.

    Of what holds one value at a time the next other value replaces it. Of the rest only what says
    the opposite does, or another value in the same place.
    """
    ordered = sorted(facts, key=lambda one: (times[one.sha], one.sha, one.start, one.fact_id))
    groups: dict[tuple[str, str], list[GraphFact]] = {}
    for fact in ordered:
        groups.setdefault((fact.key, _matter(fact)), []).append(fact)
    by: dict[str, str] = {}
    for group in groups.values():
        for at in range(len(group) - 1, -1, -1):
            by[group[at].fact_id] = _successor(group, at, by, times)
    return tuple(fact._replace(superseded_by=by[fact.fact_id]) for fact in ordered)


def _successor(
    group: Sequence[GraphFact], at: int, by: dict[str, str], times: dict[str, int]
) -> str:
    """Give the id of what replaced a fact, those behind it being known; empty for nothing."""
    fact = group[at]
    for later in group[at + 1 : at + 1 + COMPARED_MAX]:
        if _replaces(later, fact, times):
            return later.fact_id
        if later.is_single and fact.is_single and _is_same(later, fact):
            return by[later.fact_id]  # Said again: what replaced that replaced this.
    return ""


class _Reading:
    """Reads the messages that have to be read, until no name comes or goes any more."""

    def __init__(
        self, old: Graph, messages: Sequence[GraphMessage], given: Sequence[GraphEntity]
    ) -> None:
        ordered = sorted(messages, key=lambda one: (one.at_us, one.sha))
        self.messages = ordered[-MESSAGES_MAX:]
        self.reasons: dict[str, Counter[str]] = {}
        self.read: set[str] = set()
        self._given = given
        known = {one.sha for one in old.messages}
        self.new = sum(1 for one in self.messages if one.sha not in known)
        is_kept = bool(old.builds) and old.builds[-1].names == made_by(given)
        if not is_kept or not known <= {one.sha for one in ordered}:
            old, known = Graph(), set()
        self._fresh = [one for one in self.messages if one.sha not in known]
        self.facts = _by_message(old.facts, BY_RULE)
        self._names = frozenset(lookup(old.entities))
        self._found = [
            one._replace(aliases=()) for one in old.entities if one.origin == ORIGIN_TEXT
        ]
        names = {one.key: one.name for one in old.entities}
        self._found += [
            text_noun(names[fact.key], "", (fact.value,))._replace(key=fact.key)
            for fact in old.facts
            if fact.predicate == ALIAS and fact.key in names
        ]
        self._found += [noun for one in self._fresh for noun in nouns_in(one)]

    def settled(self) -> Known:
        """Read what has to be read, and give the nouns there are."""
        known = Known(())
        for _ in range(ROUNDS_MAX):
            known = Known(known_nouns(self._given, self.messages, self._found))
            names = frozenset(known.names.rows)
            changed, self._names = names ^ self._names, names
            todo = self._touched(changed)
            if not todo:
                break
            for message in todo:
                got = extract(message, known)
                self.facts[message.sha] = got.facts
                self.reasons[message.sha] = got.reasons
                self.read.add(message.sha)
                self._found += got.nouns
        return known

    def _touched(self, changed: frozenset[tuple[str, tuple[str, ...]]]) -> list[GraphMessage]:
        """Give the messages nobody read, and those in which one of these names stands."""
        unread = {one.sha for one in self._fresh} - self.read
        index = NameIndex(sorted(changed, key=lambda row: (-len(row[0]), row)))
        return [
            one
            for one in self.messages
            if one.sha in unread or (changed and _names_one(fold(one.text), index))
        ]


def _names_one(folded: str, index: NameIndex) -> bool:
    near = index.near(folded)
    return bool(near) and bool(find_names(folded, near))


def _by_message(facts: Iterable[GraphFact], extractor: str) -> dict[str, tuple[GraphFact, ...]]:
    found: dict[str, tuple[GraphFact, ...]] = {}
    for fact in facts:
        if fact.extractor == extractor:
            found[fact.sha] = (*found.get(fact.sha, ()), fact._replace(superseded_by=""))
    return found


def _matter(fact: GraphFact) -> str:
    return "preference" if fact.predicate in _PREFERENCES else _normal(fact.predicate)


def _replaces(later: GraphFact, fact: GraphFact, times: dict[str, int]) -> bool:
    if times[later.sha] <= times[fact.sha]:
        return False
    is_same = _is_same(later, fact)
    if later.is_single and fact.is_single:
        return not is_same
    if _UNWANTED in {later.predicate, fact.predicate} and later.predicate != fact.predicate:
        return is_same
    return not is_same and contrast(_read(fact.value), _read(later.value)) in _DISAGREE


def _is_same(left: GraphFact, right: GraphFact) -> bool:
    """Tell whether two values are one: as words, or as the day or amount that code reads."""
    if left.normal and left.normal == right.normal:
        return True
    return _normal(left.value) == _normal(right.value)


@lru_cache(maxsize=CACHED)
def _normal(text: str) -> str:
    return normal(text)


@lru_cache(maxsize=CACHED)
def _read(text: str) -> Reading:
    return read(text)
