"""Who may decide, and what is kept of a decision?"""

import pytest

from cortex.core.seat.approvals import is_waiting_long, require_judge, resolved
from cortex.model.durations import DAY_US
from cortex.model.errors import Denied
from cortex.model.refusals import MoveRefused
from cortex.model.seat_bus import Approval, ApprovalState

NOW_US = 1_796_040_000_000_000
ASKED = Approval("approval_1_a1b2c", "Send it", "ops", "acme", "financial", NOW_US, NOW_US)
YES, NO = ApprovalState.APPROVED, ApprovalState.REJECTED


def test_who_decided_and_what_they_said_stand_apart() -> None:
    """The name of the decider is never the note."""
    done = resolved(ASKED, YES, "seat:desk", "with the new price", NOW_US + 5)
    assert ("seat:desk", "with the new price", NOW_US + 5) == (
        done.resolved_by,
        done.note,
        done.resolved_us,
    )


@pytest.mark.parametrize(
    ("who", "at"), [("seat:ops", ""), ("seat:desk", "ops"), ("seat:ops", "desk")]
)
def test_seat_never_answers_itself(who: str, at: str) -> None:
    """Neither by its name nor, under another name, from its own folder."""
    with pytest.raises(Denied, match="may not answer itself"):
        require_judge(ASKED, who, at, ())


def test_person_decides_in_the_folder_of_the_seat_that_asked() -> None:
    """A person at a terminal is not the seat."""
    require_judge(ASKED, "person:ann", "ops", ("ops",))


@pytest.mark.parametrize(("who", "at"), [("seat:desk", ""), ("seat:third", "desk")])
def test_seat_never_approves_its_own_work(who: str, at: str) -> None:
    """Also when another seat asked for it; a third seat may."""
    asked = ASKED._replace(task_id="task_1_00000007")
    with pytest.raises(Denied, match="task_1_00000007 is the work of desk, which may not approve"):
        require_judge(asked, who, at, ("desk",))
    require_judge(asked, "seat:third", "third", ("desk",))


def test_second_decision_changes_nothing_or_is_refused() -> None:
    """The same again gives the first; another one does not replace it."""
    done = resolved(ASKED, YES, "seat:desk", "a", NOW_US)
    assert done is resolved(done, YES, "seat:third", "b", NOW_US + 9)
    with pytest.raises(MoveRefused, match="approved already"):
        resolved(done, NO, "seat:desk", "", NOW_US)


def test_question_waits_long_after_a_day() -> None:
    """A decided one does not wait."""
    assert not is_waiting_long(ASKED, NOW_US + DAY_US)
    assert is_waiting_long(ASKED, NOW_US + DAY_US + 1)
    done = resolved(ASKED, YES, "seat:desk", "", NOW_US)
    assert not is_waiting_long(done, NOW_US + 9 * DAY_US)
