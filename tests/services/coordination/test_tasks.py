"""Is a task claimed by one agent, and done once?"""

import pytest

from cortex.model.coordination import TASKS_OPEN_MAX, Task, TaskStatus
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.refusals import CoordinationRefused
from cortex.ports.brain import Brain
from cortex.services.coordination.feed import feed
from cortex.services.coordination.tasks import (
    abandon,
    add,
    claim,
    complete,
    find,
    listed,
    next_task,
    task_number,
)
from tests.services.coordination.conftest import actor

ANN, BOB = actor("ann"), actor("bob")


def new(title: str = "Move the gateway", priority: str = "", capability: str = "") -> Task:
    """Give a task as an agent asks for it."""
    return Task(0, title, "user", "", 0, priority=priority, capability=capability)


def code(error: pytest.ExceptionInfo[CoordinationRefused]) -> str:
    """Give what a refusal is called."""
    return error.value.code


def test_defaults_and_references(brain: Brain) -> None:
    """Priority medium, any capability, pending, and both forms of its id find it."""
    task = add(brain, ANN, new())
    assert ("medium", "any", TaskStatus.PENDING) == (task.priority, task.capability, task.status)
    assert task == find(brain, BOB, task.reference) == find(brain, BOB, str(task.task_id))
    assert ("ann", ANN.now_us) == (task.created_by, task.created_us)


@pytest.mark.parametrize("name", ["task::", "decision::1", "x", "-1", "1" * 30, "99"])
def test_unknown_task_is_not_found(brain: Brain, name: str) -> None:
    """Whatever names no task is told so, and so is an id nobody has."""
    with pytest.raises(NotFound):
        claim(brain, ANN, name)
    assert 12 == task_number("task::12")


def test_claimed_task_is_refused_to_others(brain: Brain) -> None:
    """The holder may claim again; others are told who holds it."""
    task = add(brain, ANN, new())
    claimed = claim(brain, BOB, task.reference)
    assert (TaskStatus.CLAIMED, "bob") == (claimed.status, claimed.claimed_by)
    assert claimed == claim(brain, BOB, task.reference)
    with pytest.raises(CoordinationRefused) as refused:
        claim(brain, ANN, task.reference)
    assert "task_already_claimed" == code(refused)
    assert {"claimed_by": "bob"} == refused.value.details


def test_only_the_holder_completes_and_abandons(brain: Brain) -> None:
    """Nobody else may, nor anybody while it is pending; an abandoned one is pending again."""
    task = add(brain, ANN, new())
    with pytest.raises(CoordinationRefused) as refused:
        complete(brain, BOB, task.reference, None)
    assert "not_task_holder" == code(refused)
    with pytest.raises(CoordinationRefused) as refused:
        abandon(brain, BOB, task.reference)
    assert "not_task_holder" == code(refused)
    claim(brain, BOB, task.reference)
    with pytest.raises(CoordinationRefused):
        abandon(brain, ANN, task.reference)
    free = abandon(brain, BOB, task.reference)
    assert (TaskStatus.PENDING, None, None) == (free.status, free.claimed_by, free.claimed_us)
    claim(brain, ANN, task.reference)


def test_completion_is_told_once_and_cleaned(brain: Brain) -> None:
    """Completing posts one feed entry, also when it is said twice; secrets are cut out."""
    task = add(brain, ANN, new())
    claim(brain, BOB, task.reference)
    secret = "sk-" + "a1B2" * 10
    done = complete(brain, BOB, task.reference, f"moved; the key was {secret}")
    assert TaskStatus.COMPLETED is done.status
    assert secret not in str(done.summary)
    assert done == complete(brain, BOB, task.reference, "again")
    entries = feed(brain, ANN, None, unread=False)
    assert [("task_complete", task.task_id)] == [(one.kind, one.task_id) for one in entries]
    with pytest.raises(CoordinationRefused) as refused:
        claim(brain, ANN, task.reference)
    assert "task_already_completed" == code(refused)


def test_next_is_the_most_urgent_that_suits_and_is_not_taken(brain: Brain) -> None:
    """Priority first, then age; a need for `any` suits everybody, and `any` can do everything."""
    add(brain, ANN, new("low", "low"))
    add(brain, ANN, new("odd", "someday"))
    python = add(brain, ANN, new("py", "critical", "Python"))
    plain = add(brain, ANN, new("plain", "high"))
    for able, expected in (("python", python), (None, python), ("rust", plain)):
        found = next_task(brain, BOB, able)
        assert found is not None
        assert (expected.task_id, TaskStatus.PENDING) == (found.task_id, found.status)
    assert ["py", "plain", "low", "odd"] == [
        one.title for one in listed(brain, ANN, TaskStatus.PENDING, None)
    ]


def test_no_pending_task_gives_none(brain: Brain) -> None:
    """An empty list has no next one."""
    assert None is next_task(brain, ANN, None)


def test_task_without_title_or_over_the_limit_is_refused(brain: Brain) -> None:
    """A private title says nothing, and open tasks are bounded."""
    for title in ("", "  ", "<private>x</private>"):
        with pytest.raises(InvalidRequest) as refused:
            add(brain, ANN, new(title))
        assert "title" == refused.value.field
    with brain.writing() as writer:
        for _ in range(TASKS_OPEN_MAX):
            writer.coordination.add_task(0, new())
    with pytest.raises(InvalidRequest):
        add(brain, ANN, new())
