"""What was asked to be approved, and what became of it?

One file a question, in ``pending`` until it is decided. The decision is written into the file in
one step, the seat that asked is told, and the file moves; whoever dies between leaves a decided
file among those that wait, which is read by what it says and told again by the same decision.
Source: OGL 3.12, ADR 0202.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.approvals import SEAT, require_judge, resolved
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus import Approval, ApprovalState
from cortex.model.seat_bus_names import END, is_approval_id
from cortex.wire.seat_bus import approval_bytes, read_approval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cortex.ports.seat_files import SeatFiles

PENDING, RESOLVED = "approvals/pending", "approvals/resolved"
"""Folders below that of the bus."""

APPROVAL_BYTES_MAX = 65_536
"""Bytes of an approval's file: every field full."""

PENDING_MAX = 200
"""Questions that wait; a person who answered none of so many answers none."""

LISTED_MAX = 500
"""Decided questions that are read, the newest."""


class Decision(NamedTuple):
    """What somebody says to a question.

    Attributes:
        who: ``seat:NAME`` or ``person:LOGIN``.
        at: the seat in whose folder it was typed; empty for none.
        workers: seats that do the task which waits for the answer.
    """

    state: ApprovalState
    who: str
    at: str
    note: str
    workers: tuple[str, ...] = ()


class Approvals(NamedTuple):
    """Questions, the oldest first, and the files that hold none."""

    approvals: tuple[Approval, ...]
    broken: tuple[str, ...]


def every_approval(shared: SeatFiles, *, is_all: bool) -> Approvals:
    """Give the questions that wait, or the newest decided ones as well."""
    found: list[Approval] = []
    broken: list[str] = []
    folders = (PENDING, RESOLVED) if is_all else (PENDING,)
    for path in _paths(shared, folders, LISTED_MAX):
        approval = _at(shared, path)
        if approval is None:
            broken.append(path.rpartition("/")[2])
        elif is_all or approval.state is ApprovalState.PENDING:
            found.append(approval)
    found.sort(key=lambda one: (one.created_us, one.approval_id))
    return Approvals(tuple(found), tuple(broken))


def find_approval(shared: SeatFiles, name: str) -> Approval:
    """Give a question by its id or the last five characters of it.

    Raises:
        NotFound: there is none.
        SeatFileRefused: its file holds no approval.
    """
    broken = ""
    for folder in (RESOLVED, PENDING):
        names = [one for one in shared.names(folder) if is_approval_id(one.removesuffix(END))]
        ends = [one for one in names if one == f"{name}{END}" or one.endswith(f"_{name}{END}")]
        if len(ends) == 1:
            approval = _at(shared, f"{folder}/{ends[0]}")
            if approval is not None:
                return approval
            broken = f"bus/{folder}/{ends[0]} holds no approval"
    if broken:
        raise SeatFileRefused(broken)
    message = f"no approval is called {name[:80]}"
    raise NotFound(message, remedy="`cortex bus approval list --all` shows those there are")


def ask(shared: SeatFiles, approval: Approval) -> None:
    """Put a question.

    Raises:
        SeatFileRefused: too many wait, or it cannot be written.
    """
    with shared.turn():
        if len(shared.names(PENDING)) >= PENDING_MAX:
            message = f"{PENDING_MAX} approvals wait already"
            raise SeatFileRefused(message, remedy="`cortex bus approval list` shows them")
        path = f"{PENDING}/{approval.approval_id}{END}"
        if not shared.exchange(path, None, approval_bytes(approval)):
            message = f"there is an approval {approval.approval_id} already"
            raise SeatFileRefused(message, remedy="ask again; nothing was written")


def resolve(
    shared: SeatFiles,
    name: str,
    decision: Decision,
    now_us: int,
    tell: Callable[[Approval], None],
) -> tuple[Approval, bool]:
    """Decide a question; give it, and whether that changed anything.

    Args:
        tell: tells the seat that asked, in the turn, so that no two do. Called again when whoever
            decided died before the file moved.

    Raises:
        NotFound: there is none.
        Denied: the seat that asks, or does the task, would answer itself.
        MoveRefused: it was decided otherwise already.
    """
    with shared.turn():
        approval = find_approval(shared, name)
        if approval.state is ApprovalState.PENDING:
            require_judge(approval, decision.who, decision.at, decision.workers)
        new = resolved(approval, decision.state, decision.who, decision.note, now_us)
        file = f"{approval.approval_id}{END}"
        if new is not approval:
            shared.replace(f"{PENDING}/{file}", approval_bytes(new))
        if file in shared.names(PENDING):
            tell(new)
            shared.move(f"{PENDING}/{file}", f"{RESOLVED}/{file}")
        return new, new is not approval


def is_approved(shared: SeatFiles, task_id: str, seat: str) -> bool:
    """Tell whether somebody else than a seat approved a task it does."""
    return any(
        one.task_id == task_id
        and one.state is ApprovalState.APPROVED
        and one.resolved_by != f"{SEAT}{seat}"
        for one in filter(None, (_at(shared, path) for path in _paths(shared, (PENDING, RESOLVED))))
    )


def untold(shared: SeatFiles) -> tuple[Approval, ...]:
    """Give what was decided by somebody who died before the seat that asked was told."""
    found = (_at(shared, path) for path in _paths(shared, (PENDING,)))
    return tuple(one for one in found if one and one.state is not ApprovalState.PENDING)


def _paths(shared: SeatFiles, folders: tuple[str, ...], most: int = 0) -> Iterator[str]:
    """Give the files of some folders; of each all, or the newest so many."""
    for folder in folders:
        names = [one for one in shared.names(folder) if is_approval_id(one.removesuffix(END))]
        yield from (f"{folder}/{name}" for name in names[-most:])


def _at(shared: SeatFiles, path: str) -> Approval | None:
    try:
        approval = read_approval(shared.find(path, APPROVAL_BYTES_MAX) or b"")
    except SeatFileRefused:
        return None
    is_named = approval is not None and path.endswith(f"/{approval.approval_id}{END}")
    return approval if is_named else None
