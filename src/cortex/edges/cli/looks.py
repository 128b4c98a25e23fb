"""How does an answer with a profile, needs and a budget read, and a listing without a question?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cortex.edges.cli.cards import show_view
from cortex.edges.cli.screen import counted
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.wiring.views import Seen

STATEMENT_CELLS = 100
"""Cells of a statement in a listing; a terminal wraps it, a pipe gets one line a row."""


def show_look(screen: Screen, seen: Seen, question: str, *, is_full: bool) -> None:
    """Print an answer, what did not fit, what is missing, and what changed."""
    if seen.needed_bytes is not None:
        count = len(seen.omitted)
        screen.line(f"Nothing is shown: {counted(count, 'fact')} would have to be cut.")
        screen.line(f"Ask again with --budget {seen.needed_bytes}.")
    elif seen.headlines:
        screen.table(("reference", "type"), list(seen.headlines))
        screen.line()
        screen.line("Read them: ask without --budget 0, or `cortex show REFERENCE`.")
    else:
        show_view(screen, seen.view, question, is_full=is_full)
        if seen.omitted:
            screen.line()
            screen.line(f"Left out for the budget: {', '.join(seen.omitted)}")
    if seen.unmet:
        screen.line(f"Not covered: {', '.join(seen.unmet)}")
    if seen.unknown:
        screen.line(f"Nobody knows the need: {', '.join(map(display_line, seen.unknown))}")
    if seen.conflicts:
        screen.line()
        screen.line("Open conflicts:")
        _show_conflicts(screen, seen.conflicts)
    if seen.changes:
        screen.line()
        screen.line("Changed since:")
        _show_changes(screen, seen.changes)


def show_listing(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print what a profile tells without a question: facts, open conflicts or changes."""
    if data["profile"] == "changes":
        _show_feed(screen, data)
        return
    if "conflicts" in data:
        if not data["conflicts"]:
            screen.line("No conflict is open.")
        _show_conflicts(screen, data["conflicts"])
    elif not data["facts"]:
        screen.line("No facts are kept here yet.")
    else:
        rows = [
            (f["reference"], f["type"], display_line(f["statement"], STATEMENT_CELLS))
            for f in data["facts"]
        ]
        screen.table(("reference", "type", "statement"), rows)
    if data["changes"]:
        screen.line()
        screen.line("Changed since:")
        _show_changes(screen, data["changes"])


def _show_feed(screen: Screen, data: Mapping[str, Any]) -> None:
    if data["cursor_status"] == "baseline":
        screen.line("From here on, changes can be told. Ask again with this cursor:")
    elif not data["changes"]:
        screen.line("Nothing changed. Go on from:")
    else:
        _show_changes(screen, data["changes"])
        screen.line()
        more = "There is more; go on from:" if data["cursor_status"] == "more" else "Go on from:"
        screen.line(more)
    screen.line(f"cortex query --profile changes --since '{data['change_cursor']}'")


def _show_conflicts(screen: Screen, conflicts: Sequence[Mapping[str, Any]]) -> None:
    for one in conflicts:
        screen.line(f"conflict {one['conflict']}: {_fact_line(one['newer'])}")
        screen.line(f"against {_fact_line(one['older'])}", 4)


def _show_changes(screen: Screen, changes: Sequence[Mapping[str, Any]]) -> None:
    for one in changes:
        said = one["statement"]
        told = "undone by a rollback" if said is None else display_line(said, STATEMENT_CELLS)
        standing = "" if one["epistemic"] == "asserted" else f" ({one['epistemic']})"
        screen.line(f"{one['change']} {one['reference']}{standing}: {told}", hang=4)


def _fact_line(fact: Mapping[str, Any]) -> str:
    return f"{fact['reference']} {display_line(fact['statement'], STATEMENT_CELLS)}"
