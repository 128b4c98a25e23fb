"""How well does search find what a labelled set says answers its questions?

Documents go in as observations and turns, questions through the search people use; nothing here
ranks. Source: ADR 0060, ADR 0171.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from cortex.core.measure.search_figures import pool_of, with_slip
from cortex.model.search import SearchPage
from cortex.model.search_measures import (
    Asked,
    SearchPool,
    SearchReport,
    SearchSet,
    SetGroup,
    SetTurn,
)

DEPTH = 100
"""Leads asked for: as deep as a reciprocal rank is counted."""

Progress = Callable[[int, int], None]
"""Called with (questions done, questions in all)."""


class SearchNotebook(Protocol):
    """An empty brain that a measurement may fill and ask."""

    def keep(self, turns: Sequence[SetTurn]) -> list[str]:
        """Keep documents, those of a session as its turns; give their references in order."""

    def ask(self, question: str, limit: int) -> SearchPage:
        """Give what the shipped search finds."""


OpenSearchNotebook = Callable[[], AbstractContextManager[SearchNotebook]]


def measure_search(
    labelled: SearchSet, source: str, opener: OpenSearchNotebook, on_progress: Progress | None
) -> SearchReport:
    """Ask every question twice: with its own group in the brain, and with all groups."""
    questions = sum(len(group.questions) for group in labelled.groups)
    session_of = {turn.key: turn.session for group in labelled.groups for turn in group.turns}
    pools: list[SearchPool] = []
    asked: list[Asked] = []
    done = 0
    plans = (
        ("per_group", [(group,) for group in labelled.groups]),
        ("pooled", [labelled.groups]),
    )
    for name, brains in plans:
        found: list[Asked] = []
        sizes = []
        for groups in brains:
            sizes.append(sum(len(group.turns) for group in groups))
            for one in _asked(name, groups, opener):
                found.append(one)
                done += 1
                if on_progress is not None:
                    on_progress(done, questions * len(plans))
        if found:
            pools.append(pool_of(name, max(sizes), found, session_of))
        asked += found
    return SearchReport(
        labelled.suite, source, questions, labelled.left_out, tuple(pools), tuple(asked)
    )


def _asked(pool: str, groups: Sequence[SetGroup], opener: OpenSearchNotebook) -> Iterator[Asked]:
    """Fill one brain with some groups and ask their questions."""
    with opener() as notebook:
        keys: dict[str, str] = {}
        for group in groups:
            references = notebook.keep(group.turns)
            keys.update(zip(references, (turn.key for turn in group.turns), strict=True))
        for group in groups:
            for question in group.questions:
                page = notebook.ask(question.text, DEPTH)
                typed = with_slip(question.text)
                typed_page = notebook.ask(typed, 10)
                yield Asked(
                    pool=pool,
                    group=group.name,
                    question=question,
                    keys=tuple(keys[lead.reference] for lead in page.leads),
                    sessions=tuple(one.session for one in page.sessions),
                    typed=typed,
                    typed_keys=tuple(keys[lead.reference] for lead in typed_page.leads),
                )
