"""Which hits do not hold any more, and which cannot both hold?

Statements of the seat's files are weighed by the rank of their sources, then by their day, as the
write gate does. What no source decides is told as disputed, both sides. Source: OGL 4.2, T12.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cortex.core.ask.fusion import Asked, fused
from cortex.core.ask.own_words import as_quote, told_claim
from cortex.core.seat.claims import Settled, normal, settled
from cortex.core.text.tokens import index_terms
from cortex.model.ask import AskHit, AskLayer, LayerFound, LayerState, Piece, Truth
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Claim

_SPOKEN = frozenset(
    {
        AskLayer.ENTITIES,
        AskLayer.NOTES,
        AskLayer.AUTO_NOTES,
        AskLayer.KNOWLEDGE,
        AskLayer.FACTS,
    }
)
"""Layers whose sentences are statements that are meant to hold; a log tells what was."""


class _Marks(NamedTuple):
    """What speaks against which piece, and what beats it."""

    against: dict[Piece, list[Piece]]
    beaten: dict[Piece, Piece]


def settle(asked: Asked, layers: Sequence[LayerFound], hits: Sequence[AskHit]) -> list[AskHit]:
    """Give the hits with what speaks against them; what counts stands before what gave way.

    A statement that counts is told with the one it beats, even if the question's words missed it.
    """
    keys = {key for hit in hits for piece in _pieces(hit) if (key := _key(piece))}
    met = [piece for layer in layers for piece in layer.claims if _key(piece) in keys]
    met = [piece for piece in map(as_quote, met) if piece.claim is not None]
    marks = _Marks({}, {})
    _mark_all([(piece, piece.claim) for piece in met], marks)
    found = [*hits, *_unmet(asked, hits, marks)]
    spoken = [piece for hit in found for piece in _pieces(hit)]
    _mark_all([(piece, _sentence(piece)) for piece in spoken], marks)
    _mark_sentences(met, spoken, marks)
    return _ordered([_judged(hit, marks) for hit in found], marks)


def told(piece: Piece) -> str:
    """Give what a piece states, with its source, on one line."""
    return " ".join(piece.text.split()) if piece.claim is None else told_claim(piece.claim)


def _pieces(hit: AskHit) -> tuple[Piece, ...]:
    return (hit.piece, *hit.also)


def _key(piece: Piece) -> tuple[str, str] | None:
    """Give what a statement is about, where it names a property of something."""
    claim = piece.claim
    if claim is None or not claim.predicate:
        return None
    return normal(claim.subject), normal(claim.predicate)


def _sentence(piece: Piece) -> Claim | None:
    """Give what a piece states as one sentence, so that layers of other forms can be compared."""
    claim = piece.claim
    if claim is None or piece.layer not in _SPOKEN or piece.is_replaced:
        return None
    text = claim.text
    if claim.predicate:
        text = f"{claim.subject} {claim.predicate} is {claim.text}"
    return claim._replace(subject="", predicate="", text=text)


def _mark_all(stated: Iterable[tuple[Piece, Claim | None]], marks: _Marks) -> None:
    """Settle what some pieces state; of pieces that state the very same the first stands."""
    piece_of: dict[Claim, Piece] = {}
    for piece, claim in stated:
        if claim is not None:
            piece_of.setdefault(claim, piece)
    for matter in settled(list(piece_of)):
        _mark(matter, piece_of, marks)


def _mark_sentences(met: Sequence[Piece], spoken: Sequence[Piece], marks: _Marks) -> None:
    """Settle properties with sentences that give them another number or day."""
    for piece in spoken:
        sentence = piece.claim
        if sentence is None or sentence.predicate or piece.layer not in _SPOKEN:
            continue
        for other in met:
            stated = other.claim
            if stated is not None and _says_otherwise(sentence.text, stated, other.heading):
                pair = {sentence: piece, stated: other}
                best, worst = sorted(pair, key=lambda one: (-one.rank, -(one.as_of_us or 0)))
                _mark(Settled(best, (worst,)), pair, marks)


def _says_otherwise(sentence: str, stated: Claim, names: str) -> bool:
    """Tell whether a sentence names the same property of the same thing, with another number."""
    said = set(index_terms(sentence))
    value = _numbers(stated.text)
    if not value or not set(index_terms(stated.predicate)) <= said:
        return False
    names_said = [set(index_terms(name)) for name in (stated.subject, *names.split(", "))]
    if not any(name and name <= said for name in names_said):
        return False
    other = _numbers(sentence)
    return bool(other) and not (value & other)


def _numbers(text: str) -> set[str]:
    return {term for term in index_terms(text) if any(map(str.isdigit, term))}


def _mark(matter: Settled, piece_of: Mapping[Claim, Piece], marks: _Marks) -> None:
    winner = piece_of[matter.winner]
    for claim in matter.superseded:
        loser = piece_of[claim]
        if winner in marks.against.get(loser, ()):
            continue
        marks.against.setdefault(loser, []).append(winner)
        if _beats(matter.winner, claim):
            marks.beaten.setdefault(loser, winner)
        else:
            marks.against.setdefault(winner, []).append(loser)


def _beats(winner: Claim, loser: Claim) -> bool:
    """Tell whether sources or days decide: the better source, or the later word of an equal one.

    A statement without a source on this scale, as a fact of the brain, is disputed, never beaten.
    """
    if not winner.rank or loser.source is None:
        return False
    is_later = (winner.as_of_us or 0) > (loser.as_of_us or 0)
    return winner.rank > loser.rank or (winner.rank == loser.rank and is_later)


def _unmet(asked: Asked, hits: Sequence[AskHit], marks: _Marks) -> list[AskHit]:
    """Give hits of what beats a hit and is none itself."""
    there = {piece for hit in hits for piece in _pieces(hit)}
    missing = {
        winner: None
        for loser, winner in marks.beaten.items()
        if loser in there and winner not in there
    }
    found: list[AskHit] = []
    for piece in missing:
        shown = (piece._replace(is_admitted=True),)
        layer = LayerFound(piece.layer, LayerState.SEARCHED, hits=shown)
        found += [hit._replace(piece=piece) for hit in fused(asked, [layer])]
    return found


def _judged(hit: AskHit, marks: _Marks) -> AskHit:
    pieces = _pieces(hit)
    against = [
        f"{other.where}: {told(other)}" for one in pieces for other in marks.against.get(one, ())
    ]
    if hit.piece.is_replaced:
        against.insert(0, hit.piece.note)
    if not against:
        return hit
    is_beaten = hit.piece.is_replaced or any(piece in marks.beaten for piece in pieces)
    truth = Truth.SUPERSEDED if is_beaten else Truth.DISPUTED
    return hit._replace(truth=truth, against=tuple(dict.fromkeys(against)))


def _ordered(hits: Sequence[AskHit], marks: _Marks) -> list[AskHit]:
    """Put what was superseded behind what took its place."""
    held = {
        piece: number
        for number, hit in reversed(list(enumerate(hits)))
        for piece in _pieces(hit)
        if hit.truth is not Truth.SUPERSEDED
    }
    by_key = {key: number for piece, number in held.items() if (key := _key(piece))}

    def place(number: int) -> tuple[int, int]:
        hit = hits[number]
        if hit.truth is not Truth.SUPERSEDED:
            return number, -1
        winners = [marks.beaten.get(piece) for piece in _pieces(hit)]
        at = [held[piece] for piece in winners if piece in held]
        at += [by_key[key] for piece in _pieces(hit) if (key := _key(piece)) in by_key]
        return max([number, *at]), number

    return [hits[number] for number in sorted(range(len(hits)), key=place)]
