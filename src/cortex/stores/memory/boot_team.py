"""What have other agents left for the one that starts, said as plainly as possible?"""

from cortex.model.boot import BOOT_TEAM_AGE_US, BOOT_TEAM_ROWS_MAX, BootQuestion, BootTeam
from cortex.model.coordination import LISTED_MAX, AgentSession, TaskStatus
from cortex.model.focus import FOCUS_ENTRIES_READ_MAX
from cortex.ports.brain import BrainReader

_ROWS = BOOT_TEAM_ROWS_MAX + 1


def read_team(reader: BrainReader, question: BootQuestion) -> BootTeam | None:
    """Give what is told of other agents; None where no agent was ever seen."""
    owner_id, agent, now_us = question.owner_id or 0, question.agent, question.now_us
    rows = reader.coordination
    known = rows.agents(owner_id)
    me = next((one for one in known if one.agent == agent), AgentSession(agent, 0, 0))
    last_us = max(me.heartbeat_us, now_us - BOOT_TEAM_AGE_US)
    root = question.scope.root
    team = BootTeam()
    team.messages = tuple(
        (one.sender, one.text, one.sent_us)
        for one in rows.messages(owner_id, agent, me.inbox_seen_id, _ROWS)
    )
    team.focus = tuple(
        (one.label, len(reader.focus.entries(one.focus_id, FOCUS_ENTRIES_READ_MAX)), one.started_us)
        for one in reader.focus.open_sessions(owner_id, agent)
    )[:_ROWS]
    claimed = rows.tasks(owner_id, TaskStatus.CLAIMED, LISTED_MAX)
    pending = rows.tasks(owner_id, TaskStatus.PENDING, LISTED_MAX)
    team.tasks_own = tuple(
        (one.task_id, one.priority, one.title) for one in claimed if one.claimed_by == agent
    )[:_ROWS]
    team.tasks = tuple(
        (one.task_id, one.priority, one.title)
        for one in pending
        if one.scope_id in question.scope.visible_ids
    )[:_ROWS]
    team.locks = tuple(
        (one.path, one.agent, one.expires_us)
        for one in rows.locks(owner_id, now_us)
        if root is None or not one.path.startswith("/") or one.path.startswith(f"{root}/")
    )[:_ROWS]
    team.agents = tuple(
        (one.agent, one.description or "")
        for one in known
        if one.agent != agent and one.is_active(now_us)
    )[:_ROWS]
    team.feed = tuple(
        (one.entry_id, one.agent, one.kind, one.summary)
        for one in rows.feed(owner_id, me.feed_seen_id, agent, _ROWS)
    )
    done = rows.activities(owner_id, last_us + 1, LISTED_MAX)
    team.activity = tuple((one.agent, one.description) for one in done if one.agent != agent)[
        :_ROWS
    ]
    return team if known else None
