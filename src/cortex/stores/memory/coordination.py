"""Who works on what: locks, sessions, tasks, messages, activities, feed?"""

from dataclasses import dataclass, field

from cortex.model.coordination import (
    Activity,
    AgentSession,
    FeedEntry,
    Lock,
    Message,
    Task,
    TaskStatus,
)
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class CoordinationRows(Rows):
    """What is kept. Keys begin with the owner."""

    last_id: int = 0  # The highest id given; none is given twice.
    agents: dict[tuple[int, str], AgentSession] = field(default_factory=dict)
    locks: dict[tuple[int, str], Lock] = field(default_factory=dict)
    tasks: dict[tuple[int, int], Task] = field(default_factory=dict)
    messages: dict[tuple[int, int], Message] = field(default_factory=dict)
    activities: dict[tuple[int, int], Activity] = field(default_factory=dict)
    feed: dict[tuple[int, int], FeedEntry] = field(default_factory=dict)

    def next_id(self) -> int:
        """Give an id that nothing has had."""
        self.last_id += 1
        return self.last_id


class MemoryCoordination:
    """Implements ``cortex.ports.coordination``."""

    def __init__(self, rows: CoordinationRows) -> None:
        self._rows = rows

    def find_agent(self, owner_id: int, agent: str) -> AgentSession | None:
        """Give an agent as last seen, or None."""
        return self._rows.agents.get((owner_id, agent))

    def agents(self, owner_id: int) -> list[AgentSession]:
        """Give every agent, by name."""
        return [one for key, one in sorted(self._rows.agents.items()) if key[0] == owner_id]

    def find_lock(self, owner_id: int, path: str) -> Lock | None:
        """Give the lock on exactly this path, expired or not, or None."""
        return self._rows.locks.get((owner_id, path))

    def locks(self, owner_id: int, now_us: int) -> list[Lock]:
        """Give the locks that hold at an instant, by path."""
        held = [one for key, one in sorted(self._rows.locks.items()) if key[0] == owner_id]
        return [one for one in held if one.expires_us > now_us]

    def find_task(self, owner_id: int, task_id: int) -> Task | None:
        """Give a task, or None."""
        return self._rows.tasks.get((owner_id, task_id))

    def tasks(self, owner_id: int, status: TaskStatus | None, limit: int) -> list[Task]:
        """Give tasks of a status, most urgent first, then oldest; with None all, newest first."""
        found = [one for key, one in self._rows.tasks.items() if key[0] == owner_id]
        if status is None:
            return sorted(found, key=lambda task: -task.task_id)[:limit]
        standing = [one for one in found if one.status is status]
        return sorted(standing, key=lambda task: (-task.urgency, task.task_id))[:limit]

    def open_task_count(self, owner_id: int) -> int:
        """Count the tasks that are pending or claimed."""
        return sum(
            key[0] == owner_id and one.status is not TaskStatus.COMPLETED
            for key, one in self._rows.tasks.items()
        )

    def messages(self, owner_id: int, recipient: str, after_id: int, limit: int) -> list[Message]:
        """Give the newest messages to a recipient with ids above ``after_id``, oldest first."""
        found = [
            one
            for (owner, message_id), one in sorted(self._rows.messages.items())
            if owner == owner_id and one.recipient == recipient and message_id > after_id
        ]
        return found[-limit:]

    def activities(self, owner_id: int, since_us: int, limit: int) -> list[Activity]:
        """Give the newest activities from an instant on, newest first."""
        found = [
            one
            for key, one in sorted(self._rows.activities.items(), reverse=True)
            if key[0] == owner_id and one.at_us >= since_us
        ]
        return found[:limit]

    def feed(self, owner_id: int, after_id: int, not_by: str, limit: int) -> list[FeedEntry]:
        """Give the newest entries above ``after_id`` by anybody but one agent, oldest first."""
        found = [
            one._replace(content=None)
            for (owner, entry_id), one in sorted(self._rows.feed.items())
            if owner == owner_id and entry_id > after_id and one.agent != not_by
        ]
        return found[-limit:]

    def find_entry(self, owner_id: int, entry_id: int) -> FeedEntry | None:
        """Give one feed entry with its content, or None."""
        return self._rows.feed.get((owner_id, entry_id))

    def keep_agent(self, owner_id: int, session: AgentSession, agents_max: int) -> None:
        """Store an agent in place of what was known; those silent longest go above the maximum."""
        self._rows.agents[owner_id, session.agent] = session
        ours = sorted(self.agents(owner_id), key=lambda one: (-one.heartbeat_us, one.agent))
        for forgotten in ours[agents_max:]:
            del self._rows.agents[owner_id, forgotten.agent]

    def keep_lock(self, owner_id: int, lock: Lock) -> None:
        """Store a lock in place of the one on its path."""
        self._rows.locks[owner_id, lock.path] = lock

    def drop_lock(self, owner_id: int, path: str) -> None:
        """Remove the lock on a path; none is fine."""
        self._rows.locks.pop((owner_id, path), None)

    def drop_expired_locks(self, owner_id: int, now_us: int) -> int:
        """Remove the locks that ended at or before an instant; gives their number."""
        over = [
            key
            for key, one in self._rows.locks.items()
            if key[0] == owner_id and one.expires_us <= now_us
        ]
        for key in over:
            del self._rows.locks[key]
        return len(over)

    def add_task(self, owner_id: int, task: Task) -> Task:
        """Store a new task and give it with its id."""
        kept = task._replace(task_id=self._rows.next_id())
        self._rows.tasks[owner_id, kept.task_id] = kept
        return kept

    def change_task(self, owner_id: int, task: Task, completed_kept: int) -> None:
        """Store where a task stands now; keep only the newest completed ones."""
        self._rows.tasks[owner_id, task.task_id] = task
        done = [
            one
            for key, one in self._rows.tasks.items()
            if key[0] == owner_id and one.status is TaskStatus.COMPLETED
        ]
        done.sort(key=lambda one: (one.completed_us or 0, one.task_id), reverse=True)
        for old in done[completed_kept:]:
            del self._rows.tasks[owner_id, old.task_id]

    def add_message(self, owner_id: int, message: Message, kept: int) -> Message:
        """Store a message and give it with its id; keep the newest of its recipient."""
        sent = message._replace(message_id=self._rows.next_id())
        self._rows.messages[owner_id, sent.message_id] = sent
        ours = self.messages(owner_id, sent.recipient, 0, len(self._rows.messages))
        for old in ours[: max(0, len(ours) - kept)]:
            del self._rows.messages[owner_id, old.message_id]
        return sent

    def add_activity(self, owner_id: int, activity: Activity, kept: int) -> Activity:
        """Store an activity and give it with its id; keep the newest."""
        done = activity._replace(activity_id=self._rows.next_id())
        self._rows.activities[owner_id, done.activity_id] = done
        ours = sorted(key for key in self._rows.activities if key[0] == owner_id)
        for key in ours[: max(0, len(ours) - kept)]:
            del self._rows.activities[key]
        return done

    def add_entry(self, owner_id: int, entry: FeedEntry, since_us: int, kept: int) -> FeedEntry:
        """Store a feed entry and give it with its id; keep the newest that are not too old."""
        told = entry._replace(entry_id=self._rows.next_id())
        self._rows.feed[owner_id, told.entry_id] = told
        ours = sorted(key for key in self._rows.feed if key[0] == owner_id)
        too_many = set(ours[: max(0, len(ours) - kept)])
        for key in ours:
            if key in too_many or self._rows.feed[key].at_us < since_us:
                del self._rows.feed[key]
        return told
