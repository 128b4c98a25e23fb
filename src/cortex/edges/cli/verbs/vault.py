"""What does `cortex vault` take? The entry point answers it by a grammar of its own, without click.

This is what the shell completion and the reference page read (ADR 0112).
"""

from __future__ import annotations

import click

from cortex.edges.cli.options import flag, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb

COMMANDS = ("status", "search", "timeline", "get", "export", "rebuild", "doctor", "help")
STATUSES = (
    ("0", "it worked"),
    ("1", "something could not be read or written; a tag hides more than was meant (doctor)"),
    ("3", "a record that was named does not exist, or does not hold now"),
    ("4", "the words are wrong, or the vault is at fault"),
    ("5", "a write was refused"),
)


class VaultVerb(Verb):
    """A verb whose exit statuses are those of the vault's contract."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, and the statuses of the contract."""
        del ctx
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"  {example}\n")
        with formatter.section("Exit statuses"):
            formatter.write_dl(STATUSES)


def build(name: str) -> Verb:
    """Give the verb."""
    verb = VaultVerb(
        name,
        run,
        [
            click.Argument(["command"], type=click.Choice(COMMANDS), metavar="COMMAND"),
            click.Argument(["words"], nargs=-1, metavar="[WORDS]..."),
            option("--memory-root", "folder (default: CORTEX_MEMORY_ROOT)", metavar="FOLDER"),
            option("--adapter", "which agent asks: claude, hermes, codex, subagent"),
            flag("--tolerant", "read past what is at fault, and name it"),
            option("--now", "ask as of another instant", metavar="INSTANT"),
            option("--type", "lists: only this type"),
            option("--source", "lists: only from this source"),
            option("--session", "lists: only of this session"),
            option("--from", "lists: created at this instant or later", metavar="INSTANT"),
            option("--to", "lists: created at this instant or earlier", metavar="INSTANT"),
            option("--page", "lists: which page, from 1", metavar="N"),
            option("--page-size", "lists: cards of a page, 1 to 100", metavar="N"),
            option("--recency", "search: weight of what was updated lately", metavar="NUMBER"),
            option("--expand", "search: walk from this record along its edges", metavar="ID"),
            option("--max-nodes", "search: cards of the walk, 1 to 100", metavar="N"),
            option("--max-tokens", "search: tokens of the walk, 1 to 50,000", metavar="N"),
            option("--anchor", "timeline: a record or an instant", metavar="ID-OR-INSTANT"),
            option("--before", "timeline: how many earlier ones, 0 to 100", metavar="N"),
            option("--after", "timeline: how many later ones, 0 to 100", metavar="N"),
            flag("--from-canonical", "rebuild: needed, because nothing else is there"),
        ],
        about="Read a folder of Markdown and JSONL as memory. Each command prints one JSON object "
        "under a contract of its own (docs/formats/vault.md), `doctor` and `help` print text.",
        examples=[
            'cortex vault search "gateway port" --memory-root ~/notes',
            "cortex vault timeline --anchor 2026-01-31 --before 3",
            "cortex vault get gateway-port",
            "cortex vault doctor",
        ],
        has_json=False,
    )
    for each in verb.params:
        if isinstance(each, click.Option) and each.name in ("home", "db"):
            each.hidden = True  # A vault is no store of ours.
    verb.params.append(flag("--json", "doctor: print one JSON object"))
    verb.exits = ()
    return verb


def run(session: Session, options: Options) -> int:
    """Never come here: the entry point answers a vault command before click is loaded."""
    del session, options
    from cortex.edges.vault.entry import main

    return main(("help",))
