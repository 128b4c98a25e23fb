"""What do agents tell each other: messages to one, activities and feed entries to all?

Reading and having read are two things: a list changes nothing until its reader acknowledges it.
"""

from collections.abc import Sequence

from cortex.core.names.references import number_in
from cortex.model.coordination import (
    ACTIVITIES_KEPT,
    AGENTS_MAX,
    FEED_KEPT,
    FEED_TTL_SECONDS,
    LISTED_DEFAULT,
    LISTED_MAX,
    MESSAGES_KEPT,
    Activity,
    Actor,
    AgentSession,
    FeedEntry,
    Message,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import NotFound
from cortex.ports.brain import Brain, BrainWriter
from cortex.services.coordination.presence import see
from cortex.services.coordination.wording import name, names, required, text

SINCE_SECONDS = 3600
"""Seconds of activity shown when nobody says how far back: an hour (CQR 12.11)."""

REFERENCE_PREFIX = "feed::"
TO_REMEDY = "name the agent it is for; `cortex agents` lists those seen"
TEXT_REMEDY = "say it in words"


def send(brain: Brain, actor: Actor, recipient: str | None, words: str | None) -> Message:
    """Leave a message for an agent, known or not yet; case does not matter for a known one.

    Raises:
        InvalidRequest: nobody or nothing is named, or the text is too long.
    """
    to = required(name(recipient, "recipient"), "recipient", TO_REMEDY)
    said = required(text(words, "text"), "text", TEXT_REMEDY)
    with brain.writing() as writer:
        see(writer, actor)
        spelt = _as_known(to, writer.coordination.agents(actor.owner_id))
        message = Message(0, actor.agent, spelt, said, actor.now_us)
        return writer.coordination.add_message(actor.owner_id, message, MESSAGES_KEPT)


def _as_known(to: str, known: Sequence[AgentSession]) -> str:
    """Give a name as the only agent that is called so spells itself; another stays as it is."""
    alike = [one.agent for one in known if one.agent.casefold() == to.casefold()]
    return alike[0] if len(alike) == 1 else to


def inbox(brain: Brain, actor: Actor, *, includes_read: bool = False) -> list[Message]:
    """Give the messages to this agent, oldest first: the unread ones, or all that are kept."""
    with brain.reading() as reader:
        known = _known(reader.coordination.find_agent(actor.owner_id, actor.agent), actor)
        after_id = 0 if includes_read else known.inbox_seen_id
        return reader.coordination.messages(actor.owner_id, actor.agent, after_id, MESSAGES_KEPT)


def acknowledge(brain: Brain, actor: Actor, *, inbox_id: int = 0, feed_id: int = 0) -> AgentSession:
    """Note how far an agent has read; it never goes back."""
    with brain.writing() as writer:
        seen = see(writer, actor)
        seen = seen._replace(
            inbox_seen_id=max(seen.inbox_seen_id, inbox_id),
            feed_seen_id=max(seen.feed_seen_id, feed_id),
        )
        writer.coordination.keep_agent(actor.owner_id, seen, AGENTS_MAX)
    return seen


def log_activity(
    brain: Brain, actor: Actor, description: str | None, files: tuple[str, ...]
) -> Activity:
    """Keep what an agent did.

    Raises:
        InvalidRequest: nothing is said, or it is too long.
    """
    said = required(text(description, "description"), "description", TEXT_REMEDY)
    touched = names(files, "files")
    with brain.writing() as writer:
        see(writer, actor)
        activity = Activity(0, actor.agent, said, touched, actor.now_us)
        return writer.coordination.add_activity(actor.owner_id, activity, ACTIVITIES_KEPT)


def activities(
    brain: Brain, actor: Actor, since_seconds: int | None, limit: int | None
) -> list[Activity]:
    """Give what was done lately, newest first."""
    seconds = SINCE_SECONDS if since_seconds is None else since_seconds
    with brain.reading() as reader:
        since_us = actor.now_us - seconds * SECOND_US
        most = min(limit or LISTED_DEFAULT, LISTED_MAX)
        return reader.coordination.activities(actor.owner_id, since_us, most)


def post(brain: Brain, actor: Actor, entry: FeedEntry) -> FeedEntry:
    """Tell everybody something.

    Raises:
        InvalidRequest: it has no summary, or a text is too long.
    """
    with brain.writing() as writer:
        see(writer, actor)
        return publish(writer, actor, entry)


def publish(writer: BrainWriter, actor: Actor, entry: FeedEntry) -> FeedEntry:
    """Put an entry into the feed inside somebody's transaction, cleaned; oldest ones go."""
    checked = entry._replace(
        agent=actor.agent,
        at_us=actor.now_us,
        kind=(name(entry.kind, "kind") or "note").lower(),
        summary=required(name(entry.summary, "summary"), "summary", TEXT_REMEDY),
        content=text(entry.content, "content"),
        files=names(entry.files, "files"),
        trace_id=name(entry.trace_id, "trace_id"),
        priority=(name(entry.priority, "priority") or "normal").lower(),
    )
    since_us = actor.now_us - FEED_TTL_SECONDS * SECOND_US
    return writer.coordination.add_entry(actor.owner_id, checked, since_us, FEED_KEPT)


def feed(brain: Brain, actor: Actor, limit: int | None, *, unread: bool) -> list[FeedEntry]:
    """Give entries without their content, oldest first.

    Args:
        unread: only what others told after this agent's acknowledgement. Where that entry is gone
            by now, everything still kept was told after it.
    """
    most = min(limit or LISTED_DEFAULT, LISTED_MAX)
    with brain.reading() as reader:
        if not unread:
            return reader.coordination.feed(actor.owner_id, 0, "", most)
        known = _known(reader.coordination.find_agent(actor.owner_id, actor.agent), actor)
        return reader.coordination.feed(actor.owner_id, known.feed_seen_id, actor.agent, most)


def find_entry(brain: Brain, actor: Actor, reference: str) -> FeedEntry:
    """Give one entry with its content.

    Raises:
        NotFound: there is none, or no longer.
    """
    number = number_in(reference, REFERENCE_PREFIX)
    entry = None
    if number is not None:
        with brain.reading() as reader:
            entry = reader.coordination.find_entry(actor.owner_id, number)
    if entry is None:
        message = f"there is no feed entry '{reference[:60]}'"
        raise NotFound(message, remedy="`cortex feed --all` lists those that are kept")
    return entry


def _known(session: AgentSession | None, actor: Actor) -> AgentSession:
    return AgentSession(actor.agent, 0, 0) if session is None else session
