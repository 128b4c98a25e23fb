"""In which order are the hits of all layers told?

By reciprocal ranks: that in its own layer, and that by the words of the question it holds. What
stands in two layers is one hit with the better of its ranks. Source: OGL 3.9, 16.4, ADR 0212.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cortex.core.ask.shelves import terms_in
from cortex.core.query.units import Match, Matcher, Unit, heard_words, lookups, units_of, weigh
from cortex.core.search.passages import best_passage
from cortex.core.seat.claims import normal
from cortex.core.text.tokens import query_words
from cortex.model.ask import (
    EXCERPT_CHARS_MAX,
    LAYER_HITS_MAX,
    LAYER_ORDER,
    AskHit,
    AskLayer,
    LayerFound,
    LayerState,
    Piece,
)
from cortex.model.lean_classes import NamedTuple

RANK_CONSTANT = 60
"""Added to every rank, so that first and second differ by a little and not by half."""

MATCH_WEIGHT = 1
"""What the rank by words of the question counts, beside one for the rank in the layer."""

FLOOR_PERMILLE = 250
"""Share of the question's weight a hit has to hold: as for a fact of the brain (ADR 0031)."""

LONE_PERMILLE = 340
"""The same where it shares one word only: a third, as for a note beside a prompt."""

NONE = "none"
"""What a section of STATE.md holds that is empty."""

SAME_CHARS_MIN = 16
"""Characters of a line below which standing inside another is chance."""


class Asked(NamedTuple):
    """A question as it is read: its units, and whether it has a word of content."""

    text: str
    units: tuple[Unit, ...]
    has_content: bool


class _Offer(NamedTuple):
    """A hit of one layer with its rank there and its match."""

    piece: Piece
    rank: int
    match: Match
    text: str
    line: str


def read_asked(text: str) -> Asked:
    """Read a question; one of function words only has no content."""
    units = units_of(text)
    return Asked(text, units, any(not word.is_stop for word in query_words(text)) and bool(units))


def fused(asked: Asked, layers: Sequence[LayerFound]) -> list[AskHit]:
    """Give the hits of all layers that hold enough of a question, best first, each once."""
    units = _weighed(asked.units, layers)
    weights = {term: float(weight) for term, weight in lookups(units)}
    matcher = Matcher(units)
    offers: list[_Offer] = []
    for layer in layers:
        rank = 0
        for piece in sorted(layer.hits, key=lambda one: one.is_replaced):
            match = matcher.match(terms_in(piece))
            if _says_nothing(piece):
                continue
            if rank < LAYER_HITS_MAX and (piece.is_admitted or _is_evidence(match, units)):
                rank += 1
                excerpt, line = _excerpt(piece.text, weights)
                offers.append(_Offer(piece, rank, match, excerpt, line))
    groups = _grouped(offers)
    best = [max(one.match.credit for one in group) for group in groups]
    hits = [
        _hit(group, 1 + sum(1 for other in best if other > own), units)
        for group, own in zip(groups, best, strict=True)
    ]
    return sorted(hits, key=_order)


def near_pieces(
    asked: Asked, layers: Sequence[LayerFound], unseen: Sequence[str], former: Sequence[LayerFound]
) -> tuple[Piece, ...]:
    """Give what holds a rare word of a question and too little of it to be a hit, in layer order.

    So does a passage with another form of a word that stands nowhere, and what was known once.
    Nothing where a name or number of the question stands nowhere in any form: then no passage
    can be about it. Another word may have been said in other words, and is no proof.

    Args:
        asked: the question.
        layers: what was searched.
        unseen: its words that nothing searched holds.
        former: what was known once; none when it was not looked into.
    """
    units = _weighed(asked.units, layers)
    kin: dict[str, list[Piece]] = {}
    for term, piece in (pair for layer in layers for pair in layer.kin):
        kin.setdefault(term, []).append(piece)
    missing = [unit for unit in units if unit.word in unseen]
    forms = [piece for unit in missing for term in unit.all_terms() for piece in kin.get(term, ())]
    alone = [unit for unit in missing if kin.keys().isdisjoint(unit.all_terms())]
    # The first word of a question has a capital whatever it is.
    first = next((word.surface for word in query_words(asked.text)), "")
    words = (unit.word[1:] if unit.word == first else unit.word for unit in alone)
    if any(any(map(_is_mark, word)) for word in words):
        return ()
    telling = [unit.weight for unit in units if unit.is_telling]
    rare = {
        place
        for place, unit in enumerate(units)
        if unit.is_telling and unit.weight * 2 >= max(telling)
    }
    matcher = Matcher(units)
    found = [
        piece
        for layer in layers
        for piece in layer.hits
        if not piece.is_admitted
        and not _says_nothing(piece)
        and not _is_evidence(match := matcher.match(terms_in(piece)), units)
        and not rare.isdisjoint(match.matched)
    ]
    for piece in (piece for layer in former for piece in layer.hits):
        match = matcher.match(terms_in(piece))
        if _is_evidence(match, units) or not rare.isdisjoint(match.matched):
            found.append(piece)
    return tuple(dict.fromkeys([*found, *forms]))


def _says_nothing(piece: Piece) -> bool:
    """Tell whether a piece is the item of an empty section: it answers nothing."""
    return piece.text.strip(" \t-*+.").lower() == NONE


def _is_mark(character: str) -> bool:
    """Tell whether a word with this character is a name or a number."""
    return character.isupper() or character.isdigit()


def unseen_words(asked: Asked, layers: Iterable[LayerFound], hits: Iterable[AskHit]) -> list[str]:
    """Give the words of a question that nothing searched holds, in its order."""
    held = {term for layer in layers for term, _ in layer.holding}
    for hit in hits:
        held |= terms_in(hit.piece).keys()
    units = [unit for unit in asked.units if not held.intersection(unit.all_terms())]
    return list(dict.fromkeys(unit.word for unit in units))


def _weighed(units: tuple[Unit, ...], layers: Iterable[LayerFound]) -> tuple[Unit, ...]:
    counts: dict[str, int] = {}
    pieces = 0
    for layer in layers:
        if layer.holding and layer.state is LayerState.SEARCHED:
            pieces += layer.pieces
            for term, count in layer.holding:
                counts[term] = counts.get(term, 0) + count
    return weigh(units, counts, pieces)


def _is_evidence(match: Match, units: tuple[Unit, ...]) -> bool:
    """Tell whether enough of a question is held, and a word of it that tells something."""
    telling = [place for place, unit in enumerate(units) if unit.is_telling]
    is_telling = not telling or any(place in match.matched for place in telling)
    least = FLOOR_PERMILLE if len(match.matched) > 1 else LONE_PERMILLE
    return is_telling and bool(match.matched) and match.permille >= least


def _excerpt(text: str, weights: dict[str, float]) -> tuple[str, str]:
    """Give the part of a text to show, and its line that says most, in normal form."""
    span = best_passage(text, weights)
    line_start = text.rfind("\n", 0, span.start) + 1
    at = _line_of(text, weights)
    if len(text) <= EXCERPT_CHARS_MAX:
        return text, at
    return text[max(line_start, span.start - EXCERPT_CHARS_MAX // 4) : span.end].strip(), at


def _line_of(text: str, weights: dict[str, float]) -> str:
    best, best_weight = "", -1.0
    for line in text.split("\n"):
        words = {part for word in query_words(line) for part in word.parts}
        weight = sum(weights.get(term, 0.0) for term in words)
        if weight > best_weight:
            best, best_weight = line, weight
    return normal(best)


def _grouped(offers: Sequence[_Offer]) -> list[list[_Offer]]:
    """Put together what says the same in several places, in the order of the layers."""
    groups: list[list[_Offer]] = []
    for offer in offers:
        for group in groups:
            if _is_same(group[0].line, offer.line):
                group.append(offer)
                break
        else:
            groups.append([offer])
    return groups


def _is_same(left: str, right: str) -> bool:
    if left == right:
        return True
    short, long = sorted((left, right), key=len)
    return len(short) >= SAME_CHARS_MIN and f" {short} " in f" {long} "


def _hit(group: Sequence[_Offer], match_rank: int, units: tuple[Unit, ...]) -> AskHit:
    first = group[0]
    best = max(group, key=lambda one: one.match.credit)
    ranks: dict[AskLayer, int] = {}
    for offer in group:
        layer = offer.piece.layer
        ranks[layer] = min(ranks.get(layer, offer.rank), offer.rank)
    # The best of its ranks, not their sum: a copy is no second witness.
    score = 1 / (RANK_CONSTANT + min(ranks.values()))
    return AskHit(
        piece=first.piece,
        text=first.text,
        also=tuple(offer.piece for offer in group[1:]),
        ranks=tuple(ranks.items()),
        match_rank=match_rank,
        score=score + MATCH_WEIGHT / (RANK_CONSTANT + match_rank),
        permille=best.match.permille,
        words=heard_words(units, best.match.matched, best.match),
    )


def _order(hit: AskHit) -> tuple[float, int, int, str, str]:
    """Give what orders hits: score, layer, the newer, then the text and its place."""
    at_us = hit.piece.at_us or 0
    return (-hit.score, LAYER_ORDER[hit.piece.layer], -at_us, hit.piece.text, hit.piece.where)
