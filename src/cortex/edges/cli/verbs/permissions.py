"""Which client may ask for what? `cortex permissions`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cortex.edges.cli.options import NameType, agent_option, one_of, words_argument
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.teamwork import show_table
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.permissions import EVERY, Grant, Permission
from cortex.wire.permissions import grant_json

ACTIONS = ("list", "grant", "revoke")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(
                ["action"], type=NameType("action", ACTIONS), default="list", required=False
            ),
            words_argument("words", required=False),
            agent_option(),
        ],
        about="Say what clients may ask for over MCP and `cortex op`. WORDS is CLIENT PERMISSION "
        "[OPERATION]: a client's name or *, read, write or admin, and an operation or * (default). "
        "Without any grant every client may do everything; with the first one the others are shut "
        "out. It orders well-behaved clients and is no wall: a client that can read the file, or "
        "run this command, needs no permission.",
        examples=[
            "cortex permissions list",
            "cortex permissions grant claude-code write",
            "cortex permissions grant '*' read query",
            "cortex permissions revoke claude-code write",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> None:
    """List, grant or revoke, and print what is granted then."""
    from cortex.wiring.permissions import change_permission, list_permissions

    caller = session.caller(options)
    words = list(options["words"])
    if options["action"] == "list":
        _require_words(words, 0, 0, "list")
        with session.open() as house:
            found = list_permissions(house, caller)
    else:
        _require_words(words, 2, 3, options["action"])
        permission = one_of("permission", Permission).convert(words[1], None, None)
        scope = words[2] if len(words) > 2 else EVERY
        asked, is_granted = (words[0], permission, scope), options["action"] == "grant"
        with session.open() as house:
            found = change_permission(house, caller, asked, is_granted=is_granted)
    data = {"permissions": [grant_json(grant) for grant in found], "open": not found}
    session.answer(data, lambda screen: _show(screen, found))


def _require_words(words: list[str], least: int, most: int, action: str) -> None:
    if not least <= len(words) <= most:
        message = f"`cortex permissions {action}` takes {least} to {most} words"
        remedy = "write CLIENT PERMISSION [OPERATION]" if most else "write nothing behind it"
        raise InvalidRequest(message, remedy=remedy, field="words")


def _show(screen: Screen, found: Sequence[Grant]) -> None:
    rows = [grant_json(grant) for grant in found]
    columns = ("client", "permission", "scope", "granted_at")
    show_table(screen, rows, columns, "No grant: every client may do everything.")
