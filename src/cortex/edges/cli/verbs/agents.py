"""Who is at work? `cortex agents`."""

from __future__ import annotations

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import (
    DURATION,
    agent_option,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import Answer, doing, one_line, perform, show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the agents seen lately", _list_verb(name)),
            ("start", "begin a session", _start_verb(name)),
            ("beat", "renew a session", _beat_verb(name)),
            ("end", "end a session", _end_verb(name)),
            ("log", "keep what was done", _log_verb(name)),
            ("activity", "list what was done", _activity_verb(name)),
        ],
        about="See who is at work and what was done. Any lock, task or message is a sign of life "
        "too, so an agent needs no session to be seen.",
        examples=[
            "cortex agents",
            'cortex agents start "moving the gateway" --agent builder',
            'cortex agents log "changed the port" --file src/gateway.py --agent builder',
            "cortex agents activity --since 1d",
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("agents", _show_agents),
        [agent_option()],
        about="List the agents seen in the last two hours.",
        examples=["cortex agents list"],
    )


def _start_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("session_start", _show_session, words="description", said=("file",)),
        [
            words_argument("description", required=False),
            many("--file", "a file that is worked on", "PATH"),
            agent_option(),
            *place_options(),
        ],
        about="Begin a session of --agent, in place of its earlier one.",
        examples=['cortex agents start "moving the gateway" --agent builder'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _beat_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("heartbeat", _show_session, words="description", said=("file",)),
        [
            words_argument("description", required=False),
            many("--file", "a file that is worked on", "PATH"),
            agent_option(),
        ],
        about="Renew the session of --agent; what is not given stays as it was.",
        examples=["cortex agents beat --agent builder"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _end_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("session_end", _show_session),
        [agent_option()],
        about="End the session of --agent.",
        examples=["cortex agents end --agent builder"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _log_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("activity", _show_logged, words="description", said=("file",)),
        [
            words_argument("description"),
            many("--file", "a file that was worked on", "PATH"),
            agent_option(),
        ],
        about="Keep what --agent did.",
        examples=['cortex agents log "changed the port" --file src/gateway.py --agent builder'],
        exits=(EXIT_BUSY,),
    )


def _activity_verb(name: str) -> Verb:
    return Verb(
        name,
        _list_activities,
        [option("--since", "how far back (default: 1h)", type=DURATION), agent_option()],
        about="List what agents did, newest first.",
        examples=["cortex agents activity --since 1d"],
    )


def _list_activities(session: Session, options: Options) -> int:
    seconds = options["since"]
    asked = {"since_minutes": None if seconds is None else max(1, -(-seconds // 60))}
    return perform(session, options, "activities", asked, _show_activities)


def _show_agents(screen: Screen, answer: Answer) -> None:
    rows = [{**one, "now": "active" if one["active"] else "quiet"} for one in answer["agents"]]
    columns = ("agent", "now", "last_seen_at", "description")
    show_table(screen, rows, columns, "No agent was seen lately.")


def _show_activities(screen: Screen, answer: Answer) -> None:
    columns = ("at", "agent", "description")
    show_table(screen, answer["activities"], columns, "Nothing was logged in that time.")


def _show_logged(screen: Screen, answer: Answer) -> None:
    screen.line(f"logged: {one_line(answer['activity']['description'])}")


def _show_session(screen: Screen, answer: Answer) -> None:
    session = answer["session"]
    standing = f"until {session['expires_at']}" if session["session"] else "ended"
    screen.line(f"session of {one_line(session['agent'])}: {standing}")
