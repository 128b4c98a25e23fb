"""Which project does this folder belong to? `cortex scope`."""

from __future__ import annotations

from cortex.edges.cli.options import flag, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.model.scopes import Scope
from cortex.wire.display import display_line
from cortex.wire.outcomes import scope_json, scopes_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [flag("--all", "list every scope that holds facts instead"), *place_options()],
        about="Say which scope facts are filed under here, and which are seen from here. Every "
        "checkout, worktree and subfolder of one project gives the same scope.",
        examples=["cortex scope", "cortex scope --all --json"],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> None:
    """Print one scope, or all of them."""
    with session.open() as house:
        if options["all"]:
            rows = list(house.scopes())
            table = [(row.scope_id, row.kind, row.name, row.fact_count) for row in rows]
            session.answer(scopes_json(table), lambda screen: _show_all(screen, table))
            return
        scope = house.scope(session.place(options))
    session.answer(scope_json(scope), lambda screen: _show(screen, scope))


def _show(screen: Screen, scope: Scope) -> None:
    rows = [
        ("scope", scope.scope_id),
        ("name", scope.name),
        ("kind", scope.kind),
        ("root", scope.root or ""),
        ("branch", scope.branch or ""),
        ("sees", ", ".join(scope.visible_ids)),
    ]
    screen.pairs([(name, display_line(value)) for name, value in rows if value])


def _show_all(screen: Screen, rows: list[tuple[str, str, str, int]]) -> None:
    if not rows:
        screen.line("No scope holds facts yet.")
        return
    screen.table(
        ("name", "kind", "facts", "scope"),
        [
            (display_line(name), kind, str(facts), display_line(scope_id))
            for scope_id, kind, name, facts in rows
        ],
    )
