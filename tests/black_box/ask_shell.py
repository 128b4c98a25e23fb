"""How does a test ask? In a seat that knows a little in most of its layers."""

from __future__ import annotations

from typing import Any

from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell

ABSENT = "zanzibar quota"
"""Words that stand nowhere."""


def make_ops(shell: Shell) -> Shell:
    """Give a shell in a seat that has a little in most of its layers."""
    ops = make_seat(shell)
    ops.ask("state", "set", "--section", "promises", given=b"- [open] refund Ada by Friday")
    ops.ask("entity", "add", "Acme GmbH", "the 15th", "--predicate", "billing day", "--kind",
            "company", "--source", "user:message-1", "--alias", "Acme")  # fmt: skip
    ops.ask("log", "note", "The export job timed out twice")
    ops.ask("note", "add", "Run the invoice tests first", "--name", "tests", "--source", "user:2")
    ops.commit("The gateway listens on port 8443")
    return ops


def asked(shell: Shell, *words: str) -> dict[str, Any]:
    """Ask and give the data."""
    found: dict[str, Any] = shell.ask("ask", *words)
    return found


def layer(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Give the coverage row of a layer."""
    [row] = [row for row in data["coverage"] if row["layer"] == name]
    return dict(row)
