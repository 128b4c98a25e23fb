"""Who does what? A task is claimed by one agent at a time, also when two ask at once.

Looking and claiming happen in one write transaction, and there is one such transaction at a time
in the whole machine.
"""

from cortex.core.names.references import number_in
from cortex.model.coordination import (
    ANY,
    LISTED_DEFAULT,
    LISTED_MAX,
    TASKS_COMPLETED_KEPT,
    TASKS_OPEN_MAX,
    Actor,
    FeedEntry,
    Task,
    TaskStatus,
)
from cortex.model.errors import (
    NOT_TASK_HOLDER,
    TASK_ALREADY_CLAIMED,
    TASK_ALREADY_COMPLETED,
    InvalidRequest,
    NotFound,
)
from cortex.model.refusals import CoordinationRefused
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.coordination.feed import publish
from cortex.services.coordination.presence import see
from cortex.services.coordination.wording import name, names, required, text

REFERENCE_PREFIX = "task::"
TASK_COMPLETE = "task_complete"
TITLE_REMEDY = "say in one line what is to be done"


def task_number(reference: str) -> int:
    """Give the number in ``task::12`` or ``12``.

    Raises:
        NotFound: it names no task.
    """
    number = number_in(reference, REFERENCE_PREFIX)
    if number is None:
        raise _unknown(reference[:60])
    return number


def add(brain: Brain, actor: Actor, task: Task) -> Task:
    """Keep a new task.

    Raises:
        InvalidRequest: it has no title, a text is too long, or too many tasks are open.
    """
    checked = task._replace(
        title=required(name(task.title, "title"), "title", TITLE_REMEDY),
        description=text(task.description, "description"),
        files=names(task.files, "files"),
        priority=(name(task.priority, "priority") or "medium").lower(),
        capability=(name(task.capability, "capability") or ANY).lower(),
        created_by=actor.agent,
        created_us=actor.now_us,
    )
    with brain.writing() as writer:
        if writer.coordination.open_task_count(actor.owner_id) >= TASKS_OPEN_MAX:
            message = f"{TASKS_OPEN_MAX} tasks are open already"
            raise InvalidRequest(message, remedy="complete some first")
        see(writer, actor)
        return writer.coordination.add_task(actor.owner_id, checked)


def listed(brain: Brain, actor: Actor, status: TaskStatus | None, limit: int | None) -> list[Task]:
    """Give tasks of a status, most urgent first; with None all of them, newest first."""
    with brain.reading() as reader:
        most = min(limit or LISTED_DEFAULT, LISTED_MAX)
        return reader.coordination.tasks(actor.owner_id, status, most)


def find(brain: Brain, actor: Actor, reference: str) -> Task:
    """Give one task.

    Raises:
        NotFound: there is none.
    """
    with brain.reading() as reader:
        task = reader.coordination.find_task(actor.owner_id, task_number(reference))
    if task is None:
        raise _unknown(reference)
    return task


def next_task(brain: Brain, actor: Actor, capability: str | None) -> Task | None:
    """Give the pending task to take next, without taking it: most urgent, then oldest.

    Args:
        capability: what the asker can do; a task that needs ``any`` suits everybody, and an asker
            with ``any`` can do everything.
    """
    able = (capability or ANY).strip().lower()
    for task in listed(brain, actor, TaskStatus.PENDING, LISTED_MAX):
        if able in (ANY, task.capability) or task.capability == ANY:
            return task
    return None


def claim(brain: Brain, actor: Actor, reference: str) -> Task:
    """Take a pending task; taking one's own again changes nothing.

    Raises:
        NotFound: there is none.
        CoordinationRefused: ``task_already_claimed`` or ``task_already_completed``.
    """
    with brain.writing() as writer:
        task = _task(writer, actor, reference)
        if task.status is TaskStatus.COMPLETED:
            message = f"{task.reference} is completed already"
            raise CoordinationRefused(TASK_ALREADY_COMPLETED, message)
        if task.status is TaskStatus.CLAIMED and task.claimed_by != actor.agent:
            message = f"{task.reference} is claimed by '{task.claimed_by}'"
            raise CoordinationRefused(TASK_ALREADY_CLAIMED, message, claimed_by=task.claimed_by)
        see(writer, actor)
        if task.status is TaskStatus.CLAIMED:
            return task
        claimed = task._replace(
            status=TaskStatus.CLAIMED, claimed_by=actor.agent, claimed_us=actor.now_us
        )
        return _changed(writer, actor, claimed)


def complete(brain: Brain, actor: Actor, reference: str, summary: str | None) -> Task:
    """Finish a task one holds, and tell everybody in the feed; completing it again does nothing.

    Raises:
        NotFound: there is none.
        CoordinationRefused: another agent holds it, or nobody does (``not_task_holder``).
    """
    with brain.writing() as writer:
        task = _task(writer, actor, reference)
        if task.status is TaskStatus.COMPLETED and task.claimed_by == actor.agent:
            return task
        _require_holder(task, actor)
        said = text(summary, "summary")
        done = task._replace(status=TaskStatus.COMPLETED, completed_us=actor.now_us, summary=said)
        see(writer, actor)
        publish(
            writer,
            actor,
            FeedEntry(
                0,
                actor.agent,
                TASK_COMPLETE,
                f"completed {task.reference}: {task.title}"[:256],
                actor.now_us,
                content=said,
                files=task.files,
                task_id=task.task_id,
            ),
        )
        return _changed(writer, actor, done)


def abandon(brain: Brain, actor: Actor, reference: str) -> Task:
    """Give a task back, so that somebody else can claim it.

    Raises:
        NotFound: there is none.
        CoordinationRefused: another agent holds it, or nobody does (``not_task_holder``).
    """
    with brain.writing() as writer:
        task = _task(writer, actor, reference)
        _require_holder(task, actor)
        see(writer, actor)
        free = task._replace(status=TaskStatus.PENDING, claimed_by=None, claimed_us=None)
        return _changed(writer, actor, free)


def _task(writer: BrainWriter, actor: Actor, reference: str) -> Task:
    task = writer.coordination.find_task(actor.owner_id, task_number(reference))
    if task is None:
        raise _unknown(reference)
    return task


def _changed(writer: BrainWriter, actor: Actor, task: Task) -> Task:
    writer.coordination.change_task(actor.owner_id, task, TASKS_COMPLETED_KEPT)
    return task


def _require_holder(task: Task, actor: Actor) -> None:
    if task.status is not TaskStatus.CLAIMED or task.claimed_by != actor.agent:
        holder = f"'{task.claimed_by}'" if task.claimed_by else "nobody"
        message = f"{task.reference} is {task.status.value} and held by {holder}"
        raise CoordinationRefused(NOT_TASK_HOLDER, message, claimed_by=task.claimed_by)


def _unknown(reference: str) -> NotFound:
    message = f"there is no task '{reference}'"
    return NotFound(message, remedy="`cortex task list --all` lists the tasks there are")
