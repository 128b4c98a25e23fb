"""Does going back undo exactly what came later, and say beforehand what it will do?"""

import pytest

from cortex.model.errors import Denied, InvalidRequest, NotFound, RollbackRefused
from cortex.model.facts import FactStatus
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain
from cortex.services.find import find
from cortex.services.history import history
from cortex.services.pin import pin
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import ANNA, DAY_US, SOLO, START_US, replaced, stored

NOW_US = START_US + 10 * DAY_US


def seen(brain: Brain, mode: TemporalMode, at_us: int = NOW_US) -> list[int]:
    """Give the ids of the facts a question may see, newest first."""
    with brain.reading() as reader:
        return reader.newest(Gate(mode, at_us), 10)


def test_going_back_hides_what_was_made_later(brain: Brain) -> None:
    """CQR D5, CQR A6: HEAD is A, B is gone in every tense, and C gets a higher id than B."""
    stored(brain, "A stays")
    stored(brain, "B goes")
    outcome = rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert (1, [2], ("decision::2",), ()) == (
        outcome.head,
        [version.version_id for version in outcome.orphaned],
        outcome.hidden,
        outcome.revived,
    )
    for mode in TemporalMode:
        assert [1] == seen(brain, mode)
    later = stored(brain, "C comes later")
    assert later.fact_id > 2
    assert [later.fact_id, 1] == seen(brain, TemporalMode.CURRENT)
    versions = [entry.version for entry in history(brain, None, 10, SOLO)]
    assert [False, True, False] == [version.is_orphaned for version in versions]


def test_superseded_fact_stands_again(brain: Brain) -> None:
    """CQR A6: undoing the replacement gives the old fact its status and its open window back."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    outcome = rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert ((old.reference,), (new.reference,)) == (outcome.revived, outcome.hidden)
    assert old.content == find(brain, old.reference, SOLO).content
    assert [old.fact_id] == seen(brain, TemporalMode.CURRENT)


def test_retraction_is_undone(brain: Brain) -> None:
    """Retracting by mistake costs one rollback."""
    stored(brain, "The team meets on Mondays")
    retract(brain, "1", "wrong fact", SOLO, NOW_US)
    rollback(brain, "v1", SOLO, NOW_US + 1, is_applied=True)
    assert FactStatus.ACTIVE is find(brain, "1", SOLO).content.status
    assert [1] == seen(brain, TemporalMode.CURRENT, NOW_US + 1)


def test_preview_promises_what_applying_does_and_changes_nothing(brain: Brain) -> None:
    """Case 100: the dry run names exactly what the real run then names."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    retract(brain, new.reference, "", SOLO, NOW_US)
    before = history(brain, None, 10, SOLO)
    preview = rollback(brain, 1, SOLO, NOW_US, is_applied=False)
    assert before == history(brain, None, 10, SOLO)
    assert FactStatus.ARCHIVED is find(brain, new.reference, SOLO).content.status
    applied = rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert (preview.head, preview.orphaned, preview.revived, preview.hidden) == (
        applied.head,
        applied.orphaned,
        applied.revived,
        applied.hidden,
    )
    assert (False, True) == (preview.is_applied, applied.is_applied)


@pytest.mark.parametrize("is_applied", [True, False])
def test_going_where_head_is_changes_nothing(brain: Brain, is_applied: bool) -> None:
    """The second call of a rollback, or one to HEAD, has nothing to undo."""
    stored(brain, "A stays")
    outcome = rollback(brain, "version 1", SOLO, NOW_US, is_applied=is_applied)
    assert (1, (), (), ()) == (outcome.head, outcome.orphaned, outcome.revived, outcome.hidden)
    assert 1 == len(history(brain, None, 10, SOLO))


@pytest.mark.parametrize(("asked", "nearest"), [(9, 3), ("v4", 3), (10**18, 3)])
def test_unknown_version_names_the_nearest(brain: Brain, asked: int | str, nearest: int) -> None:
    """A wrong number costs one more look, not a walk through the whole history."""
    for text in ("A", "B", "C"):
        stored(brain, f"Fact {text}")
    with pytest.raises(NotFound) as caught:
        rollback(brain, asked, SOLO, NOW_US, is_applied=True)
    assert caught.value.message.endswith(f"the nearest is version {nearest}")


def test_empty_brain_has_nowhere_to_go(brain: Brain) -> None:
    """Without an entry the refusal says that, rather than naming none."""
    with pytest.raises(NotFound) as caught:
        rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert "there is no version 1; the history is empty" == caught.value.message


def test_undone_version_cannot_be_head_and_the_way_out_is_named(brain: Brain) -> None:
    """There is no going forward again; the last active entry before it is offered."""
    for text in ("A", "B", "C"):
        stored(brain, f"Fact {text}")
    rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    with pytest.raises(RollbackRefused) as caught:
        rollback(brain, 3, SOLO, NOW_US, is_applied=True)
    assert "go to version 1, the last one before it" == caught.value.remedy


def test_text_that_is_no_version_is_refused(brain: Brain) -> None:
    """A fact's reference is not taken for a version."""
    with pytest.raises(InvalidRequest):
        rollback(brain, "decision::1", SOLO, NOW_US, is_applied=True)


def test_rollback_over_another_owners_change_is_refused_whole(brain: Brain) -> None:
    """In a shared brain nobody undoes what somebody else wrote, not even with their own."""
    stored(brain, "Anna's first", owner_id=1)
    stored(brain, "Bert's", owner_id=2)
    stored(brain, "Anna's second", owner_id=1)
    with pytest.raises(Denied):
        rollback(brain, 1, ANNA, NOW_US, is_applied=True)
    assert (("decision::3",)) == rollback(brain, 2, ANNA, NOW_US, is_applied=True).hidden


def test_two_rollbacks_in_a_row_undo_only_what_is_left(brain: Brain) -> None:
    """Entries undone before are not listed again."""
    for text in ("A", "B", "C"):
        stored(brain, f"Fact {text}")
    rollback(brain, 2, SOLO, NOW_US, is_applied=True)
    outcome = rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    assert [2] == [version.version_id for version in outcome.orphaned]
    assert ("decision::2",) == outcome.hidden


def test_what_was_in_force_all_along_is_not_counted_as_back(brain: Brain) -> None:
    """A fact that only loses its pin was in force before; its scope is told with each entry."""
    fact = stored(brain, "Deploys run on Mondays")
    pin(brain, fact.reference, SOLO, NOW_US, is_pinned=True)
    outcome = rollback(brain, 1, SOLO, NOW_US + 1, is_applied=False)
    assert ((fact.reference,), (fact.reference,)) == (outcome.revived, outcome.kept)
    assert (fact.content.scope_id,) == outcome.scope_ids
