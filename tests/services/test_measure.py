"""Does a measurement ask everything once in each pool, and change nothing about what it hears?"""

from collections.abc import Iterator
from contextlib import contextmanager

from cortex.model.cards import Coverage, Lead, View, ViewStatus
from cortex.model.errors import TEXT_TOO_VAGUE, TextRejected
from cortex.model.gates import TemporalMode
from cortex.model.measures import Exclusion, LabelledItem, Pool, Share
from cortex.services.measure import Notebook, OpenNotebook, measure_recall, recall_report

PORT = LabelledItem("port", "plain", "which port", ("80",), ("the port is 80", "vague"))
HOST = LabelledItem("host", "silence", "which host", (), ("the disk is full",))


class ScriptedNotebook:
    """Keeps all but vague texts, and answers every question with leads to what it kept."""

    def __init__(self, asked: list[tuple[str, int]]) -> None:
        self._kept: dict[str, str] = {}
        self._asked = asked

    def keep(self, text: str) -> str:
        """Keep a text under the next number."""
        if text == "vague":
            message = "too vague"
            raise TextRejected(message, reason=TEXT_TOO_VAGUE)
        reference = f"decision::{len(self._kept) + 1}"
        self._kept[reference] = text
        return reference

    def ask(self, question: str) -> View:
        """Answer with leads only."""
        self._asked.append((question, len(self._kept)))
        return View(
            status=ViewStatus.AMBIGUOUS,
            question=question,
            mode=TemporalMode.CURRENT,
            at_us=0,
            is_as_of=False,
            scope_id="user",
            cards=(),
            leads=tuple(Lead(ref, text, "shares only: x") for ref, text in self._kept.items()),
            near_scopes=(),
            coverage=Coverage(None, len(self._kept), (), (), False, ()),
            admitted_count=0,
        )


def opener(asked: list[tuple[str, int]]) -> OpenNotebook:
    """Give a source of empty notebooks that note what they were asked."""

    @contextmanager
    def open_notebook() -> Iterator[Notebook]:
        yield ScriptedNotebook(asked)

    return open_notebook


def test_each_question_is_asked_alone_and_then_among_all_memories() -> None:
    """Alone, a brain holds the item's memories; together, it holds those of all items."""
    asked: list[tuple[str, int]] = []
    progress: list[tuple[int, int]] = []
    measure_recall([PORT, HOST], opener(asked), lambda *now: progress.append(now))
    assert [("which port", 1), ("which host", 1), ("which port", 2), ("which host", 2)] == asked
    assert [(1, 4), (2, 4), (3, 4), (4, 4)] == progress


def test_a_refused_memory_is_listed_and_its_question_still_asked() -> None:
    """An exclusion names pool, item, memory and reason, once for each pool."""
    measured = measure_recall([PORT], opener([]))
    expected = [Exclusion(pool, "port", "memory 2", TEXT_TOO_VAGUE) for pool in Pool]
    assert expected == list(measured.exclusions)
    assert 2 == len(measured.questions)


def test_own_memories_are_told_from_those_of_other_items() -> None:
    """A lead to another item's memory is not the item's own."""
    measured = measure_recall([PORT, HOST], opener([]))
    pooled = [one for one in measured.questions if one.pool is Pool.POOLED]
    assert [[True, False], [False, True]] == [[lead.is_own for lead in q.leads] for q in pooled]


def test_the_report_tells_how_it_was_measured() -> None:
    """Set, surface, sizes and definitions stand in the report, and leads are no answers."""
    items = [PORT, HOST]
    report = recall_report("cas", "set.jsonl", items, measure_recall(items, opener([])), 12)
    alone, together = report.pools
    assert ("cas", "facts", "set.jsonl", 2) == (
        report.suite,
        report.surface,
        report.source,
        report.items,
    )
    assert (2, 1) == (alone.brains, together.brains)
    assert (1, 1) == (alone.facts_min, alone.facts_max)
    assert (2, 2) == (together.facts_min, together.facts_max)
    assert Share(0, 1) == dict(together.overall.answered)[5]
    assert Share(1, 1) == together.overall.in_leads
    assert Share(1, 1) == together.overall.abstained
    assert any("at most 12 cards" in meaning for _, meaning in report.definitions)
