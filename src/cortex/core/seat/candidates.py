"""Which sentences did the agent say although its own memory knew better by then?

A statement that was replaced is looked for in what was said after it was replaced: the name of the
noun, a word of what of it, and the old value in one sentence, and not the new one. It is a place to
look, and no verdict. Source: OGL 12 (5), ADR 0198.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cortex.core.boot.calendar import day_text
from cortex.core.imports.dates import instant_us
from cortex.core.seat.claims import same_name
from cortex.core.seat.digest import sentences
from cortex.core.seat.entities import Entities, Entity
from cortex.core.seat.event_schemas import CLAIM_CHARS_MAX, CLAIM_CHARS_MIN
from cortex.core.seat.fact_lines import FactLine
from cortex.core.seat.ledger import SLUG_CHARS_MAX, is_slug
from cortex.core.seat.memory_search import terms_of
from cortex.core.seat.notes import slug_of
from cortex.core.text.digests import plain_digest
from cortex.core.text.tokens import index_terms
from cortex.model.durations import DAY_US
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Claim
from cortex.model.seat_records import Told
from cortex.model.seats import ENTITIES_FILE

REPLACED_MAX = 2_000
"""Replaced statements that are looked for, the last of the file."""


class Candidate(NamedTuple):
    """A sentence that may owe a correction.

    Attributes:
        claim: the sentence.
        correction: what the seat's memory said by then.
        evidence: where it says so, and on whose word.
        claim_us: when the sentence was said.
        contradicting_us: since when the memory knew better.
        where: where the sentence stands.
        slug: a name for the correction.
    """

    claim: str
    correction: str
    evidence: str
    claim_us: int
    contradicting_us: int
    where: str
    slug: str


class _Replaced(NamedTuple):
    names: tuple[frozenset[str], ...]
    predicate: frozenset[str]
    old: frozenset[str]
    new: frozenset[str]
    since_us: int
    correction: str
    evidence: str
    slug: str


def candidates(entities: Entities, said: Iterable[Told]) -> list[Candidate]:
    """Give the sentences to look at, oldest first; each sentence once."""
    replaced = list(_replaced(entities))[-REPLACED_MAX:]
    found: dict[str, Candidate] = {}
    for one in said if replaced else ():
        for sentence in sentences(one.text):
            text = " ".join(sentence.split())[:CLAIM_CHARS_MAX]
            hit = _hit(frozenset(index_terms(text)), one.at_us or 0, replaced)
            if hit is not None and len(text) >= CLAIM_CHARS_MIN:
                made = (text, hit.correction, hit.evidence, one.at_us or 0, hit.since_us)
                found.setdefault(text, Candidate(*made, one.where, hit.slug))
    return sorted(found.values(), key=lambda one: (one.claim_us, one.where))


def _hit(terms: frozenset[str], at_us: int, replaced: Sequence[_Replaced]) -> _Replaced | None:
    for one in replaced:
        is_about = any(name <= terms for name in one.names) and bool(one.predicate & terms)
        is_old = one.old <= terms and not one.new <= terms
        if is_about and is_old and at_us > one.since_us:
            return one
    return None


def _replaced(entities: Entities) -> Iterator[_Replaced]:
    for entry in entities.entries:
        names = [frozenset(terms_of(name)) for name in (entry.name, *entry.aliases)]
        for fact in entry.facts:
            now = _now(entry, fact)
            if now is None:
                continue
            old, new = (frozenset(terms_of(text)) for text in (fact.claim.text, now.text))
            if not old - new:
                continue  # The new value says the old one as well.
            source = "no source" if now.source is None else str(now.source)
            yield _Replaced(
                names=tuple(filter(None, names)),
                predicate=frozenset(terms_of(now.predicate)),
                old=old,
                new=new,
                since_us=_since(fact, now),
                correction=f"{entry.name}: {now.predicate}: {now.text}"[:CLAIM_CHARS_MAX],
                evidence=f"{ENTITIES_FILE}: {entry.name} ({source})",
                slug=_slug(f"{entry.name} {now.predicate}"),
            )


def _now(entry: Entity, fact: FactLine) -> Claim | None:
    """Give what holds in the place of a statement that was replaced, or None."""
    if not fact.superseded or not fact.claim.predicate:
        return None
    same = [one for one in entry.held if same_name(one.predicate, fact.claim.predicate)]
    return same[-1] if same else None


def _slug(text: str) -> str:
    """Give a name for the correction of a matter; one in another script than Latin is a digest."""
    slug = slug_of(text).replace("_", "-")[:SLUG_CHARS_MAX]
    return slug if is_slug(slug) else f"claim-{plain_digest(text.encode())[:8]}"


def _since(fact: FactLine, now: Claim) -> int:
    """Give from when on the memory knew better: a day counts from its end on, to be fair."""
    at_us = instant_us(fact.superseded) if now.as_of_us is None else now.as_of_us
    at_us = at_us or 0
    is_day = instant_us(day_text(at_us)) == at_us
    return at_us + DAY_US if is_day else at_us
