"""How is what agents tell each other written as JSON? Source: docs/formats/coordination.md."""

from __future__ import annotations

from cortex.model.coordination import Activity, AgentSession, FeedEntry, Lock, Message, Task
from cortex.model.focus import FocusSession
from cortex.wire.instants import format_instant, instant_json

CHARS_PER_TOKEN = 4


def lock_json(lock: Lock, minutes_left: int) -> dict[str, object]:
    """Give a lock."""
    return {
        "lock": lock.lock_id,
        "path": lock.path,
        "agent": lock.agent,
        "locked_at": format_instant(lock.locked_us),
        "expires_at": format_instant(lock.expires_us),
        "minutes_left": minutes_left,
    }


def agent_json(session: AgentSession, *, is_active: bool) -> dict[str, object]:
    """Give an agent as last seen."""
    return {
        "agent": session.agent,
        "active": is_active,
        "session": session.session_id,
        "scope": session.scope_id,
        "description": session.description,
        "files": list(session.files),
        "started_at": instant_json(session.started_us),
        "last_seen_at": format_instant(session.heartbeat_us),
        "expires_at": format_instant(session.expires_us),
    }


def task_json(task: Task) -> dict[str, object]:
    """Give a task."""
    return {
        "task": task.reference,
        "title": task.title,
        "description": task.description,
        "scope": task.scope_id,
        "files": list(task.files),
        "priority": task.priority,
        "required_capability": task.capability,
        "status": task.status.value,
        "created_by": task.created_by,
        "created_at": format_instant(task.created_us),
        "claimed_by": task.claimed_by,
        "claimed_at": instant_json(task.claimed_us),
        "completed_at": instant_json(task.completed_us),
        "summary": task.summary,
    }


def message_json(message: Message) -> dict[str, object]:
    """Give a message."""
    return {
        "message": message.message_id,
        "from": message.sender,
        "to": message.recipient,
        "text": message.text,
        "sent_at": format_instant(message.sent_us),
    }


def activity_json(activity: Activity) -> dict[str, object]:
    """Give what an agent did."""
    return {
        "activity": activity.activity_id,
        "agent": activity.agent,
        "description": activity.description,
        "files": list(activity.files),
        "at": format_instant(activity.at_us),
    }


def entry_json(entry: FeedEntry) -> dict[str, object]:
    """Give a feed entry without its content."""
    return {
        "entry": entry.reference,
        "agent": entry.agent,
        "kind": entry.kind,
        "summary": entry.summary,
        "files": list(entry.files),
        "task": None if entry.task_id is None else f"task::{entry.task_id}",
        "trace": entry.trace_id,
        "priority": entry.priority,
        "at": format_instant(entry.at_us),
    }


def whole_entry_json(entry: FeedEntry) -> dict[str, object]:
    """Give a feed entry with its content and the estimated size of it."""
    content = entry.content or ""
    return {
        **entry_json(entry),
        "content": entry.content,
        "token_estimate": _tokens(len(content)),
    }


def focus_json(session: FocusSession, entries: int) -> dict[str, object]:
    """Give a focus session with the number of statements stored during it."""
    return {
        "label": session.label,
        "agent": session.agent,
        "scope": session.scope_id,
        "started_at": format_instant(session.started_us),
        "ended_at": instant_json(session.ended_us),
        "entries": entries,
    }


def ended_focus_json(session: FocusSession, entries: int) -> dict[str, object]:
    """Give an ended session with the size of what went in and of its summary.

    Sizes are characters divided by four: an estimate of tokens, no tokenizer is used.
    """
    before, after = session.chars_before or 0, session.chars_after or 0
    return {
        **focus_json(session, entries),
        "tokens_before": _tokens(before),
        "tokens_after": _tokens(after),
        "savings_percent": max(0, before - after) * 100 // before if before else 0,
        "unit": "characters/4",
    }


def _tokens(chars: int) -> int:
    return -(-chars // CHARS_PER_TOKEN)
