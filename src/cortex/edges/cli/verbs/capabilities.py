"""What can this version do? `cortex capabilities`."""

from __future__ import annotations

from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.edges.cli.verbs.op import answer_operation
from cortex.model.operations import Operation


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Print operations, profiles, statuses and the state of the brain.",
        examples=["cortex capabilities", "cortex capabilities --json"],
    )


def run(session: Session, options: Options) -> int:
    """Ask the operation of the same name."""
    return answer_operation(session, Operation.CAPABILITIES.value, {}, options, is_operator=True)
