"""What must a fact say to answer a question, and how much is each part worth?

A unit is one content word of the question with every stored term that would satisfy it: the word,
its cluster mates, a stored word one slip away. Weights are inverse document frequency over the
store plus a small imagined background, so that a store of three facts calls no word common.
Source: ADR 0031, docs/formats/recall.md.
"""

from __future__ import annotations

import math

from cortex.core.anchors.clusters import mates
from cortex.core.anchors.mentions import surface_of
from cortex.core.query.generic import GENERIC_STEMS
from cortex.core.text.stems import stem
from cortex.core.text.tokens import Word, query_words
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import QUERY_UNITS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BACKGROUND_FACTS = 50
"""Facts of other subjects imagined beside the stored ones."""

UNSEEN_FREQUENCY = 2.0
"""How often a word nobody stored is assumed to occur: rare, but not the rarest."""

GENERIC_SHARE = 0.4
"""Weight of a word that only says how a question is asked."""

NUMBER_SHARE = 0.6
"""Weight of a bare number: it repeats by chance more often than a word does."""

VARIANT_STRENGTH = 850
"""Permille credited to a fact that uses a longer or shorter form of the word (auth, authorization).
"""

MATE_STRENGTH = 500
"""Permille credited to a fact that uses a cluster mate instead (deploy, release): below what lets
a single word in, because a mate is a guess that needs company."""

PIECES_STRENGTH = 900
"""Permille credited to a fact that has all pieces of a compound, but not the compound."""

HALF_MATCHED = 500
"""Permille of a unit below which it does not count as matched."""

WHOLE = 1000
"""Permille of a unit found as asked."""

SLIP_STRENGTH = 850
"""Permille credited to a stored word one slip away from an unknown one."""


class Unit(NamedTuple):
    """One part of a question.

    ``terms`` pairs each term that satisfies the whole unit with the permille it is credited; the
    first is the word itself. ``pieces`` are the parts of a compound: a fact that has only some of
    them satisfies the unit in part. ``shown`` are the words behind the terms after the first, in
    their order, for whoever reads why a fact was let in. ``weight`` is in thousandths of a nat; 0
    until weighed.
    """

    word: str
    terms: tuple[tuple[str, int], ...]
    pieces: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    is_generic: bool = False
    is_number: bool = False
    weight: int = 0

    @property
    def is_telling(self) -> bool:
        """Tell whether matching this unit says anything about the subject."""
        return not (self.is_generic or self.is_number)

    def all_terms(self) -> tuple[str, ...]:
        """Give every term that satisfies any of the unit."""
        return (*(term for term, _ in self.terms), *self.pieces)


def units_of(text: str) -> tuple[Unit, ...]:
    """Give the units of a question in its order, each once, at most QUERY_UNITS_MAX."""
    found: dict[str, Unit] = {}
    for word in query_words(text):
        for unit in _units_of_word(word):
            found.setdefault(unit.terms[0][0], unit)
    return tuple(found.values())[:QUERY_UNITS_MAX]


def _units_of_word(word: Word) -> Iterable[Unit]:
    """Give one unit for a word or compound, and one for each pair of letters of an unspaced run."""
    is_number = word.kind == "number"
    if word.kind == "run":
        paired = [part for part in word.parts if len(part) > 1] or word.parts
        return [Unit(word.surface, ((part, WHOLE),)) for part in paired]
    if word.kind == "identifier" or word.whole:
        wholes = tuple(part for part in word.parts if _is_whole(part, word))
        pieces = tuple(
            part for part in word.parts if part not in wholes and _is_telling_piece(part)
        )
        spellings = dict.fromkeys((*((word.whole,) if word.whole else ()), *wholes))
        if not spellings:
            spellings = dict.fromkeys(word.parts)
        terms = tuple((spelling, WHOLE) for spelling in spellings)
        return [Unit(word.surface, terms, pieces, is_number=is_number)] if terms else []
    return [_plain(word.surface, part, is_number=is_number) for part in word.parts]


def _is_telling_piece(part: str) -> bool:
    """Tell whether a piece says which one is meant: a lone letter does not, a lone digit does."""
    return len(part) > 1 or part.isdigit()


def _is_whole(part: str, word: Word) -> bool:
    """Tell whether a part is the compound in one piece, beside its own pieces."""
    if part.startswith("="):
        return True
    others = [other for other in word.parts if other != part and other[0] != "="]
    return word.kind == "identifier" and any(
        part.startswith(other) and len(part) > len(other) for other in others
    )


def _plain(surface: str, part: str, *, is_number: bool) -> Unit:
    asked = surface.casefold()
    others: dict[str, str] = {}
    for mate in (*mates(asked), *mates(part)):
        others.setdefault(stem(mate), mate)
    others.pop(part, None)
    strengths = ((term, _mate_strength(asked, mate)) for term, mate in others.items())
    return Unit(
        surface,
        ((part, WHOLE), *strengths),
        shown=tuple(others.values()),
        is_generic=part in GENERIC_STEMS,
        is_number=is_number,
    )


def _mate_strength(word: str, mate: str) -> int:
    is_variant = word.startswith(mate) or mate.startswith(word)
    return VARIANT_STRENGTH if is_variant else MATE_STRENGTH


def all_terms(units: Iterable[Unit]) -> tuple[str, ...]:
    """Give every term any unit is satisfied by, each once, in order."""
    return tuple(dict.fromkeys(term for unit in units for term in unit.all_terms()))


def unseen(units: Iterable[Unit], frequencies: Mapping[str, int]) -> tuple[Unit, ...]:
    """Give the units none of whose terms the store has; candidates for the slip fallback."""
    return tuple(
        unit for unit in units if not any(term in frequencies for term in unit.all_terms())
    )


def with_slips(unit: Unit, stored: Mapping[str, str]) -> Unit:
    """Let a unit also be satisfied by stored terms one slip away; each with its written word."""
    shown = (*unit.shown, *("",) * (len(unit.terms) - 1 - len(unit.shown)), *stored.values())
    extra = tuple((term, SLIP_STRENGTH) for term in stored)
    return unit._replace(terms=unit.terms + extra, shown=shown)


def weigh(
    units: Iterable[Unit], frequencies: Mapping[str, int], corpus_size: int
) -> tuple[Unit, ...]:
    """Give the units with their weights.

    A compound weighs as its spelling found whole or as its rarest piece, whichever is less: half a
    name must not outweigh the rest of a question.
    """
    facts = corpus_size + BACKGROUND_FACTS
    return tuple(unit._replace(weight=_weight(unit, frequencies, facts)) for unit in units)


def _weight(unit: Unit, frequencies: Mapping[str, int], facts: int) -> int:
    seen = [frequencies[term] for term, _ in unit.terms if term in frequencies]
    parts = [frequencies[piece] for piece in unit.pieces if piece in frequencies]
    frequency = UNSEEN_FREQUENCY
    if seen:
        frequency = float(max(seen))
    elif parts:
        frequency = float(min(parts))
    nats = math.log(1 + (facts - frequency + 0.5) / (frequency + 0.5))
    share = GENERIC_SHARE if unit.is_generic else NUMBER_SHARE if unit.is_number else 1.0
    return max(1, round(WHOLE * nats * share))


def lookups(units: Iterable[Unit]) -> tuple[tuple[str, int], ...]:
    """Give (term, weight) for the lexical arm, heaviest credit of a term kept, in unit order."""
    best: dict[str, int] = {}
    for unit in units:
        for term, permille in unit.terms:
            best[term] = max(best.get(term, 0), unit.weight * permille // WHOLE)
        for piece in unit.pieces:
            share = unit.weight * PIECES_STRENGTH // (WHOLE * len(unit.pieces))
            best[piece] = max(best.get(piece, 0), share)
    return tuple(best.items())


class Match(NamedTuple):
    """How much of a question one fact answers.

    ``credit`` and ``total`` are weights; ``matched`` are positions into the units, ``through`` the
    places that another word than the asked one satisfies, with that word.
    """

    credit: int
    total: int
    matched: frozenset[int]
    through: tuple[tuple[int, str], ...] = ()

    @property
    def permille(self) -> int:
        """Give the share of the question's weight, 0..1000."""
        return 1000 * self.credit // self.total if self.total else 0


def heard_words(
    units: tuple[Unit, ...], places: Iterable[int], match: Match | None = None
) -> tuple[str, ...]:
    """Give the asker's words at some places, in question order, each once.

    A word that a fact meets by another one reads "deploy (release)".
    """
    through = dict(match.through) if match else {}
    heard = (
        f"{units[place].word} ({through[place]})" if place in through else units[place].word
        for place in sorted(places)
    )
    return tuple(dict.fromkeys(heard))


def places_of(units: tuple[Unit, ...], surface: str) -> frozenset[int]:
    """Give the places of the units that stand inside a name, as the asker spelt it."""
    words = frozenset(surface.split())
    return frozenset(
        place for place, unit in enumerate(units) if words.issuperset(surface_of(unit.word).split())
    )


class Matcher:
    """Credits facts with the units they satisfy, wholly or in part.

    Set up once for a question: a fact then costs as much as it shares with it.
    """

    __slots__ = ("_compounds", "_of_term", "_shown", "_total", "_weights")

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self._weights = tuple(unit.weight for unit in units)
        self._total = sum(self._weights)
        self._of_term: dict[str, list[tuple[int, int]]] = {}
        self._compounds: dict[int, tuple[str, ...]] = {}
        self._shown: dict[tuple[int, str], str] = {}
        for place, unit in enumerate(units):
            for term, permille in unit.terms:
                self._of_term.setdefault(term, []).append((place, permille))
            for (term, _), shown in zip(unit.terms[1:], unit.shown, strict=False):
                if shown:
                    self._shown[place, term] = shown
            for piece in unit.pieces:  # Worth something only together: counted below.
                self._of_term.setdefault(piece, []).append((place, 0))
            if unit.pieces:
                self._compounds[place] = unit.pieces

    def match(self, present: Mapping[str, int], granted: frozenset[int] = frozenset()) -> Match:
        """Tell how much of the question a fact with these terms answers.

        ``granted`` places are credited whole: the fact is about what they name, in whatever words.
        """
        credited: dict[int, int] = {}
        through: dict[int, str] = {}
        for term in sorted(present):
            for place, permille in self._of_term.get(term, ()):
                if permille > credited.get(place, -1):
                    credited[place] = permille
                    through[place] = self._shown.get((place, term), "")
        for place in credited.keys() & self._compounds.keys():
            pieces = self._compounds[place]
            held = sum(1 for piece in pieces if piece in present)
            credited[place] = max(credited[place], PIECES_STRENGTH * held // len(pieces))
        credited.update(dict.fromkeys(granted, WHOLE))
        credit = sum(
            self._weights[place] * permille // WHOLE for place, permille in credited.items()
        )
        matched = frozenset(
            place for place, permille in credited.items() if permille >= HALF_MATCHED
        )
        told = tuple(
            (place, word)
            for place, word in sorted(through.items())
            if word and place in matched and place not in granted
        )
        return Match(credit, self._total, matched, told)


def match(
    units: tuple[Unit, ...], present: Mapping[str, int], granted: frozenset[int] = frozenset()
) -> Match:
    """Credit one fact; ``Matcher`` credits many."""
    return Matcher(units).match(present, granted)
