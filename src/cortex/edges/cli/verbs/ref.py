"""Which exact bytes does a reference mean? `cortex ref`."""

from __future__ import annotations

import base64
import sys

import click

from cortex.edges.cli.options import flag
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.wiring.identity import read_reference


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["reference"], metavar="REFERENCE"),
            flag("--strict", "refuse a last line behind the end instead of stopping there"),
        ],
        about="Print the bytes REFERENCE selects, and nothing else: a whole statement, a range of "
        "bytes (#B6-10, the end not included) or of lines (#L2-3, both included). `cortex op "
        "expand` with evidence exact gives the reference of a fact.",
        examples=["cortex ref z://blob/ed8b...e5c0#L2-3", "cortex ref z://blob/ed8b...e5c0 --json"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> None:
    """Print the bytes."""
    with session.open() as house:
        caller = session.caller(options)
        payload = read_reference(house, options["reference"], caller, is_strict=options["strict"])
    if not session.is_json:
        sys.stdout.buffer.write(payload)
        sys.stdout.buffer.flush()
        return
    data: dict[str, object] = {"reference": options["reference"], "bytes": len(payload)}
    try:
        data["text"] = payload.decode("utf-8")
    except UnicodeDecodeError:
        data["base64"] = base64.b64encode(payload).decode("ascii")
    session.answer(data, lambda _: None)
