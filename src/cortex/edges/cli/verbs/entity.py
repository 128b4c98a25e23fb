"""What holds about a person, company, place or thing? `cortex entity`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import NameType, many, option, words_argument
from cortex.edges.cli.screen import counted
from cortex.edges.cli.seat_gate import (
    WRITTEN_EXITS,
    answer_proposed,
    source_options,
    text_of,
)
from cortex.edges.cli.seats import of_seat, seat_option
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.display import display_line
from cortex.wire.seat_entities import entity_json, fact_text

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

KINDS = ("account", "company", "person", "place", "product", "system")


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list the nouns", _list_verb(name)),
            ("show", "print what holds about one", _show_verb(name)),
            ("add", "keep a statement about one", _add_verb(name)),
            ("merge", "make two entries of one noun one", _merge_verb(name)),
        ],
        about="ENTITIES.md of a seat: each person, company, place and thing once, with what holds, "
        "on whose word, as of when, and what was replaced.",
        examples=[
            'cortex entity add "Acme GmbH" "the 1st" --predicate "billing day" '
            "--kind company --source user:message-812",
            "cortex entity show acme",
        ],
    )


def _add_verb(name: str) -> Verb:
    return Verb(
        name,
        _add,
        [
            click.Argument(["noun"], metavar="NAME"),
            words_argument("text", required=False),
            option("--predicate", "what of it; TEXT is the value then", metavar="NAME"),
            option("--kind", "what it is", type=NameType("kind", KINDS)),
            many("--alias", "another name of it", "NAME"),
            *source_options(),
            seat_option(),
        ],
        about="Keep a statement about NAME. It passes the gate: one that disagrees with what "
        "stands there replaces it, waits, or is refused, by the rank of its source.",
        examples=[
            'cortex entity add "Acme GmbH" "the 1st" --predicate "billing day" '
            "--source user:message-812",
            'cortex entity add "Acme GmbH" "Their portal needs a client certificate" '
            "--source operational:portal --alias Acme",
        ],
        exits=(EXIT_NOT_FOUND, *WRITTEN_EXITS),
    )


def _list_verb(name: str) -> Verb:
    return Verb(
        name,
        _list,
        [seat_option()],
        about="List the nouns in the order of the file.",
        examples=["cortex entity list", "cortex entity list --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _show_verb(name: str) -> Verb:
    return Verb(
        name,
        _show,
        [words_argument("noun"), seat_option()],
        about="Print what holds about NOUN, found by name or alias, and what was replaced.",
        examples=['cortex entity show "Acme GmbH"', "cortex entity show acme --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def _merge_verb(name: str) -> Verb:
    return Verb(
        name,
        _merge,
        [
            click.Argument(["other"], metavar="NAME"),
            click.Argument(["into"], metavar="INTO"),
            seat_option(),
        ],
        about="Put the entry NAME into the entry INTO. The other name becomes an alias; of "
        "statements that disagree the better source stands, and what cannot be decided waits.",
        examples=['cortex entity merge "Acme" "Acme GmbH"'],
        exits=(EXIT_NOT_FOUND,),
    )


def _add(session: Session, options: Options) -> int:
    from cortex.wiring.seat.entities import EntityRequest, add

    named = ("source", "predicate", "kind", "checked")
    said = {name: options[name] or "" for name in named}
    said |= {"subject": options["noun"], "text": text_of(options)}
    said["verified"] = "yes" if options["verified"] else ""
    request = EntityRequest(said, tuple(options["alias"]), options["as_of"])
    return answer_proposed(session, add(session.settings, options["seat"], request))


def _list(session: Session, options: Options) -> None:
    from cortex.wiring.seat.entities import every

    rows = [entity_json(entry) for entry in every(session.settings, options["seat"])]

    def show(screen: Screen) -> None:
        if not rows:
            screen.line("No noun is known yet. Add one: cortex entity add NAME TEXT --source ...")
            return
        shown = [
            (str(row["kind"] or ""), str(row["held"]), display_line(str(row["name"])))
            for row in rows
        ]
        screen.table(("kind", "held", "name"), shown)

    session.answer({**of_seat(session, options["seat"]), "entities": rows}, show)


def _show(session: Session, options: Options) -> None:
    from cortex.wiring.seat.entities import show

    entry = show(session.settings, options["seat"], " ".join(options["noun"]))
    data = entity_json(entry)

    def tell(screen: Screen) -> None:
        kind = f" ({entry.kind})" if entry.kind else ""
        screen.line(f"{screen.strong(display_line(entry.name))}{kind}")
        if entry.aliases:
            screen.line(f"also {display_line(', '.join(entry.aliases))}", 2)
        for fact in entry.facts:
            line = display_line(fact_text(fact))
            screen.line(screen.faint(line) if fact.superseded else line, 2, 2)

    session.answer(data, tell)


def _merge(session: Session, options: Options) -> None:
    from cortex.wiring.seat.entities import merge

    merged = merge(session.settings, options["seat"], options["other"], options["into"])
    data = {"entity": entity_json(merged.entity), "moved": merged.moved, "held": list(merged.held)}

    def tell(screen: Screen) -> None:
        screen.line(f"{counted(merged.moved, 'statement')} moved.")
        if merged.held:
            screen.line(f"to be decided: {', '.join(merged.held)} (cortex gate list)", 2)

    session.answer(data, tell, done="the entries are one")
