"""How do agents reach each other through the operations they have?

These are further actions of ``checkpoint``, so that no ninth tool takes room in every prompt.
Source: ADR 0090, docs/formats/coordination.md.
"""

from collections.abc import Callable, Mapping

from cortex.core.text.fence import neutralise
from cortex.model.callers import Caller, Place
from cortex.model.coordination import LISTED_MAX, LOCK_TTL_SECONDS_MAX, FeedEntry, Task, TaskStatus
from cortex.model.operations import OperationStatus
from cortex.services.coordination import feed, locks, presence, tasks
from cortex.services.focus import end_focus, open_focus, start_focus
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.place import PLACE_FIELDS, place_of
from cortex.wire.coordination import (
    activity_json,
    agent_json,
    ended_focus_json,
    entry_json,
    focus_json,
    lock_json,
    message_json,
    task_json,
    whole_entry_json,
)

SINCE_MINUTES_MAX = 44_640
"""Minutes back that activities are asked for: the thirty-one days of a long month."""

STATUS_WORDS = ("all", *(status.value for status in TaskStatus))
FIELDS = Fields(
    *("ack", "action", "agent", "all", "entry", "kind", "limit", "priority", "status", "trace_id"),
    capability=("required_capability",),
    content=("body",),
    description=("text", "message", "note"),
    files=("paths",),
    label=("thread",),
    path=("file",),
    recipient=("to",),
    since_minutes=("since",),
    summary=("state",),
    task=("task_id",),
    title=("goal",),
    ttl_seconds=("ttl",),
    **PLACE_FIELDS,
)


class Request:
    """One request while it is answered: who asks what of whom."""

    def __init__(
        self, host: OperationHost, arguments: Arguments, caller: Caller, place: Place
    ) -> None:
        self.host = host
        self.arguments = arguments
        self.caller = caller
        self.place = place_of(arguments, place)
        self.actor = presence.actor_of(caller, host.now_us())

    def path(self) -> str:
        """Give the one name of what is to be locked."""
        return locks.lock_name(
            self.arguments.text("path"), lambda path: self.host.real_path(path, self.place)
        )

    def task(self) -> str:
        """Give which task is meant."""
        name = self.arguments.reference("task")
        if name is None:
            self.arguments.refuse("task", "is missing", "name it, for example task::3")
        return name

    def limit(self) -> int | None:
        """Give how many rows are wanted."""
        return self.arguments.integer("limit", 1, LISTED_MAX)


def is_coordination(body: object) -> bool:
    """Tell whether the arguments of a checkpoint ask for one of these actions."""
    action = body.get("action") if isinstance(body, Mapping) else None
    return isinstance(action, str) and action.strip().lower() in ACTIONS


def answer(
    host: OperationHost, arguments: Arguments, caller: Caller, place: Place
) -> dict[str, object]:
    """Do what the action says.

    Raises:
        CortexError: as the use case behind it.
    """
    action = arguments.choice("action", tuple(ACTIONS), next(iter(ACTIONS)))
    request = Request(host, arguments, caller, place)
    said = _defused(ACTIONS[action](request))
    assert isinstance(said, dict)
    return {"status": OperationStatus.OK.value, "action": action, **said}


def focus_of(host: OperationHost, caller: Caller) -> list[dict[str, object]]:
    """Give the open focus sessions of an agent, newest first."""
    return [focus_json(one.session, one.entries) for one in open_focus(host.known, caller)]


def _defused(value: object) -> object:
    """Give what agents wrote without anything that could act on a reader; lines stay lines."""
    if isinstance(value, dict):
        return {name: _defused(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_defused(part) for part in value]
    return neutralise(value).text if isinstance(value, str) else value


def _lock(request: Request) -> dict[str, object]:
    seconds = request.arguments.integer("ttl_seconds", 1, LOCK_TTL_SECONDS_MAX)
    taken, is_extended = locks.lock(
        request.host.brain, request.actor, request.path(), seconds, request.host.new_id
    )
    left = locks.minutes_left(taken, request.actor.now_us)
    return {"lock": lock_json(taken, left), "extended": is_extended}


def _unlock(request: Request) -> dict[str, object]:
    given_back = locks.unlock(request.host.brain, request.actor, request.path())
    return {"path": given_back.path, "released": True}


def _locks(request: Request) -> dict[str, object]:
    held = locks.locks(request.host.known, request.actor)
    now_us = request.actor.now_us
    return {"locks": [lock_json(one, locks.minutes_left(one, now_us)) for one in held]}


def _task_add(request: Request) -> dict[str, object]:
    said = request.arguments
    task = Task(
        task_id=0,
        title=said.text("title") or "",
        scope_id=request.host.scope(request.place).scope_id,
        created_by="",
        created_us=0,
        description=said.text("description"),
        files=said.texts("files"),
        priority=said.text("priority") or "",
        capability=said.text("capability") or "",
    )
    return {"task": task_json(tasks.add(request.host.brain, request.actor, task))}


def _task_list(request: Request) -> dict[str, object]:
    everything = "all" if request.arguments.flag("all", default=False) else ""
    word = everything or request.arguments.choice("status", STATUS_WORDS, "pending")
    status = None if word == "all" else TaskStatus(word)
    found = tasks.listed(request.host.known, request.actor, status, request.limit())
    return {"tasks": [task_json(task) for task in found]}


def _task_show(request: Request) -> dict[str, object]:
    return {"task": task_json(tasks.find(request.host.known, request.actor, request.task()))}


def _task_next(request: Request) -> dict[str, object]:
    able = request.arguments.text("capability")
    found = tasks.next_task(request.host.known, request.actor, able)
    if found is None:
        return {"status": OperationStatus.NO_MATCH.value, "task": None}
    return {"task": task_json(found)}


def _task_claim(request: Request) -> dict[str, object]:
    return {"task": task_json(tasks.claim(request.host.brain, request.actor, request.task()))}


def _task_complete(request: Request) -> dict[str, object]:
    said = request.arguments.text("summary") or request.arguments.text("description")
    done = tasks.complete(request.host.brain, request.actor, request.task(), said)
    return {"task": task_json(done)}


def _task_abandon(request: Request) -> dict[str, object]:
    return {"task": task_json(tasks.abandon(request.host.brain, request.actor, request.task()))}


def _message(request: Request) -> dict[str, object]:
    said = request.arguments
    sent = feed.send(
        request.host.brain, request.actor, said.text("recipient"), said.text("description")
    )
    return {"message": message_json(sent)}


def _inbox(request: Request) -> dict[str, object]:
    actor = request.actor
    shows_all = request.arguments.flag("all", default=False)
    found = feed.inbox(request.host.known, actor, includes_read=shows_all)
    is_acknowledged = bool(found) and request.arguments.flag("ack", default=False)
    if is_acknowledged:
        feed.acknowledge(request.host.brain, actor, inbox_id=found[-1].message_id)
    return {"messages": [message_json(one) for one in found], "acknowledged": is_acknowledged}


def _activity(request: Request) -> dict[str, object]:
    said = request.arguments
    done = feed.log_activity(
        request.host.brain, request.actor, said.text("description"), said.texts("files")
    )
    return {"activity": activity_json(done)}


def _activities(request: Request) -> dict[str, object]:
    minutes = request.arguments.integer("since_minutes", 1, SINCE_MINUTES_MAX)
    seconds = None if minutes is None else minutes * 60
    found = feed.activities(request.host.known, request.actor, seconds, request.limit())
    return {"activities": [activity_json(one) for one in found]}


def _feed(request: Request) -> dict[str, object]:
    actor = request.actor
    shows_all = request.arguments.flag("all", default=False)
    found = feed.feed(request.host.known, actor, request.limit(), unread=not shows_all)
    is_acknowledged = bool(found) and request.arguments.flag("ack", default=False)
    if is_acknowledged:
        feed.acknowledge(request.host.brain, actor, feed_id=found[-1].entry_id)
    return {"entries": [entry_json(one) for one in found], "acknowledged": is_acknowledged}


def _feed_post(request: Request) -> dict[str, object]:
    said = request.arguments
    number = said.reference("task")
    entry = FeedEntry(
        entry_id=0,
        agent=request.actor.agent,
        kind=said.text("kind") or "",
        summary=said.text("summary") or said.text("description") or "",
        at_us=request.actor.now_us,
        content=said.text("content"),
        files=said.texts("files"),
        task_id=None if number is None else tasks.task_number(number),
        trace_id=said.text("trace_id"),
        priority=said.text("priority") or "",
    )
    return {"entry": entry_json(feed.post(request.host.brain, request.actor, entry))}


def _feed_show(request: Request) -> dict[str, object]:
    named = request.arguments.reference("entry")
    if named is None:
        request.arguments.refuse("entry", "is missing", "name it, for example feed::3")
    found = feed.find_entry(request.host.known, request.actor, named)
    return {"entry": whole_entry_json(found)}


def _agents(request: Request) -> dict[str, object]:
    now_us = request.actor.now_us
    found = presence.agents(request.host.known, request.actor)
    return {"agents": [agent_json(one, is_active=one.is_active(now_us)) for one in found]}


def _session_start(request: Request) -> dict[str, object]:
    session, is_fresh = presence.start_session(
        request.host.brain,
        request.actor,
        request.host.scope(request.place).scope_id,
        request.arguments.text("description"),
        request.arguments.texts("files"),
        request.host.new_id,
    )
    return {"session": agent_json(session, is_active=True), "freshened": is_fresh}


def _heartbeat(request: Request) -> dict[str, object]:
    session = presence.beat(
        request.host.brain,
        request.actor,
        request.arguments.text("description"),
        request.arguments.texts("files"),
    )
    return {"session": agent_json(session, is_active=True)}


def _session_end(request: Request) -> dict[str, object]:
    session = presence.end_session(request.host.brain, request.actor)
    return {"session": agent_json(session, is_active=False)}


def _focus_start(request: Request) -> dict[str, object]:
    host = request.host
    label = request.arguments.text("label") or request.arguments.text("title")
    scope = host.scope(request.place)
    session, is_open = start_focus(host.brain, request.caller, label, scope, request.actor.now_us)
    return {"focus": focus_json(session, 0), "already_open": is_open}


def _focus_end(request: Request) -> dict[str, object]:
    host = request.host
    label = request.arguments.text("label")
    ended = end_focus(host.known, request.caller, label, request.actor.now_us)
    return {
        "focus": ended_focus_json(ended.session, ended.entries),
        "summary": None if ended.summary is None else str(ended.summary.content.text),
        "reference": None if ended.summary is None else ended.summary.reference,
    }


def _focus_status(request: Request) -> dict[str, object]:
    return {"focus": focus_of(request.host, request.caller)}


ACTIONS: Mapping[str, Callable[[Request], dict[str, object]]] = {
    "lock": _lock,
    "unlock": _unlock,
    "locks": _locks,
    "task_add": _task_add,
    "task_list": _task_list,
    "task_show": _task_show,
    "task_next": _task_next,
    "task_claim": _task_claim,
    "task_complete": _task_complete,
    "task_abandon": _task_abandon,
    "message": _message,
    "inbox": _inbox,
    "activity": _activity,
    "activities": _activities,
    "feed": _feed,
    "feed_post": _feed_post,
    "feed_show": _feed_show,
    "agents": _agents,
    "session_start": _session_start,
    "heartbeat": _heartbeat,
    "session_end": _session_end,
    "focus_start": _focus_start,
    "focus_end": _focus_end,
    "focus_status": _focus_status,
}
