"""Do both stores keep what agents tell each other, owner by owner, and never give an id twice?"""

import pytest

from cortex.model.coordination import (
    Activity,
    AgentSession,
    FeedEntry,
    Lock,
    Message,
    Task,
    TaskStatus,
)
from cortex.ports.brain import Brain

NOW = 1_750_000_000_000_000
ME, OTHER = 1, 2


def task(title: str, **changes: object) -> Task:
    """Give a task nobody stored yet."""
    plain = Task(0, title, "user", "ann", NOW)
    return plain._replace(**changes)  # type: ignore[arg-type]  # Tests name fields of any type.


def test_agent_is_kept_in_place_of_what_was_known(brain: Brain) -> None:
    """The latest row of an agent stands, list and anchors included; another owner sees none."""
    known = AgentSession("ann", NOW, NOW + 1, "s1", "user", "doing", ("a", "b\nc"), NOW, 4, 5)
    with brain.writing() as writer:
        writer.coordination.keep_agent(ME, AgentSession("ann", 1, 2), 10)
        writer.coordination.keep_agent(ME, known, 10)
    with brain.reading() as reader:
        assert [known] == reader.coordination.agents(ME)
        assert known == reader.coordination.find_agent(ME, "ann")
        assert None is reader.coordination.find_agent(OTHER, "ann")
        assert [] == reader.coordination.agents(OTHER)


def test_agents_silent_longest_are_forgotten(brain: Brain) -> None:
    """One agent more than the maximum pushes out the one heard of longest ago."""
    with brain.writing() as writer:
        writer.coordination.keep_agent(OTHER, AgentSession("far", 0, 0), 2)
        for place, name in enumerate(("old", "new", "newest")):
            writer.coordination.keep_agent(ME, AgentSession(name, NOW + place, NOW), 2)
        assert ["new", "newest"] == [one.agent for one in writer.coordination.agents(ME)]
        assert ["far"] == [one.agent for one in writer.coordination.agents(OTHER)]


def test_locks_are_by_owner_and_path_and_end_at_their_instant(brain: Brain) -> None:
    """A lock holds before its end and not at it; dropping expired ones counts them."""
    with brain.writing() as writer:
        rows = writer.coordination
        for path, end in (("/b", NOW + 2), ("/a", NOW + 1)):
            rows.keep_lock(ME, Lock(path, f"id{path}", "ann", NOW, end))
        rows.keep_lock(OTHER, Lock("/a", "x", "bob", NOW, NOW + 9))
        assert ["/a", "/b"] == [one.path for one in rows.locks(ME, NOW)]
        assert ["/b"] == [one.path for one in rows.locks(ME, NOW + 1)]
        assert 1 == rows.drop_expired_locks(ME, NOW + 1)
        assert None is rows.find_lock(ME, "/a")
        rows.drop_lock(ME, "/b")
        rows.drop_lock(ME, "/b")
        assert [] == rows.locks(ME, NOW)
        assert "bob" == rows.locks(OTHER, NOW)[0].agent


def test_tasks_come_most_urgent_first_then_oldest(brain: Brain) -> None:
    """Priority decides, then age; without a status the newest come first."""
    with brain.writing() as writer:
        rows = writer.coordination
        for title, priority in (("c", "low"), ("a", "critical"), ("b", "high"), ("d", "high")):
            rows.add_task(ME, task(title, priority=priority, files=("x",)))
        rows.add_task(OTHER, task("theirs", priority="critical"))
        pending = rows.tasks(ME, TaskStatus.PENDING, 10)
        assert ["a", "b", "d", "c"] == [one.title for one in pending]
        assert ["a", "b"] == [one.title for one in rows.tasks(ME, TaskStatus.PENDING, 2)]
        assert ["d", "b", "a", "c"] == [one.title for one in rows.tasks(ME, None, 10)]
        assert pending[0] == rows.find_task(ME, pending[0].task_id)
        assert None is rows.find_task(OTHER, pending[0].task_id)
        assert 4 == rows.open_task_count(ME)


def test_only_the_newest_completed_tasks_are_kept(brain: Brain) -> None:
    """Completing one more than is kept drops the one completed longest ago; open ones stay."""
    with brain.writing() as writer:
        rows = writer.coordination
        open_task = rows.add_task(ME, task("open"))
        for place in range(3):
            kept = rows.add_task(ME, task(f"t{place}"))
            done = kept._replace(status=TaskStatus.COMPLETED, completed_us=NOW + place)
            rows.change_task(ME, done._replace(claimed_by="ann", summary="ok"), 2)
        done_titles = [one.title for one in rows.tasks(ME, TaskStatus.COMPLETED, 10)]
        assert ["t1", "t2"] == sorted(done_titles)
        assert open_task == rows.find_task(ME, open_task.task_id)
        assert 1 == rows.open_task_count(ME)


def test_messages_are_read_after_an_id_and_pruned_per_recipient(brain: Brain) -> None:
    """The newest stay, oldest first, and another recipient's are not counted."""
    with brain.writing() as writer:
        rows = writer.coordination
        rows.add_message(ME, Message(0, "ann", "cid", "for cid", NOW), 2)
        sent = [rows.add_message(ME, Message(0, "ann", "bob", f"m{n}", NOW), 2) for n in range(3)]
        assert ["m1", "m2"] == [one.text for one in rows.messages(ME, "bob", 0, 10)]
        assert ["m2"] == [one.text for one in rows.messages(ME, "bob", sent[1].message_id, 10)]
        assert ["m2"] == [one.text for one in rows.messages(ME, "bob", 0, 1)]
        assert ["for cid"] == [one.text for one in rows.messages(ME, "cid", 0, 10)]
        assert [] == rows.messages(OTHER, "bob", 0, 10)


def test_activities_are_newest_first_from_an_instant_on(brain: Brain) -> None:
    """The instant itself is inside, and more than is kept drops the oldest."""
    with brain.writing() as writer:
        rows = writer.coordination
        for place in range(4):
            rows.add_activity(ME, Activity(0, "ann", f"a{place}", ("f",), NOW + place), 3)
        assert ["a3", "a2", "a1"] == [one.description for one in rows.activities(ME, 0, 10)]
        assert ["a3"] == [one.description for one in rows.activities(ME, NOW + 3, 10)]
        assert [] == rows.activities(OTHER, 0, 10)


def test_feed_ids_never_come_back(brain: Brain) -> None:
    """After every entry is gone by age, the next id is still higher than all before."""
    with brain.writing() as writer:
        rows = writer.coordination
        first = rows.add_entry(ME, FeedEntry(0, "ann", "note", "one", NOW), 0, 10)
        assert 0 < first.entry_id
    with brain.writing() as writer:
        rows = writer.coordination
        second = rows.add_entry(ME, FeedEntry(0, "ann", "note", "two", NOW + 9), NOW + 9, 10)
        assert first.entry_id < second.entry_id
        assert ["two"] == [one.summary for one in rows.feed(ME, 0, "", 10)]
        rows.add_entry(ME, FeedEntry(0, "ann", "note", "gone at once", NOW), NOW + 99, 10)
        assert [] == rows.feed(ME, 0, "", 10)
    with brain.writing() as writer:
        third = writer.coordination.add_entry(ME, FeedEntry(0, "b", "note", "3", NOW), 0, 10)
        assert second.entry_id < third.entry_id


def test_feed_lists_others_without_content(brain: Brain) -> None:
    """A list leaves one agent and the content out; one entry by id has all of it."""
    whole = FeedEntry(0, "ann", "note", "s", NOW, "long", ("f",), 3, "trace", "high")
    with brain.writing() as writer:
        rows = writer.coordination
        kept = rows.add_entry(ME, whole, 0, 10)
        rows.add_entry(ME, FeedEntry(0, "bob", "note", "mine", NOW), 0, 10)
        assert [kept._replace(content=None)] == rows.feed(ME, 0, "bob", 10)
        assert 2 == len(rows.feed(ME, 0, "", 10))
        assert kept == rows.find_entry(ME, kept.entry_id)
        assert None is rows.find_entry(OTHER, kept.entry_id)


def test_what_was_not_committed_is_not_there(brain: Brain) -> None:
    """A transaction that ends in an error keeps no lock, no task and no message."""

    def broken() -> None:
        with brain.writing() as writer:
            writer.coordination.keep_lock(ME, Lock("/a", "x", "ann", NOW, NOW + 9))
            writer.coordination.add_task(ME, task("t"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    with brain.reading() as reader:
        assert [] == reader.coordination.locks(ME, NOW)
        assert [] == reader.coordination.tasks(ME, None, 10)
