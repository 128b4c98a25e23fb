"""What did Cortex spare an agent from reading? `cortex savings`."""

from __future__ import annotations

from typing import Any

from cortex.edges.cli.options import agent_option, count_option
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY

DAYS = 30
DAYS_MAX = 400


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [count_option("--days", "how far back", DAYS, DAYS_MAX), agent_option()],
        about="Say how much was served and how much there would have been to read, quantity by "
        "quantity in its own unit; different quantities are never added up. Takes in what boot "
        "briefs noted down since the last time.",
        examples=["cortex savings", "cortex savings --days 7 --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Print the sums."""
    from cortex.wiring.savings import savings

    with session.open() as house:
        data = savings(house, session.caller(options), options["days"])
    session.answer(data, lambda screen: _show(screen, data))


def _show(screen: Screen, data: dict[str, Any]) -> None:
    if not data["quantities"]:
        screen.line(f"Nothing was served in the last {data['days']} days.")
        return
    screen.table(
        ("quantity", "times", "served", "instead of", "spared", "unit"),
        [
            (
                one["quantity"],
                str(one["events"]),
                str(one["served"]),
                "unknown" if one["baseline"] is None else str(one["baseline"]),
                "unknown" if one["percent"] is None else f"{one['percent']}%",
                one["unit"],
            )
            for one in data["quantities"]
        ],
    )
    for one in data["quantities"]:
        screen.line(f"{one['quantity']}: {one['meaning']}")
