"""Where do finished tasks go, and how is one found there?

First into a file each, then into one line of the month they were finished in, which says all that
the file said. A line is written before its file goes. Source: OGL 3.12, ADR 0201.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.bus_tasks import finished_us, is_compactable
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus_names import END, is_task_end, is_task_id
from cortex.wire.instants import format_date
from cortex.wire.seat_bus import read_task, task_bytes, task_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.seat_bus import BusTask
    from cortex.ports.seat_files import SeatFiles

ARCHIVE = "tasks/archive"
"""Folder below that of the bus."""

TASK_BYTES_MAX = 131_072
"""Bytes of a task's file: every field full."""

MONTH_BYTES_MAX = 67_108_864
"""Bytes of the archive of one month."""

_MONTH, _LINES = "archive-", ".jsonl"


class Archived(NamedTuple):
    """Ids that were put aside, and those that now stand in the file of a month."""

    archived: tuple[str, ...]
    compacted: tuple[str, ...]


def put_aside(shared: SeatFiles, tasks: Sequence[BusTask], now_us: int) -> Archived:
    """Keep finished tasks in the archive, and what is old there in the file of its month.

    Whoever calls has the turn, and takes their own files away afterwards.
    """
    kept = [task_at(shared, f"{ARCHIVE}/{name}") for name in _files(shared)]
    old = {one.task_id: one for one in (*kept, *tasks) if one and is_compactable(one, now_us)}
    months: dict[str, list[BusTask]] = {}
    for task in old.values():
        month = f"{ARCHIVE}/{_MONTH}{format_date(finished_us(task))[:7]}{_LINES}"
        months.setdefault(month, []).append(task)
    for month, finished in sorted(months.items()):
        known = {task.task_id for task in _lines(shared, month)}
        rows = b"".join(task_line(task) for task in finished if task.task_id not in known)
        if rows:
            shared.append(month, rows)
    for task in tasks:
        if task.task_id not in old:
            shared.replace(f"{ARCHIVE}/{task.task_id}{END}", task_bytes(task))
    for task_id in old:
        shared.remove(f"{ARCHIVE}/{task_id}{END}")
    return Archived(tuple(sorted(task.task_id for task in tasks)), tuple(sorted(old)))


def archived_task(shared: SeatFiles, name: str) -> BusTask | None:
    """Give a task that was put aside, by its id or the digits it ends with; None without one."""
    is_whole = is_task_id(name)
    if not is_whole and not is_task_end(name):
        return None
    found: dict[str, BusTask] = {}
    for file in _files(shared):
        task = task_at(shared, f"{ARCHIVE}/{file}") if _is_called(file, name + END) else None
        if task is not None:
            found[task.task_id] = task
    for month in shared.names(ARCHIVE):
        is_month = month.startswith(_MONTH) and month.endswith(_LINES)
        if is_month and not (is_whole and found):
            rows = _lines(shared, f"{ARCHIVE}/{month}", name.encode())
            found |= {task.task_id: task for task in rows if _is_called(task.task_id, name)}
    return next(iter(found.values())) if len(found) == 1 else None


class InArchive(NamedTuple):
    """(place, task) of every task that was put aside, and the places there that hold none."""

    tasks: tuple[tuple[str, BusTask], ...]
    broken: tuple[str, ...]


def archived_tasks(shared: SeatFiles) -> InArchive:
    """Give the tasks that were put aside, those of whole months included.

    Raises:
        SeatFileRefused: the archive of a month cannot be read.
    """
    read: list[tuple[str, BusTask | None]] = []
    for name in shared.names(ARCHIVE):
        path = f"{ARCHIVE}/{name}"
        if name.startswith(_MONTH) and name.endswith(_LINES):
            rows = (shared.find(path, MONTH_BYTES_MAX) or b"").split(b"\n")
            read += [(f"{path}:{at}", read_task(row)) for at, row in enumerate(rows, 1) if row]
        elif name.endswith(END):
            read.append((path, task_at(shared, path)))
    found = {task.task_id: (path, task) for path, task in read if task is not None}
    return InArchive(tuple(found.values()), tuple(path for path, task in read if task is None))


def task_at(shared: SeatFiles, path: str) -> BusTask | None:
    """Give the task in a file, or None when there is none in it."""
    try:
        content = shared.find(path, TASK_BYTES_MAX)
    except SeatFileRefused:
        return None
    return None if content is None else read_task(content)


def _files(shared: SeatFiles) -> list[str]:
    return [name for name in shared.names(ARCHIVE) if name.endswith(END)]


def _is_called(full: str, name: str) -> bool:
    return full == name or full.endswith(f"_{name}")


def _lines(shared: SeatFiles, path: str, mark: bytes = b"") -> tuple[BusTask, ...]:
    """Give the tasks of a month, or those whose line holds a mark."""
    content = shared.find(path, MONTH_BYTES_MAX) or b""
    found = [read_task(line) for line in content.splitlines() if mark in line]
    return tuple(task for task in found if task is not None)
