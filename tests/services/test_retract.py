"""Does a fact that is taken back end now, and stay in the past?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.facts.closing import closing_us
from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import Denied, InvalidRequest, NotFound
from cortex.model.facts import FactStatus, Visibility
from cortex.model.gates import Gate, TemporalMode
from cortex.ports.brain import Brain
from cortex.services.conflicts import conflicts
from cortex.services.history import history
from cortex.services.retract import REASON_CHARS_MAX, retract
from cortex.services.rollback import rollback
from tests.services.factory import (
    ANNA,
    BERT,
    DAY_US,
    SOLO,
    START_US,
    content,
    disagreed,
    replaced,
    stored,
)

NOW_US = START_US + 10 * DAY_US


def seen_at(brain: Brain, at_us: int, mode: TemporalMode) -> list[int]:
    """Give the ids of the facts a question at that instant may see."""
    with brain.reading() as reader:
        return reader.newest(Gate(mode, at_us), 10)


def test_retracted_fact_is_gone_now_and_there_before(brain: Brain) -> None:
    """CQR D1: the window ends at the retraction; its last microsecond still shows the fact."""
    stored(brain, "The team meets on Mondays")
    outcome = retract(brain, "d1", "the team was dissolved", SOLO, NOW_US)
    assert (FactStatus.ACTIVE, FactStatus.ARCHIVED) == (
        outcome.previous_status,
        outcome.fact.content.status,
    )
    assert NOW_US == outcome.fact.content.valid_until_us
    assert [] == seen_at(brain, NOW_US, TemporalMode.CURRENT)
    assert [] == seen_at(brain, NOW_US, TemporalMode.EXPLICIT_AS_OF)
    assert [1] == seen_at(brain, NOW_US - 1, TemporalMode.EXPLICIT_AS_OF)


@pytest.mark.parametrize(
    "text", ["Alice is assigned to the gateway", "使用者住在臺北", "NOT port 80", "lives in: Rome"]
)
def test_wording_plays_no_part(brain: Brain, text: str) -> None:
    """Case 86: what is retracted is what was named, whatever the statement says."""
    stored(brain, text)
    assert FactStatus.ARCHIVED is retract(brain, "1", "", SOLO, NOW_US).fact.content.status


def test_second_retraction_changes_nothing(brain: Brain) -> None:
    """Retracting twice writes one entry and keeps the first end."""
    stored(brain, "The team meets on Mondays")
    first = retract(brain, "1", "wrong", SOLO, NOW_US)
    second = retract(brain, "1", "still wrong", SOLO, NOW_US + DAY_US)
    assert (None, FactStatus.ARCHIVED) == (second.version_id, second.previous_status)
    assert first.fact == second.fact
    assert 2 == len(history(brain, None, 10, SOLO))


def test_superseded_fact_can_be_retracted_and_keeps_its_end(brain: Brain) -> None:
    """A fact that was replaced already is withdrawn without its window growing."""
    old = stored(brain, "Deploys run on Mondays")
    replaced(brain, old, "Deploys run on Tuesdays", START_US + DAY_US)
    outcome = retract(brain, old.reference, "never true", SOLO, NOW_US)
    assert FactStatus.SUPERSEDED is outcome.previous_status
    assert START_US + DAY_US == outcome.fact.content.valid_until_us


def test_fact_that_starts_later_is_never_shown(brain: Brain) -> None:
    """A fact retracted before its start gets an empty window: no instant, then or later, has it."""
    starts_us = NOW_US + DAY_US
    stored(brain, "The new office opens in July", valid_from_us=starts_us)
    outcome = retract(brain, "1", "the lease fell through", SOLO, NOW_US)
    assert starts_us == outcome.fact.content.valid_until_us
    for at_us in (NOW_US, starts_us - 1, starts_us, starts_us + DAY_US):
        assert [] == seen_at(brain, at_us, TemporalMode.EXPLICIT_AS_OF)


def test_reason_is_kept_in_the_history_without_its_secret(brain: Brain) -> None:
    """CQR E7: a reason is text like any other; a token in it does not reach the store."""
    stored(brain, "The old token is in use")
    token = "ghp_" + "a1B2" * 9
    retract(brain, "1", f"leaked as {token}", SOLO, NOW_US)
    summary = history(brain, None, 1, SOLO)[0].version.summary
    assert summary.startswith("retract: leaked as ")
    assert token not in summary


def test_reason_over_the_limit_is_refused_whole(brain: Brain) -> None:
    """A reason is never cut in silence; the limit itself still fits."""
    stored(brain, "The team meets on Mondays")
    with pytest.raises(InvalidRequest):
        retract(brain, "1", "x" * (REASON_CHARS_MAX + 1), SOLO, NOW_US)
    assert retract(brain, "1", "x " * (REASON_CHARS_MAX // 2), SOLO, NOW_US).version_id is not None


def test_unknown_reference_is_a_typed_miss_and_writes_nothing(brain: Brain) -> None:
    """Case 98: removing what does not exist says so."""
    with pytest.raises(NotFound):
        retract(brain, "decision::7", "", SOLO, NOW_US)
    assert () == history(brain, None, 10, SOLO)


def test_only_the_owner_retracts(brain: Brain) -> None:
    """Somebody who can see a shared fact cannot take it back; its owner can."""
    stored(brain, "The team deploys on Tuesdays", owner_id=1, visibility=Visibility.SHARED)
    with pytest.raises(Denied):
        retract(brain, "1", "", BERT, NOW_US)
    assert retract(brain, "1", "", ANNA, NOW_US).version_id is not None


def test_rolled_back_fact_has_nothing_to_retract(brain: Brain) -> None:
    """What no recall shows cannot be taken back once more."""
    stored(brain, "Deploys run on Mondays")
    stored(brain, "Deploys run on Tuesdays")
    rollback(brain, 1, SOLO, NOW_US, is_applied=True)
    with pytest.raises(NotFound):
        retract(brain, "2", "", SOLO, NOW_US)


def test_open_conflict_of_a_retracted_fact_is_decided(brain: Brain) -> None:
    """With one side withdrawn there is nothing left for anybody to decide."""
    older = stored(brain, "Gateway port is 80")
    newer = stored(brain, "Gateway port is 8080")
    disagreed(brain, newer, older, START_US)
    retract(brain, older.reference, "measured", SOLO, NOW_US)
    assert () == conflicts(brain, "open", 10, SOLO)
    record = conflicts(brain, "all", 10, SOLO)[0].record
    assert (ConflictStatus.USER_RESOLVED, "user_retract", "cli") == (
        record.status,
        record.strategy,
        record.resolved_by,
    )


def test_retraction_is_where_the_brain_then_stands(brain: Brain) -> None:
    """A retraction is an entry of the log like any other, so it can be gone back over."""
    stored(brain, "The team meets on Mondays")
    outcome = retract(brain, "1", "", SOLO, NOW_US)
    with brain.reading() as reader:
        assert outcome.version_id == reader.head()


INSTANTS = st.none() | st.integers(-(10**15), 10**15)


@given(INSTANTS, INSTANTS, st.integers(-(10**15), 10**15))
def test_closing_never_lengthens_a_window_nor_turns_it_around(
    from_us: int | None, until_us: int | None, now_us: int
) -> None:
    """Whatever the window, the new end is not after the old one, not before the start, not later
    than now unless the start is."""
    if from_us is not None and until_us is not None and until_us < from_us:
        from_us, until_us = until_us, from_us
    fact = content("x", valid_from_us=from_us, valid_until_us=until_us)
    end_us = closing_us(fact, now_us)
    assert until_us is None or end_us <= until_us
    assert from_us is None or end_us >= from_us
    assert end_us <= now_us or end_us == from_us
