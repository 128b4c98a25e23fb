"""Which client may ask for what? `cortex permissions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import agent_option, one_of
from cortex.edges.cli.teamwork import show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
from cortex.model.permissions import EVERY, Permission
from cortex.wire.permissions import grant_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.edges.cli.session import Session
    from cortex.model.permissions import Grant


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("list", "list what was granted", _list_verb(name)),
            ("grant", "give a client a permission", _grant_verb(name)),
            ("revoke", "take a permission back", _revoke_verb(name)),
        ],
        about="Say what clients may ask for over MCP and `cortex op`. Without any grant every "
        "client may do everything; with the first one the others are shut out. It orders "
        "well-behaved clients and is no wall: a client that can read the file, or run this "
        "command, needs no permission.",
        examples=[
            "cortex permissions list",
            "cortex permissions grant claude-code write",
            "cortex permissions grant '*' read query",
            "cortex permissions revoke claude-code write",
        ],
    )


def _list_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.permissions import list_permissions

        with session.open() as house:
            found = list_permissions(house, session.caller(options))
        _answer(session, found)

    return Verb(
        name,
        run,
        [agent_option()],
        about="List every grant, by client.",
        examples=["cortex permissions list"],
    )


def _grant_verb(name: str) -> Verb:
    return Verb(
        name,
        lambda session, options: _change(session, options, is_granted=True),
        _grant_arguments(),
        about="Let CLIENT, a client's name or *, ask for OPERATION, one of the eight or * "
        "(default). Print what is granted then.",
        examples=[
            "cortex permissions grant claude-code write",
            "cortex permissions grant '*' read query",
        ],
        exits=(EXIT_BUSY,),
    )


def _revoke_verb(name: str) -> Verb:
    return Verb(
        name,
        lambda session, options: _change(session, options, is_granted=False),
        _grant_arguments(),
        about="Take back what was granted in the same words. Print what is granted then.",
        examples=["cortex permissions revoke claude-code write"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _grant_arguments() -> list[click.Parameter]:
    return [
        click.Argument(["client"], metavar="CLIENT"),
        click.Argument(["permission"], type=one_of("permission", Permission)),
        click.Argument(["operation"], required=False, default=EVERY, metavar="[OPERATION]"),
        agent_option(),
    ]


def _change(session: Session, options: Options, *, is_granted: bool) -> None:
    from cortex.wiring.permissions import change_permission

    asked = (options["client"], options["permission"], options["operation"])
    with session.open() as house:
        found = change_permission(house, session.caller(options), asked, is_granted=is_granted)
    _answer(session, found)


def _answer(session: Session, found: Sequence[Grant]) -> None:
    rows = [grant_json(grant) for grant in found]
    columns = ("client", "permission", "scope", "granted_at")
    nothing = "No grant: every client may do everything."
    data = {"permissions": rows, "open": not found}
    session.answer(data, lambda screen: show_table(screen, rows, columns, nothing))
