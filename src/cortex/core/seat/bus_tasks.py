"""Which move may a task make, what does it wait for, and which one was forgotten?

Source: OGL 3.12, ADR 0201.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cortex.model.errors import NOT_TASK_HOLDER, TASK_ALREADY_CLAIMED, InvalidRequest
from cortex.model.refusals import CoordinationRefused, MoveRefused
from cortex.model.seat_bus import (
    ARCHIVED_AFTER_US,
    COMPACTED_AFTER_US,
    FINAL,
    LINKS_MAX,
    PRIORITIES,
    WAITED_STALE_US,
    WORKED_STALE_US,
    BusTask,
    Claimed,
    TaskState,
)

IN_PROGRESS, PENDING, OVERDUE = "in_progress", "pending", "overdue"
"""Why nobody seems to look after a task."""

_CLAIMED, _HELD = TASK_ALREADY_CLAIMED, NOT_TASK_HOLDER
_PERSONS, _ASSIGNED = "task_for_a_person", "task_assigned"
_REMEDIES = {
    _CLAIMED: "ask with `cortex bus send`; --take-over takes what stands still",
    _PERSONS: "tell the person; `cortex bus task complete` says that it is done",
    _ASSIGNED: "that seat does it, and the one that made it assigns it anew with `cortex bus task "
    "update TASK --to SEAT`; what stood for a day `cortex bus task claim TASK --take-over` takes",
    _HELD: "ask the holder with `cortex bus send`; --take-over of a claim takes what stands still",
}


def in_order(tasks: Iterable[BusTask]) -> list[BusTask]:
    """Give tasks as they are to be done: open ones first, then by priority and age."""
    return sorted(
        tasks,
        key=lambda task: (
            task.state in FINAL,
            PRIORITIES.index(task.priority),
            task.created_us,
            task.task_id,
        ),
    )


def open_needs(tasks: Iterable[BusTask]) -> dict[str, tuple[str, ...]]:
    """Give for each task the open ones it waits for, whichever end says so, sorted."""
    others = {one.task_id: one for one in tasks}
    return {
        task_id: tuple(sorted(name for name in needed if others[name].state not in FINAL))
        for task_id, needed in _needs(others.values()).items()
    }


def require_no_cycle(tasks: Sequence[BusTask], new: BusTask) -> None:
    """Refuse an order in which a task would wait for itself.

    Args:
        tasks: all there are; one of the same id is replaced by ``new``.

    Raises:
        InvalidRequest: there would be a circle, which is named; or one side has too many.
    """
    if max(len(new.blocks), len(new.blocked_by)) > LINKS_MAX:
        message = f"{new.task_id}: {LINKS_MAX} links to other tasks are the limit"
        raise InvalidRequest(message, remedy="make one task of several", field="blocked_by")
    needs = _needs([*(task for task in tasks if task.task_id != new.task_id), new])
    circle = _way(needs, new.task_id)
    if circle:
        message = f"it would wait for itself: {' -> '.join(circle)}"
        raise InvalidRequest(message, remedy="leave one of these links out", field="blocked_by")


def require_claimable(
    task: BusTask, held: Claimed | None, seat: str, needed: Sequence[str]
) -> None:
    """Refuse a claim that may not be made.

    Args:
        held: who claimed it before; the own claim is no obstacle.
        needed: the open tasks it waits for.

    Raises:
        MoveRefused: it is finished, or waits for another task.
        CoordinationRefused: it is another seat's, or a person's.
    """
    _require_open(task)
    if held is not None and held.seat != seat:
        unbegun = ", which died before it began" if task.state is TaskState.PENDING else ""
        message = f"{task.task_id} is claimed by {held.seat}{unbegun}"
        raise _refused(_CLAIMED, message, claimed_by=held.seat)
    if task.kind == "human":
        message = f"{task.task_id} is for a person"
        raise _refused(_PERSONS, message, assigned_to=task.assigned_to)
    if task.assigned_to not in {"", seat}:
        message = f"{task.task_id} is assigned to {task.assigned_to}"
        raise _refused(_ASSIGNED, message, assigned_to=task.assigned_to)
    if needed:
        message = f"{task.task_id} waits for {', '.join(needed)}"
        raise MoveRefused(message, remedy="finish or cancel what it waits for first")


def require_held(task: BusTask, held: Claimed | None, seat: str) -> None:
    """Refuse a move by a seat that neither holds a task nor may speak for it.

    While nobody holds it, the seat it is assigned to may, and the one that made it; of a task that
    is assigned to none, or to a person, every seat.

    Raises:
        MoveRefused: it is finished.
        CoordinationRefused: another seat holds it, or is to do it.
    """
    _require_open(task)
    holder = held.seat if held else ""
    if holder and holder != seat:
        message = f"{task.task_id} is held by {holder}"
        raise _refused(_HELD, message, claimed_by=holder)
    if not holder and _is_of_another(task, seat) and seat != task.created_by:
        message = f"{task.task_id} is assigned to {task.assigned_to}"
        raise _refused(_ASSIGNED, message, assigned_to=task.assigned_to)


def staleness(task: BusTask, now_us: int) -> str:
    """Give why nobody seems to look after a task, or an empty text."""
    if task.state in FINAL:
        return ""
    if task.due_us is not None and task.due_us <= now_us:
        return OVERDUE
    idle_us = now_us - task.updated_us
    if task.state is TaskState.IN_PROGRESS and idle_us > WORKED_STALE_US:
        return IN_PROGRESS
    if task.state is TaskState.PENDING and idle_us > WAITED_STALE_US:
        return PENDING
    return ""


def is_archivable(task: BusTask, now_us: int) -> bool:
    """Tell whether a finished task has had its time among the others."""
    return task.state in FINAL and finished_us(task) <= now_us - ARCHIVED_AFTER_US


def is_compactable(task: BusTask, now_us: int) -> bool:
    """Tell whether an archived task needs no file of its own any more."""
    return task.archived and finished_us(task) <= now_us - COMPACTED_AFTER_US


def taken_from(held: Claimed | None, task: BusTask, seat: str, now_us: int) -> Claimed | None:
    """Give whose task a seat may take over, and since when it was theirs; None for nobody's.

    A claim may be taken over when its task stands still, or never began; a task that is assigned
    and was never claimed when it stood for a day, or is overdue.
    """
    if held is not None:
        is_begun = task.state is not TaskState.PENDING
        is_still = now_us - max(task.updated_us, held.at_us) > WORKED_STALE_US
        return held if held.seat != seat and (is_still or not is_begun) else None
    is_late = task.due_us is not None and task.due_us <= now_us
    is_left = is_late or now_us - task.updated_us > WAITED_STALE_US
    if is_left and _is_of_another(task, seat):
        return Claimed(task.assigned_to, task.updated_us)
    return None


def seat_to_tell(task: BusTask, seat: str) -> str:
    """Give the seat that has to hear of a task being assigned by another; empty for none."""
    return task.assigned_to if _is_of_another(task, seat) else ""


def finished_us(task: BusTask) -> int:
    """Give when a task was finished; of one that was cancelled, when it was last written."""
    return task.updated_us if task.completed_us is None else task.completed_us


def _is_of_another(task: BusTask, seat: str) -> bool:
    """Tell whether a task is assigned to another seat; a person is none."""
    return task.kind != "human" and task.assigned_to not in {"", seat}


def _refused(code: str, message: str, **details: object) -> CoordinationRefused:
    error = CoordinationRefused(code, message, **details)
    error.remedy = _REMEDIES[code]
    return error


def _require_open(task: BusTask) -> None:
    if task.state in FINAL:
        message = f"{task.task_id} is {task.state.value} already"
        raise MoveRefused(message, remedy="add another task for what is left")


def _needs(tasks: Iterable[BusTask]) -> dict[str, set[str]]:
    """Give for each task what it waits for, of those that are there."""
    all_tasks = list(tasks)
    needs: dict[str, set[str]] = {task.task_id: set() for task in all_tasks}
    for task in all_tasks:
        needs[task.task_id].update(name for name in task.blocked_by if name in needs)
        for name in task.blocks:
            if name in needs:
                needs[name].add(task.task_id)
    return needs


def _way(needs: Mapping[str, set[str]], start: str) -> list[str]:
    """Give a way from a task back to itself, or nothing."""
    came: dict[str, str] = {}
    left = [start]
    while left:
        at = left.pop()
        for name in sorted(needs.get(at, ())):
            if name == start:
                way = [at]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return [*reversed(way), start]
            if name not in came:
                came[name] = at
                left.append(name)
    return []
