"""Who has which task of an organisation, and what happened to it?

One file a task, one log beside it, and a claim that only one seat can make. A claim whose writer
died before the task said so is told, and never taken silently. Source: OGL 3.12, ADR 0201.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.bus_tasks import (
    in_order,
    is_archivable,
    open_needs,
    require_claimable,
    require_held,
    require_no_cycle,
    seat_to_tell,
    taken_from,
)
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import CoordinationRefused, MoveRefused, SeatFileRefused
from cortex.model.seat_bus import FINAL, BusTask, Claimed, Output, TaskState, TaskStep
from cortex.model.seat_bus_names import END, is_task_end, is_task_id
from cortex.model.seats import same_org
from cortex.seat.bus_archive import Archived, archived_task, put_aside, task_at
from cortex.wire.seat_bus import (
    claim_bytes,
    read_claim,
    read_steps,
    step_line,
    task_bytes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cortex.ports.seat_files import SeatFiles

TASKS, AUDIT, CLAIMS = "tasks", "tasks/audit", "tasks/.claims"
"""Folders below that of the bus."""

OPEN_MAX = 500
"""Tasks of all seats that are not finished; a longer list is a tracker, and there are better."""

FILES_MAX = 2_000
"""Task files that are read at once; finished ones are archived before there are so many."""

AUDIT_BYTES_MAX = 1_048_576
"""Bytes of what happened to one task: some thousand moves."""

_CLAIM_BYTES_MAX = 4_096
_ROW_BYTES = 8_192  # Room that is left in an audit for the move that ends a task.


class Tasks(NamedTuple):
    """Every task that is not archived, as they are to be done, and the files that hold none."""

    tasks: tuple[BusTask, ...]
    broken: tuple[str, ...]


class Change(NamedTuple):
    """What becomes of a task; None leaves a field as it is."""

    state: TaskState | None = None
    assigned_to: str | None = None
    priority: str | None = None
    due_us: int | None = None
    blocks: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    note: str = ""


def every_task(shared: SeatFiles) -> Tasks:
    """Give every task that is not archived."""
    names = [name for name in shared.names(TASKS) if is_task_id(name.removesuffix(END))]
    if len(names) > FILES_MAX:
        message = f"bus/{TASKS} has {len(names)} files; {FILES_MAX} are read"
        raise SeatFileRefused(message, remedy="move the oldest finished ones away")
    found: list[BusTask] = []
    broken: list[str] = []
    for name in names:
        task = task_at(shared, f"{TASKS}/{name}")
        if task is None or task.task_id != name.removesuffix(END):
            broken.append(name)
        else:
            found.append(task)
    return Tasks(tuple(in_order(found)), tuple(broken))


def find_task(shared: SeatFiles, name: str) -> BusTask:
    """Give a task by its id or the last eight digits of it, also an archived one.

    Raises:
        NotFound: there is none.
        SeatFileRefused: its file holds no task.
    """
    full, end = f"{name}{END}", f"_{name}{END}"
    is_end = is_task_end(name)
    files = [one for one in shared.names(TASKS) if one == full or (is_end and one.endswith(end))]
    if len(files) == 1 and is_task_id(files[0].removesuffix(END)):
        task = task_at(shared, f"{TASKS}/{files[0]}")
        if task is None:
            message = f"bus/{TASKS}/{files[0]} holds no task"
            raise SeatFileRefused(message)
        return task
    archived = None if files else archived_task(shared, name)
    if archived is None:
        message = f"no task is called {name[:80]}"
        raise NotFound(message, remedy="`cortex bus task list --all` shows those there are")
    return archived


def claim_of(shared: SeatFiles, task_id: str) -> Claimed | None:
    """Give who claimed a task, or None; of a file that says nothing it is ``?``, long ago."""
    try:
        content = shared.find(_claim_path(task_id), _CLAIM_BYTES_MAX)
    except SeatFileRefused:  # A link, or no file: one task's trouble, and not that of a list.
        return Claimed("?", 0)
    return None if content is None else read_claim(content) or Claimed("?", 0)


def workers_of(shared: SeatFiles, task_id: str) -> tuple[str, ...]:
    """Give the seats that do a task, or are to do it; none for no task."""
    if not task_id:
        return ()
    try:
        task, held = find_task(shared, task_id), claim_of(shared, task_id)
    except (NotFound, SeatFileRefused):
        return ()
    return tuple(filter(None, (task.assigned_to, held.seat if held else "")))


def steps_of(shared: SeatFiles, task_id: str) -> tuple[TaskStep, ...]:
    """Give what happened to a task, oldest first."""
    return read_steps(shared.find(f"{AUDIT}/{task_id}.jsonl", AUDIT_BYTES_MAX) or b"")


def add_task(shared: SeatFiles, task: BusTask) -> None:
    """Keep a new task; the seat it is for waits to be told.

    Raises:
        InvalidRequest: it would wait for itself.
        NotFound: a task it is linked to does not exist.
        SeatFileRefused: too many are open, or it cannot be written.
    """
    with shared.turn():
        tasks = every_task(shared).tasks
        if len(tasks) >= FILES_MAX or sum(one.state not in FINAL for one in tasks) >= OPEN_MAX:
            message = f"{OPEN_MAX} open tasks are the limit, and {FILES_MAX} in all"
            remedy = "finish or cancel some, and run `cortex bus task archive`"
            raise SeatFileRefused(message, remedy=remedy)
        _require_links(shared, tasks, task)
        require_no_cycle(tasks, task)
        task = task._replace(untold=seat_to_tell(task, task.created_by))
        step = TaskStep(task.created_us, "create", task.created_by, "", task.state.value)
        _write(shared, task, step, is_new=True)


def claim_task(
    shared: SeatFiles, task_id: str, seat: str, now_us: int, *, takes_over: bool
) -> tuple[BusTask, Claimed | None]:
    """Take a task for a seat; give it, and whose claim was taken over.

    Of several that claim at once exactly one gets it. Claiming the own task again changes nothing,
    unless it was blocked, or its claimer died before it was written.

    Raises:
        NotFound: there is none.
        MoveRefused: it is finished, or waits for another task.
        CoordinationRefused: it is another seat's, or a person's.
    """
    with shared.turn():
        task, held = find_task(shared, task_id), claim_of(shared, task_id)
        taken = taken_from(held, task, seat, now_us) if takes_over else None
        if taken is not None and task.assigned_to == taken.seat:
            task = task._replace(assigned_to="")
        needs = open_needs(every_task(shared).tasks).get(task_id, ())
        require_claimable(task, None if taken else held, seat, needs)
        if held is not None and not taken and task.state is TaskState.IN_PROGRESS:
            return task, None
        if held is None:
            shared.exchange(_claim_path(task_id), None, claim_bytes(Claimed(seat, now_us)))
        elif taken:
            shared.replace(_claim_path(task_id), claim_bytes(Claimed(seat, now_us)))
        before = task.state.value
        new = task._replace(state=TaskState.IN_PROGRESS, assigned_to=seat, updated_us=now_us)
        new = new._replace(untold=taken.seat if taken else "")
        note = f"taken over from {taken.seat}" if taken else ""
        _write(shared, new, TaskStep(now_us, "claim", seat, before, new.state.value, note))
        return new, taken


def claim_next(shared: SeatFiles, seat: str, org: str, now_us: int) -> BusTask | None:
    """Take the first pending task a seat may claim, in their order; None when none is left.

    Of several seats that ask at once each gets another one.
    """
    tasks = every_task(shared).tasks
    needs = open_needs(tasks)
    for task in tasks:
        if task.state is not TaskState.PENDING or not same_org(task.org, org):
            continue
        try:
            held = claim_of(shared, task.task_id)
            require_claimable(task, held, seat, needs[task.task_id])
            return claim_task(shared, task.task_id, seat, now_us, takes_over=False)[0]
        except (CoordinationRefused, MoveRefused):
            continue  # It is not for this seat, or another one was faster.
    return None


def update_task(
    shared: SeatFiles, task_id: str, seat: str, change: Change, now_us: int
) -> tuple[BusTask, BusTask]:
    """Change a task that no other seat holds; give it before and after.

    A task that is given back, cancelled or assigned to another loses its claim.

    Raises:
        NotFound: there is none, or a task it is linked to does not exist.
        InvalidRequest: it would wait for itself.
        MoveRefused, CoordinationRefused: as ``require_held``.
    """
    with shared.turn():
        task, held = find_task(shared, task_id), claim_of(shared, task_id)
        require_held(task, held, seat)
        new = _changed(task, change, now_us)
        if new.assigned_to != task.assigned_to:
            new = new._replace(untold=seat_to_tell(new, seat))
        is_given = held is not None and new.assigned_to not in {"", held.seat}
        if is_given and new.state is TaskState.IN_PROGRESS:
            new = new._replace(state=TaskState.PENDING)
        if (change.blocks, change.blocked_by) != ((), ()):
            tasks = every_task(shared).tasks
            _require_links(shared, tasks, new)
            require_no_cycle(tasks, new)
        step = TaskStep(now_us, "update", seat, task.state.value, new.state.value, change.note)
        _write(shared, new, step)
        if new.state in {TaskState.PENDING, *FINAL} or is_given:
            shared.remove(_claim_path(task_id))
        return task, new


def complete_task(
    shared: SeatFiles,
    task_id: str,
    seat: str,
    came: tuple[str, tuple[Output, ...]],
    now_us: int,
    *,
    is_approved: bool,
) -> tuple[BusTask, bool]:
    """Finish a task that no other seat holds; give it, and whether anything changed.

    Args:
        came: (result, files) that came of it.
        is_approved: somebody approved it; asked of a task that needs it.

    Raises:
        NotFound: there is none.
        MoveRefused: it was cancelled, or still needs an approval.
        CoordinationRefused: another seat holds it.
    """
    with shared.turn():
        task, held = find_task(shared, task_id), claim_of(shared, task_id)
        if task.state is TaskState.COMPLETED:
            shared.remove(_claim_path(task_id))  # Whoever completed it may have died before.
            return task, False
        require_held(task, held, seat)
        if task.needs_approval and not is_approved:
            message = f"{task.task_id} needs an approval that names it"
            remedy = f"cortex bus approval request TITLE --category other --task {task.task_id}"
            raise MoveRefused(message, remedy=remedy)
        done = TaskState.COMPLETED
        new = task._replace(state=done, updated_us=now_us, completed_us=now_us)
        new = new._replace(result=came[0] or task.result, outputs=(*task.outputs, *came[1]))
        new = new._replace(untold="" if task.created_by == seat else task.created_by)
        _write(shared, new, TaskStep(now_us, "complete", seat, task.state.value, done.value))
        shared.remove(_claim_path(task_id))
        return new, True


def tell_waiting(
    shared: SeatFiles, tasks: Iterable[BusTask], tell: Callable[[BusTask], None]
) -> None:
    """Tell the seats that have to hear of tasks, also when whoever should have has died.

    Args:
        tasks: those that may have somebody to tell.
        tell: tells ``task.untold``, in the turn, so that no two do.

    Raises:
        SeatFileRefused: it cannot be noted; they are told again.
    """
    for one in tasks:
        if one.untold:
            with shared.turn():
                task = task_at(shared, _path(one.task_id))
                if task is not None and task.untold:
                    tell(task)
                    shared.replace(_path(task.task_id), task_bytes(task._replace(untold="")))


def archive_tasks(shared: SeatFiles, now_us: int) -> Archived:
    """Put finished tasks aside after a week, and into the file of their month after thirty days.

    Stopped at any moment nothing is lost, and the next call goes on.
    """
    with shared.turn():
        tasks = every_task(shared).tasks
        due = [task for task in tasks if is_archivable(task, now_us) and not task.untold]
        done = put_aside(shared, [task._replace(archived=True) for task in due], now_us)
        for task in due:
            shared.remove(_claim_path(task.task_id))
            shared.remove(_path(task.task_id))
        return done


def unbegun_claims(shared: SeatFiles, tasks: Tasks) -> tuple[tuple[str, Claimed], ...]:
    """Give (task, claim) where somebody died between claiming a task and writing it."""
    waiting = {task.task_id for task in tasks.tasks if task.state is TaskState.PENDING}
    found = []
    for name in shared.names(CLAIMS):
        task_id = name.removesuffix(".claim")
        claimed = claim_of(shared, task_id) if task_id in waiting else None
        if claimed is not None:
            found.append((task_id, claimed))
    return tuple(found)


def _changed(task: BusTask, change: Change, now_us: int) -> BusTask:
    new = task._replace(updated_us=now_us)
    if change.state is not None:
        new = new._replace(state=change.state)
        if change.state is TaskState.PENDING and task.state is not TaskState.PENDING:
            new = new._replace(assigned_to="")  # It is given back: whoever wants takes it.
    if change.assigned_to is not None:
        new = new._replace(assigned_to=change.assigned_to)
    if change.priority is not None:
        new = new._replace(priority=change.priority)
    if change.due_us is not None:
        new = new._replace(due_us=change.due_us)
    links = (*task.blocks, *(one for one in change.blocks if one not in task.blocks))
    needs = (*task.blocked_by, *(one for one in change.blocked_by if one not in task.blocked_by))
    return new._replace(blocks=links, blocked_by=needs)


def _require_links(shared: SeatFiles, tasks: tuple[BusTask, ...], new: BusTask) -> None:
    known = {task.task_id for task in tasks}
    for name in (*new.blocks, *new.blocked_by):
        if name == new.task_id:
            message = f"{name} would wait for itself"
            raise InvalidRequest(message, remedy="name another task", field="blocked_by")
        if name not in known and archived_task(shared, name) is None:
            message = f"no task is called {name}"
            raise NotFound(message, remedy="`cortex bus task list --all` shows those there are")


def _write(shared: SeatFiles, task: BusTask, step: TaskStep, *, is_new: bool = False) -> None:
    """Note a move, then make it: the log may say one more than came about, and never one less."""
    log = f"{AUDIT}/{task.task_id}.jsonl"
    room = AUDIT_BYTES_MAX - (0 if task.state in FINAL else _ROW_BYTES)
    row = step_line(step)
    if len(shared.find(log, AUDIT_BYTES_MAX) or b"") + len(row) > room:
        message = f"bus/{log} is full"
        raise SeatFileRefused(message, remedy="finish or cancel the task, and add a new one")
    if is_new and not shared.exchange(_path(task.task_id), None, task_bytes(task)):
        message = f"there is a task {task.task_id} already"
        raise SeatFileRefused(message, remedy="add it again; nothing was changed")
    shared.append(log, row)
    if not is_new:
        shared.replace(_path(task.task_id), task_bytes(task))


def _path(task_id: str) -> str:
    return f"{TASKS}/{task_id}{END}"


def _claim_path(task_id: str) -> str:
    return f"{CLAIMS}/{task_id}.claim"
