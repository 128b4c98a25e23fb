"""What of the bus is a seat's own when it moves, and who vouches for messages it has not read?

Tasks and approvals lie beside those of other seats; where a seat goes by another name they name it
by that. Messages are signed by the machine they came in on; those that were genuine there are
signed anew on the next one. Source: docs/formats/seat-pack.md, docs/formats/bus.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cortex.core.seat.bus_messages import fault_of, signature
from cortex.core.seat.bus_tasks import finished_us
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus_names import END, INBOX, INFLIGHT, read_stamped
from cortex.seat.approvals import PENDING, RESOLVED
from cortex.seat.bus_archive import ARCHIVE, TASK_BYTES_MAX, archived_tasks
from cortex.seat.bus_messages import MESSAGE_BYTES_MAX
from cortex.seat.bus_tasks import AUDIT, CLAIMS, TASKS
from cortex.wire.seat_bus import (
    approval_bytes,
    claim_bytes,
    message_bytes,
    read_approval,
    read_claim,
    read_message,
    read_task,
    task_bytes,
)

if TYPE_CHECKING:
    from cortex.model.seat_bus import BusTask
    from cortex.ports.seat_files import SeatFiles


MONTH_TASKS_MAX = 1_000
"""Tasks out of the files of months that go along, the newest: some years of one a day."""

_RECORDS = (TASKS, ARCHIVE, PENDING, RESOLVED)


def paths_of_seat(shared: SeatFiles, name: str) -> list[str]:
    """Give the files of the tasks a seat made or has, and of what it asked, sorted.

    A task that lies in the file of its month is not among them; see ``month_tasks``.
    """
    found = []
    for folder in (TASKS, ARCHIVE):
        for path, content in _records(shared, folder):
            task = read_task(content)
            if task is not None and _is_of(task, name):
                found += [path, audit_path(task), f"{CLAIMS}/{task.task_id}.claim"]
    for folder in (PENDING, RESOLVED):
        for path, content in _records(shared, folder):
            approval = read_approval(content)
            if approval is not None and approval.requester == name:
                found.append(path)
    return sorted(found)


def month_tasks(shared: SeatFiles, name: str) -> list[BusTask]:
    """Give the tasks of a seat that lie in the file of a month only, the newest first.

    Raises:
        SeatFileRefused: the file of a month cannot be read.
    """
    placed = archived_tasks(shared).tasks
    found = [task for path, task in placed if not path.endswith(END) and _is_of(task, name)]
    return sorted(found, key=lambda task: (finished_us(task), task.task_id), reverse=True)


def audit_path(task: BusTask) -> str:
    """Give where it is written what happened to a task."""
    return f"{AUDIT}/{task.task_id}.jsonl"


def file_of(task: BusTask) -> str:
    """Give the file a task that was put aside had before its month was."""
    return f"{ARCHIVE}/{task.task_id}{END}"


def is_record(path: str) -> bool:
    """Tell whether a file is a task or a question, and not what belongs to one."""
    return path.rpartition("/")[0] in _RECORDS


def record_ids(shared: SeatFiles) -> frozenset[str]:
    """Give the ids of every task and question there is, wherever it lies.

    Raises:
        SeatFileRefused: the file of a month cannot be read.
    """
    names = [name for folder in _RECORDS for name in shared.names(folder)]
    ids = (task.task_id for _, task in archived_tasks(shared).tasks)
    return frozenset((*(name.removesuffix(END) for name in names), *ids))


def renamed(path: str, content: bytes, old: str, new: str) -> bytes:
    """Give a record of a seat that goes by another name now, with its own name changed.

    Other seats keep theirs, and what happened to a task stays as it was written down.
    """
    folder = path.rpartition("/")[0]
    if folder == CLAIMS:
        claim = read_claim(content)
        return claim_bytes(claim._replace(seat=new)) if claim and claim.seat == old else content
    if folder in {TASKS, ARCHIVE}:
        task = read_task(content)
        if task is None or not _is_of(task, old):
            return content
        names = {old: new}
        maker, has = task.created_by, task.assigned_to
        return task_bytes(
            task._replace(created_by=names.get(maker, maker), assigned_to=names.get(has, has))
        )
    approval = read_approval(content) if folder in {PENDING, RESOLVED} else None
    if approval is None or approval.requester != old:
        return content
    return approval_bytes(approval._replace(requester=new))


def signed_paths(kept: SeatFiles, name: str, key: bytes) -> list[str]:
    """Give the messages a seat has not dealt with that were signed with a key, sorted."""
    found = []
    for folder in (INBOX, INFLIGHT):
        for path, content in _records(kept, folder):
            file = path.rpartition("/")[2]
            stem = file.removesuffix(END) if folder == INBOX else read_stamped(file)[1]
            read = read_message(content)
            if read is not None and not fault_of(read[0], read[1], stem, name, key):
                found.append(path)
    return sorted(found)


def signed_anew(content: bytes, name: str, key: bytes) -> bytes:
    """Give a message as if it had been sent on this machine, to a seat of this name."""
    read = read_message(content)
    if read is None:
        return content
    message = read[0]._replace(recipient=name)
    return message_bytes(message, signature(message, key))


def _is_of(task: BusTask, name: str) -> bool:
    return name in {task.assigned_to, task.created_by}


def _records(files: SeatFiles, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield (path, content) of the records in a folder; what cannot be read is none."""
    for file in files.names(folder):
        if not file.endswith(END):
            continue
        path = f"{folder}/{file}"
        try:
            content = files.find(path, max(TASK_BYTES_MAX, MESSAGE_BYTES_MAX))
        except SeatFileRefused:
            continue
        if content is not None:
            yield path, content
