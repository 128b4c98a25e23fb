"""Who works on what: locks, sessions, tasks, messages, activities, feed?

Every method is about one owner (0 when one person owns everything) and never touches another's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.coordination import (
        Activity,
        AgentSession,
        FeedEntry,
        Lock,
        Message,
        Task,
        TaskStatus,
    )


class CoordinationReader(Protocol):
    """A consistent snapshot."""

    def find_agent(self, owner_id: int, agent: str) -> AgentSession | None:
        """Give an agent as last seen, or None."""

    def agents(self, owner_id: int) -> list[AgentSession]:
        """Give every agent, by name."""

    def find_lock(self, owner_id: int, path: str) -> Lock | None:
        """Give the lock on exactly this path, expired or not, or None."""

    def locks(self, owner_id: int, now_us: int) -> list[Lock]:
        """Give the locks that hold at an instant, by path."""

    def find_task(self, owner_id: int, task_id: int) -> Task | None:
        """Give a task, or None."""

    def tasks(self, owner_id: int, status: TaskStatus | None, limit: int) -> list[Task]:
        """Give tasks of a status, most urgent first, then oldest; with None all, newest first."""

    def open_task_count(self, owner_id: int) -> int:
        """Count the tasks that are pending or claimed."""

    def messages(self, owner_id: int, recipient: str, after_id: int, limit: int) -> list[Message]:
        """Give the newest messages to a recipient with ids above ``after_id``, oldest first."""

    def activities(self, owner_id: int, since_us: int, limit: int) -> list[Activity]:
        """Give the newest activities from an instant on, newest first."""

    def feed(self, owner_id: int, after_id: int, not_by: str, limit: int) -> list[FeedEntry]:
        """Give the newest entries above ``after_id`` by anybody but one agent, oldest first.

        Without their content. An empty ``not_by`` leaves nobody out.
        """

    def find_entry(self, owner_id: int, entry_id: int) -> FeedEntry | None:
        """Give one feed entry with its content, or None."""


class CoordinationWriter(CoordinationReader, Protocol):
    """Part of one write transaction; reads see its own writes. Ids are never given twice."""

    def keep_agent(self, owner_id: int, session: AgentSession, agents_max: int) -> None:
        """Store an agent in place of what was known; those silent longest go above the maximum."""

    def keep_lock(self, owner_id: int, lock: Lock) -> None:
        """Store a lock in place of the one on its path."""

    def drop_lock(self, owner_id: int, path: str) -> None:
        """Remove the lock on a path; none is fine."""

    def drop_expired_locks(self, owner_id: int, now_us: int) -> int:
        """Remove the locks that ended at or before an instant; gives their number."""

    def add_task(self, owner_id: int, task: Task) -> Task:
        """Store a new task and give it with its id."""

    def change_task(self, owner_id: int, task: Task, completed_kept: int) -> None:
        """Store where a task stands now; keep only the newest completed ones."""

    def add_message(self, owner_id: int, message: Message, kept: int) -> Message:
        """Store a message and give it with its id; keep the newest of its recipient."""

    def add_activity(self, owner_id: int, activity: Activity, kept: int) -> Activity:
        """Store an activity and give it with its id; keep the newest."""

    def add_entry(self, owner_id: int, entry: FeedEntry, since_us: int, kept: int) -> FeedEntry:
        """Store a feed entry and give it with its id; keep the newest that are not too old."""
