"""Is nothing of the bus lost, doubled or half there, whoever dies while writing it?"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cortex.core.seat.bus_messages import new_message
from cortex.model.errors import NotFound
from cortex.model.refusals import CoordinationRefused
from cortex.model.seat_bus import Approval, ApprovalState, BusTask, TaskState
from cortex.seat.approvals import Decision, ask, every_approval, resolve
from cortex.seat.bus_messages import put, set_aside, take
from cortex.seat.bus_tasks import (
    add_task,
    archive_tasks,
    claim_task,
    complete_task,
    every_task,
    find_task,
    steps_of,
    tell_waiting,
)
from cortex.stores.files.seat_files import SeatFolder

ROOT = Path(__file__).resolve().parents[2]
NOW_US = 1_796_040_000_000_000
LATER_US = NOW_US + 40 * 86_400_000_000
KEY = b"k" * 32
TASK = "task_1796040000000_00000001"
APPROVAL = "approval_1796040000_aaaaa"
STEPS_MAX = 80
"""Changes of the disk after which one command is over for sure."""

HEAD = f"""
import sys
from cortex.model.seat_bus import ApprovalState
from cortex.seat.approvals import Decision, resolve
from cortex.seat.bus_messages import acknowledge, put, take
from cortex.core.seat.bus_messages import new_message
from cortex.model.seat_bus import BusTask
from cortex.seat.bus_tasks import (
    add_task, archive_tasks, claim_task, complete_task, every_task, tell_waiting
)
from cortex.stores.files.seat_files import SeatFolder
from tests.faults.vault_killer import die_at

NOW_US, LATER_US, KEY = {NOW_US}, {LATER_US}, {KEY!r}
TASK, APPROVAL = {TASK!r}, {APPROVAL!r}
files = SeatFolder(sys.argv[1])
die_at(int(sys.argv[2]))
"""
SEND = 'put(files, new_message(("ops", "desk"), "b", "normal", "", NOW_US, "bbbbb"), KEY)'
TAKE = 'take(files, "desk", KEY, NOW_US, 10)'
CLAIM = 'claim_task(files, TASK, "desk", NOW_US, takes_over=False)'
DECIDE = """
yes = Decision(ApprovalState.APPROVED, "seat:desk", "", "n")
resolve(files, APPROVAL, yes, NOW_US, lambda one: files.append("told", one.approval_id.encode()))
"""
TELL = """
tell_waiting(files, every_task(files).tasks, lambda one: files.replace("told", one.untold.encode()))
"""
ADD = f"""
new = BusTask(TASK, "t", "ops", "acme", NOW_US, NOW_US, assigned_to="desk")
add_task(files, new){TELL}
"""
COMPLETE = f'complete_task(files, TASK, "desk", ("", ()), NOW_US, is_approved=False){TELL}'
ARCHIVE = "archive_tasks(files, LATER_US)"


def died(root: Path, program: str, step: int) -> tuple[SeatFolder, bool]:
    """Let a program die before its step; give the folder, and whether it got to its end."""
    command = [sys.executable, "-c", f"{HEAD}{program}\nprint('done')", str(root), str(step)]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=ROOT, timeout=60)
    assert b"Traceback" not in ended.stderr, ended.stderr
    return SeatFolder(str(root)), ended.stdout == b"done\n"


def folder(tmp_path: Path, step: int) -> tuple[Path, SeatFolder]:
    """Give a new folder for a step."""
    root = tmp_path / str(step)
    root.mkdir()
    return root, SeatFolder(str(root))


def telling(files: SeatFolder) -> Callable[[Approval], None]:
    """Give what notes that the seat that asked was told."""
    return lambda one: files.append("told", one.approval_id.encode())


@pytest.mark.parametrize("program", [SEND, TAKE])
def test_no_message_is_lost_or_forged_by_a_death(tmp_path: Path, program: str) -> None:
    """What was sent before is taken in the end, once; what was being sent is there whole or not."""
    for step in range(1, STEPS_MAX):
        root, files = folder(tmp_path, step)
        put(files, new_message(("ops", "desk"), "a", "normal", "", NOW_US, "aaaaa"), KEY)
        files, is_done = died(root, program, step)
        found = [one.text for one in take(files, "desk", KEY, LATER_US, 10).messages]
        assert "a" in found
        assert len(found) == len(set(found))
        assert () == set_aside(files)
        assert () == files.names("bus/inbox")
        if is_done:
            assert step > 2
            return
    pytest.fail("it never came to an end")


def test_claim_is_whole_or_told(tmp_path: Path) -> None:
    """Whoever dies claiming: another seat gets the task, or is told whose claim stands there."""
    seen = set()
    for step in range(1, STEPS_MAX):
        root, files = folder(tmp_path, step)
        add_task(files, BusTask(TASK, "t", "ops", "acme", NOW_US, NOW_US))
        files, is_done = died(root, CLAIM, step)
        task, third = find_task(files, TASK), ""
        try:
            third = claim_task(files, TASK, "third", NOW_US, takes_over=False)[0].assigned_to
        except CoordinationRefused as error:
            third = error.message
        if TaskState.IN_PROGRESS is task.state:
            assert f"{TASK} is claimed by desk" == third
            seen.add("begun")
        elif third == "third":
            seen.add("free")
        else:
            assert f"{TASK} is claimed by desk, which died before it began" == third
            assert (
                "desk" == claim_task(files, TASK, "desk", NOW_US, takes_over=False)[0].assigned_to
            )
            seen.add("told")
        if is_done:
            assert {"free", "told", "begun"} == seen
            return
    pytest.fail("it never came to an end")


def test_decision_is_made_or_not(tmp_path: Path) -> None:
    """Whoever dies deciding: the question waits, or is decided; the next one decides or agrees.

    The seat that asked is told all the same.
    """
    states = set()
    for step in range(1, STEPS_MAX):
        root, files = folder(tmp_path, step)
        ask(files, Approval(APPROVAL, "t", "ops", "acme", "other", NOW_US, NOW_US))
        files, is_done = died(root, DECIDE, step)
        (one,) = every_approval(files, is_all=True).approvals
        states.add(one.state)
        yes = Decision(ApprovalState.APPROVED, "seat:desk", "", "n")
        again = resolve(files, APPROVAL, yes, NOW_US, telling(files))
        assert ApprovalState.APPROVED is again[0].state
        assert files.find("told", 999)
        assert ((), (f"{APPROVAL}.json",)) == (
            tuple(name for name in files.names("approvals/pending") if name.endswith(".json")),
            files.names("approvals/resolved"),
        )
        if is_done:
            assert {ApprovalState.PENDING, ApprovalState.APPROVED} == states
            return
    pytest.fail("it never came to an end")


@pytest.mark.parametrize(("program", "who"), [(ADD, b"desk"), (COMPLETE, b"ops")])
def test_move_of_a_task_is_told_whoever_dies(tmp_path: Path, program: str, who: bytes) -> None:
    """Whoever dies giving or finishing a task: it did not move, or the next look tells the seat."""
    moved = set()

    def tell(task: BusTask) -> None:
        files.replace("told", task.untold.encode())

    for step in range(1, STEPS_MAX):
        root, files = folder(tmp_path, step)
        if program is COMPLETE:
            add_task(files, BusTask(TASK, "t", "ops", "acme", NOW_US, NOW_US))
        files, is_done = died(root, program, step)
        tasks = every_task(files).tasks
        is_moved = any(program is ADD or one.state is TaskState.COMPLETED for one in tasks)
        moved.add(is_moved)
        tell_waiting(files, tasks, tell)
        assert (who if is_moved else None) == files.find("told", 999)
        assert all(not one.untold for one in every_task(files).tasks)
        if is_done:
            assert {False, True} == moved
            return
    pytest.fail("it never came to an end")


def test_archive_loses_nothing(tmp_path: Path) -> None:
    """Whoever dies putting tasks aside: each is found whole, and the next call ends it."""
    for step in range(1, STEPS_MAX):
        root, files = folder(tmp_path, step)
        add_task(files, BusTask(TASK, "t", "ops", "acme", NOW_US, NOW_US))
        complete_task(files, TASK, "ops", ("result", ()), NOW_US, is_approved=False)
        files, is_done = died(root, ARCHIVE, step)
        try:
            assert "result" == find_task(files, TASK).result
        except NotFound:  # pragma: no cover  # It would be lost.
            pytest.fail(f"lost at step {step}")
        archive_tasks(files, LATER_US)
        assert ((), ()) == every_task(files)
        assert "result" == find_task(files, TASK).result
        assert 2 == len(steps_of(files, TASK))
        month = files.find("tasks/archive/archive-2026-11.jsonl", 99_999) or b""
        assert 1 == sum(b"result" in line and line.endswith(b"}") for line in month.splitlines())
        if is_done:
            return
    pytest.fail("it never came to an end")
