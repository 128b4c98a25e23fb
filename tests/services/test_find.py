"""Does a reference find its fact, and does the story leave nothing out and give nothing away?"""

import pytest

from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.facts import FactKind, Naming, Visibility
from cortex.ports.brain import Brain
from cortex.services.find import explain, find
from cortex.services.rollback import rollback
from tests.services.factory import (
    ANNA,
    BERT,
    DAY_US,
    SOLO,
    START_US,
    disagreed,
    replaced,
    stored,
)


@pytest.mark.parametrize("form", ["decision::1", "d1", "1", "fact 1", "fact:1", "[d1]"])
def test_fact_is_found_by_every_printed_form(brain: Brain, form: str) -> None:
    """Whatever form an id was printed in, it leads back to the fact."""
    fact = stored(brain, "Deploys run on Tuesdays")
    assert fact == find(brain, form, SOLO)


def test_wrong_family_names_the_right_reference(brain: Brain) -> None:
    """Facts of both families share one sequence, so the error says which one the number is."""
    stored(brain, "Deploys run on Tuesdays")
    with pytest.raises(NotFound) as caught:
        find(brain, "memory::1", SOLO)
    assert "memory::1 does not exist; 1 is a decision" == caught.value.message
    assert "use decision::1" == caught.value.remedy


def test_memory_is_found_as_a_memory(brain: Brain) -> None:
    """The family of a memory is as good a reference as that of a decision."""
    fact = stored(brain, "The build took nine minutes", kind=FactKind.MEMORY)
    assert fact == find(brain, "m1", SOLO)


def test_absent_fact_is_a_typed_miss(brain: Brain) -> None:
    """An id that was never given is reported by its name, also in an empty brain."""
    with pytest.raises(NotFound) as caught:
        find(brain, "decision::9", SOLO)
    assert "decision::9 does not exist here" == caught.value.message


def test_text_that_is_no_reference_is_refused_before_any_look(brain: Brain) -> None:
    """A sentence is not searched for; the accepted forms are named."""
    with pytest.raises(InvalidRequest):
        find(brain, "the deploy rule", SOLO)


def test_private_fact_of_another_owner_does_not_exist(brain: Brain) -> None:
    """CQR A11: to anybody but its owner a private fact is missing in the same words as no fact."""
    stored(brain, "Anna's note on the deploy", owner_id=1)
    with pytest.raises(NotFound) as hidden:
        find(brain, "decision::1", BERT)
    with pytest.raises(NotFound) as absent:
        find(brain, "decision::2", BERT)
    assert hidden.value.message == absent.value.message.replace("2", "1")
    assert 1 == find(brain, "decision::1", ANNA).fact_id
    assert 1 == find(brain, "decision::1", SOLO).fact_id


def test_shared_fact_is_found_by_others(brain: Brain) -> None:
    """A fact its owner opened up is found by everybody."""
    stored(brain, "The team deploys on Tuesdays", owner_id=1, visibility=Visibility.SHARED)
    assert 1 == find(brain, "decision::1", BERT).fact_id


def test_story_says_what_replaced_a_fact_and_what_it_replaced(brain: Brain) -> None:
    """Both ends of a supersession tell of each other."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    story = explain(brain, old.reference, SOLO)
    assert (new,) == story.superseded_by
    assert ["commit", "commit"] == [version.operation for version in story.versions]
    assert (story.fact,) == explain(brain, new.reference, SOLO).supersedes


def test_story_shows_both_sides_of_a_conflict_and_the_anchors(brain: Brain) -> None:
    """A conflict is told with both statements, and the handles say who gave them."""
    older = stored(brain, "Gateway port is 80", naming=Naming(paths=("src/gateway.py",)))
    newer = stored(brain, "Gateway port is 8080", START_US + DAY_US, disputes_id=older.fact_id)
    record = disagreed(brain, newer, older, START_US + DAY_US)
    story = explain(brain, older.reference, SOLO)
    assert [(record, newer, older)] == [
        (conflict.record, conflict.source, conflict.target) for conflict in story.conflicts
    ]
    assert ["src/gateway.py"] == [a.value for a in story.anchors if a.is_explicit]
    assert older == explain(brain, newer.reference, SOLO).disputes


def test_story_does_not_quote_what_the_caller_may_not_see(brain: Brain) -> None:
    """CQR A11: another owner's side of a conflict takes the conflict out of the story."""
    hers = stored(brain, "Gateway port is 80", owner_id=1)
    his = stored(brain, "Gateway port is 8080", owner_id=2)
    disagreed(brain, his, hers, START_US, ConflictStatus.OPEN)
    assert () == explain(brain, his.reference, BERT).conflicts
    assert 1 == len(explain(brain, his.reference, SOLO).conflicts)


def test_rolled_back_fact_is_still_told_and_marked(brain: Brain) -> None:
    """The history prints undone facts, so their references keep working."""
    stored(brain, "Deploys run on Mondays")
    gone = stored(brain, "Deploys run on Tuesdays", START_US + DAY_US)
    rollback(brain, 1, SOLO, START_US + 2 * DAY_US, is_applied=True)
    story = explain(brain, gone.reference, SOLO)
    assert story.is_rolled_back
    assert [True] == [version.is_orphaned for version in story.versions]
