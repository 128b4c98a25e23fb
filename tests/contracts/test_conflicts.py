"""Are verdicts kept, found from both ends, and settled once?"""

import pytest

from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.errors import NotFound
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import content, insert, stored

ANY = tuple(ConflictStatus)


def verdict(
    writer: BrainWriter, pair: tuple[int, int], status: ConflictStatus = ConflictStatus.OPEN
) -> ConflictRecord:
    """Record that two facts contradict each other."""
    outcome = (status, "requires_user_review")
    return writer.add_conflict(pair, ConflictClass.CONTRADICTS, 0.75, outcome, NOW_US)


def test_verdict_is_found_from_both_ends(brain: Brain) -> None:
    """By conflict id, each once, only with the statuses asked for."""
    for _ in range(3):
        stored(brain)
    with brain.writing() as writer:
        first = verdict(writer, (2, 1))
        second = verdict(writer, (3, 2), ConflictStatus.AUTO_RESOLVED)
    expected = ConflictRecord(
        1,
        2,
        1,
        ConflictClass.CONTRADICTS,
        0.75,
        ConflictStatus.OPEN,
        "requires_user_review",
        NOW_US,
    )
    assert expected == first
    with brain.reading() as reader:
        assert [first, second] == reader.conflicts_of([3, 2, 1], ANY)
        assert [first] == reader.conflicts_of([1], ANY)
        assert [second] == reader.conflicts_of([3], ANY)
        assert [second] == reader.conflicts_of([1, 2], (ConflictStatus.AUTO_RESOLVED,))
        assert [second, first] == reader.conflicts(ANY, 9)
        assert [second] == reader.conflicts(ANY, 1)
        assert [] == reader.conflicts_of([], ANY) + reader.conflicts((), 9)
        assert 1 == reader.figures().open_conflicts


def test_settling_names_who_and_how(brain: Brain) -> None:
    """A settled conflict is no longer open, and one that does not exist cannot be settled."""
    stored(brain)
    stored(brain)
    with brain.writing() as writer:
        verdict(writer, (2, 1))
        settled = writer.settle_conflict(1, "keep_newer", "anna", NOW_US + 1)
        assert (ConflictStatus.USER_RESOLVED, "keep_newer", "anna", NOW_US + 1) == (
            settled.status,
            settled.strategy,
            settled.resolved_by,
            settled.resolved_us,
        )
        assert [settled] == writer.conflicts((ConflictStatus.USER_RESOLVED,), 9)
        with pytest.raises(NotFound, match="conflict 9"):
            writer.settle_conflict(9, "keep_newer", "anna", NOW_US)


def test_verdict_of_a_rolled_back_entry_contests_nothing(brain: Brain) -> None:
    """A conflict that a deposit found goes with the deposit; one recorded apart stays."""
    stored(brain)
    stored(brain)
    with brain.writing() as writer:
        apart = verdict(writer, (2, 1))
    with brain.writing() as writer:
        fact = insert(writer, content("Newer"))
        verdict(writer, (fact.fact_id, 1))
    with brain.writing() as writer:
        writer.rollback_to(2, NOW_US)
    with brain.reading() as reader:
        assert [apart] == reader.conflicts_of([1], ANY)
        assert [apart] == reader.conflicts(ANY, 9)
        assert 1 == reader.figures().open_conflicts
    with pytest.raises(NotFound, match="conflict 2"), brain.writing() as writer:
        writer.settle_conflict(2, "keep_newer", "anna", NOW_US)
