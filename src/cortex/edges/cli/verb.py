"""What is a verb? A function with its options, its examples and the statuses it exits with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from cortex.edges.cli.catalogue import every_verb
from cortex.edges.cli.options import global_options
from cortex.edges.cli.session import Session
from cortex.model.errors import (
    EXIT_FAILURE,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_STORE,
    EXIT_USAGE,
)

Options = Mapping[str, Any]
Run = Callable[[Session, Options], int | None]

# What every verb that opens the store can end with.
COMMON_EXITS = (EXIT_OK, EXIT_FAILURE, EXIT_USAGE, EXIT_STORE, EXIT_INTERRUPTED)


class Verb(click.Command):
    """One verb. Its help has a description, options, examples and exit statuses.

    ``has_json`` is False for the two whose output is a protocol of its own.
    """

    def __init__(  # noqa: PLR0913  # One argument for each part of its help.
        self,
        name: str,
        run: Run,
        params: Iterable[click.Parameter],
        *,
        about: str,
        examples: Iterable[str],
        exits: Iterable[int] = (),
        has_json: bool = True,
    ) -> None:
        super().__init__(
            name,
            params=[*params, *global_options(has_json=has_json)],
            short_help=every_verb().get(name),
            help=about,
            context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
        )
        self.run = run
        self.examples = tuple(examples)
        self.exits = tuple(sorted({*COMMON_EXITS, *exits}))

    def invoke(self, ctx: click.Context) -> int:
        """Run the verb; None from it means success."""
        options = dict(ctx.params)
        session = Session(
            str(self.name),
            home=options.pop("home"),
            db=options.pop("db"),
            is_json=options.pop("json", False),
            is_quiet=options.pop("quiet", False),
        )
        return self.run(session, options) or EXIT_OK

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples and exit statuses below the options."""
        del ctx
        write_epilog(formatter, self.examples, self.exits)


def write_epilog(
    formatter: click.HelpFormatter, examples: Iterable[str], exits: tuple[int, ...]
) -> None:
    """Write examples and what each exit status means."""
    from cortex.wire.statuses import exit_meanings

    with formatter.section("Examples"):
        for example in examples:
            formatter.write(f"  {example}\n")
    with formatter.section("Exit statuses"):
        formatter.write_dl([(str(status), meaning) for status, meaning in exit_meanings(exits)])
