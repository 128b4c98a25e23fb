"""How is everything after a version undone? `cortex rollback`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import agent_option, flag
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_rollback
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_CONFLICT,
    EXIT_DENIED,
    EXIT_NOT_FOUND,
    InvalidRequest,
)
from cortex.wire.outcomes import rollback_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(["version"], metavar="VERSION"),
            flag("--apply", "do it; without this only what would happen is printed"),
            agent_option(),
        ],
        about="Say what going back to VERSION would undo, and with --apply do it. The whole store "
        "goes back, every project: every later log entry is undone, facts it brought are hidden, "
        "facts it changed are as they were. Undone entries stay in the log, and there is no way "
        "forward to them.",
        examples=["cortex rollback 12", "cortex rollback 12 --apply"],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Roll back, or say what that would do."""
    version_id = version_from(options["version"])
    with session.open() as house:
        caller = session.caller(options)
        here = house.scope(session.place(options)).scope_id
        outcome = house.rollback(version_id, caller, is_applied=options["apply"])
    session.answer(rollback_json(outcome), lambda screen: show_rollback(screen, outcome, here))


def version_from(text: str) -> int:
    """Give the id of a version as people write it: 12, v12 or version:12.

    Raises:
        InvalidRequest: it is no version; a fact's reference is not one.
    """
    digits = text.strip().lower().removeprefix("version").lstrip(": ").removeprefix("v")
    if digits.isascii() and digits.isdigit() and len(digits) <= 18:
        return int(digits)
    message = f"'{text}' is no version"
    remedy = "`cortex history` lists the versions; write the number alone"
    raise InvalidRequest(message, remedy=remedy, field="version")
