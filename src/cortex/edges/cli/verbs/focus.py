"""What is a stretch of work about, and what came of it? `cortex focus`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import NameType, agent_option, place_options, words_argument
from cortex.edges.cli.screen import Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import Answer, one_line, perform, show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND

ACTIONS = ("status", "start", "end")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(
                ["action"], type=NameType("action", ACTIONS), default="status", required=False
            ),
            words_argument("label", required=False),
            agent_option(),
            *place_options(),
        ],
        about="Bracket a stretch of work. After `start LABEL`, what --agent commits belongs to it; "
        "`end` keeps a summary of it as a memory of type focus_summary, beside the statements. "
        "`end` without a label ends the newest; `status` lists the open ones.",
        examples=[
            "cortex focus start move the gateway --agent builder",
            "cortex focus end --agent builder",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> int:
    """Do what the action says."""
    action = options["action"]
    shows = {"status": _show_open, "start": _show_started, "end": _show_ended}
    asked = {"label": " ".join(options["label"])}
    return perform(session, options, f"focus_{action}", asked, shows[action])


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
