"""Do pages follow each other to the end without a gap or a repetition?"""

import pytest

from cortex.model.errors import InvalidRequest
from cortex.ports.brain import Brain
from cortex.services.listing import PAGE_FACTS_MAX, Page, list_facts
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import ANNA, DAY_US, SCOPE_ID, SOLO, START_US, replaced, stored

NOW_US = START_US + DAY_US


def test_pages_reach_every_fact_once(brain: Brain) -> None:
    """Case 142: the pages of 25 facts, seven at a time, hold each fact exactly once."""
    for number in range(25):
        stored(brain, f"Rule number {number}")
    seen: list[int] = []
    after_id = None
    while page := list_facts(brain, None, SOLO, NOW_US, Page(after_id, 7)):
        seen += [fact.fact_id for fact in page]
        after_id = page[-1].fact_id
        stored(brain, "A commit between two pages")
    assert list(range(25, 0, -1)) == seen


def test_cold_facts_are_listed_only_when_asked_for(brain: Brain) -> None:
    """Retracted, superseded, expired and future facts are left out, and all there on request."""
    old = stored(brain, "Deploys run on Mondays")
    replaced(brain, old, "Deploys run on Tuesdays", START_US + 1)
    stored(brain, "The office is in Oslo")
    stored(brain, "The freeze ends today", expires_us=START_US + 2)
    stored(brain, "The move is next year", valid_from_us=NOW_US + DAY_US)
    retract(brain, "3", "", SOLO, START_US + 2)
    assert [2] == [fact.fact_id for fact in list_facts(brain, None, SOLO, NOW_US, Page())]
    everything = list_facts(brain, None, SOLO, NOW_US, Page(include_cold=True))
    assert [5, 4, 3, 2, 1] == [fact.fact_id for fact in everything]


def test_rolled_back_facts_are_never_listed(brain: Brain) -> None:
    """What was undone is in the history and nowhere else."""
    stored(brain, "A stays")
    stored(brain, "B goes")
    rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert [1] == [
        f.fact_id for f in list_facts(brain, None, SOLO, NOW_US, Page(include_cold=True))
    ]


def test_other_scopes_and_owners_are_left_out(brain: Brain) -> None:
    """Case 58: a list of one scope holds no row of another, and none of another owner."""
    stored(brain, "Here and mine", owner_id=1)
    stored(brain, "Here, not mine", owner_id=2)
    stored(brain, "Elsewhere", scope_id="project:/srv/other/.git", owner_id=1)
    assert [1] == [fact.fact_id for fact in list_facts(brain, (SCOPE_ID,), ANNA, NOW_US, Page())]
    assert () == list_facts(brain, (), SOLO, NOW_US, Page())


@pytest.mark.parametrize("limit", [0, PAGE_FACTS_MAX + 1])
def test_page_size_out_of_range_is_refused(brain: Brain, limit: int) -> None:
    """A page is never cut in silence."""
    with pytest.raises(InvalidRequest):
        list_facts(brain, None, SOLO, NOW_US, Page(limit=limit))
