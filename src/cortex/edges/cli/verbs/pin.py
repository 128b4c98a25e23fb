"""How is a fact shown by rule? `cortex pin` and `cortex unpin`."""

from __future__ import annotations

from cortex.edges.cli.facts import fact_line
from cortex.edges.cli.options import agent_option, reference_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.facts import Fact
from cortex.wire.facts import fact_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run_pin,
        [reference_argument(), agent_option()],
        about="Show the fact REFERENCE in every answer and boot brief of its scope. Pin what must "
        "never be missed, and little else.",
        examples=["cortex pin decision::12"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run_pin(session: Session, options: Options) -> None:
    """Pin the fact."""
    set_pinned(session, options, is_pinned=True)


def set_pinned(session: Session, options: Options, *, is_pinned: bool) -> None:
    """Pin or unpin the fact and print it."""
    with session.open() as house:
        fact = house.pin(options["reference"], session.caller(options), is_pinned=is_pinned)
    session.answer(fact_json(fact), lambda screen: _show(screen, fact))


def _show(screen: Screen, fact: Fact) -> None:
    screen.line(f"{screen.strong(fact.reference)}  {fact_line(fact)}")
    screen.line("pinned" if fact.content.is_pinned else "not pinned", 2)
