"""Does the log tell everything that was done, in order, to whoever may know?"""

import pytest

from cortex.model.errors import InvalidRequest, NotFound
from cortex.ports.brain import Brain
from cortex.services.history import HISTORY_ENTRIES_MAX, history
from cortex.services.pin import pin
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import ANNA, BERT, DAY_US, SOLO, START_US, replaced, stored


def test_empty_brain_has_an_empty_history(brain: Brain) -> None:
    """Nothing done is an answer, not an error."""
    assert () == history(brain, None, 10, SOLO)


def test_entries_come_newest_first_and_one_is_head(brain: Brain) -> None:
    """The newest entry is first and marked as where the brain stands."""
    for day, text in enumerate(("Mondays", "Tuesdays", "Wednesdays")):
        stored(brain, f"Deploys run on {text}", START_US + day * DAY_US)
    entries = history(brain, None, 2, SOLO)
    assert [(3, True), (2, False)] == [(e.version.version_id, e.is_head) for e in entries]
    assert ["decision::3", "decision::2"] == [e.fact and e.fact.reference for e in entries]


def test_undone_entries_stay_in_it_and_are_marked(brain: Brain) -> None:
    """CQR D5: after going back to A, B is still in the log as orphaned, and C has a higher id."""
    stored(brain, "A stays")
    stored(brain, "B goes")
    rollback(brain, 1, SOLO, START_US, is_applied=True)
    stored(brain, "C comes later")
    entries = history(brain, None, 10, SOLO)
    assert [(False, True), (True, False), (False, False)] == [
        (entry.version.is_orphaned, entry.is_head) for entry in entries
    ]
    ids = [entry.version.version_id for entry in entries]
    assert sorted(ids, reverse=True) == ids


def test_history_of_one_fact_has_the_entries_that_changed_it(brain: Brain) -> None:
    """An entry that closed a fact belongs to its history although it names the new fact."""
    old = stored(brain, "Deploys run on Mondays")
    stored(brain, "The office is in Oslo")
    pin(brain, old.reference, SOLO, START_US + 1, is_pinned=True)
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + 2)
    retract(brain, old.reference, "", SOLO, START_US + 3)
    told = [
        (entry.version.operation, entry.fact and entry.fact.fact_id)
        for entry in history(brain, old.reference, 10, SOLO)
    ]
    expected = [("retract", 1), ("commit", new.fact_id), ("pin", 1), ("commit", 1)]
    assert expected == told


def test_summary_of_anothers_fact_is_not_shown_and_takes_no_place(brain: Brain) -> None:
    """CQR A11: a log line quotes its fact, so it is as private as the fact."""
    stored(brain, "Anna's first", owner_id=1)
    for number in range(5):
        stored(brain, f"Bert's {number}", owner_id=2)
    stored(brain, "Anna's second", owner_id=1)
    summaries = [entry.version.summary for entry in history(brain, None, 2, ANNA)]
    assert ["inserted: Anna's second", "inserted: Anna's first"] == summaries
    with pytest.raises(NotFound):
        history(brain, "1", 5, BERT)


@pytest.mark.parametrize("limit", [0, -1, HISTORY_ENTRIES_MAX + 1])
def test_limit_out_of_range_is_refused(brain: Brain, limit: int) -> None:
    """The limit and the limit plus one differ in the answer, not in how long one waits."""
    with pytest.raises(InvalidRequest):
        history(brain, None, limit, SOLO)
    assert () == history(brain, None, HISTORY_ENTRIES_MAX, SOLO)
