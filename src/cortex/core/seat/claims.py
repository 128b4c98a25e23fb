"""Which statements of a seat's memory cannot both hold, and whose word counts more?

Statements with a subject and a predicate are compared by value; sentences by the rules that compare
facts. Source: OGL 4.2, 16.3, T12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cortex.core.facts.contrast import Contrast, contrast, read
from cortex.core.seat.contrasts import deny_each_other, name_other_numbers
from cortex.core.seat.notes import Note, statement_of
from cortex.core.text.folding import fold
from cortex.model.lean_cache import lru_cache
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Claim, Layer, source_of

COMPARED_MAX = 64
"""Sentences about one subject that are compared with each other: what one noun has at most."""

REMEMBERED = 1_024
"""Texts whose compared form is kept."""

_ARTICLES = ("the ", "a ", "an ")
_DISAGREE = frozenset({Contrast.OPPOSED, Contrast.OTHER_VALUE})
_reading = lru_cache(maxsize=REMEMBERED)(read)


class Settled(NamedTuple):
    """Claims that disagree: the one that counts, and those that give way, best first."""

    winner: Claim
    superseded: tuple[Claim, ...]


def same_name(left: str, right: str) -> bool:
    """Tell whether two names or values are one, whatever their case, accents and spacing."""
    return normal(left) == normal(right)


@lru_cache(maxsize=REMEMBERED)
def normal(text: str) -> str:
    """Give the form by which names and values are compared.

    Kept for a run, as one claim is compared with all that stands there.
    """
    plain = " ".join(re.sub(r"[\W_]+", " ", fold(text)).split()) or fold(text).strip()
    for article in _ARTICLES:
        plain = plain.removeprefix(article)
    return plain


def says_the_same(left: Claim, right: Claim) -> bool:
    """Tell whether two claims say the same; sentences of different names may."""
    is_one = not left.predicate or same_name(left.subject, right.subject)
    is_one = is_one and same_name(left.predicate, right.predicate)
    return is_one and same_name(left.text, right.text)


def disagree(left: Claim, right: Claim) -> bool:
    """Tell whether two claims cannot both hold."""
    if bool(left.predicate) != bool(right.predicate):
        return False
    if left.predicate:
        is_one = same_name(left.subject, right.subject)
        is_one = is_one and same_name(left.predicate, right.predicate)
        return is_one and not same_name(left.text, right.text)
    if contrast(_reading(left.text), _reading(right.text)) in _DISAGREE:
        return True
    return deny_each_other(left.text, right.text) or name_other_numbers(left.text, right.text)


def unseen(present: Sequence[Claim], shown: Sequence[Claim]) -> list[Claim]:
    """Give which of these claims were not among those shown, or have a better source since."""
    return [
        one
        for one in present
        if not any(says_the_same(one, old) and old.rank >= one.rank for old in shown)
    ]


def disagreements(claims: Sequence[Claim]) -> list[tuple[Claim, Claim]]:
    """Give the pairs that cannot both hold, in the order of the claims.

    Only claims that can meet are compared: those of one subject and predicate, and sentences that
    begin with the same word of content.
    """
    return [
        (left, right)
        for group in _groups(claims)
        for at, left in enumerate(group)
        for right in group[at + 1 :]
        if disagree(left, right)
    ]


def settled(claims: Sequence[Claim]) -> list[Settled]:
    """Give each matter on which claims disagree: the better source first, then the newer word.

    Of two that are alike in both, the one that stands first counts.
    """
    found: list[Settled] = []
    for group in _groups(claims):
        pairs = [(one, two) for at, one in enumerate(group) for two in group[at + 1 :]
                 if disagree(one, two)]  # fmt: skip
        members = [claim for claim in group if any(claim in pair for pair in pairs)]
        if members:
            best = sorted(members, key=lambda one: (-one.rank, -(one.as_of_us or 0)))
            losers = [one for one in best[1:] if not says_the_same(one, best[0])]
            found.append(Settled(best[0], tuple(losers)))
    return found


def note_claim(note: Note) -> Claim:
    """Give what a note claims."""
    source = source_of(note.source)
    subject = note.subject or note.slug
    text = statement_of(note)
    return Claim(Layer.NOTE, subject, note.predicate, text, source, note.as_of_us)


def _groups(claims: Sequence[Claim]) -> Iterator[list[Claim]]:
    """Give the claims that can meet, together, in the order of the first of each group."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims:
        if claim.predicate:
            key = (normal(claim.subject), normal(claim.predicate))
        else:
            key = ("", next(filter(None, read(claim.text).terms), ""))
        group = groups.setdefault(key, [])
        if len(group) < COMPARED_MAX:
            group.append(claim)
    yield from (group for group in groups.values() if len(group) > 1)
