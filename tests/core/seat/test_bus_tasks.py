"""Which moves may a task make, what does it wait for, and when is it forgotten?"""

from typing import Any

import pytest

from cortex.core.seat.bus_tasks import (
    in_order,
    is_archivable,
    is_compactable,
    open_needs,
    require_claimable,
    require_held,
    require_no_cycle,
    seat_to_tell,
    staleness,
    taken_from,
)
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.refusals import CoordinationRefused, MoveRefused
from cortex.model.seat_bus import LINKS_MAX, BusTask, Claimed, TaskState
from cortex.model.seat_bus_names import task_id

NOW_US = 1_796_040_000_000_000
HOUR_US = 3_600 * SECOND_US
NAMES = [task_id(NOW_US, number) for number in range(6)]


def task(number: int = 0, **changed: Any) -> BusTask:
    """Give a pending task of its number."""
    made = BusTask(NAMES[number], f"t{number}", "ops", "acme", NOW_US, NOW_US)
    return made._replace(**changed)


def test_task_never_waits_for_itself_in_whatever_way() -> None:
    """A circle over several tasks, said from either end, is refused with its way."""
    first = task(0, blocked_by=(NAMES[1],))
    second = task(1, blocked_by=(NAMES[2],))
    require_no_cycle([first, second], task(2, blocked_by=(NAMES[3],)))
    with pytest.raises(InvalidRequest, match=f"{NAMES[2]} -> {NAMES[0]}"):
        require_no_cycle([first, second], task(2, blocked_by=(NAMES[0],)))
    with pytest.raises(InvalidRequest, match="wait for itself"):
        require_no_cycle([first, task(2)], task(1, blocks=(NAMES[0],), blocked_by=(NAMES[0],)))
    with pytest.raises(InvalidRequest, match="wait for itself"):
        require_no_cycle([task(1), task(2, blocks=(NAMES[1],))], task(1, blocks=(NAMES[2],)))


def test_links_have_a_limit() -> None:
    """The limit passes, one more does not."""
    many = tuple(task_id(NOW_US, number) for number in range(100, 101 + LINKS_MAX))
    require_no_cycle([], task(blocked_by=many[:-1]))
    with pytest.raises(InvalidRequest, match="limit"):
        require_no_cycle([], task(blocked_by=many))


def test_task_waits_for_open_ones_whichever_end_says_so() -> None:
    """What is finished, or not there, holds nothing up."""
    tasks = [
        task(0, blocked_by=(NAMES[1], NAMES[2], NAMES[5])),
        task(1),
        task(2, state=TaskState.COMPLETED),
        task(3, blocks=(NAMES[0],)),
    ]
    assert {NAMES[0]: (NAMES[1], NAMES[3])} == {
        name: needed for name, needed in open_needs(tasks).items() if needed
    }


@pytest.mark.parametrize(
    ("changed", "idle_us", "why"),
    [
        ({}, DAY_US, ""),
        ({}, DAY_US + 1, "pending"),
        ({"state": TaskState.IN_PROGRESS}, 2 * HOUR_US, ""),
        ({"state": TaskState.IN_PROGRESS}, 2 * HOUR_US + 1, "in_progress"),
        ({"state": TaskState.BLOCKED}, 90 * DAY_US, ""),
        ({"due_us": NOW_US + 5}, 4, ""),
        ({"due_us": NOW_US + 5}, 5, "overdue"),
        ({"due_us": NOW_US + 5, "state": TaskState.COMPLETED}, 90 * DAY_US, ""),
    ],
)
def test_task_is_stale_after_its_time(changed: dict[str, Any], idle_us: int, why: str) -> None:
    """Two hours in progress, a day pending, and whatever is overdue; the limit itself is fine."""
    assert why == staleness(task(**changed), NOW_US + idle_us)


def test_claim_is_refused_with_the_reason() -> None:
    """Another's, a person's, somebody's by order, one that waits, and a finished one."""
    require_claimable(task(), None, "desk", ())
    require_claimable(task(assigned_to="desk"), Claimed("desk", NOW_US), "desk", ())
    held = Claimed("ops", NOW_US)
    working = task(state=TaskState.IN_PROGRESS)
    for refused, claimed, code in (
        (working, held, "task_already_claimed"),
        (task(kind="human", assigned_to="Ann"), None, "task_for_a_person"),
        (task(assigned_to="ops"), None, "task_assigned"),
    ):
        with pytest.raises(CoordinationRefused) as caught:
            require_claimable(refused, claimed, "desk", ())
        assert code == caught.value.code
        assert "cortex" in caught.value.remedy or "--" in caught.value.remedy
    with pytest.raises(CoordinationRefused, match="died before"):
        require_claimable(task(), held, "desk", ())
    with pytest.raises(MoveRefused, match=NAMES[1]):
        require_claimable(task(), None, "desk", (NAMES[1],))
    with pytest.raises(MoveRefused, match="completed"):
        require_claimable(task(state=TaskState.COMPLETED), None, "desk", ())


def test_only_the_holder_moves_a_task_that_is_held() -> None:
    """A task nobody holds is moved by anybody; a finished one by nobody."""
    require_held(task(), None, "desk")
    require_held(task(), Claimed("desk", 0), "desk")
    with pytest.raises(CoordinationRefused, match="held by ops"):
        require_held(task(), Claimed("ops", 0), "desk")
    with pytest.raises(MoveRefused):
        require_held(task(state=TaskState.CANCELLED), None, "desk")


def test_claim_is_taken_over_only_from_what_stands_still() -> None:
    """One that never began, or was not written about for two hours; also a blocked one."""
    held = Claimed("ops", NOW_US)
    assert held == taken_from(held, task(), "desk", NOW_US)
    assert taken_from(held, task(), "ops", NOW_US) is None
    for state in (TaskState.IN_PROGRESS, TaskState.BLOCKED):
        assert taken_from(held, task(state=state), "desk", NOW_US + 2 * HOUR_US) is None
        assert held == taken_from(held, task(state=state), "desk", NOW_US + 2 * HOUR_US + 1)


def test_assigned_task_that_nobody_began_is_taken_over_after_a_day_or_when_it_is_due() -> None:
    """Never from a person, from nobody, or from the seat that asks."""
    own = Claimed("desk", NOW_US)
    given = task(assigned_to="desk")
    assert taken_from(None, given, "third", NOW_US + DAY_US) is None
    assert own == taken_from(None, given, "third", NOW_US + DAY_US + 1)
    due = given._replace(due_us=NOW_US + 2)
    assert taken_from(None, due, "third", NOW_US + 1) is None
    assert own == taken_from(None, due, "third", NOW_US + 2)
    late_us = NOW_US + 9 * DAY_US
    assert taken_from(None, given, "desk", late_us) is None
    assert taken_from(None, task(), "third", late_us) is None
    assert taken_from(None, given._replace(kind="human"), "third", late_us) is None


def test_task_nobody_holds_is_moved_by_the_seat_it_is_for_and_its_maker() -> None:
    """A third seat is refused with both ways out; what is for nobody, or a person, any may move."""
    given = task(assigned_to="desk")
    for seat in ("desk", "ops"):
        require_held(given, None, seat)
    with pytest.raises(CoordinationRefused, match="assigned to desk") as caught:
        require_held(given, None, "third")
    assert "--take-over" in caught.value.remedy
    require_held(given, Claimed("third", 0), "third")
    require_held(task(), None, "third")
    require_held(given._replace(kind="human"), None, "third")


def test_seat_is_told_what_another_gave_it() -> None:
    """Not itself, and no person."""
    given = task(assigned_to="desk")
    assert "desk" == seat_to_tell(given, "ops")
    assert "" == seat_to_tell(given, "desk") == seat_to_tell(task(), "ops")
    assert "" == seat_to_tell(given._replace(kind="human"), "ops")


def test_finished_tasks_are_put_aside_after_a_week_and_thirty_days() -> None:
    """Counted from when they were finished; an open one never is."""
    done = task(state=TaskState.COMPLETED, completed_us=NOW_US)
    assert not is_archivable(done, NOW_US + 7 * DAY_US - 1)
    assert is_archivable(done, NOW_US + 7 * DAY_US)
    assert is_archivable(task(state=TaskState.CANCELLED), NOW_US + 7 * DAY_US)
    assert not is_archivable(task(), NOW_US + 700 * DAY_US)
    aside = done._replace(archived=True)
    assert not is_compactable(aside, NOW_US + 30 * DAY_US - 1)
    assert is_compactable(aside, NOW_US + 30 * DAY_US)
    assert not is_compactable(done, NOW_US + 30 * DAY_US)


def test_tasks_stand_in_the_order_to_do_them() -> None:
    """Open before finished, urgent before low, old before new."""
    tasks = [
        task(0, state=TaskState.COMPLETED, priority="urgent"),
        task(1, priority="low"),
        task(2, created_us=NOW_US + 1),
        task(3),
        task(4, priority="urgent"),
    ]
    assert [NAMES[at] for at in (4, 3, 2, 1, 0)] == [one.task_id for one in in_order(tasks)]
