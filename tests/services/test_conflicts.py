"""Does the list of disagreements hold what somebody can still decide?"""

import pytest

from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.ports.brain import Brain
from cortex.services.conflicts import CONFLICTS_MAX, conflicts
from cortex.services.rollback import rollback
from tests.services.factory import BERT, SOLO, START_US, disagreed, stored


def test_open_and_all_come_newest_first_with_both_sides(brain: Brain) -> None:
    """Automatic verdicts are shown on request; each conflict carries both statements."""
    first, second, third = (stored(brain, f"Gateway port is {port}") for port in (80, 81, 82))
    settled = disagreed(brain, second, first, START_US, ConflictStatus.AUTO_RESOLVED)
    waiting = disagreed(brain, third, second, START_US)
    assert [waiting] == [story.record for story in conflicts(brain, "open", 10, SOLO)]
    stories = conflicts(brain, "all", 10, SOLO)
    assert [(waiting, third, second), (settled, second, first)] == [
        (story.record, story.source, story.target) for story in stories
    ]


def test_conflict_with_an_undone_side_is_gone_and_takes_no_place(brain: Brain) -> None:
    """A rollback takes the disagreement with the statement; the limit counts what is shown."""
    first, second = stored(brain, "Gateway port is 80"), stored(brain, "Gateway port is 81")
    kept = disagreed(brain, second, first, START_US)
    for port in range(90, 95):
        disagreed(brain, stored(brain, f"Gateway port is {port}"), first, START_US)
    rollback(brain, 2, SOLO, START_US + 1, is_applied=True)
    assert [kept] == [story.record for story in conflicts(brain, "open", 1, SOLO)]


def test_conflict_with_anothers_private_fact_is_not_shown(brain: Brain) -> None:
    """CQR A11: a disagreement would quote the other owner's statement."""
    mine, other = stored(brain, "Port 80", owner_id=2), stored(brain, "Port 81", owner_id=1)
    disagreed(brain, mine, other, START_US)
    assert () == conflicts(brain, "all", 10, BERT)


@pytest.mark.parametrize(
    ("status", "limit"), [("closed", 5), ("open", 0), ("all", CONFLICTS_MAX + 1)]
)
def test_wrong_arguments_are_refused(brain: Brain, status: str, limit: int) -> None:
    """A status or limit that means nothing is named, not guessed."""
    with pytest.raises(InvalidRequest):
        conflicts(brain, status, limit, SOLO)
