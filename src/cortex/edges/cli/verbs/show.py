"""What does one fact say, whole? `cortex show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.facts import show_fact
from cortex.edges.cli.options import agent_option, reference_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.model.facts import Fact
from cortex.wire.display import display_line
from cortex.wire.erasure import forgotten_bases_json
from cortex.wire.facts import fact_json
from cortex.wire.imports import origin_json
from cortex.wiring.forget import forgotten_bases

if TYPE_CHECKING:
    from cortex.model.imports import Origin


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [reference_argument(), agent_option()],
        about="Print the fact REFERENCE whole, whatever its status. `cortex why` tells its story.",
        examples=["cortex show decision::12", "cortex show 12 --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Print the fact, and what it was built on that was forgotten."""
    with session.open() as house:
        fact = house.find(options["reference"], session.caller(options))
        bases = forgotten_bases(house, fact.fact_id)
        with house.known.reading() as reader:
            origin = reader.imports.origin_of(fact.fact_id)
    data = {
        **fact_json(fact),
        "forgotten_bases": forgotten_bases_json(bases),
        "origin": None if origin is None else origin_json(origin),
    }
    session.answer(data, lambda screen: _show(screen, fact, bases, origin))


def _show(screen: Screen, fact: Fact, bases: list[tuple[int, str]], origin: Origin | None) -> None:
    show_fact(screen, fact)
    for fact_id, relation in bases:
        screen.line(f"built on fact {fact_id}, which was forgotten ({relation})", 2)
    if origin is not None:
        place = display_line(origin.locator)
        screen.line(f"imported from {place} ({origin.source.kind})", 2)
