"""Does each record of the bus come back as it was, and nothing else as one?"""

import json

import pytest

from cortex.model.seat_bus import (
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
from cortex.wire.seat_bus import (
    approval_bytes,
    claim_bytes,
    message_bytes,
    read_approval,
    read_claim,
    read_message,
    read_reminders,
    read_steps,
    read_task,
    reminders_bytes,
    step_line,
    task_bytes,
    task_line,
)

NOW_US = 1_796_040_000_123_456
ID = "2-1796040000123-from-ops-a1b2c"
TASK = BusTask(
    task_id="task_1796040000123_00000001",
    title="Đường 端口 ✓",
    created_by="ops",
    org="",
    created_us=NOW_US,
    updated_us=NOW_US + 1,
    description="two\nlines",
    kind="human",
    needs_approval=True,
    state=TaskState.COMPLETED,
    assigned_to="Ann",
    priority="low",
    project="p",
    kpi_key="k",
    completed_us=NOW_US,
    due_us=NOW_US,
    archived=True,
    result="r",
    outputs=(Output("a.md", "l"), Output("b.md")),
    blocks=("task_1796040000123_00000002",),
    blocked_by=("task_1796040000123_00000003",),
)
APPROVAL = Approval(
    *("approval_1796040000_a1b2c", "t", "ops", "acme", "financial", NOW_US, NOW_US, "d"),
    *(ApprovalState.REJECTED, NOW_US, "person:ann", "n", TASK.task_id),
)
MESSAGE = BusMessage(ID, "ops", "desk", "normal", NOW_US // 1000 * 1000, "a\n✓ 端口", ID)


def test_each_record_comes_back_whole() -> None:
    """With every field, in a file and on a line."""
    assert (MESSAGE, "sig") == read_message(message_bytes(MESSAGE, "sig"))
    assert TASK == read_task(task_bytes(TASK)) == read_task(task_line(TASK))
    assert APPROVAL == read_approval(approval_bytes(APPROVAL))
    claimed, step = Claimed("ops", NOW_US), TaskStep(NOW_US, "claim", "ops", "a", "b", "n")
    assert claimed == read_claim(claim_bytes(claimed))
    assert (step, step) == read_steps(step_line(step) + b'{"torn' + b"\n" + step_line(step))
    reminders = (Reminder("reminder-1", 1, 2, "x"), Reminder("reminder-2", 1, 2, "x", 3))
    assert reminders == read_reminders(reminders_bytes(reminders))


def test_task_has_the_published_keys() -> None:
    """Those of the sheet, and no other."""
    assert (
        "archived assigned_to blocked_by blocks completed_at created_at created_by description "
        "due_date id kpi_key needs_approval org outputs priority project result status "
        "title type updated_at"
    ).split() == sorted(json.loads(task_bytes(TASK)))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"3", b'{"id": 3}', b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}'],
)
def test_what_is_no_record_is_none(content: bytes) -> None:
    """Nothing raises, whatever lies there."""
    for reader in (read_message, read_task, read_approval, read_claim, read_reminders):
        assert reader(content) is None
    assert () == read_steps(content)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("id", "../x"), ("status", "done"), ("priority", "asap"), ("created_at", "soon")),
        *(("title", None), ("title", ""), ("blocks", "x"), ("outputs", [{"value": 3}])),
        ("updated_at", 3),
    ],
)
def test_task_with_a_broken_field_is_none(key: str, value: object) -> None:
    """One wrong field is enough."""
    assert read_task(json.dumps({**json.loads(task_bytes(TASK)), key: value}).encode()) is None
