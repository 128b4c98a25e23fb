"""Which store is open, and does it serve? `cortex status`."""

from __future__ import annotations

from collections.abc import Mapping

from cortex.edges.cli.health import show_status
from cortex.edges.cli.options import place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY
from cortex.model.stories import StatusReport
from cortex.wire.stories import status_json
from cortex.wiring.budgets import budgets_health


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        place_options(),
        about="Say which file is open, how much is in it, which scope this folder belongs to, and "
        "what is wrong when it does not serve. Changes nothing.",
        examples=["cortex status", "cortex status --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> int:
    """Print the state; exit as it says."""
    place = session.place(options)
    with session.open() as house:
        report = house.status(place)
        budgets = budgets_health(session.settings, house.now_us())
    data = {**status_json(report), "budgets": budgets}
    session.answer(data, lambda screen: _show(screen, report, budgets))
    return report.exit_status


def _show(screen: Screen, report: StatusReport, budgets: Mapping[str, object]) -> None:
    show_status(screen, report)
    if budgets["error"]:
        screen.line("budgets.toml is broken and limits nothing: see `cortex doctor`")
    elif budgets["enabled"]:
        denials = budgets["recent_denials"]
        screen.line(f"budgets.toml is kept: {denials} denials in the current windows")
