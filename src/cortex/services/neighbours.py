"""Which stored statements must a new one be compared with?

Found through the index, so that an old contradiction is met as surely as one of the newest rows
(CQR 16.3, defect 13). Source: ADR 0033.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from cortex.core.anchors.matters import key_of, matter_of
from cortex.core.anchors.paths import are_compatible
from cortex.core.facts.contrast import read
from cortex.core.facts.validity import Window
from cortex.core.facts.verdict import (
    EVIDENCE_TYPES,
    Effect,
    Statement,
    Verdict,
    judge,
    keyed,
)
from cortex.model.facts import COLD_STATUSES, Fact, FactContent
from cortex.model.gates import Gate, TemporalMode
from cortex.model.limits import CONFLICT_NEIGHBOURS_MAX

if TYPE_CHECKING:
    from cortex.model.anchors import Handles
    from cortex.ports.brain import BrainReader

NEIGHBOUR_TERMS_MAX = 12
"""Words of a statement its neighbours are looked up by, the rarest ones."""

NEIGHBOUR_WORDS_SHARE = 0.4
"""Share of those words another must have before the two can agree or disagree."""

_STRENGTH = {
    Effect.MERGE: 4,
    Effect.SUPERSEDE: 3,
    Effect.CLOSE_NEW: 3,
    Effect.DISPUTE: 2,
    Effect.ASK: 1,
    Effect.NONE: 0,
}


def verdicts_on(
    reader: BrainReader, content: FactContent, handles: Handles, now_us: int, *, is_dated: bool
) -> list[tuple[Fact, Verdict]]:
    """Give the neighbours of a new statement with their verdicts, the gravest first.

    Only live facts of the same scope, owner and path identity are neighbours: a fact without a
    path never meets one with a path. Facts of the same subject and attribute always are.
    """
    gate = Gate(TemporalMode.CURRENT, now_us, (content.scope_id,), content.owner_id)
    keyed_facts = _same_matter(reader, content, gate)
    near = () if content.type in EVIDENCE_TYPES else _by_words(reader, handles, gate)
    if not keyed_facts and not near:
        return []
    statement = _statement(content, is_dated=is_dated)
    found: dict[int, tuple[Fact, Verdict]] = {}
    for fact in keyed_facts:
        found[fact.fact_id] = (fact, keyed(statement, fact, read(fact.content.text)))
    for fact in near:
        if fact.fact_id not in found and _same_place(content, fact.content):
            found[fact.fact_id] = (fact, judge(statement, fact, read(fact.content.text)))
    return sorted(
        found.values(),
        key=lambda pair: (-_STRENGTH[pair[1].effect], -pair[1].similarity, pair[0].fact_id),
    )


def _statement(content: FactContent, *, is_dated: bool) -> Statement:
    return Statement(
        reading=read(content.text),
        type=content.type,
        trust=content.provenance.trust,
        window=Window(content.valid_from_us, content.valid_until_us),
        expires_us=content.expires_us,
        is_dated=is_dated,
        fields=content.fields,
    )


def _same_matter(reader: BrainReader, content: FactContent, gate: Gate) -> Sequence[Fact]:
    """Give every fact of the same subject and attribute, whatever its window."""
    matter = matter_of(content.naming.subject, content.naming.attribute)
    if matter is None:
        return ()
    whole = Gate(TemporalMode.HISTORICAL, gate.at_us, gate.scope_ids, gate.owner_id)
    return [
        fact
        for fact in reader.facts_about(matter, whole)
        if fact.content.status not in COLD_STATUSES and _same_owner(content, fact.content)
    ]


def _by_words(reader: BrainReader, handles: Handles, gate: Gate) -> Sequence[Fact]:
    """Give the facts that share enough words to agree or disagree with a statement.

    Found by the statement's rarest words, because a sentence that says nearly the same has most of
    them too; whoever shares too few of those is not worth reading.
    """
    frequencies = reader.term_frequencies([term for term, _ in handles.terms])
    rarest = sorted(frequencies, key=lambda term: (frequencies[term], term))[:NEIGHBOUR_TERMS_MAX]
    if not rarest:
        return ()
    enough = ceil(NEIGHBOUR_WORDS_SHARE * len(rarest))
    near = reader.facts_sharing(rarest, enough, gate, CONFLICT_NEIGHBOURS_MAX)
    return reader.facts(near, gate) if near else ()


def _same_owner(new: FactContent, old: FactContent) -> bool:
    return new.owner_id == old.owner_id


def _same_place(new: FactContent, old: FactContent) -> bool:
    """Tell whether two facts are about the same place and thing."""
    mine, theirs = new.naming, old.naming
    if not _same_owner(new, old) or bool(mine.paths) != bool(theirs.paths):
        return False
    for one, other in ((mine.subject, theirs.subject), (mine.attribute, theirs.attribute)):
        if one and other and key_of(one) != key_of(other):
            return False
    return not mine.paths or any(are_compatible(a, b) for a in mine.paths for b in theirs.paths)
