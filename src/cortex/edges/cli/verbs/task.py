"""Who does what? `cortex task`."""

from __future__ import annotations

import click

from cortex.edges.cli.family import Family
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
from cortex.edges.cli.teamwork import Answer, doing, show_table, show_task
from cortex.edges.cli.verb import Verb
from cortex.model.coordination import PRIORITIES
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND

_TAKEN = (EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED)


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the tasks, the most urgent first", _list_verb(name)),
            ("add", "keep a new task", _add_verb(name)),
            ("show", "print one task", _show_verb(name)),
            ("next", "print the task to take next", _next_verb(name)),
            ("claim", "take a task", _claim_verb(name)),
            ("complete", "finish a task and tell everybody", _complete_verb(name)),
            ("abandon", "give a task back", _abandon_verb(name)),
        ],
        about="Share work between agents. A task is claimed by one agent at a time, also when two "
        "ask at once. TASK is its reference or number: task::3 or 3. Seats have `cortex bus task`, "
        "which needs no brain.",
        examples=[
            'cortex task add "Move billing to port 8443" --priority high',
            "cortex task next --agent builder",
            "cortex task claim 3 --agent builder",
            'cortex task complete 3 --agent builder --summary "done in src/gateway.py"',
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_list", _show_tasks, said=("all",)),
        [flag("--all", "also those claimed and completed"), agent_option()],
        about="List the tasks that wait to be claimed, the most urgent first.",
        examples=["cortex task list", "cortex task list --all"],
    )


def _add_verb(name: str) -> Verb:
    said = ("description", "priority", "capability", "file")
    return Verb(
        name,
        doing("task_add", show_task, words="title", said=said),
        [
            words_argument("title"),
            option("--description", "what has to be known", metavar="TEXT"),
            option(
                "--priority",
                "how urgent it is (default: medium)",
                type=NameType("priority", PRIORITIES),
            ),
            option("--capability", "what it needs; another agent does not get it as the next"),
            many("--file", "a file it concerns", "PATH"),
            agent_option(),
            *place_options(),
        ],
        about="Keep a task that somebody is to do.",
        examples=['cortex task add "Move billing to port 8443" --priority high'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_show", show_task, said=("task",)),
        [_task(), agent_option()],
        about="Print the task TASK.",
        examples=["cortex task show 3"],
        exits=(EXIT_NOT_FOUND,),
    )


def _next_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_next", show_task, said=("capability",)),
        [option("--capability", "what you can do (default: anything)"), agent_option()],
        about="Print the most urgent task that waits, without taking it.",
        examples=["cortex task next --agent builder"],
    )


def _claim_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_claim", show_task, said=("task",)),
        [_task(), agent_option()],
        about="Take the task TASK for --agent. One that another agent holds is refused with its "
        "holder; taking your own again changes nothing.",
        examples=["cortex task claim 3 --agent builder"],
        exits=_TAKEN,
    )


def _complete_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_complete", show_task, said=("task", "summary")),
        [_task(), option("--summary", "what came of it", metavar="TEXT"), agent_option()],
        about="Finish the task TASK, which --agent holds, and tell everybody in the feed.",
        examples=['cortex task complete 3 --agent builder --summary "done in src/gateway.py"'],
        exits=_TAKEN,
    )


def _abandon_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("task_abandon", show_task, said=("task",)),
        [_task(), agent_option()],
        about="Give the task TASK back, so that somebody else can claim it.",
        examples=["cortex task abandon 3 --agent builder"],
        exits=_TAKEN,
    )


def _task() -> click.Argument:
    return click.Argument(["task"], metavar="TASK")


def _show_tasks(screen: Screen, answer: Answer) -> None:
    columns = ("task", "priority", "status", "claimed_by", "title")
    show_table(screen, answer["tasks"], columns, "No task is pending.")
