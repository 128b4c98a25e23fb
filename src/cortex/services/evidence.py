"""What does the store hold for a question? The six arms, read through one gate.

Gathering is an order of steps only; what a hit means is decided in ``core.recall``.
Source: CQR 2.10 and 2.12.
"""

from __future__ import annotations

from cortex.core.anchors.clusters import SUFFIX_KINDS, mates
from cortex.core.anchors.mentions import mentions_in, surface_of
from cortex.core.query.generic import GENERIC_STEMS
from cortex.core.query.units import (
    Unit,
    all_terms,
    lookups,
    places_of,
    unseen,
    weigh,
    with_slips,
)
from cortex.core.recall import arms
from cortex.core.recall.pool import Pool
from cortex.core.text.edits import is_one_slip
from cortex.core.text.stems import stem
from cortex.model.anchors import AnchorHit, AnchorKind
from cortex.model.evidence import Arm
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import (
    ANCHOR_CANDIDATES_MAX,
    ENTITY_CANDIDATES_MAX,
    HISTORY_CANDIDATES_MAX,
    HOP_CANDIDATES_MAX,
    LEXICAL_CANDIDATES_MAX,
    SLIP_CANDIDATES_MAX,
    TASK_CANDIDATES_MAX,
)
from cortex.model.links import Link, LinkRelation
from cortex.services.lessons import hear_lessons, lessons_for, widened_hits

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cortex.core.query.frame import Frame
    from cortex.ports.brain import BrainReader

CAPS = {
    Arm.LEXICAL: LEXICAL_CANDIDATES_MAX,
    Arm.ANCHOR: ANCHOR_CANDIDATES_MAX,
    Arm.TRUTH: ENTITY_CANDIDATES_MAX,
    Arm.TASK: TASK_CANDIDATES_MAX,
    Arm.HISTORY: HISTORY_CANDIDATES_MAX,
    Arm.HOP: HOP_CANDIDATES_MAX,
}
"""Rows each arm may bring when no more cards are wanted."""

SLIP_LENGTH_MIN = 4
"""Letters below which a slip says nothing: too many short words are one letter apart."""


class Gathered(NamedTuple):
    """All evidence of one question: the pool, the weighed units, every row's anchors.

    ``capped`` are the arms that brought as many rows as they may, so that more may be stored.
    """

    pool: Pool
    units: tuple[Unit, ...]
    carried: dict[int, tuple[AnchorHit, ...]]
    corpus_size: int
    capped: frozenset[Arm]


def gather(reader: BrainReader, frame: Frame, gate: Gate, wanted: int) -> Gathered:
    """Run the six arms for a frame and give what they heard.

    Args:
        wanted: cards asked for; every arm may bring that many at least.
    """
    units, corpus_size = weighed_units(reader, frame.units)
    pool = Pool()
    caps = {arm: max(published, wanted) for arm, published in CAPS.items()}
    scores = dict(reader.lexical_hits(lookups(units), gate, caps[Arm.LEXICAL]))
    anchored = _anchor_hits(reader, frame, gate, caps[Arm.ANCHOR])
    named = _named_entities(reader, frame)
    mentioned = reader.entity_hits(tuple(named), gate, caps[Arm.TRUTH])
    tasked = _task_hits(reader, frame, gate, caps[Arm.TASK])
    threaded = _thread_hits(reader, frame, gate, caps[Arm.TASK])
    past = _past(reader, frame, gate, caps[Arm.HISTORY])
    found = {
        *scores,
        *(hit.fact_id for hit in (*anchored, *tasked, *threaded)),
        *(fact_id for fact_id, _ in mentioned),
        *past,
    }
    taught = lessons_for(reader, units, gate)
    walks = _walks(reader, sorted(found), caps[Arm.HOP], heeds_use=taught.is_on)
    brought = {
        Arm.LEXICAL: len(scores),
        Arm.ANCHOR: len({hit.fact_id for hit in anchored}),
        Arm.TRUTH: len({fact_id for fact_id, _ in mentioned}),
        Arm.TASK: len({hit.fact_id for hit in (*tasked, *threaded)}),
        Arm.HISTORY: len(past),
        Arm.HOP: len(walks),
    }
    found.update(fact_id for fact_id, _, _ in walks)
    direct = set(found)
    found.update(widened_hits(reader, taught, gate, caps[Arm.HOP]))
    ids = sorted(found)
    carried = reader.anchors_of(ids)
    presence = reader.term_presence(ids, all_terms(units))
    spoken = {entity_id: places_of(units, surface) for entity_id, surface in named.items()}
    granted = arms.granted_places(mentioned, spoken)
    arms.hear_words(pool, units, scores, {i: presence.get(i, {}) for i in ids}, granted)
    arms.hear_names(pool, units, carried)
    asked = {(a.kind, a.value): a.specificity for a in frame.anchors}
    arms.hear_anchors(pool, asked, anchored, carried, frame.paths)
    arms.hear_entities(pool, mentioned, named)
    arms.hear_task(pool, tasked, carried, frame.paths)
    arms.hear_thread(pool, threaded)
    arms.hear_history(pool, past, is_dated=frame.as_of_us is not None)
    arms.hear_hops(pool, sorted(direct - {w[0] for w in walks}), walks)
    hear_lessons(reader, pool, taught, ids)
    capped = frozenset(arm for arm, count in brought.items() if count >= caps[arm])
    return Gathered(pool, units, carried, corpus_size, capped)


def weighed_units(reader: BrainReader, units: tuple[Unit, ...]) -> tuple[tuple[Unit, ...], int]:
    """Give the units with slips resolved and weights set, and the size of the corpus."""
    frequencies = reader.term_frequencies(all_terms(units))
    corrected = {unit: _corrected(reader, unit) for unit in unseen(units, frequencies)}
    fitted = tuple(corrected.get(unit, unit) for unit in units)
    extra = [term for term in all_terms(fitted) if term not in frequencies]
    if any(fixed is not unit for unit, fixed in corrected.items()):
        frequencies = {**frequencies, **reader.term_frequencies(extra)}
    size = reader.corpus_size()
    return weigh(fitted, frequencies, size), size


def _corrected(reader: BrainReader, unit: Unit) -> Unit:
    """Let an unknown word stand for the most frequent stored words one slip away."""
    word = surface_of(unit.word)
    if len(word) < SLIP_LENGTH_MIN or unit.is_number or not word.isalpha():
        return unit
    near = reader.words_near(word[0], len(word) - 1, len(word) + 1)
    slips: dict[str, str] = {}
    for stored, term in near:
        if is_one_slip(word, stored):
            slips.setdefault(term, stored)
    counts = reader.term_frequencies(tuple(slips))
    best = sorted(counts, key=lambda term: (-counts[term], term))[:SLIP_CANDIDATES_MAX]
    return with_slips(unit, {term: slips[term] for term in best}) if best else unit


def _anchor_hits(reader: BrainReader, frame: Frame, gate: Gate, cap: int) -> list[AnchorHit]:
    asked = [(a.kind, a.value) for a in frame.anchors if a.specificity >= 2]
    plain = [key for key in asked if key[0] is not AnchorKind.PATH]
    paths = [value for kind, value in asked if kind is AnchorKind.PATH]
    return reader.anchor_hits(plain, gate, cap) + reader.path_hits(paths, gate, cap)


def _task_hits(reader: BrainReader, frame: Frame, gate: Gate, cap: int) -> list[AnchorHit]:
    paths = [a.value for a in frame.task_anchors if a.kind is AnchorKind.PATH]
    symbols = [(a.kind, a.value) for a in frame.task_anchors if a.kind is AnchorKind.SYMBOL]
    return reader.path_hits(paths, gate, cap) + reader.anchor_hits(symbols, gate, cap)


def _thread_hits(reader: BrainReader, frame: Frame, gate: Gate, cap: int) -> list[AnchorHit]:
    if not frame.thread:
        return []
    return reader.anchor_hits([(AnchorKind.SESSION, frame.thread)], gate, cap)


def _past(reader: BrainReader, frame: Frame, gate: Gate, cap: int) -> list[int]:
    if frame.mode is TemporalMode.CURRENT:
        return []
    return reader.newest(gate, cap)


def _named_entities(reader: BrainReader, frame: Frame) -> dict[int, str]:
    """Give the entities the question names, each with the words that name it.

    A generic word alone names nothing. A name nobody stored may be a slip of one that is.
    """
    asked = {s: s for s in frame.surfaces if " " in s or stem(s) not in GENERIC_STEMS}
    for spelt, surface in _mate_surfaces(frame.text):
        asked.setdefault(spelt, surface)
    known = reader.entities_named(tuple(asked))
    named: dict[int, str] = {}
    for spelt, entity_ids in known.items():
        for entity_id in entity_ids:
            named.setdefault(entity_id, asked[spelt])
    for surface in frame.surfaces:
        if surface in asked and surface not in known:
            for entity_id in _slipped_alias(reader, surface):
                named.setdefault(entity_id, surface)
    return dict(sorted(named.items()))


def _mate_surfaces(text: str) -> Iterator[tuple[str, str]]:
    """Give (other wording, wording used) of every "<name> <kind word>" in a text."""
    for mention in mentions_in(text):
        suffixes = [suffix for suffix, kind in SUFFIX_KINDS.items() if kind == mention.kind]
        qualifier = mention.surface.split(" ")[0]
        for name in (qualifier, *mates(qualifier)):
            for suffix in suffixes:
                yield f"{name} {suffix}", mention.surface


def _slipped_alias(reader: BrainReader, surface: str) -> tuple[int, ...]:
    """Give the entities of the one alias that is a slip away from an unknown name."""
    if len(surface) < SLIP_LENGTH_MIN + 1 or surface.isdigit():
        return ()
    near = reader.aliases_near(surface[0], len(surface) - 1, len(surface) + 1)
    slipped = [alias for alias in near if is_one_slip(surface, alias)]
    if len(slipped) != 1:
        return ()
    return reader.entities_named(slipped).get(slipped[0], ())


def _walks(
    reader: BrainReader, seeds: Sequence[int], cap: int, *, heeds_use: bool
) -> list[tuple[int, Link, int]]:
    """Follow stated and learned links, two hops at most; nearest first, each row once.

    Links derived from shared handles are not walked here: a shared handle is no answer, and where
    it may lead to one, ``core.recall.bridging`` decides.
    """
    reached: dict[int, tuple[int, Link, int]] = {}
    found, frontier = set(seeds), list(seeds)[:cap]
    for hops in (1, 2):
        following: list[int] = []
        for link in reader.learned_links(frontier):
            if link.relation == LinkRelation.USED_WITH and not heeds_use:
                continue
            for fact_id in (link.low_fact_id, link.high_fact_id):
                is_new = fact_id not in reached and len(reached) < cap
                if is_new and (fact_id not in found or link.relation == LinkRelation.USED_WITH):
                    reached[fact_id] = (fact_id, link, hops)
                    following.append(fact_id)
        frontier = [fact_id for fact_id in following if fact_id not in found]
    return list(reached.values())


def in_scope(gate: Gate, scope_ids: tuple[str, ...] | None) -> Gate:
    """Give the same gate for other scopes."""
    return gate._replace(scope_ids=scope_ids)
