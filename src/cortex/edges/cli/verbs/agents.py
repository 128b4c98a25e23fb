"""Who is at work? `cortex agents`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import (
    DURATION,
    NameType,
    agent_option,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import Answer, one_line, perform, show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND, InvalidRequest

ACTIONS = {
    "list": "agents",
    "start": "session_start",
    "beat": "heartbeat",
    "end": "session_end",
    "log": "activity",
    "activity": "activities",
}
WITHOUT_WORDS = ("list", "end", "activity")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(
                ["action"], type=NameType("action", ACTIONS), default="list", required=False
            ),
            words_argument("words", required=False),
            many("--file", "a file that is worked on", "PATH"),
            option("--since", "for activity: how far back (default: 1h)", type=DURATION),
            agent_option(),
            *place_options(),
        ],
        about="List the agents seen in the last two hours. `start` begins a session of --agent "
        "(what it is about in WORDS), `beat` renews it, `end` ends it. `log` keeps what was done, "
        "and `activity` lists it. Any lock, task or message is a sign of life too.",
        examples=[
            "cortex agents",
            'cortex agents start "moving the gateway" --agent builder',
            'cortex agents log "changed the port" --file src/gateway.py --agent builder',
            "cortex agents activity --since 1d",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> int:
    """Do what the action says."""
    action = options["action"]
    words = " ".join(options["words"])
    if action in WITHOUT_WORDS and words:
        message = f"`cortex agents {action}` takes no further words"
        raise InvalidRequest(message, remedy="see `cortex agents --help`", field="words")
    seconds = options["since"]
    asked = {
        "description": words,
        "files": options["file"],
        "since_minutes": None if seconds is None else max(1, -(-seconds // 60)),
    }
    shows = {"list": _show_agents, "log": _show_logged, "activity": _show_activities}
    return perform(session, options, ACTIONS[action], asked, shows.get(action, _show_session))


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
