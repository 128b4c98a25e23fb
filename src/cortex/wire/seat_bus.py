"""How are messages, tasks, approvals and reminders of the bus written, and read again?

What is read may have been written by anybody, so each reader gives None for what is no such record.
Source: docs/formats/bus.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from cortex.model.errors import InvalidRequest
from cortex.model.seat_bus import (
    CATEGORIES,
    PRIORITIES,
    TEXT_CHARS_MAX,
    Approval,
    ApprovalState,
    BusMessage,
    BusTask,
    Claimed,
    Output,
    Reminder,
    TaskState,
    TaskStep,
)
from cortex.model.seat_bus_names import is_approval_id, is_task_id, read_id
from cortex.wire.instants import format_instant, instant_json, parse_instant

Row = Mapping[str, object]
T = TypeVar("T")


def message_json(message: BusMessage) -> dict[str, object]:
    """Give a message without its signature."""
    return {
        "id": message.message_id,
        "from": message.sender,
        "to": message.recipient,
        "priority": message.priority,
        "timestamp": format_instant(message.sent_us),
        "text": message.text,
        "reply_to": message.reply_to or None,
    }


def message_bytes(message: BusMessage, signature: str) -> bytes:
    """Give the file of a message."""
    return _file({**message_json(message), "sig": signature})


def read_message(content: bytes) -> tuple[BusMessage, str] | None:
    """Give (message, signature) of a file, or None when it is none."""
    return _read(content, _message)


def task_json(task: BusTask) -> dict[str, object]:
    """Give a task."""
    return {
        "id": task.task_id,
        "title": task.title,
        "description": task.description or None,
        "type": task.kind,
        "needs_approval": task.needs_approval,
        "status": task.state.value,
        "assigned_to": task.assigned_to or None,
        "created_by": task.created_by,
        "org": task.org,
        "priority": task.priority,
        "project": task.project or None,
        "kpi_key": task.kpi_key or None,
        "created_at": format_instant(task.created_us),
        "updated_at": format_instant(task.updated_us),
        "completed_at": instant_json(task.completed_us),
        "due_date": instant_json(task.due_us),
        "archived": task.archived,
        "result": task.result or None,
        "outputs": [
            {"type": "file", "value": one.value, "label": one.label or None} for one in task.outputs
        ],
        "blocks": list(task.blocks),
        "blocked_by": list(task.blocked_by),
    }


def task_bytes(task: BusTask) -> bytes:
    """Give the file of a task."""
    untold: Row = {"untold": task.untold} if task.untold else {}
    return _file({**task_json(task), **untold})


def task_line(task: BusTask) -> bytes:
    """Give a task on one line, with all it says."""
    return _line(task_json(task))


def read_task(content: bytes) -> BusTask | None:
    """Give the task of a file or a line, or None when it is none."""
    return _read(content, _task)


def claim_bytes(claimed: Claimed) -> bytes:
    """Give the file of a claim."""
    return _file({"agent": claimed.seat, "claimed_at": format_instant(claimed.at_us)})


def read_claim(content: bytes) -> Claimed | None:
    """Give who claimed, or None when the file says nothing."""
    return _read(content, lambda row: Claimed(_text(row, "agent"), _us(row, "claimed_at")))


def step_json(step: TaskStep) -> dict[str, object]:
    """Give one row of what happened to a task."""
    return {
        "ts": format_instant(step.at_us),
        "event": step.event,
        "agent": step.seat,
        "from": step.before or None,
        "to": step.after or None,
        "note": step.note or None,
    }


def step_line(step: TaskStep) -> bytes:
    """Give a row as a line of the audit."""
    return _line(step_json(step))


def read_steps(content: bytes) -> tuple[TaskStep, ...]:
    """Give the rows of an audit in order; a line that is torn or none is passed over."""
    found = [_read(line, _step) for line in content.splitlines()]
    return tuple(step for step in found if step is not None)


def approval_json(approval: Approval) -> dict[str, object]:
    """Give an approval."""
    return {
        "id": approval.approval_id,
        "title": approval.title,
        "requesting_agent": approval.requester,
        "org": approval.org,
        "category": approval.category,
        "status": approval.state.value,
        "description": approval.description or None,
        "created_at": format_instant(approval.created_us),
        "updated_at": format_instant(approval.updated_us),
        "resolved_at": instant_json(approval.resolved_us),
        "resolved_by": approval.resolved_by or None,
        "note": approval.note or None,
        "task": approval.task_id or None,
    }


def approval_bytes(approval: Approval) -> bytes:
    """Give the file of an approval."""
    return _file(approval_json(approval))


def read_approval(content: bytes) -> Approval | None:
    """Give the approval of a file, or None when it is none."""
    return _read(content, _approval)


def reminder_json(reminder: Reminder) -> dict[str, object]:
    """Give a reminder."""
    return {
        "id": reminder.reminder_id,
        "created_at": format_instant(reminder.created_us),
        "fire_at": format_instant(reminder.fire_us),
        "prompt": reminder.prompt,
        "status": "pending" if reminder.acked_us is None else "acked",
        "acked_at": instant_json(reminder.acked_us),
    }


def reminders_bytes(reminders: tuple[Reminder, ...]) -> bytes:
    """Give the file of a seat's reminders."""
    return _file({"reminders": [reminder_json(reminder) for reminder in reminders]})


def read_reminders(content: bytes) -> tuple[Reminder, ...] | None:
    """Give the reminders of a file, or None when it is none."""
    return _read(content, _reminders)


def _message(row: Row) -> tuple[BusMessage, str]:
    name = _text(row, "id")
    if read_id(name) is None or row["priority"] not in PRIORITIES:
        raise ValueError
    message = BusMessage(
        name,
        _text(row, "from"),
        _text(row, "to"),
        _text(row, "priority"),
        _us(row, "timestamp"),
        _text(row, "text"),
        _maybe(row, "reply_to"),
    )
    if len(message.text) > TEXT_CHARS_MAX or (message.reply_to and not read_id(message.reply_to)):
        raise ValueError
    return message, _text(row, "sig")


def _task(row: Row) -> BusTask:
    if not is_task_id(_text(row, "id")) or row["priority"] not in PRIORITIES:
        raise ValueError
    return BusTask(
        task_id=_text(row, "id"),
        title=_text(row, "title"),
        created_by=_text(row, "created_by"),
        org=str(row["org"]),
        created_us=_us(row, "created_at"),
        updated_us=_us(row, "updated_at"),
        description=_maybe(row, "description"),
        kind=_text(row, "type"),
        needs_approval=row.get("needs_approval") is True,
        state=TaskState(_text(row, "status")),
        assigned_to=_maybe(row, "assigned_to"),
        priority=_text(row, "priority"),
        project=_maybe(row, "project"),
        kpi_key=_maybe(row, "kpi_key"),
        completed_us=_maybe_us(row, "completed_at"),
        due_us=_maybe_us(row, "due_date"),
        archived=row.get("archived") is True,
        result=_maybe(row, "result"),
        outputs=tuple(
            Output(_text(one, "value"), _maybe(one, "label"))
            for one in _list(row, "outputs")
            if isinstance(one, dict)
        ),
        blocks=_ids(row, "blocks"),
        blocked_by=_ids(row, "blocked_by"),
        untold=_maybe(row, "untold"),
    )


def _step(row: Row) -> TaskStep:
    return TaskStep(
        _us(row, "ts"),
        _text(row, "event"),
        _text(row, "agent"),
        _maybe(row, "from"),
        _maybe(row, "to"),
        _maybe(row, "note"),
    )


def _approval(row: Row) -> Approval:
    name, task_id = _text(row, "id"), _maybe(row, "task")
    if not is_approval_id(name) or row["category"] not in CATEGORIES:
        raise ValueError
    if task_id and not is_task_id(task_id):
        raise ValueError
    return Approval(
        approval_id=name,
        title=_text(row, "title"),
        requester=_text(row, "requesting_agent"),
        org=str(row["org"]),
        category=_text(row, "category"),
        created_us=_us(row, "created_at"),
        updated_us=_us(row, "updated_at"),
        description=_maybe(row, "description"),
        state=ApprovalState(_text(row, "status")),
        resolved_us=_maybe_us(row, "resolved_at"),
        resolved_by=_maybe(row, "resolved_by"),
        note=_maybe(row, "note"),
        task_id=task_id,
    )


def _reminders(row: Row) -> tuple[Reminder, ...]:
    rows = row["reminders"]
    if not isinstance(rows, list):
        raise TypeError
    return tuple(map(_reminder, rows))


def _reminder(row: object) -> Reminder:
    if not isinstance(row, dict):
        raise TypeError
    return Reminder(
        _text(row, "id"),
        _us(row, "created_at"),
        _us(row, "fire_at"),
        _text(row, "prompt"),
        _maybe_us(row, "acked_at"),
    )


def _read(content: bytes, reader: Callable[[Row], T]) -> T | None:
    try:
        row = json.loads(content)
        return reader(row) if isinstance(row, dict) else None
    except (ValueError, KeyError, TypeError, RecursionError, InvalidRequest):
        return None


def _file(row: Row) -> bytes:
    return (json.dumps(row, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogatepass")


def _line(row: Row) -> bytes:
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass") + b"\n"


def _text(row: Row, key: str) -> str:
    value = row[key]
    if not isinstance(value, str) or not value:
        raise TypeError
    return value


def _maybe(row: Row, key: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError
    return value


def _us(row: Row, key: str) -> int:
    return parse_instant(_text(row, key), field=key)


def _maybe_us(row: Row, key: str) -> int | None:
    return _us(row, key) if row.get(key) else None


def _list(row: Row, key: str) -> list[object]:
    value = row.get(key, [])
    if not isinstance(value, list):
        raise TypeError
    return value


def _ids(row: Row, key: str) -> tuple[str, ...]:
    return tuple(one for one in _list(row, key) if isinstance(one, str) and is_task_id(one))
