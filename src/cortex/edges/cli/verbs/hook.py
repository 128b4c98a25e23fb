"""What does `cortex hook` take? Hooks never come here: the entry point answers them itself.

This is what the shell completion and the reference page read.
"""

from __future__ import annotations

import click

from cortex.edges.cli.options import flag, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["kind"], metavar="KIND"),
            option("--host", "which host calls (default: told from the payload)", metavar="NAME"),
            option("--budget", "estimated tokens of the brief of a start", metavar="TOKENS"),
            option("--agent", "whose messages and tasks a start tells", metavar="NAME"),
            flag("--explain", "print what would be decided, and take nothing down"),
        ],
        about="Answer a hook of an agent host: its JSON on standard input; what happened is taken "
        "down, and what the host is to be told is written to standard output. KIND is "
        "session-start, prompt, tool-before, tool-after, turn-end, compact-before, compact-after "
        "or session-end, or the host's own name of the event. Always exits 0; faults are in the "
        "journal of the home.",
        examples=[
            "cortex hook prompt --host claude-code < payload.json",
            "cortex hook tool-after --explain < payload.json",
        ],
        has_json=False,
    )


def run(session: Session, options: Options) -> int:
    """Answer the hook with the options given."""
    from cortex.edges.hooks.hook import main

    del session
    given = [(f"--{name}", options[name]) for name in ("host", "budget", "agent")]
    words = [word for pair in given if pair[1] is not None for word in pair]
    return main([options["kind"], *words, *(["--explain"] if options["explain"] else [])])
