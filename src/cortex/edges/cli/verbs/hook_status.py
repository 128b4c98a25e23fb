"""What does `cortex hook-status` take? Status bars never come here: the entry point answers them.

This is what the shell completion and the reference page read.
"""

from __future__ import annotations

from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [],
        about="Print one line for a status bar, such as `ONLINE | 12 mem | 40 dec`, or OFFLINE "
        "when there is no store that can be read. Fast, changes nothing, and always exits 0.",
        examples=["cortex hook-status"],
        has_json=False,
    )


def run(session: Session, options: Options) -> int:
    """Print the line."""
    from cortex.edges.hooks.status import main

    del session, options
    return main([])
