"""Which records belong together, and what did their use teach?"""

from __future__ import annotations

from cortex.edges.cli.verb import Verb


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    del name
    return []
