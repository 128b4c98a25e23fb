"""Who does what? `cortex task`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import (
    NameType,
    agent_option,
    flag,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import Answer, perform, show_table, show_task
from cortex.edges.cli.verb import Options, Verb
from cortex.model.coordination import PRIORITIES
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND, InvalidRequest

# What the words behind an action are.
TITLE_ACTIONS = ("add",)
TASK_ACTIONS = ("show", "claim", "complete", "abandon")
PLAIN_ACTIONS = ("list", "next")


def build(name: str) -> Verb:
    """Give the verb."""
    actions = ("list", "add", "show", "next", "claim", "complete", "abandon")
    return Verb(
        name,
        run,
        [
            click.Argument(
                ["action"], type=NameType("action", actions), default="list", required=False
            ),
            words_argument("words", required=False),
            option("--description", "for add: what has to be known", metavar="TEXT"),
            option(
                "--priority",
                "for add: how urgent it is (default: medium)",
                type=NameType("priority", PRIORITIES),
            ),
            option("--capability", "for add: what it needs; for next: what you can do"),
            many("--file", "for add: a file it concerns", "PATH"),
            option("--summary", "for complete: what came of it", metavar="TEXT"),
            flag("--all", "for list: also those claimed and completed"),
            agent_option(),
            *place_options(),
        ],
        about="Share work between agents. WORDS is the title for add, and the task (task::3 or 3) "
        "for show, claim, complete and abandon. A task is claimed by one agent at a time, also "
        "when two ask at once; `next` shows the most urgent one without taking it.",
        examples=[
            'cortex task add "Move billing to port 8443" --priority high',
            "cortex task next --agent builder",
            "cortex task claim 3 --agent builder",
            'cortex task complete 3 --agent builder --summary "done in src/gateway.py"',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> int:
    """Do what the action says."""
    action = options["action"]
    words = " ".join(options["words"])
    if action in TASK_ACTIONS and not words:
        message = f"`cortex task {action}` needs a task"
        raise InvalidRequest(message, remedy="name it, for example task::3", field="words")
    if action in PLAIN_ACTIONS and words:
        message = f"`cortex task {action}` takes no further words"
        raise InvalidRequest(message, remedy="see `cortex task --help`", field="words")
    asked = {
        "title": words if action in TITLE_ACTIONS else None,
        "task": words if action in TASK_ACTIONS else None,
        "description": options["description"],
        "priority": options["priority"],
        "capability": options["capability"],
        "files": options["file"],
        "summary": options["summary"],
        "all": options["all"],
    }
    show = _show_tasks if action == "list" else show_task
    return perform(session, options, f"task_{action}", asked, show)


def _show_tasks(screen: Screen, answer: Answer) -> None:
    columns = ("task", "priority", "status", "claimed_by", "title")
    show_table(screen, answer["tasks"], columns, "No task is pending.")
