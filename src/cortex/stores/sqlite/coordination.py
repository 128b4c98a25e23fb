"""Who works on what: locks, sessions, tasks, messages, activities, feed?

Tables ``agents``, ``agent_locks``, ``agent_tasks``, ``agent_messages``, ``agent_activities`` and
``feed``: canonical. AUTOINCREMENT keeps ids of pruned rows from coming back, so that "after the
last one read" stays true.
"""

from cortex.model.coordination import (
    Activity,
    AgentSession,
    FeedEntry,
    Lock,
    Message,
    Task,
    TaskStatus,
)
from cortex.stores.sqlite.lists import packed, unpacked
from cortex.stores.sqlite.session import Row, Session

_AGENT = """SELECT agent, heartbeat_us, expires_us, session_id, scope_id, description, files,
    started_us, inbox_seen_id, feed_seen_id FROM agents WHERE owner_id = ?"""
_LOCK = "SELECT path, lock_id, agent, locked_us, expires_us FROM agent_locks WHERE owner_id = ?"
_TASK = """SELECT task_id, title, scope_id, created_by, created_us, description, files, priority,
    capability, status, claimed_by, claimed_us, completed_us, summary
FROM agent_tasks WHERE owner_id = ?"""
_FEED = """SELECT entry_id, agent, kind, summary, at_us, {content}, files, task_id,
    trace_id, priority
FROM feed WHERE owner_id = ?"""
_FEED_LISTED = _FEED.format(content="NULL")
_FEED_WHOLE = _FEED.format(content="content")


class SqliteCoordination:
    """Implements ``cortex.ports.coordination``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find_agent(self, owner_id: int, agent: str) -> AgentSession | None:
        """Give an agent as last seen, or None."""
        row = self._session.row(f"{_AGENT} AND agent = ?", (owner_id, agent))
        return None if row is None else _agent(row)

    def agents(self, owner_id: int) -> list[AgentSession]:
        """Give every agent, by name."""
        return [_agent(row) for row in self._session.rows(f"{_AGENT} ORDER BY agent", (owner_id,))]

    def find_lock(self, owner_id: int, path: str) -> Lock | None:
        """Give the lock on exactly this path, expired or not, or None."""
        row = self._session.row(f"{_LOCK} AND path = ?", (owner_id, path))
        return None if row is None else Lock(*row)

    def locks(self, owner_id: int, now_us: int) -> list[Lock]:
        """Give the locks that hold at an instant, by path."""
        rows = self._session.rows(f"{_LOCK} AND expires_us > ? ORDER BY path", (owner_id, now_us))
        return [Lock(*row) for row in rows]

    def find_task(self, owner_id: int, task_id: int) -> Task | None:
        """Give a task, or None."""
        row = self._session.row(f"{_TASK} AND task_id = ?", (owner_id, task_id))
        return None if row is None else _task(row)

    def tasks(self, owner_id: int, status: TaskStatus | None, limit: int) -> list[Task]:
        """Give tasks of a status, most urgent first, then oldest; with None all, newest first."""
        if status is None:
            rows = self._session.rows(f"{_TASK} ORDER BY task_id DESC LIMIT ?", (owner_id, limit))
        else:
            rows = self._session.rows(
                f"{_TASK} AND status = ? ORDER BY urgency DESC, task_id LIMIT ?",
                (owner_id, status.value, limit),
            )
        return [_task(row) for row in rows]

    def open_task_count(self, owner_id: int) -> int:
        """Count the tasks that are pending or claimed."""
        count: int = self._session.value(
            "SELECT count(*) FROM agent_tasks WHERE owner_id = ?"
            " AND status IN ('pending', 'claimed')",
            (owner_id,),
        )
        return count

    def messages(self, owner_id: int, recipient: str, after_id: int, limit: int) -> list[Message]:
        """Give the newest messages to a recipient with ids above ``after_id``, oldest first."""
        rows = self._session.rows(
            "SELECT message_id, sender, recipient, text, sent_us FROM agent_messages"
            " WHERE owner_id = ? AND recipient = ? AND message_id > ?"
            " ORDER BY message_id DESC LIMIT ?",
            (owner_id, recipient, after_id, limit),
        )
        return [Message(*row) for row in reversed(rows)]

    def activities(self, owner_id: int, since_us: int, limit: int) -> list[Activity]:
        """Give the newest activities from an instant on, newest first."""
        rows = self._session.rows(
            "SELECT activity_id, agent, description, files, at_us FROM agent_activities"
            " WHERE owner_id = ? AND at_us >= ? ORDER BY activity_id DESC LIMIT ?",
            (owner_id, since_us, limit),
        )
        return [Activity(row[0], row[1], row[2], unpacked(row[3]), row[4]) for row in rows]

    def feed(self, owner_id: int, after_id: int, not_by: str, limit: int) -> list[FeedEntry]:
        """Give the newest entries above ``after_id`` by anybody but one agent, oldest first."""
        rows = self._session.rows(
            f"{_FEED_LISTED} AND entry_id > ? AND agent != ? ORDER BY entry_id DESC LIMIT ?",
            (owner_id, after_id, not_by, limit),
        )
        return [_entry(row) for row in reversed(rows)]

    def find_entry(self, owner_id: int, entry_id: int) -> FeedEntry | None:
        """Give one feed entry with its content, or None."""
        row = self._session.row(f"{_FEED_WHOLE} AND entry_id = ?", (owner_id, entry_id))
        return None if row is None else _entry(row)

    def keep_agent(self, owner_id: int, session: AgentSession, agents_max: int) -> None:
        """Store an agent in place of what was known; those silent longest go above the maximum."""
        self._session.rows(
            "INSERT OR REPLACE INTO agents (owner_id, agent, heartbeat_us, expires_us, session_id,"
            " scope_id, description, files, started_us, inbox_seen_id, feed_seen_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (owner_id, *session[:6], packed(session.files), *session[7:]),
        )
        self._session.rows(
            "DELETE FROM agents WHERE owner_id = ?1 AND agent IN (SELECT agent FROM agents"
            " WHERE owner_id = ?1 ORDER BY heartbeat_us DESC, agent LIMIT -1 OFFSET ?2)",
            (owner_id, agents_max),
        )

    def keep_lock(self, owner_id: int, lock: Lock) -> None:
        """Store a lock in place of the one on its path."""
        self._session.rows(
            "INSERT OR REPLACE INTO agent_locks"
            " (owner_id, path, lock_id, agent, locked_us, expires_us) VALUES (?, ?, ?, ?, ?, ?)",
            (owner_id, *lock),
        )

    def drop_lock(self, owner_id: int, path: str) -> None:
        """Remove the lock on a path; none is fine."""
        self._session.rows(
            "DELETE FROM agent_locks WHERE owner_id = ? AND path = ?", (owner_id, path)
        )

    def drop_expired_locks(self, owner_id: int, now_us: int) -> int:
        """Remove the locks that ended at or before an instant; gives their number."""
        return len(
            self._session.rows(
                "DELETE FROM agent_locks WHERE owner_id = ? AND expires_us <= ? RETURNING path",
                (owner_id, now_us),
            )
        )

    def add_task(self, owner_id: int, task: Task) -> Task:
        """Store a new task and give it with its id."""
        task_id = self._session.insert(
            "INSERT INTO agent_tasks (owner_id, status, urgency, title, description, scope_id,"
            " files, priority, capability, created_by, created_us)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                owner_id,
                task.status.value,
                task.urgency,
                task.title,
                task.description,
                task.scope_id,
                packed(task.files),
                task.priority,
                task.capability,
                task.created_by,
                task.created_us,
            ),
        )
        return task._replace(task_id=task_id)

    def change_task(self, owner_id: int, task: Task, completed_kept: int) -> None:
        """Store where a task stands now; keep only the newest completed ones."""
        self._session.rows(
            "UPDATE agent_tasks SET status = ?, claimed_by = ?, claimed_us = ?, completed_us = ?,"
            " summary = ? WHERE owner_id = ? AND task_id = ?",
            (
                task.status.value,
                task.claimed_by,
                task.claimed_us,
                task.completed_us,
                task.summary,
                owner_id,
                task.task_id,
            ),
        )
        self._session.rows(
            "DELETE FROM agent_tasks WHERE task_id IN (SELECT task_id FROM agent_tasks"
            " WHERE owner_id = ? AND status = 'completed'"
            " ORDER BY completed_us DESC, task_id DESC LIMIT -1 OFFSET ?)",
            (owner_id, completed_kept),
        )

    def add_message(self, owner_id: int, message: Message, kept: int) -> Message:
        """Store a message and give it with its id; keep the newest of its recipient."""
        message_id = self._session.insert(
            "INSERT INTO agent_messages (owner_id, sender, recipient, text, sent_us)"
            " VALUES (?, ?, ?, ?, ?)",
            (owner_id, *message[1:]),
        )
        self._session.rows(
            "DELETE FROM agent_messages WHERE message_id IN (SELECT message_id FROM agent_messages"
            " WHERE owner_id = ? AND recipient = ? ORDER BY message_id DESC LIMIT -1 OFFSET ?)",
            (owner_id, message.recipient, kept),
        )
        return message._replace(message_id=message_id)

    def add_activity(self, owner_id: int, activity: Activity, kept: int) -> Activity:
        """Store an activity and give it with its id; keep the newest."""
        activity_id = self._session.insert(
            "INSERT INTO agent_activities (owner_id, agent, description, files, at_us)"
            " VALUES (?, ?, ?, ?, ?)",
            (
                owner_id,
                activity.agent,
                activity.description,
                packed(activity.files),
                activity.at_us,
            ),
        )
        self._session.rows(
            "DELETE FROM agent_activities WHERE activity_id IN (SELECT activity_id"
            " FROM agent_activities WHERE owner_id = ? ORDER BY activity_id DESC"
            " LIMIT -1 OFFSET ?)",
            (owner_id, kept),
        )
        return activity._replace(activity_id=activity_id)

    def add_entry(self, owner_id: int, entry: FeedEntry, since_us: int, kept: int) -> FeedEntry:
        """Store a feed entry and give it with its id; keep the newest that are not too old."""
        entry_id = self._session.insert(
            "INSERT INTO feed (owner_id, agent, kind, summary, at_us, content, files, task_id,"
            " trace_id, priority) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (owner_id, *entry[1:6], packed(entry.files), *entry[7:]),
        )
        self._session.rows(
            "DELETE FROM feed WHERE owner_id = ?1 AND (at_us < ?2 OR entry_id IN (SELECT entry_id"
            " FROM feed WHERE owner_id = ?1 ORDER BY entry_id DESC LIMIT -1 OFFSET ?3))",
            (owner_id, since_us, kept),
        )
        return entry._replace(entry_id=entry_id)


def _agent(row: Row) -> AgentSession:
    return AgentSession(*row)._replace(files=unpacked(row[6]))


def _task(row: Row) -> Task:
    return Task(*row)._replace(files=unpacked(row[6]), status=TaskStatus(row[9]))


def _entry(row: Row) -> FeedEntry:
    return FeedEntry(*row)._replace(files=unpacked(row[6]))
