"""What does `cortex mcp` take? The entry point starts the server itself, before any parser.

This is what the shell completion and the reference page read.
"""

from __future__ import annotations

from cortex.edges.cli.options import option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [option("--agent", "what commits are attributed to", metavar="NAME")],
        about="Serve the eight tools over standard input and output, until the input ends. For a "
        "host's configuration, not for typing.",
        examples=[
            "cortex mcp",
            "claude mcp add cortex -- cortex mcp",
            "codex mcp add cortex -- cortex mcp",
        ],
        has_json=False,
    )


def run(session: Session, options: Options) -> int:
    """Serve until the input ends."""
    from cortex.edges.mcp.server import run as serve

    return serve(session.settings, options["agent"])
