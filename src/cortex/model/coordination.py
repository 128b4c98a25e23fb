"""What do agents tell each other while they work on the same things?

Source: CQR 12.11, docs/formats/coordination.md.
"""

from cortex.model.durations import SECOND_US
from cortex.model.lean_classes import NamedTuple, StrEnum

LOCK_TTL_SECONDS = 300
"""Seconds a lock holds unless its holder says otherwise (CQR 12.11)."""

LOCK_TTL_SECONDS_MAX = 86_400
"""Seconds a lock may hold: a day. Who works longer extends it."""

LOCKS_MAX = 500
"""Live locks of one owner; more means that nobody gives any back."""

SESSION_TTL_SECONDS = 7200
"""Seconds a session lives after its last heartbeat (CQR 12.11)."""

ACTIVE_SECONDS = 75
"""Seconds after a sign of life in which an agent counts as active: a heartbeat and a quarter."""

IDLE_SECONDS = 86_400
"""Seconds of silence after which a session that starts clears away what expired."""

AGENTS_MAX = 200
"""Agents remembered for one owner; those silent longest are forgotten."""

TASKS_OPEN_MAX = 500
"""Tasks pending or claimed; a longer list is a tracker, and there are better ones."""

TASKS_COMPLETED_KEPT = 500
"""Completed tasks kept, the newest (CQR 12.11)."""

LISTED_DEFAULT = 200
LISTED_MAX = 500
"""Rows of one list (CQR 12.11)."""

MESSAGES_KEPT = 100
"""Newest messages kept for one recipient (CQR 12.11)."""

ACTIVITIES_KEPT = 1000
"""Newest activities kept (CQR 12.11)."""

FEED_KEPT = 1000
"""Newest feed entries kept: a busy month."""

FEED_TTL_SECONDS = 30 * 86_400
"""Seconds a feed entry is kept: thirty days."""

TEXT_CHARS_MAX = 4096
"""Characters of a message, a description or an entry: as long as a statement."""

AGENT_CHARS_MAX = 160
"""Characters of an agent's name (CQR 12.11)."""

PRIORITIES = {"critical": 4, "high": 3, "medium": 2, "low": 1}
"""How urgent each priority is; any other word counts 0."""

ANY = "any"
"""The capability that every task and every agent matches."""


class Actor(NamedTuple):
    """Who acts, for which owner, when. ``owner_id`` is 0 when one person owns everything."""

    owner_id: int
    agent: str
    now_us: int


class Lock(NamedTuple):
    """Who works on a path, until when."""

    path: str
    lock_id: str
    agent: str
    locked_us: int
    expires_us: int


class AgentSession(NamedTuple):
    """One agent as last seen. ``session_id`` is None for one that never started a session."""

    agent: str
    heartbeat_us: int
    expires_us: int
    session_id: str | None = None
    scope_id: str | None = None
    description: str | None = None
    files: tuple[str, ...] = ()
    started_us: int | None = None
    inbox_seen_id: int = 0
    feed_seen_id: int = 0

    def is_active(self, now_us: int) -> bool:
        """Tell whether it gave a sign of life within ``ACTIVE_SECONDS`` and did not expire."""
        return now_us < min(self.expires_us, self.heartbeat_us + ACTIVE_SECONDS * SECOND_US)


class TaskStatus(StrEnum):
    """Where a task stands."""

    PENDING = "pending"
    CLAIMED = "claimed"
    COMPLETED = "completed"


class Task(NamedTuple):
    """A piece of work. The store gives ``task_id``; 0 before that."""

    task_id: int
    title: str
    scope_id: str
    created_by: str
    created_us: int
    description: str | None = None
    files: tuple[str, ...] = ()
    priority: str = "medium"
    capability: str = ANY
    status: TaskStatus = TaskStatus.PENDING
    claimed_by: str | None = None
    claimed_us: int | None = None
    completed_us: int | None = None
    summary: str | None = None

    @property
    def reference(self) -> str:
        """Give its quotable id."""
        return f"task::{self.task_id}"

    @property
    def urgency(self) -> int:
        """Give its place among others: 4 first, 0 last."""
        return PRIORITIES.get(self.priority, 0)


class Message(NamedTuple):
    """What one agent wrote to another."""

    message_id: int
    sender: str
    recipient: str
    text: str
    sent_us: int


class Activity(NamedTuple):
    """What an agent did."""

    activity_id: int
    agent: str
    description: str
    files: tuple[str, ...]
    at_us: int


class FeedEntry(NamedTuple):
    """What an agent tells everybody. ``content`` is None in a list."""

    entry_id: int
    agent: str
    kind: str
    summary: str
    at_us: int
    content: str | None = None
    files: tuple[str, ...] = ()
    task_id: int | None = None
    trace_id: str | None = None
    priority: str = "normal"

    @property
    def reference(self) -> str:
        """Give its quotable id."""
        return f"feed::{self.entry_id}"
