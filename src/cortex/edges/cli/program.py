"""How do words become a verb with its options, and what is said when they do not?

click parses; this module loads one verb at a time, prints our help, and turns every complaint of
the parser into an error of ours that offers the nearest name.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from cortex.edges.cli import catalogue
from cortex.edges.cli.options import global_options
from cortex.model.errors import InvalidRequest, UnknownName

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

VERB_PACKAGE = "cortex.edges.cli.verbs"
COMMAND = "command"


class Program(click.Group):
    """The group of all verbs; a verb's module is imported when it is asked for."""

    def __init__(self) -> None:
        super().__init__(
            "cortex",
            params=list(global_options()),
            invoke_without_command=True,
            callback=_print_help,
            add_help_option=True,
            context_settings={"help_option_names": ["--help", "-h"]},
        )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the verbs in the order of the help screen."""
        del ctx
        return list(catalogue.every_verb())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a verb by its name or another name of it."""
        del ctx
        name = catalogue.ALIASES.get(cmd_name, cmd_name)
        if name not in catalogue.every_verb():
            return None
        module = import_module(f"{VERB_PACKAGE}.{name.replace('-', '_')}")
        verb = module.build(name)
        return verb if isinstance(verb, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or say which one was probably meant."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            raise unknown_name(COMMAND, name, catalogue.every_verb(), catalogue.MEANT)
        return name, command, args[1:]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the same screen as the fast path."""
        del ctx
        formatter.write(catalogue.help_screen())

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Give verbs (with what they do) and options that begin like this."""
        from click.shell_completion import CompletionItem

        verbs = [
            CompletionItem(verb, help=summary)
            for verb, summary in catalogue.every_verb().items()
            if verb.startswith(incomplete)
        ]
        return verbs or click.Command.shell_complete(self, ctx, incomplete)


def run_program(arguments: list[str]) -> int:
    """Parse and run one command; give its exit status.

    Raises:
        CortexError: the words make no sense, or the verb failed.
        KeyboardInterrupt: the person stopped it.
        BrokenPipeError: the reader of the output went away.
    """
    program = Program()
    try:
        status = program.main(arguments, prog_name="cortex", standalone_mode=False)
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # So told, click ends the process for one reason only: a closed pipe.
        raise BrokenPipeError from None
    except click.NoSuchOption as error:
        raise _unknown_option(error) from None
    except click.UsageError as error:
        raise _invalid(error) from None
    return status if isinstance(status, int) else 0


def unknown_name(
    what: str, name: str, known: Iterable[str], meant: dict[str, str] | None = None
) -> UnknownName:
    """Give the error for a name that does not exist, with the one that was probably meant.

    Args:
        what: the sort of name, for the message.
        known: names that exist.
        meant: other words for some of them.
    """
    from cortex.wiring.names import nearest_name

    names = tuple(known)
    begun = [each for each in names if len(name) > 1 and each.startswith(name)]
    near = (meant or {}).get(name) or nearest_name(name, names) or next(iter(begun), None)
    return UnknownName(what, name, (near,) if near else ())


def _unknown_option(error: click.NoSuchOption) -> UnknownName | InvalidRequest:
    name = error.option_name
    if " " in name or name[1:2].isdigit():
        return InvalidRequest(
            "a text that begins with a hyphen looks like an option",
            remedy="put -- before it: cortex VERB [OPTIONS] -- TEXT",
        )
    unknown = unknown_name("option", name, _option_names(error.ctx))
    if not unknown.nearest and error.ctx is not None:
        unknown.remedy = f"see `{error.ctx.command_path} --help` for the options there are"
    return unknown


def _option_names(context: click.Context | None) -> list[str]:
    if context is None:
        return []
    return [
        name
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    ]


def _invalid(error: click.UsageError) -> InvalidRequest:
    parameter = error.param if isinstance(error, click.BadParameter) else None
    command = error.ctx.command_path if error.ctx else "cortex"
    return InvalidRequest(
        error.format_message().rstrip("."),
        remedy=f"see `{command} --help`",
        field=parameter.name if parameter else None,
    )


def _print_help(**options: object) -> None:
    """Print the help screen when no verb was given; a script is told that one is missing."""
    context = click.get_current_context()
    if context.invoked_subcommand is not None:
        return
    if options.get("json"):
        message = "no verb was given"
        raise InvalidRequest(message, remedy="run `cortex --help` for the verbs there are")
    click.echo(catalogue.help_screen(), nl=False)
