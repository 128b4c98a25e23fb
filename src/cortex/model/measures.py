"""What is measured of recall, and what comes out?

Source: ADR 0060, docs/formats/bench-report.md.
"""

from dataclasses import dataclass

from cortex.model.lean_classes import StrEnum


class Pool(StrEnum):
    """What else lies in the brain when a question is asked."""

    PER_ITEM = "per_item"
    POOLED = "pooled"


@dataclass(frozen=True, slots=True)
class LabelledItem:
    """One question of a labelled set.

    ``memories`` are committed in this order. ``answers`` are the strings of which one must appear;
    empty when the only right answer is silence.
    """

    item_id: str
    category: str
    question: str
    answers: tuple[str, ...]
    memories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A card or lead an answer held: whether it is the item's own and holds an accepted answer.

    ``rule`` is what admitted a card, or the reason given with a lead.
    """

    reference: str
    text: str
    rule: str
    is_own: bool
    holds_answer: bool

    @property
    def is_hit(self) -> bool:
        """Tell whether it answers the question: the item's own and with an accepted string."""
        return self.is_own and self.holds_answer


@dataclass(frozen=True, slots=True)
class Judged:
    """One question with what came back, cards and leads in the order they were given.

    ``pool_size`` counts the facts in the brain; ``is_reachable`` tells whether an accepted string
    stands in the item's own memories at all.
    """

    item: LabelledItem
    pool: Pool
    pool_size: int
    status: str
    is_reachable: bool
    cards: tuple[Shown, ...]
    leads: tuple[Shown, ...]

    @property
    def rank(self) -> int | None:
        """Give the place of the first card that answers, from 1, or None."""
        return _first_hit(self.cards)

    @property
    def lead_rank(self) -> int | None:
        """Give the place of the first lead that answers, from 1, or None."""
        return _first_hit(self.leads)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """Give the share as 0..1, or None when there was nothing to count."""
        return self.hits / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a group of questions in one pool.

    ``answered`` holds (k, share) in ascending k, over questions that have an answer, as are
    ``reachable``, ``silent`` (no card although there is an answer) and ``in_leads`` (the answer
    only among the leads). ``abstained`` is over questions without one; ``false_cards`` counts the
    cards those got. ``own_cards`` is the share of all cards that are the item's own.
    """

    questions: int
    answered: tuple[tuple[int, Share], ...]
    reachable: Share
    silent: Share
    in_leads: Share
    abstained: Share
    false_cards: int
    own_cards: Share
    leads: int


@dataclass(frozen=True, slots=True)
class PoolReport:
    """One way of pooling: brains used, facts in the smallest and the largest, figures.

    ``categories`` are in order of name.
    """

    pool: Pool
    brains: int
    facts_min: int
    facts_max: int
    overall: Figures
    categories: tuple[tuple[str, Figures], ...]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Something of the set that did not take part, and why."""

    pool: Pool
    item_id: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecallReport:
    """A measured suite: how it was measured, then what was found.

    ``definitions`` are (name, sentence) in print order. ``questions`` are in the order of the set,
    pool by pool.
    """

    suite: str
    surface: str
    source: str
    items: int
    cards_max: int
    definitions: tuple[tuple[str, str], ...]
    pools: tuple[PoolReport, ...]
    exclusions: tuple[Exclusion, ...]
    questions: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table for a person; every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def _first_hit(shown: tuple[Shown, ...]) -> int | None:
    return next((place for place, one in enumerate(shown, start=1) if one.is_hit), None)
