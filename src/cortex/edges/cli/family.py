"""What is a verb of several actions? A group of verbs under one word, such as `cortex thread`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from cortex.edges.cli.catalogue import every_verb
from cortex.edges.cli.options import global_options
from cortex.edges.cli.verb import COMMON_EXITS, Verb, write_epilog
from cortex.model.errors import UnknownName

_VALUE_OPTIONS = ("--home", "--db")
_HELP = ("--help", "-h", "help")


class Family(click.Group):
    """One verb whose next word says what to do; without one the first action is meant.

    Args:
        actions: (word, what it does, the verb that does it), in the order of the help; the verb may
            be a family again, as `cortex bus task` is.
    """

    def __init__(
        self,
        name: str,
        actions: Sequence[tuple[str, str, Verb | Family]],
        *,
        about: str,
        examples: Iterable[str],
    ) -> None:
        for _, summary, verb in actions:
            verb.short_help = summary
        super().__init__(
            name,
            commands={word: verb for word, _, verb in actions},
            params=[*global_options()],
            short_help=every_verb().get(name),
            help=about,
            context_settings={"max_content_width": 100, "help_option_names": ["--help", "-h"]},
        )
        self.examples = tuple(examples)
        self.exits = COMMON_EXITS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the actions in the order of the help."""
        del ctx
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the action in front: options every verb takes may stand before it."""
        leading, word, rest = _split(args)
        if word in _HELP and not rest:
            return super().parse_args(ctx, ["--help"])
        if not word or word.startswith("-"):
            first = next(iter(self.commands))
            return super().parse_args(ctx, [first, *leading, *filter(None, [word]), *rest])
        return super().parse_args(ctx, [word, *leading, *rest])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the action, or say which one was probably meant."""
        word = args[0]
        command = self.get_command(ctx, word)
        if command is None and not ctx.resilient_parsing:
            from cortex.wiring.names import nearest_name

            near = nearest_name(word, tuple(self.commands))
            listed = (near,) if near else tuple(self.commands)
            what = f"action of `cortex {self.name}`"
            raise UnknownName(what, word, listed)
        return word, command, args[1:]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples and exit statuses below the actions."""
        del ctx
        write_epilog(formatter, self.examples, self.exits)


def _split(words: Sequence[str]) -> tuple[list[str], str, list[str]]:
    """Give (options every verb takes, the word after them, the rest)."""
    at = 0
    while at < len(words):
        if words[at] in _VALUE_OPTIONS:
            at += 2
        elif words[at] == "--json" or words[at].partition("=")[0] in _VALUE_OPTIONS:
            at += 1
        else:
            return list(words[:at]), words[at], list(words[at + 1 :])
    return list(words), "", []
