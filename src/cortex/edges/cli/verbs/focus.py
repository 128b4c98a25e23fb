"""What is a stretch of work about, and what came of it? `cortex focus`."""

from __future__ import annotations

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import agent_option, place_options, words_argument
from cortex.edges.cli.screen import Screen, counted
from cortex.edges.cli.teamwork import Answer, doing, one_line, show_table
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("status", "list the open sessions", _status_verb(name)),
            ("start", "begin a stretch of work", _start_verb(name)),
            ("end", "end it and keep its summary", _end_verb(name)),
        ],
        about="Bracket a stretch of work. What --agent commits in between belongs to it, and its "
        "end keeps a summary as a memory of type focus_summary, beside the statements.",
        examples=[
            "cortex focus start move the gateway --agent builder",
            "cortex focus end --agent builder",
        ],
    )


def _status_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("focus_status", _show_open),
        [agent_option()],
        about="List the open sessions of --agent, newest first.",
        examples=["cortex focus status --agent builder"],
    )


def _start_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("focus_start", _show_started, words="label"),
        [words_argument("label"), agent_option(), *place_options()],
        about="Begin a stretch of work called LABEL; one that is open already goes on.",
        examples=["cortex focus start move the gateway --agent builder"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _end_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("focus_end", _show_ended, words="label"),
        [words_argument("label", required=False), agent_option()],
        about="End the stretch of work called LABEL, or the newest one, and keep its summary.",
        examples=["cortex focus end --agent builder"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _show_open(screen: Screen, answer: Answer) -> None:
    columns = ("started_at", "entries", "label")
    show_table(screen, answer["focus"], columns, "No focus session is open.")


def _show_started(screen: Screen, answer: Answer) -> None:
    is_open = " (open already)" if answer["already_open"] else ""
    screen.line(f"focus: {one_line(answer['focus']['label'])}{is_open}")


def _show_ended(screen: Screen, answer: Answer) -> None:
    focus = answer["focus"]
    count = focus["entries"]
    screen.line(f"ended {one_line(focus['label'])}: {counted(count, 'statement')}")
    if answer["summary"]:
        screen.line(f"{screen.strong(answer['reference'])}  {one_line(answer['summary'])}", 2)
