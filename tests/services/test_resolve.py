"""Does a person's verdict on two statements do what was named, and nothing behind their back?"""

import pytest

from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import Denied, InvalidRequest, NotFound
from cortex.model.facts import Fact, FactStatus, Visibility
from cortex.model.gates import Gate, TemporalMode
from cortex.model.stories import Resolution, ResolveOutcome
from cortex.ports.brain import Brain
from cortex.services.conflicts import conflicts
from cortex.services.find import explain, find
from cortex.services.history import history
from cortex.services.resolve import Verdict, resolve
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import BERT, DAY_US, SOLO, START_US, disagreed, replaced, stored

NOW_US = START_US + 10 * DAY_US


def contested_pair(brain: Brain) -> tuple[Fact, Fact]:
    """Give an active fact and a disputed one that contradicts it, with the conflict open."""
    older = stored(brain, "Gateway port is 80")
    newer = stored(
        brain,
        "Gateway port is 8080",
        START_US + DAY_US,
        status=FactStatus.DISPUTED,
        disputes_id=older.fact_id,
    )
    disagreed(brain, newer, older, START_US + DAY_US)
    return older, newer


def settle(
    brain: Brain, keep: Fact, drop: Fact, action: Resolution, now_us: int = NOW_US
) -> ResolveOutcome:
    """Resolve two facts as the solo caller."""
    verdict = Verdict(keep.reference, drop.reference, action, "measured it")
    return resolve(brain, verdict, SOLO, now_us)


def standing(brain: Brain, at_us: int) -> list[str]:
    """Give the statements that are current at an instant, newest first."""
    with brain.reading() as reader:
        page = reader.fact_page(Gate(TemporalMode.CURRENT, at_us), None, 10)
    return [str(fact.content.text) for fact in page]


def test_keep_lets_one_stand_and_closes_the_other(brain: Brain) -> None:
    """The winner is active and names the loser; the loser ends now and tells who replaced it."""
    older, newer = contested_pair(brain)
    outcome = settle(brain, newer, older, Resolution.KEEP)
    assert (FactStatus.ACTIVE, older.fact_id) == (
        outcome.kept.content.status,
        outcome.kept.content.supersedes_id,
    )
    assert (FactStatus.SUPERSEDED, NOW_US) == (
        outcome.dropped.content.status,
        outcome.dropped.content.valid_until_us,
    )
    assert (outcome.kept,) == explain(brain, older.reference, SOLO).superseded_by
    assert ["Gateway port is 8080"] == standing(brain, NOW_US)


def test_merge_lets_both_stand(brain: Brain) -> None:
    """Two statements that are true side by side are both current and no longer contested."""
    older, newer = contested_pair(brain)
    outcome = settle(brain, newer, older, Resolution.MERGE)
    assert [FactStatus.ACTIVE] * 2 == [
        outcome.kept.content.status,
        outcome.dropped.content.status,
    ]
    assert ["Gateway port is 8080", "Gateway port is 80"] == standing(brain, NOW_US)


def test_archive_closes_both(brain: Brain) -> None:
    """When neither holds, both end now and stay readable in the past."""
    older, newer = contested_pair(brain)
    outcome = settle(brain, newer, older, Resolution.ARCHIVE)
    assert [NOW_US] * 2 == [
        outcome.kept.content.valid_until_us,
        outcome.dropped.content.valid_until_us,
    ]
    assert [] == standing(brain, NOW_US)


@pytest.mark.parametrize("action", list(Resolution))
def test_conflict_is_decided_by_a_person_and_the_second_call_changes_nothing(
    brain: Brain, action: Resolution
) -> None:
    """Each action settles the open conflict once, under one entry."""
    older, newer = contested_pair(brain)
    outcome = settle(brain, newer, older, action)
    assert [(ConflictStatus.USER_RESOLVED, f"user_{action}", "cli")] == [
        (record.status, record.strategy, record.resolved_by) for record in outcome.settled
    ]
    assert () == conflicts(brain, "open", 10, SOLO)
    again = settle(brain, newer, older, action, NOW_US + DAY_US)
    assert (None, ()) == (again.version_id, again.settled)
    assert outcome.kept == again.kept
    assert 3 == len(history(brain, None, 10, SOLO))


@pytest.mark.parametrize("action", list(Resolution))
def test_rollback_undoes_a_resolution_whole(brain: Brain, action: Resolution) -> None:
    """Going back before the verdict restores both facts and opens the conflict again."""
    older, newer = contested_pair(brain)
    settle(brain, newer, older, action)
    rollback(brain, 2, SOLO, NOW_US + 1, is_applied=True)
    assert older.content == find(brain, older.reference, SOLO).content
    assert newer.content == find(brain, newer.reference, SOLO).content
    assert ["reopened_by_rollback"] == [
        story.record.strategy for story in conflicts(brain, "open", 10, SOLO)
    ]


def test_winner_that_was_closed_is_stated_again_and_the_past_keeps_its_answer(
    brain: Brain,
) -> None:
    """A superseded fact kept after all holds from now on; the time between stays as it was."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    disagreed(brain, new, old, START_US + DAY_US, ConflictStatus.AUTO_RESOLVED)
    outcome = settle(brain, old, new, Resolution.KEEP)
    assert ((old.reference, outcome.kept.reference),) == outcome.restated
    assert (NOW_US, None, new.fact_id) == (
        outcome.kept.content.valid_from_us,
        outcome.kept.content.valid_until_us,
        outcome.kept.content.supersedes_id,
    )
    assert ["user_keep_over_policy"] == [record.strategy for record in outcome.settled]
    assert ["Deploys run on Mondays"] == standing(brain, NOW_US)
    with brain.reading() as reader:
        between = Gate(TemporalMode.EXPLICIT_AS_OF, NOW_US - 1)
        assert [new.fact_id] == reader.newest(between, 10)
    story = explain(brain, old.reference, SOLO)
    assert (outcome.dropped, outcome.kept) == story.superseded_by


def test_stating_again_happens_once(brain: Brain) -> None:
    """The old reference means the statement that stands, so asking twice adds no third copy."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    for action in (Resolution.KEEP, Resolution.MERGE):
        first = settle(brain, old, new, action, NOW_US)
        again = settle(brain, old, new, action, NOW_US + 1)
        assert None is again.version_id
        assert (first.kept, first.dropped) == (again.kept, again.dropped)
    assert ["Deploys run on Mondays", "Deploys run on Tuesdays"] == sorted(standing(brain, NOW_US))


def test_a_changed_mind_ends_the_statement_that_was_stated_again(brain: Brain) -> None:
    """Dropping by the old reference closes what stands under it, not the closed copy."""
    old = stored(brain, "Deploys run on Mondays")
    new = replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    settle(brain, old, new, Resolution.KEEP, NOW_US)
    settle(brain, new, old, Resolution.KEEP, NOW_US + DAY_US)
    assert ["Deploys run on Tuesdays"] == standing(brain, NOW_US + DAY_US)


def test_disputed_fact_that_was_closed_at_birth_is_stated_again(brain: Brain) -> None:
    """A winner whose window the lost verdict closed at once would otherwise never be shown."""
    older = stored(brain, "Gateway port is 80")
    newer = stored(
        brain, "Gateway port is 8080", status=FactStatus.DISPUTED, valid_until_us=START_US
    )
    settle(brain, newer, older, Resolution.KEEP)
    assert ["Gateway port is 8080"] == standing(brain, NOW_US)


def test_window_an_author_closed_is_not_opened(brain: Brain) -> None:
    """A statement about the past that wins stays a statement about the past."""
    tea = stored(
        brain, "Drank tea", valid_from_us=None, valid_until_us=START_US - DAY_US,
        status=FactStatus.DISPUTED,
    )  # fmt: skip
    coffee = stored(brain, "Drinks coffee", valid_from_us=START_US - DAY_US)
    outcome = settle(brain, tea, coffee, Resolution.MERGE)
    assert () == outcome.restated
    assert (FactStatus.ACTIVE, START_US - DAY_US) == (
        outcome.kept.content.status,
        outcome.kept.content.valid_until_us,
    )


def test_winner_whose_end_was_announced_holds_on_after_it(brain: Brain) -> None:
    """Calling off a change that was to come leaves no gap: the old rule holds now and then."""
    starts_us = NOW_US + DAY_US
    old = stored(brain, "Deploys run on Mondays", valid_until_us=starts_us)
    new = stored(brain, "Deploys run on Tuesdays", valid_from_us=starts_us)
    outcome = settle(brain, old, new, Resolution.KEEP)
    for at_us in (NOW_US, starts_us - 1, starts_us, starts_us + DAY_US):
        assert ["Deploys run on Mondays"] == standing(brain, at_us)
    assert 1 == len(outcome.restated)
    assert None is settle(brain, old, new, Resolution.KEEP, NOW_US + 1).version_id


def test_retracted_loser_stays_retracted(brain: Brain) -> None:
    """Losing does not soften a retraction into a supersession."""
    older, newer = contested_pair(brain)
    retract(brain, older.reference, "", SOLO, NOW_US)
    outcome = settle(brain, newer, older, Resolution.KEEP, NOW_US + 1)
    assert FactStatus.ARCHIVED is outcome.dropped.content.status
    assert None is outcome.kept.content.supersedes_id


def test_supersession_is_never_circular(brain: Brain) -> None:
    """A winner does not name as its loser the fact that names it."""
    older, newer = contested_pair(brain)
    settle(brain, newer, older, Resolution.KEEP, NOW_US)
    settle(brain, older, newer, Resolution.MERGE, NOW_US + 1)
    outcome = settle(brain, older, newer, Resolution.KEEP, NOW_US + 2)
    seen = set()
    fact: Fact | None = outcome.kept
    while fact is not None:
        assert fact.fact_id not in seen
        seen.add(fact.fact_id)
        below = fact.content.supersedes_id
        fact = None if below is None else find(brain, str(below), SOLO)


def test_two_references_to_one_fact_are_refused(brain: Brain) -> None:
    """A fact does not disagree with itself, in whatever forms it is named twice."""
    stored(brain, "Gateway port is 80")
    with pytest.raises(InvalidRequest) as caught:
        resolve(brain, Verdict("d1", "decision::1", Resolution.KEEP), SOLO, NOW_US)
    assert "drop" == caught.value.field


def test_missing_or_foreign_side_writes_nothing(brain: Brain) -> None:
    """Either both facts are there and the caller's, or nothing happens to either."""
    stored(brain, "Gateway port is 80", owner_id=2, visibility=Visibility.TEAM)
    stored(brain, "Gateway port is 8080", owner_id=1, visibility=Visibility.TEAM)
    with pytest.raises(NotFound) as caught:
        resolve(brain, Verdict("1", "9", Resolution.KEEP), BERT, NOW_US)
    assert "drop" == caught.value.field
    with pytest.raises(Denied):
        resolve(brain, Verdict("1", "2", Resolution.KEEP), BERT, NOW_US)
    assert ["commit", "commit"] == [e.version.operation for e in history(brain, None, 9, SOLO)]


def test_open_conflicts_of_the_loser_with_others_are_decided_too(brain: Brain) -> None:
    """A closed fact leaves no question open with a third one; the winner's own stay open."""
    older, newer = contested_pair(brain)
    third = stored(brain, "Gateway port is 443")
    disagreed(brain, third, older, START_US + 1)
    disagreed(brain, third, newer, START_US + 1)
    outcome = settle(brain, newer, older, Resolution.KEEP)
    assert 2 == len(outcome.settled)
    assert [(third.fact_id, newer.fact_id)] == [
        (story.record.source_fact_id, story.record.target_fact_id)
        for story in conflicts(brain, "open", 10, SOLO)
    ]
