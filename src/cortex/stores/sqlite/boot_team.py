"""What have other agents left for the one that starts, as its brief tells it?

The light path of ``boot.py``, for brains in which agents told each other something. Statements of
one owner only; the contract suite compares it with the plain reading of the store in memory.
"""

# ruff: noqa: S608  # Statements are put together from constants of this module; values are bound.

from __future__ import annotations

from cortex.model.boot import BOOT_TEAM_AGE_US, BOOT_TEAM_ROWS_MAX, BootTeam

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Any

    import apsw

    from cortex.model.boot import BootQuestion

# Microseconds after a sign of life in which an agent counts as active (model/coordination.py, which
# a hook does not load).
ACTIVE_US = 75_000_000

# Rows read for one part: one more than is shown, so that it is known that there are more.
_ROWS = BOOT_TEAM_ROWS_MAX + 1

_SEEN = """SELECT inbox_seen_id, feed_seen_id, heartbeat_us FROM agents
    WHERE owner_id = :owner_id AND agent = :agent"""
_MESSAGES = f"""SELECT sender, text, sent_us FROM agent_messages
    WHERE owner_id = :owner_id AND recipient = :agent AND message_id > :inbox_seen_id
    ORDER BY message_id DESC LIMIT {_ROWS}"""
_FOCUS = f"""SELECT label, (SELECT count(*) FROM focus_entries AS e WHERE e.focus_id = s.focus_id),
        started_us
    FROM focus_sessions AS s INDEXED BY focus_open
    WHERE owner_id = :owner_id AND agent = :agent AND ended_us IS NULL
    ORDER BY focus_id DESC LIMIT {_ROWS}"""
_TASKS_OWN = f"""SELECT task_id, priority, title FROM agent_tasks
    WHERE owner_id = :owner_id AND status = 'claimed' AND claimed_by = :agent
    ORDER BY urgency DESC, task_id LIMIT {_ROWS}"""
_TASKS = f"""SELECT task_id, priority, title FROM agent_tasks
    WHERE owner_id = :owner_id AND status = 'pending'
        AND scope_id IN (SELECT value FROM json_each(:scope_ids))
    ORDER BY urgency DESC, task_id LIMIT {_ROWS}"""
_LOCKS = f"""SELECT path, agent, expires_us FROM agent_locks
    WHERE owner_id = :owner_id AND expires_us > :now_us
        AND (:root IS NULL OR substr(path, 1, 1) != '/' OR substr(path, 1, length(:root)) = :root)
    ORDER BY path LIMIT {_ROWS}"""
_AGENTS = f"""SELECT agent, ifnull(description, '') FROM agents
    WHERE owner_id = :owner_id AND agent != :agent
        AND heartbeat_us > :now_us - {ACTIVE_US} AND expires_us > :now_us
    ORDER BY agent LIMIT {_ROWS}"""
_FEED = f"""SELECT entry_id, agent, kind, summary FROM feed
    WHERE owner_id = :owner_id AND entry_id > :feed_seen_id AND agent != :agent
    ORDER BY entry_id DESC LIMIT {_ROWS}"""
_ACTIVITY = f"""SELECT agent, description FROM agent_activities
    WHERE owner_id = :owner_id AND agent != :agent AND at_us > :last_us
    ORDER BY activity_id DESC LIMIT {_ROWS}"""


def read_team(connection: apsw.Connection, question: BootQuestion) -> BootTeam:
    """Give what is told of other agents, from the snapshot that is open.

    Raises:
        apsw.Error: a statement failed.
    """
    root = question.scope.root
    bindings: dict[str, int | str | None] = {
        "owner_id": question.owner_id or 0,
        "agent": question.agent,
        "now_us": question.now_us,
        "inbox_seen_id": 0,
        "feed_seen_id": 0,
        "last_us": question.now_us - BOOT_TEAM_AGE_US,
        "root": None if root is None else f"{root.rstrip('/')}/",
        "scope_ids": _json_texts(question.scope.visible_ids),
    }
    for inbox_id, feed_id, last_us in connection.execute(_SEEN, bindings):
        bindings["inbox_seen_id"], bindings["feed_seen_id"] = inbox_id, feed_id
        bindings["last_us"] = max(last_us, question.now_us - BOOT_TEAM_AGE_US)

    def rows(sql: str) -> list[Any]:
        return connection.execute(sql, bindings).fetchall()

    team = BootTeam()
    team.messages = tuple(rows(_MESSAGES)[::-1])
    team.focus = tuple(rows(_FOCUS))
    team.tasks_own = tuple(rows(_TASKS_OWN))
    team.tasks = tuple(rows(_TASKS))
    team.locks = tuple(rows(_LOCKS))
    team.agents = tuple(rows(_AGENTS))
    team.feed = tuple(rows(_FEED)[::-1])
    team.activity = tuple(rows(_ACTIVITY))
    return team


def _json_texts(texts: tuple[str, ...]) -> str:
    """Give a JSON list of texts; the json module costs a hook 9 ms."""
    quoted = []
    for text in texts:
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        quoted.append('"' + "".join(c if c >= " " else f"\\u{ord(c):04x}" for c in escaped) + '"')
    return f"[{', '.join(quoted)}]"
