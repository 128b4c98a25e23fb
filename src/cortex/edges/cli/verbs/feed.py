"""What do agents tell everybody? `cortex feed`."""

from __future__ import annotations

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import agent_option, flag, many, option, words_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.teamwork import Answer, doing, one_line, show_table
from cortex.edges.cli.verb import Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list what others told", _list_verb(name)),
            ("post", "tell everybody something", _post_verb(name)),
            ("show", "print one entry with its content", _show_verb(name)),
        ],
        about="Tell everybody what concerns everybody, and hear what was told. Entries are kept "
        "thirty days.",
        examples=[
            "cortex feed --agent claude-code --ack",
            'cortex feed post "The gateway moved to port 8443" --agent builder',
            "cortex feed show feed::4",
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("feed", _show_entries, said=("ack", "all")),
        [
            flag("--ack", "acknowledge what is printed"),
            flag("--all", "everything kept, one's own and acknowledged entries too"),
            agent_option(),
        ],
        about="List what others told since --agent last acknowledged, oldest first.",
        examples=["cortex feed list --agent claude-code --ack"],
        exits=(EXIT_BUSY,),
    )


def _post_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("feed_post", _show_posted, words="summary", said=("kind", "content", "file", "task")),
        [
            words_argument("summary"),
            option("--kind", "what sort of news (default: note)"),
            option("--content", "the whole of it", metavar="TEXT"),
            many("--file", "a file it concerns", "PATH"),
            option("--task", "the task it belongs to", metavar="TASK"),
            agent_option(),
        ],
        about="Tell everybody SUMMARY.",
        examples=['cortex feed post "The gateway moved to port 8443" --agent builder'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        doing("feed_show", _show_entry, said=("entry",)),
        [click.Argument(["entry"], metavar="ENTRY"), agent_option()],
        about="Print the entry ENTRY, feed::4 or 4, with its content.",
        examples=["cortex feed show feed::4"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_entries(screen: Screen, answer: Answer) -> None:
    columns = ("entry", "at", "agent", "kind", "summary")
    show_table(screen, answer["entries"], columns, "Nothing new.")


def _show_posted(screen: Screen, answer: Answer) -> None:
    screen.line(f"told everybody: {answer['entry']['entry']}")


def _show_entry(screen: Screen, answer: Answer) -> None:
    entry = answer["entry"]
    screen.line(f"{screen.strong(entry['entry'])}  {one_line(entry['summary'])}")
    screen.line(one_line(f"{entry['agent']}, {entry['kind']}, {entry['at']}"), 2)
    if entry["content"]:
        screen.line(one_line(entry["content"]), 2)
