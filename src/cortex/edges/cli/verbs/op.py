"""How does a script ask what an agent would ask? `cortex op`, JSON in and JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cortex.edges.cli.json_input import object_from
from cortex.edges.cli.options import agent_option, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import INPUT_JSON_BYTES_MAX, read_text
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.operations import Operation
from cortex.wire.encoding import encode
from cortex.wire.statuses import operation_exit

STANDARD_INPUT = "-"


def build(name: str) -> Verb:
    """Give the verb."""
    operations = ", ".join(operation.value for operation in Operation)
    return Verb(
        name,
        run,
        [
            click.Argument(["operation"], metavar="OPERATION", shell_complete=_complete),
            option(
                "--args", "arguments as a JSON object; `-` reads standard input", metavar="JSON"
            ),
            agent_option(),
            *place_options(),
        ],
        about=f"Run one operation as over MCP and print its answer. OPERATION is one of "
        f"{operations}. The answer's `status` decides the exit status.",
        examples=[
            'cortex op query --args \'{"need": "which port does the gateway use?"}\'',
            "cortex op commit --args - < entries.json",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> int:
    """Read the arguments, then open the store and ask."""
    arguments = arguments_from(options["args"])
    return answer_operation(session, options["operation"], arguments, options)


def answer_operation(
    session: Session,
    name: str,
    arguments: dict[str, Any],
    options: Options,
    *,
    is_operator: bool = False,
) -> int:
    """Run an operation, print its answer, and give the exit status its status stands for.

    Args:
        is_operator: whether a verb of its own asks, which grants do not bind.
    """
    caller, place = session.caller(options), session.place(options)
    with session.open() as house:
        answer = house.operate(name, arguments, caller, place, is_operator=is_operator)
    status = operation_exit(answer)
    session.answer_operation(answer, lambda screen: _show(screen, answer), failed=bool(status))
    return status


def arguments_from(text: str | None) -> dict[str, Any]:
    """Read the arguments of an operation; none given is an empty object.

    Raises:
        InvalidRequest: it is no JSON object.
    """
    source = read_text("args", INPUT_JSON_BYTES_MAX) if text == STANDARD_INPUT else text
    if source is None or not source.strip():
        return {}
    return object_from(source, "args", "--args")


def _show(screen: Screen, answer: Mapping[str, object]) -> None:
    """Print the answer as JSON to read; it is data, so it is not wrapped."""
    del screen
    print(encode(answer, indent=2))


def _complete(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[click.shell_completion.CompletionItem]:
    """Give the operations that begin like this."""
    del context, parameter
    item = click.shell_completion.CompletionItem
    names = [operation.value for operation in Operation]
    return [item(name) for name in names if name.startswith(incomplete)]
