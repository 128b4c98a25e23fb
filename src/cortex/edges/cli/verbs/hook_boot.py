"""What does `cortex hook-boot` take? Hooks never come here: the entry point answers them itself.

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
        [
            option("--budget", "estimated tokens of the brief", metavar="TOKENS"),
            option("--agent", "whose messages and tasks are told", metavar="NAME"),
        ],
        about="Answer Claude Code's SessionStart hook: its JSON on standard input, a brief as JSON "
        "on standard output. Says nothing when nothing is known, and always exits 0.",
        examples=["cortex hook-boot < payload.json"],
        has_json=False,
    )


def run(session: Session, options: Options) -> int:
    """Answer the hook with the options given."""
    from cortex.edges.hooks.boot import main

    del session
    given = [(f"--{name}", options[name]) for name in ("budget", "agent")]
    return main([word for pair in given if pair[1] is not None for word in pair])
