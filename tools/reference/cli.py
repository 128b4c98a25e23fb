"""Which commands are there? ``docs/reference/cli.md``, from the click commands themselves."""

from collections.abc import Iterator

import click

from cortex.edges.cli.program import Program
from tools.reference.markdown import Incomplete, code, fenced, page, table

HELP_COLUMNS = 88


def render() -> str:
    """Return the page. Raises Incomplete for a command without help or without an example."""
    program = Program()
    root = _context(program, "cortex")
    commands = list(_commands(program, root))
    missing = [text for context, command in commands for text in _lacks(context, command)]
    if missing:
        raise Incomplete(missing)
    blocks = [
        "What `cortex --help` and `cortex COMMAND --help` print, on one page. Exit statuses are on "
        "the page [errors](errors.md), variables on the page [environment](environment.md).",
        table(("command", "what it does"), _summaries(commands)),
        "## cortex",
        fenced("text", program.get_help(root)),
    ]
    for context, command in commands:
        blocks += [f"## {context.command_path}", fenced("text", command.get_help(context))]
    return page("Commands", "`src/cortex/edges/cli`", blocks)


def verbs() -> list[str]:
    """Return every command as typed after ``cortex``, such as ``commit``, in help order."""
    program = Program()
    root = _context(program, "cortex")
    return [context.command_path.removeprefix("cortex ") for context, _ in _commands(program, root)]


def _context(
    command: click.Command, name: str, parent: click.Context | None = None
) -> click.Context:
    """Return a context whose help is as wide on every terminal."""
    return click.Context(
        command,
        parent=parent,
        info_name=name,
        terminal_width=HELP_COLUMNS,
        max_content_width=HELP_COLUMNS,
    )


def _commands(
    group: click.Group, parent: click.Context
) -> Iterator[tuple[click.Context, click.Command]]:
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        if command is None or command.hidden:
            continue
        context = _context(command, name, parent)
        yield context, command
        if isinstance(command, click.Group):
            yield from _commands(command, context)


def _summaries(commands: list[tuple[click.Context, click.Command]]) -> Iterator[tuple[str, str]]:
    for context, command in commands:
        path = context.command_path
        link = f"[{code(path)}](#{path.replace(' ', '-')})"
        yield link, command.get_short_help_str(limit=200)


def _lacks(context: click.Context, command: click.Command) -> Iterator[str]:
    path = context.command_path
    if not command.help:
        yield f"{path} has no help"
    lines = (line.strip().lstrip("$ ") for line in command.get_help(context).splitlines())
    if not any(line.startswith(path) for line in lines):
        yield f"{path} has no example: a line of its help that starts with '{path}'"
