"""Who is at work, and who was last seen when?

Whoever writes here is seen, so an agent needs no heartbeat of its own to be known.
"""

from collections.abc import Callable

from cortex.model.callers import Caller
from cortex.model.coordination import (
    AGENT_CHARS_MAX,
    AGENTS_MAX,
    IDLE_SECONDS,
    SESSION_TTL_SECONDS,
    Actor,
    AgentSession,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest, NotFound
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.coordination.wording import names, text

NO_ACTIVE_SESSION = "no_active_session"


def actor_of(caller: Caller, now_us: int) -> Actor:
    """Give who acts, under the name the edge knows.

    Raises:
        InvalidRequest: the name is too long.
    """
    if len(caller.agent) > AGENT_CHARS_MAX:
        message = f"an agent's name has at most {AGENT_CHARS_MAX} characters"
        raise InvalidRequest(message, remedy="choose a shorter one", field="agent")
    return Actor(caller.owner_id or 0, caller.agent, now_us)


def see(writer: BrainWriter, actor: Actor) -> AgentSession:
    """Note a sign of life and give the agent as known now."""
    seen = _renewed(writer.coordination.find_agent(actor.owner_id, actor.agent), actor)
    writer.coordination.keep_agent(actor.owner_id, seen, AGENTS_MAX)
    return seen


def agents(brain: Brain, actor: Actor) -> list[AgentSession]:
    """Give the agents that are not expired, by name."""
    with brain.reading() as reader:
        known = reader.coordination.agents(actor.owner_id)
    return [one for one in known if one.expires_us > actor.now_us]


def start_session(  # Who, where, and what for.
    brain: Brain,
    actor: Actor,
    scope_id: str,
    description: str | None,
    files: tuple[str, ...],
    new_id: Callable[[], str],
) -> tuple[AgentSession, bool]:
    """Start an agent's session in place of its earlier one.

    Gives it, and whether everybody had been idle for a day, so that what expired was cleared away.
    """
    with brain.writing() as writer:
        known = writer.coordination.agents(actor.owner_id)
        last_us = max((one.heartbeat_us for one in known), default=actor.now_us)
        is_fresh = actor.now_us - last_us >= IDLE_SECONDS * SECOND_US
        if is_fresh:
            writer.coordination.drop_expired_locks(actor.owner_id, actor.now_us)
        session = see(writer, actor)._replace(
            session_id=new_id(),
            scope_id=scope_id,
            description=text(description, "description"),
            files=names(files, "files"),
            started_us=actor.now_us,
        )
        writer.coordination.keep_agent(actor.owner_id, session, AGENTS_MAX)
    return session, is_fresh


def beat(
    brain: Brain, actor: Actor, description: str | None, files: tuple[str, ...]
) -> AgentSession:
    """Renew a session; what is not given stays as it was.

    Raises:
        NotFound: the agent has no session, or it expired (code ``no_active_session``).
    """
    with brain.writing() as writer:
        known = _session(writer, actor)
        session = _renewed(known, actor)._replace(
            description=text(description, "description") or known.description,
            files=names(files, "files") or known.files,
        )
        writer.coordination.keep_agent(actor.owner_id, session, AGENTS_MAX)
    return session


def end_session(brain: Brain, actor: Actor) -> AgentSession:
    """End a session; how far its agent has read stays known.

    Raises:
        NotFound: the agent has no session, or it expired (code ``no_active_session``).
    """
    with brain.writing() as writer:
        session = _session(writer, actor)._replace(
            session_id=None, heartbeat_us=actor.now_us, expires_us=actor.now_us
        )
        writer.coordination.keep_agent(actor.owner_id, session, AGENTS_MAX)
    return session


def missing(code: str, message: str, remedy: str) -> NotFound:
    """Give the error for something of this agent that is not there, under a code of its own."""
    error = NotFound(message, remedy=remedy)
    error.code = code
    return error


def _renewed(known: AgentSession | None, actor: Actor) -> AgentSession:
    expires_us = actor.now_us + SESSION_TTL_SECONDS * SECOND_US
    if known is None:
        return AgentSession(actor.agent, actor.now_us, expires_us)
    if known.expires_us <= actor.now_us:  # A session that ran out is not brought back by a write.
        known = known._replace(session_id=None, started_us=None, description=None, files=())
    return known._replace(
        heartbeat_us=max(known.heartbeat_us, actor.now_us),
        expires_us=max(known.expires_us, expires_us),
    )


def _session(writer: BrainWriter, actor: Actor) -> AgentSession:
    known = writer.coordination.find_agent(actor.owner_id, actor.agent)
    if known is None or known.session_id is None or known.expires_us <= actor.now_us:
        message = f"the agent '{actor.agent}' has no active session"
        raise missing(NO_ACTIVE_SESSION, message, "start one: `cortex agents start`")
    return known
