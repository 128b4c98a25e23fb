"""How does the doctor look at the bus? What was set aside, and what nobody goes on with.

Rows of D10, whose own row is about the ledger, and one of D13. Source: docs/formats/bus.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.approvals import is_waiting_long
from cortex.core.seat.bus_tasks import staleness
from cortex.core.seat.stamps import TOLERANCE_US
from cortex.model.seat_bus import FINAL
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown
from cortex.seat.approvals import every_approval, untold
from cortex.seat.bus_messages import find_key, look, messages_of, overdue_ids, set_aside
from cortex.seat.bus_tasks import every_task, unbegun_claims
from cortex.seat.looking import looked
from cortex.seat.reminders import reminders_of
from cortex.wiring.seat.bus import shared_of, tasks_about

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles
    from cortex.wiring.seat.opening import OpenSeat

MESSAGES, TASKS, APPROVALS = "D10.bus", "D10.tasks", "D10.approvals"
REMINDERS, INSTANTS = "D10.reminders", "D13.bus"
LOOKED_MAX = 500
SHOWN_CHARS = 120
"""Characters of one name in a row: an id and why it stands there."""


def checks_of(opened: OpenSeat) -> tuple[SeatCheck, ...]:
    """Give what is to be said of the messages, tasks, approvals and reminders of a seat.

    What cannot be read is a failed check, and no error.
    """
    with shared_of(opened) as shared:
        if shared is None:
            evidence = "no seat of this machine ever shared anything"
            rows = tuple(SeatCheck(check, PASS, evidence) for check in (TASKS, APPROVALS))
        else:
            files = shared
            rows = (
                looked(TASKS, lambda: _tasks(opened, files)),
                looked(APPROVALS, lambda: _approvals(opened, files)),
            )
        messages = looked(MESSAGES, lambda: _messages(opened, shared))
        reminders = looked(REMINDERS, lambda: _reminders(opened))
        return (messages, *rows, reminders, looked(INSTANTS, lambda: _instants(opened, shared)))


def _messages(opened: OpenSeat, shared: SeatFiles | None) -> SeatCheck:
    key = find_key(shared) if shared is not None else b""
    box, now_us = opened.kept, opened.now_us
    aside = set_aside(box)
    found = look(box, opened.seat.name, key, now_us, LOOKED_MAX)
    if aside or found.refused:
        files = [f"{one.file[:60]}, {one.reason}" for one in (*aside, *found.refused)]
        evidence = f"in the inbox, and no message: {_named(files, 'file')}"
        remedy = "look at them in bus/.errors of the seat's home, then take them away"
        return SeatCheck(MESSAGES, FAIL, evidence, remedy)
    late = overdue_ids(box, now_us)
    if late:
        evidence = f"taken and not acknowledged: {_named(late, 'message')}"
        return SeatCheck(MESSAGES, WARN, evidence, "`cortex bus inbox` gives them again")
    waits = len(found.messages)
    return SeatCheck(MESSAGES, PASS, f"{_counted(waits, 'message')} waiting, none set aside")


def _tasks(opened: OpenSeat, shared: SeatFiles) -> SeatCheck:
    found = every_task(shared)
    if found.broken:
        evidence = f"holding no task: {_named(found.broken, 'file')}"
        return SeatCheck(TASKS, FAIL, evidence, "mend them in bus/tasks, or take them away")
    dead = unbegun_claims(shared, found)
    if dead:
        names = [f"{task} by {claimed.seat}" for task, claimed in dead]
        evidence = f"claimed and never begun: {_named(names, 'task')}"
        remedy = "that seat claims again, or another: cortex bus task claim TASK --take-over"
        return SeatCheck(TASKS, WARN, evidence, remedy)
    untold_ones = [
        f"{task.task_id} to {task.untold}"
        for task in tasks_about(found.tasks, opened.seat.org)
        if task.untold
    ]
    if untold_ones:
        evidence = f"changed, and not told: {_named(untold_ones, 'task')}"
        return SeatCheck(TASKS, WARN, evidence, "`cortex bus task list` tells them")
    mine = [
        task
        for task in found.tasks
        if opened.seat.name in {task.assigned_to, task.created_by} and task.state not in FINAL
    ]
    stale = [(task, staleness(task, opened.now_us)) for task in mine]
    names = [f"{task.task_id} ({why})" for task, why in stale if why]
    if names:
        evidence = f"standing still: {_named(names, 'task')}"
        remedy = "`cortex bus task list` shows them; complete, update or cancel them"
        return SeatCheck(TASKS, WARN, evidence, remedy)
    return SeatCheck(
        TASKS, PASS, f"{_counted(len(mine), 'open task')} of the seat, none standing still"
    )


def _approvals(opened: OpenSeat, shared: SeatFiles) -> SeatCheck:
    found = every_approval(shared, is_all=False)
    if found.broken:
        evidence = f"holding no approval: {_named(found.broken, 'file')}"
        return SeatCheck(APPROVALS, FAIL, evidence, "mend them in bus/approvals, or take them away")
    dead = untold(shared)
    if dead:
        evidence = f"decided, and not told: {_named([one.approval_id for one in dead], 'approval')}"
        remedy = "the same decision again tells: cortex bus approval resolve APPROVAL DECISION"
        return SeatCheck(APPROVALS, WARN, evidence, remedy)
    mine = [one for one in found.approvals if one.requester == opened.seat.name]
    late = [one.approval_id for one in mine if is_waiting_long(one, opened.now_us)]
    if late:
        evidence = f"waiting for more than a day: {_named(late, 'approval')}"
        return SeatCheck(APPROVALS, WARN, evidence, "`cortex bus approval list` shows them")
    return SeatCheck(
        APPROVALS, PASS, f"{_counted(len(mine), 'approval')} of the seat waiting, none for long"
    )


def _reminders(opened: OpenSeat) -> SeatCheck:
    known = reminders_of(opened.kept)
    late = [
        one.reminder_id for one in known if one.acked_us is None and one.fire_us <= opened.now_us
    ]
    if late:
        evidence = f"due: {_named(late, 'reminder')}"
        return SeatCheck(REMINDERS, WARN, evidence, "cortex bus remind-ack ID, once it is done")
    ahead = sum(one.acked_us is None for one in known)
    return SeatCheck(REMINDERS, PASS, f"reminders ahead: {ahead}")


def _instants(opened: OpenSeat, shared: SeatFiles | None) -> SeatCheck:
    """Look at when records were written: a plan may lie ahead, what was done may not."""
    kept = opened.kept
    written = [(one.message_id, one.sent_us) for _, one in messages_of(kept, LOOKED_MAX)]
    written += [
        (one.reminder_id, max(one.created_us, one.acked_us or 0)) for one in reminders_of(kept)
    ]
    if shared is not None:
        tasks, asked = every_task(shared).tasks, every_approval(shared, is_all=True).approvals
        written += [(one.task_id, max(one.created_us, one.updated_us)) for one in tasks]
        written += [(one.approval_id, max(one.created_us, one.updated_us)) for one in asked]
    limit_us = opened.now_us + TOLERANCE_US
    ahead = [name for name, at_us in written if at_us > limit_us]
    if ahead:
        remedy = "the clock was ahead, or somebody typed a time; what comes next is right again"
        return SeatCheck(
            INSTANTS, FAIL, f"written later than now: {_named(ahead, 'record')}", remedy
        )
    return SeatCheck(INSTANTS, PASS, f"{_counted(len(written), 'record')}, none later than now")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _named(names: tuple[str, ...] | list[str], noun: str) -> str:
    """Give how many there are, and the first of them by name."""
    return f"{_counted(len(names), noun)} ({shown([name[:SHOWN_CHARS] for name in names], ', ')})"
