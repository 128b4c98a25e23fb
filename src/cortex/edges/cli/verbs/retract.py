"""How is a fact taken back? `cortex retract`."""

from __future__ import annotations

from cortex.edges.cli.facts import fact_line
from cortex.edges.cli.options import agent_option, option, reference_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.outcomes import RetractOutcome
from cortex.wire.outcomes import retract_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            reference_argument(),
            option("--reason", "why, for the history", default="", metavar="TEXT"),
            agent_option(),
        ],
        about="Take the fact REFERENCE back: no current answer shows it any more. Its history "
        "stays, and `cortex rollback` can undo this. Twice is the same as once.",
        examples=['cortex retract decision::12 --reason "the gateway is gone"'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Retract the fact."""
    with session.open() as house:
        outcome = house.retract(options["reference"], options["reason"], session.caller(options))
    session.answer(retract_json(outcome), lambda screen: _show(screen, outcome))


def _show(screen: Screen, outcome: RetractOutcome) -> None:
    screen.line(f"{screen.strong(outcome.fact.reference)}  {fact_line(outcome.fact)}")
    if outcome.version_id is None:
        screen.line("was retracted before; nothing was changed", 2)
    else:
        screen.line(f"retracted, version {outcome.version_id}", 2)
