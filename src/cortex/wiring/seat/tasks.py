"""How do commands share tasks and approvals between the seats of an organisation?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.bus_tasks import open_needs, staleness
from cortex.core.seat.plain import entry_text, line_text
from cortex.core.seat.reminders import read_when
from cortex.core.text.fence import fence, neutralise
from cortex.model.errors import CortexError, InvalidRequest, NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_bus import (
    FINAL,
    NORMAL,
    NOTE_CHARS_MAX,
    OUTPUTS_MAX,
    TEXT_CHARS_MAX,
    TITLE_CHARS_MAX,
    BusTask,
    Output,
    TaskState,
)
from cortex.model.seat_bus_names import task_id as fresh_id
from cortex.model.seat_records import Category
from cortex.model.seats import same_org
from cortex.seat.approvals import is_approved
from cortex.seat.bus_messages import signing_key
from cortex.seat.bus_tasks import (
    Change,
    add_task,
    archive_tasks,
    claim_next,
    claim_of,
    claim_task,
    complete_task,
    every_task,
    find_task,
    steps_of,
    tell_waiting,
    update_task,
)
from cortex.wire.seat_bus import step_json, task_json
from cortex.wiring.seat.bus import WISH_STANDING, Bus, fresh_number, open_bus, tasks_about
from cortex.wiring.seat.messages import Letter, Told, fresh_key, send_over
from cortex.wiring.seat.opening import find_seat

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

HUMAN = "human"


class NewTask(NamedTuple):
    """A task as somebody wrote it; ``due`` as ``core.seat.reminders.read_when`` reads it."""

    title: str
    description: str = ""
    kind: str = "agent"
    to: str = ""
    priority: str = NORMAL
    project: str = ""
    kpi: str = ""
    due: str = ""
    blocks: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    needs_approval: bool = False


class Edit(NamedTuple):
    """What somebody wants changed of a task; None leaves it as it is."""

    state: str | None = None
    to: str | None = None
    priority: str | None = None
    due: str | None = None
    blocks: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    note: str = ""


def add(settings: Settings, seat: str | None, new: NewTask) -> Told:
    """Keep a new task; the seat it is for is told.

    Raises:
        NoSeat, InvalidRequest, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        task = BusTask(
            task_id=fresh_id(bus.now_us, fresh_number()),
            title=line_text(new.title, TITLE_CHARS_MAX, "title"),
            created_by=bus.name,
            org=bus.opened.seat.org,
            created_us=bus.now_us,
            updated_us=bus.now_us,
            description=_text(new.description, "description"),
            kind=new.kind,
            needs_approval=new.needs_approval,
            assigned_to=_assignee(bus, new.to, new.kind),
            priority=new.priority,
            project=_name(new.project, "project"),
            kpi_key=_name(new.kpi, "kpi"),
            due_us=read_when(new.due, bus.now_us, "due") if new.due else None,
            blocks=_known(bus, new.blocks),
            blocked_by=_known(bus, new.blocked_by),
        )
        add_task(bus.shared, task)
        _emit(bus, "task_created", task)
        return _answer(bus, task)


def every(settings: Settings, seat: str | None, *, is_all: bool, is_mine: bool) -> Told:
    """Give the tasks of the seat's organisation, as they are to be done.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        found = every_task(bus.shared)
        _tell_waiting(bus, found.tasks)
        needs = open_needs(found.tasks)
        rows = [
            _row(bus, task, needs)
            for task in tasks_about(found.tasks, bus.opened.seat.org)
            if (is_all or task.state not in FINAL)
            and (not is_mine or bus.name in {task.assigned_to, task.created_by})
        ]
        unreadable = list(found.broken)
        said: dict[str, object] = {"seat": bus.name, "standing": WISH_STANDING}
        data = {**said, "tasks": rows, "unreadable": unreadable}
        return Told(data, tuple(bus.warnings))


def show(settings: Settings, seat: str | None, name: str) -> Told:
    """Give a task with all that happened to it.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        task = task_of(bus, name)
        steps = steps_of(bus.shared, task.task_id)
        history = [step_json(one._replace(note=neutralise(one.note).text)) for one in steps]
        told = _answer(bus, task)
        return told._replace(data={**told.data, "history": history})


def claim(settings: Settings, seat: str | None, name: str, *, takes_over: bool) -> Told:
    """Take a task for a seat.

    Raises:
        NoSeat, NotFound, MoveRefused, CoordinationRefused: as ``seat.bus_tasks.claim_task``.
    """
    with open_bus(settings, seat) as bus:
        known = task_of(bus, name)
        task, taken = claim_task(
            bus.shared, known.task_id, bus.name, bus.now_us, takes_over=takes_over
        )
        if task.updated_us == bus.now_us:
            _emit(bus, "task_claimed", task, {"from": taken.seat if taken else ""})
        return _answer(bus, task, {"taken_over_from": taken.seat if taken else None})


def claim_any(settings: Settings, seat: str | None) -> Told:
    """Take the next task a seat may claim; ``task`` is null when none is left.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        task = claim_next(bus.shared, bus.name, bus.opened.seat.org, bus.now_us)
        if task is None:
            return Told({"task": None})
        _emit(bus, "task_claimed", task)
        return _answer(bus, task, {"taken_over_from": None})


def update(settings: Settings, seat: str | None, name: str, edit: Edit) -> Told:
    """Change a task.

    Raises:
        NoSeat, NotFound, InvalidRequest, MoveRefused, CoordinationRefused: as
            ``seat.bus_tasks.update_task``.
    """
    with open_bus(settings, seat) as bus:
        known = task_of(bus, name)
        change = Change(
            state=None if edit.state is None else TaskState(edit.state),
            assigned_to=None if edit.to is None else _assignee(bus, edit.to, known.kind),
            priority=edit.priority,
            due_us=read_when(edit.due, bus.now_us, "due") if edit.due else None,
            blocks=_known(bus, edit.blocks),
            blocked_by=_known(bus, edit.blocked_by),
            note=_note(edit.note),
        )
        if change == Change(note=change.note) and not change.note:
            message = "nothing is to be changed"
            raise InvalidRequest(message, remedy="say what with an option, or a --note")
        before, task = update_task(bus.shared, known.task_id, bus.name, change, bus.now_us)
        moved = {TaskState.BLOCKED: "task_blocked", TaskState.CANCELLED: "task_cancelled"}
        is_moved = task.state is not before.state
        event = moved.get(task.state, "task_updated") if is_moved else "task_updated"
        said = {"from": before.state.value, "to": task.state.value, "note": change.note}
        _emit(bus, event, task, said)
        return _answer(bus, task)


def complete(
    settings: Settings, seat: str | None, name: str, result: str, outputs: tuple[str, ...]
) -> Told:
    """Finish a task, and tell the seat that wanted it.

    Args:
        outputs: files that came of it, each ``PATH`` or ``LABEL=PATH``.

    Raises:
        NoSeat, NotFound, MoveRefused, CoordinationRefused: as ``seat.bus_tasks.complete_task``.
    """
    with open_bus(settings, seat) as bus:
        known = task_of(bus, name)
        came = (_text(result, "result"), _outputs(outputs))
        task, is_new = complete_task(
            bus.shared,
            known.task_id,
            bus.name,
            came,
            bus.now_us,
            is_approved=known.needs_approval and is_approved(bus.shared, known.task_id, bus.name),
        )
        if is_new:
            _emit(bus, "task_completed", task, {"result": task.result})
        return _answer(bus, task, {"changed": is_new})


def archive(settings: Settings, seat: str | None) -> Told:
    """Put finished tasks of this machine aside.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        done = archive_tasks(bus.shared, bus.now_us)
        for name in done.archived:
            bus.emit(Category.TASK, "task_archived", {"task_id": name})
        data: dict[str, object] = {
            "archived": list(done.archived),
            "compacted": list(done.compacted),
        }
        return Told(data, tuple(bus.warnings))


def task_of(bus: Bus, name: str) -> BusTask:
    """Give a task of the seat's organisation; that of another one is as if it were not there."""
    task = find_task(bus.shared, name)
    if not same_org(task.org, bus.opened.seat.org):
        message = f"no task is called {name[:80]}"
        raise NotFound(message, remedy="`cortex bus task list --all` shows those there are")
    return task


def _known(bus: Bus, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(task_of(bus, name).task_id for name in names))


def _assignee(bus: Bus, name: str, kind: str) -> str:
    if not name:
        return ""
    if kind == HUMAN:
        return line_text(name, TITLE_CHARS_MAX, "to")
    seat, org = find_seat(bus.settings, name), bus.opened.seat.org
    if not same_org(seat.org, org):
        message = f"{seat.name} works for another organisation and cannot see this task"
        remedy = f"write to it with `cortex bus send {seat.name}`, or name a seat of your own"
        raise InvalidRequest(message, remedy=remedy, field="to")
    return seat.name


def _row(bus: Bus, task: BusTask, needs: dict[str, tuple[str, ...]]) -> dict[str, object]:
    held = claim_of(bus.shared, task.task_id)
    shown = task._replace(
        title=neutralise(task.title).text,
        description=neutralise(task.description).text,
        result=neutralise(task.result).text,
        assigned_to=neutralise(task.assigned_to).text,
        project=neutralise(task.project).text,
        kpi_key=neutralise(task.kpi_key).text,
        outputs=tuple(Output(*(neutralise(part).text for part in one)) for one in task.outputs),
    )
    return {
        **task_json(shown),
        "claimed_by": held.seat if held else None,
        "waits_for": list(needs.get(task.task_id, ())),
        "stale": staleness(task, bus.now_us) or None,
    }


def _answer(bus: Bus, task: BusTask, more: dict[str, object] | None = None) -> Told:
    tasks = every_task(bus.shared).tasks
    _tell_waiting(bus, tasks)
    row = _row(bus, task, open_needs(tasks))
    outputs = "\n".join(" ".join(filter(None, (one.label, one.value))) for one in task.outputs)
    words = "\n\n".join(filter(None, (task.title, task.description, task.result, outputs)))
    row["quoted"] = fence(words, f"{task.task_id} of seat {task.created_by}", WISH_STANDING)
    data: dict[str, object] = {"standing": WISH_STANDING, "task": row}
    return Told({**data, **(more or {})}, tuple(bus.warnings))


def _emit(bus: Bus, event: str, task: BusTask, more: dict[str, str] | None = None) -> None:
    said = {"task_id": task.task_id, "title": task.title, "status": task.state.value}
    said |= {"assigned_to": task.assigned_to if task.kind != HUMAN else ""}
    bus.emit(Category.TASK, event, {**said, **(more or {})})


def _tell_waiting(bus: Bus, tasks: tuple[BusTask, ...]) -> None:
    """Send seats what they have to hear of tasks; that it could not be is a warning."""
    waiting = [task for task in tasks_about(tasks, bus.opened.seat.org) if task.untold]
    if not waiting:
        return
    try:
        signing_key(bus.shared, fresh_key())  # Made before the turn in which it is needed.
        tell_waiting(bus.shared, waiting, lambda task: _tell(bus, task.untold, _news(task)))
    except CortexError as error:
        bus.warnings.append(f"{waiting[0].untold} was not told: {error.message}")


def _news(task: BusTask) -> str:
    """Give what a seat that has to hear of a task is told."""
    if task.state in FINAL:
        return f"{task.task_id} is {task.state.value}: {task.title}"
    if task.assigned_to == task.untold:
        return f"{task.task_id} is assigned to you: {task.title}"
    return f"{task.assigned_to} took over {task.task_id}: {task.title}"


def _tell(bus: Bus, seat: str, text: str) -> None:
    """Send what happened to a seat; that it could not be is a warning, the task stands."""
    try:
        send_over(bus, Letter(seat, text))
    except CortexError as error:
        bus.warnings.append(f"{seat} was not told: {error.message}")


def _outputs(written: tuple[str, ...]) -> tuple[Output, ...]:
    if len(written) > OUTPUTS_MAX:
        message = f"{OUTPUTS_MAX} outputs are the limit"
        raise InvalidRequest(message, remedy="name a folder", field="output")
    found = []
    for one in written:
        label, parted, path = one.partition("=")
        value = line_text(path if parted else one, TEXT_CHARS_MAX, "output")
        found.append(Output(value, _name(label, "output") if parted else ""))
    return tuple(found)


def _text(raw: str, field: str) -> str:
    return entry_text(raw, TEXT_CHARS_MAX, field) if raw.strip() else ""


def _name(raw: str, field: str) -> str:
    return line_text(raw, TITLE_CHARS_MAX, field) if raw.strip() else ""


def _note(raw: str) -> str:
    return line_text(raw, NOTE_CHARS_MAX, "note") if raw.strip() else ""
