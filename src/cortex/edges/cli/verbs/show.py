"""What does one fact say, whole? `cortex show`."""

from __future__ import annotations

from cortex.edges.cli.facts import show_fact
from cortex.edges.cli.options import agent_option, reference_argument
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.facts import fact_json


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
    """Print the fact."""
    with session.open() as house:
        fact = house.find(options["reference"], session.caller(options))
    session.answer(fact_json(fact), lambda screen: show_fact(screen, fact))
