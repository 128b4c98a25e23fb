"""How does a seat ask whether it may? `cortex bus approval`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.bus.answers import answer, one_line, quoted_table, unreadable
from cortex.edges.cli.family import Family
from cortex.edges.cli.options import NameType, flag, option, words_argument
from cortex.edges.cli.seats import seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.seat_bus import CATEGORIES
from cortex.wire.display import display_text
from cortex.wiring.seat.evidence import as_evidence

if TYPE_CHECKING:
    from cortex.edges.cli.bus.answers import Row
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

DECISIONS = ("approved", "rejected")


def build(name: str) -> Family:
    """Give `bus approval` with its actions."""
    return Family(
        name,
        [
            ("list", "list the questions that wait", _list_verb(name)),
            ("request", "ask whether something may be done", _request_verb(name)),
            ("show", "print one question", _show_verb(name)),
            ("resolve", "approve or reject", _resolve_verb(name)),
        ],
        about="Questions whether something may be done. A seat never answers its own: another seat "
        "does, or a person at a terminal. APPROVAL is an id or its last five characters.",
        examples=[
            'cortex bus approval request "Send the offer to Acme" --category external-comms',
            'cortex bus approval resolve x7k2p approved --note "with the new price"',
        ],
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [flag("--all", "also decided ones"), seat_option()],
        about="List the questions of the organisation that wait, the oldest first.",
        examples=["cortex bus approval list", "cortex bus approval list --all --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _request_verb(name: str) -> Verb:
    return Verb(
        name,
        _request,
        [
            words_argument("title"),
            option(
                "--category",
                "what kind of thing it is",
                type=NameType("category", CATEGORIES),
                default="other",
                show_default=True,
            ),
            option("--description", "what has to be known to decide", metavar="TEXT"),
            option("--task", "the task that waits for it", metavar="TASK"),
            seat_option(),
        ],
        about="Ask whether something may be done. The answer comes as a message.",
        examples=['cortex bus approval request "Send the offer to Acme" --category external-comms'],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [_approval(), seat_option()],
        about="Print APPROVAL: what is asked, and who decided what.",
        examples=["cortex bus approval show x7k2p"],
        exits=(EXIT_NOT_FOUND,),
    )


def _resolve_verb(name: str) -> Verb:
    return Verb(
        name,
        _resolve,
        [
            _approval(),
            click.Argument(["decision"], type=NameType("decision", DECISIONS)),
            option("--note", "what is to be said about it", metavar="TEXT"),
            seat_option(),
        ],
        about="Decide APPROVAL. Typed at a terminal outside of an agent's session it is the "
        "person's word, otherwise the seat's; the seat that asked is refused. The same decision "
        "again changes nothing.",
        examples=[
            'cortex bus approval resolve x7k2p approved --note "with the new price"',
            "cortex bus approval resolve x7k2p rejected --seat desk",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_DENIED),
    )


def _list(session: Session, options: Options) -> int:
    from cortex.wiring.seat.approvals import every

    def show(screen: Screen, data: Row) -> None:
        columns = ("id", "status", "category", "requesting_agent", "title")
        said = ("approvals of the bus", data["standing"], "No approval waits.")
        quoted_table(screen, data["approvals"], columns, said)
        unreadable(screen, data["unreadable"])

    return answer(
        session, lambda: every(session.settings, options["seat"], is_all=options["all"]), show
    )


def _request(session: Session, options: Options) -> int:
    from cortex.wiring.seat.approvals import Question, request

    question = Question(
        " ".join(options["title"]),
        options["category"],
        options["description"] or "",
        options["task"] or "",
    )
    return answer(
        session,
        lambda: request(session.settings, options["seat"], question),
        _show_one,
        done="the question is put",
    )


def _show(session: Session, options: Options) -> int:
    from cortex.wiring.seat.approvals import show

    return answer(
        session, lambda: show(session.settings, options["seat"], options["approval"]), _show_one
    )


def _resolve(session: Session, options: Options) -> int:
    from cortex.wiring.seat.approvals import decide

    said = (options["decision"], options["note"] or "")
    is_typed = sys.stdin is not None and sys.stdin.isatty()
    return answer(
        session,
        lambda: decide(
            session.settings, options["seat"], options["approval"], said, is_typed=is_typed
        ),
        _show_one,
        done="the question is decided",
    )


def _approval() -> click.Argument:
    return click.Argument(["approval"], metavar="APPROVAL")


def _show_one(screen: Screen, data: Row) -> None:
    one = data["approval"]
    screen.line(screen.strong(one["id"]))
    screen.line(f"{one['status']}, {one['category']}, asked by {one['requesting_agent']}", 2)
    screen.paragraph(display_text(one["quoted"]), 2)
    if one["resolved_by"]:
        screen.line(one_line(f"by {one['resolved_by']} at {one['resolved_at']}"), 2)
    if one["note"]:
        note = as_evidence(one["note"], f"{one['id']}, {one['resolved_by']}", data["standing"])
        screen.paragraph(display_text(note), 2)
