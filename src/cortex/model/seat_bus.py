"""What do the seats of one machine send, owe and ask each other? Source: OGL 3.12."""

from __future__ import annotations

from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.lean_classes import NamedTuple, StrEnum

PRIORITIES = ("urgent", "high", "normal", "low")
"""The most urgent first; a message's file name begins with the place in here."""

NORMAL = "normal"

CATEGORIES = ("data-deletion", "deployment", "external-comms", "financial", "other")
"""What somebody may be asked to approve."""

TEXT_CHARS_MAX = 4_096
"""Characters of a message, a description or a result: as long as what agents tell each other."""

TITLE_CHARS_MAX = 200
"""Characters of a title, a name or a label."""

NOTE_CHARS_MAX = 1_000
"""Characters of what is said about one move of a task, or one decision."""

LINKS_MAX = 50
"""Tasks that one task waits for, or that wait for it."""

OUTPUTS_MAX = 50
"""Files that came of one task."""

WORKED_STALE_US = 2 * 3_600 * SECOND_US
"""A task in progress that nobody wrote about for so long is stale."""

WAITED_STALE_US = DAY_US
"""So is a pending one, and a pending approval, after a day."""

ARCHIVED_AFTER_US = 7 * DAY_US
"""How long a finished task stays among the others."""

COMPACTED_AFTER_US = 30 * DAY_US
"""How long an archived one has a file of its own."""


class BusMessage(NamedTuple):
    """What one seat wrote to another; its id is the name of its file."""

    message_id: str
    sender: str
    recipient: str
    priority: str
    sent_us: int
    text: str
    reply_to: str = ""


class TaskState(StrEnum):
    """Where a task stands; the last two are final."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    BLOCKED = "blocked"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


FINAL = (TaskState.COMPLETED, TaskState.CANCELLED)


class Output(NamedTuple):
    """A file that came of a task."""

    value: str
    label: str = ""


class BusTask(NamedTuple):
    """A piece of work that seats of an organisation share.

    Attributes:
        kind: ``agent``, or ``human`` for what a person has to do.
        needs_approval: it is finished only after an approval that names it.
        assigned_to: the seat, or the person, it is for; empty for whoever claims it.
        blocks, blocked_by: tasks; an order that was said from either end counts.
        untold: the seat that has to hear of the last move and did not yet; empty for none.
    """

    task_id: str
    title: str
    created_by: str
    org: str
    created_us: int
    updated_us: int
    description: str = ""
    kind: str = "agent"
    needs_approval: bool = False
    state: TaskState = TaskState.PENDING
    assigned_to: str = ""
    priority: str = NORMAL
    project: str = ""
    kpi_key: str = ""
    completed_us: int | None = None
    due_us: int | None = None
    archived: bool = False
    result: str = ""
    outputs: tuple[Output, ...] = ()
    blocks: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    untold: str = ""


class Claimed(NamedTuple):
    """Who took a task, and when."""

    seat: str
    at_us: int


class TaskStep(NamedTuple):
    """One row of what happened to a task."""

    at_us: int
    event: str
    seat: str
    before: str = ""
    after: str = ""
    note: str = ""


class ApprovalState(StrEnum):
    """What became of a question."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


class Approval(NamedTuple):
    """A question whether something may be done.

    Attributes:
        resolved_by: who decided: ``seat:NAME`` or ``person:LOGIN``; never what they said.
        note: what they said.
        task_id: the task that waits for it; empty for none.
    """

    approval_id: str
    title: str
    requester: str
    org: str
    category: str
    created_us: int
    updated_us: int
    description: str = ""
    state: ApprovalState = ApprovalState.PENDING
    resolved_us: int | None = None
    resolved_by: str = ""
    note: str = ""
    task_id: str = ""


class Reminder(NamedTuple):
    """What a seat wants to be told at the first start of a session after an instant."""

    reminder_id: str
    created_us: int
    fire_us: int
    prompt: str
    acked_us: int | None = None
