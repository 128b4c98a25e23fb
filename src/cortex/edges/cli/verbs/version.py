"""Which Cortex is this? `cortex version`."""

from __future__ import annotations

import sys

from cortex import __version__
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Print the version.",
        examples=["cortex version", "cortex version --json"],
    )


def run(session: Session, options: Options) -> None:
    """Print the version; with --json also that of Python."""
    del options
    data = {"version": __version__, "python": ".".join(str(part) for part in sys.version_info[:3])}
    session.answer(data, lambda screen: screen.line(f"cortex {__version__}"))
