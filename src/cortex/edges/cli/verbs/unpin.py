"""How does a fact stop being shown by rule? `cortex unpin`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, reference_argument
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.edges.cli.verbs.pin import set_pinned
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [reference_argument(), agent_option()],
        about="Stop showing the fact REFERENCE by rule. It is still found on its own evidence.",
        examples=["cortex unpin decision::12"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Unpin the fact."""
    set_pinned(session, options, is_pinned=False)
