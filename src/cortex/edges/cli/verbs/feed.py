"""What do agents tell everybody? `cortex feed`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import NameType, agent_option, flag, many, option, words_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import Answer, one_line, perform, show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND, InvalidRequest

ACTIONS = {"list": "feed", "post": "feed_post", "show": "feed_show"}


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
            option("--kind", "for post: what sort of news (default: note)"),
            option("--content", "for post: the whole of it", metavar="TEXT"),
            many("--file", "for post: a file it concerns", "PATH"),
            option("--task", "for post: the task it belongs to", metavar="TASK"),
            flag("--ack", "for list: acknowledge what is printed"),
            flag("--all", "for list: everything kept, one's own and acknowledged entries too"),
            agent_option(),
        ],
        about="List what others told since --agent last acknowledged, oldest first. `post` tells "
        "everybody WORDS; `show` prints one entry with its content. Entries are kept thirty days.",
        examples=[
            "cortex feed --agent claude-code --ack",
            'cortex feed post "The gateway moved to port 8443" --agent builder',
            "cortex feed show feed::4",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> int:
    """Do what the action says."""
    action = options["action"]
    words = " ".join(options["words"])
    if action == "list" and words:
        message = "`cortex feed list` takes no further words"
        raise InvalidRequest(message, remedy="cortex feed post TEXT tells everybody", field="words")
    asked = {
        "summary": words if action == "post" else None,
        "entry": words if action == "show" else None,
        "kind": options["kind"],
        "content": options["content"],
        "files": options["file"],
        "task": options["task"],
        "ack": options["ack"],
        "all": options["all"],
    }
    shows = {"list": _show_entries, "post": _show_posted, "show": _show_entry}
    return perform(session, options, ACTIONS[action], asked, shows[action])


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
