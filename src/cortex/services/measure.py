"""How good is recall on a labelled set? Commits, asks, and compares; it ranks nothing itself.

Every question is asked twice: in a brain that holds its item's memories alone, and in one that
holds the memories of all items. Both are asked through the same use cases that people call.
Source: ADR 0060, docs/formats/bench-report.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from cortex.core.measure.figures import ANSWER_PLACES, judge, pool_report
from cortex.model.errors import TextRejected
from cortex.model.measures import Exclusion, Judged, LabelledItem, Pool, RecallReport

if TYPE_CHECKING:
    from cortex.model.cards import View

Progress = Callable[[int, int], None]


class Notebook(Protocol):
    """A brain of its own for measuring, reached through the shipped commit and query."""

    def keep(self, text: str) -> str:
        """Commit a memory and give the reference of the fact it became or was merged into.

        Raises:
            TextRejected: the statement is not kept.
        """
        ...

    def ask(self, question: str) -> View:
        """Ask with the defaults everybody gets."""
        ...


OpenNotebook = Callable[[], AbstractContextManager[Notebook]]


@dataclass(frozen=True, slots=True)
class Measured:
    """The questions of a set as they went, pool by pool, and what did not take part."""

    questions: tuple[Judged, ...]
    exclusions: tuple[Exclusion, ...]


def measure_recall(
    items: Sequence[LabelledItem], open_notebook: OpenNotebook, on_progress: Progress | None = None
) -> Measured:
    """Ask every question in both pools.

    Questions are in the order of the items, those asked alone before those asked together. A
    refused memory is listed once for each pool, and its question is asked all the same.

    Args:
        open_notebook: gives an empty brain that vanishes when the block ends.
        on_progress: is told (questions done, questions in all).
    """
    run = _Run(2 * len(items), on_progress)
    for item in items:
        with open_notebook() as notebook:
            own = run.commit(notebook, item, Pool.PER_ITEM)
            run.ask(notebook, item, Pool.PER_ITEM, own)
    with open_notebook() as notebook:
        owned = [run.commit(notebook, item, Pool.POOLED) for item in items]
        for item, own in zip(items, owned, strict=True):
            run.ask(notebook, item, Pool.POOLED, own)
    return Measured(tuple(run.questions), tuple(run.exclusions))


def recall_report(
    suite: str, source: str, items: Sequence[LabelledItem], measured: Measured, cards_max: int
) -> RecallReport:
    """Give the report of a measured set of questions with accepted answers.

    Args:
        source: name of the file the items came from, without its folder.
        cards_max: most cards an answer may have.
    """
    by_pool = {pool: [one for one in measured.questions if one.pool is pool] for pool in Pool}
    brains = {Pool.PER_ITEM: len(items), Pool.POOLED: 1}
    return RecallReport(
        suite=suite,
        surface="facts",
        source=source,
        items=len(items),
        cards_max=cards_max,
        definitions=_definitions(cards_max),
        pools=tuple(pool_report(pool, brains[pool], by_pool[pool]) for pool in Pool),
        exclusions=measured.exclusions,
        questions=measured.questions,
    )


class _Run:
    """What one measurement has collected so far."""

    def __init__(self, total: int, on_progress: Progress | None) -> None:
        self.questions: list[Judged] = []
        self.exclusions: list[Exclusion] = []
        self._total = total
        self._on_progress = on_progress

    def commit(self, notebook: Notebook, item: LabelledItem, pool: Pool) -> frozenset[str]:
        """Commit the memories of an item in order and give the references they are found under."""
        own = set()
        for place, text in enumerate(item.memories, start=1):
            try:
                own.add(notebook.keep(text))
            except TextRejected as error:
                refused = Exclusion(pool, item.item_id, f"memory {place}", error.reason)
                self.exclusions.append(refused)
        return frozenset(own)

    def ask(self, notebook: Notebook, item: LabelledItem, pool: Pool, own: frozenset[str]) -> None:
        """Ask an item's question and note how it went."""
        view = notebook.ask(item.question)
        self.questions.append(judge(item, pool, view, own))
        if self._on_progress is not None:
            self._on_progress(len(self.questions), self._total)


def _definitions(cards_max: int) -> tuple[tuple[str, str], ...]:
    places = " and ".join(f"@{k}" for k in ANSWER_PLACES)
    return (
        (
            "@k",
            "an accepted string stands in the text of one of the first k cards, and that card is "
            f"one of the item's own memories; given {places}, over questions with an answer",
        ),
        (
            "reachable",
            "an accepted string stands in the item's own memories, so that answering is possible",
        ),
        ("silent", "no card although the set has an answer"),
        ("in leads", "no card answers, but a lead does; leads never count as answers"),
        ("abstained", "no card, over questions whose only right answer is silence"),
        ("false cards", "cards that those questions got"),
        (
            "own",
            "share of all cards that are the item's own memories; a card for a question without "
            "an answer is never counted as own",
        ),
        ("cards/q, leads/q", "cards and leads for each question, on average"),
        ("string comparison", "case and runs of white space do not count, everything else does"),
        (
            "pools",
            "per_item: the item's memories alone; pooled: the memories of all items in one brain; "
            f"one setting for both, at most {cards_max} cards, the shipped commit and query",
        ),
    )
