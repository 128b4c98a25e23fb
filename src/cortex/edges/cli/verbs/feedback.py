"""How is it told whether the memory helped? `cortex feedback`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cortex.edges.cli.options import NameType, agent_option, flag, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.model.learning import OutcomeWord
from cortex.wire.display import display_line
from cortex.wire.statuses import operation_exit

_WORDS = tuple(word.value for word in OutcomeWord)


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["outcome"], type=NameType("outcome", _WORDS)),
            click.Argument(["references"], nargs=-1, metavar="[REFERENCE]..."),
            option(
                "--query",
                "the question they answered; without it no words are learned",
                metavar="TEXT",
            ),
            option(
                "--receipt",
                "of the answer they came from; then m1, m2 ... name them too",
                metavar="TEXT",
            ),
            flag("--harmful", "relying on them did harm, however the work ended"),
            option("--task-class", "what kind of work it was", metavar="NAME"),
            option("--note", "what to know about it", metavar="TEXT"),
            agent_option(),
            *place_options(),
        ],
        about="Tell how work ended that relied on the facts REFERENCE. Success speaks for them, "
        "harm against them; a failure alone says nothing about its sources. The same report twice "
        "on a day counts once.",
        examples=[
            'cortex feedback success decision::12 --query "which port does the gateway use?"',
            "cortex feedback failure decision::12 --harmful",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> int:
    """Record the report and print what it taught."""
    given: dict[str, Any] = {
        "outcome": options["outcome"],
        "memory_sources": list(options["references"]),
        "query": options["query"],
        "receipt": options["receipt"],
        "harmful_reuse": options["harmful"],
        "task_class": options["task_class"],
        "notes": options["note"],
    }
    arguments = {key: value for key, value in given.items() if value not in (None, [])}
    caller, place = session.caller(options), session.place(options)
    with session.open() as house:
        answer = house.operate("feedback", arguments, caller, place, is_operator=True)
    status = operation_exit(answer)
    session.answer_operation(answer, lambda screen: _show(screen, answer), failed=bool(status))
    return status


def _show(screen: Screen, answer: Mapping[str, Any]) -> None:
    if "error" in answer:
        screen.line(f"not recorded: {display_line(str(answer['error']))}")
        if answer.get("remedy"):
            screen.line(display_line(str(answer["remedy"])), 2)
        return
    about = ", ".join(answer["used"]) or "no fact"
    screen.line(f"recorded: {answer['outcome']}, about {about}")
    for name in answer["unresolved"]:
        screen.line(f"no such fact here: {display_line(str(name))}", 2)
    if answer["learning"] == "off":
        screen.line("learning is off, so nothing was learned", 2)
    elif not answer["counted"]:
        screen.line("this was told before and does not count again", 2)
    elif not (answer["signals"] or answer["links"]["strengthened"] or answer["links"]["rejected"]):
        screen.line("nothing was learned from it", 2)
