"""How is a layer searched that was read whole, and does a control query find its words?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex.core.ask.controls import control_words
from cortex.core.ask.own_words import as_quote
from cortex.core.query.units import Unit, all_terms
from cortex.core.seat.memory_search import Passage, Weighed, counts_of, kin_of, ranked, terms_of
from cortex.model.ask import (
    LAYER_HITS_MAX,
    PIECES_MAX,
    AskLayer,
    Control,
    LayerFound,
    LayerState,
    Piece,
)
from cortex.model.lean_classes import NamedTuple

_LOOKED = 4 * LAYER_HITS_MAX
"""Pieces that are looked at for evidence: some of them share only a common word."""


class Shelf(NamedTuple):
    """A layer that was read.

    Attributes:
        layer: which one.
        places: what was read.
        pieces: what it says, in the order of its places.
        lines: the lines that were read, before they became pieces: controls come from them.
        why: why it was not read whole; empty when it was.
    """

    layer: AskLayer
    places: tuple[str, ...]
    pieces: tuple[Piece, ...]
    lines: tuple[str, ...]
    why: str = ""


def search_shelf(shelf: Shelf, units: tuple[Unit, ...]) -> LayerFound:
    """Give the pieces that share terms with a question, best first, and how the controls went."""
    pieces = shelf.pieces[:PIECES_MAX]
    why = shelf.why
    if len(shelf.pieces) > PIECES_MAX:
        why = why or f"only {PIECES_MAX} of {len(shelf.pieces)} pieces were searched"
    weighed = [_weighed(number, piece) for number, piece in enumerate(pieces)]
    controls = tuple(
        Control(word, is_matched=_finds(pieces, weighed, word))
        for word in control_words(shelf.lines)
    )
    if not controls:
        state = LayerState.NOT_SEARCHED if why else LayerState.EMPTY
        return LayerFound(shelf.layer, state, shelf.places, why=why)
    terms = all_terms(units)
    hits = ranked(weighed, terms, _LOOKED)
    # Of equals the newer word first; a score is a sum of floats, so its last digits say nothing.
    hits.sort(key=lambda hit: (-round(hit.score, 9), -(pieces[hit.number].at_us or 0), hit.number))
    return LayerFound(
        shelf.layer,
        LayerState.SEARCHED,
        shelf.places,
        len(pieces),
        tuple(as_quote(pieces[hit.number]) for hit in hits),
        controls,
        why,
        tuple(holding(weighed, terms).items()),
        tuple(piece for piece in pieces if piece.claim is not None and not piece.is_replaced),
        tuple((term, as_quote(pieces[one.number])) for term, one in kin_of(weighed, terms)),
    )


def holding(passages: Sequence[Weighed], terms: Sequence[str]) -> Mapping[str, int]:
    """Count the passages that hold each of the terms; a term nobody holds is left out."""
    counted = ((term, sum(1 for one in passages if term in one.counts)) for term in terms)
    return {term: count for term, count in counted if count}


def terms_in(piece: Piece) -> dict[str, int]:
    """Count the terms a piece is found by, those of its heading included."""
    return counts_of(Passage(1, piece.heading, piece.text))


def _weighed(number: int, piece: Piece) -> Weighed:
    counts = terms_in(piece)
    return Weighed("", number, counts, sum(counts.values()))


def _finds(pieces: Sequence[Piece], weighed: Sequence[Weighed], word: str) -> bool:
    """Tell whether the search of a layer finds a piece in which a word of it stands."""
    hits = ranked(weighed, terms_of(word), len(weighed))
    folded = word.casefold()
    return any(
        folded in f"{pieces[hit.number].heading}\n{pieces[hit.number].text}".casefold()
        for hit in hits
    )
