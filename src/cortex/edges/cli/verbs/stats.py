"""Does what Cortex says beside prompts help? `cortex stats`."""

from __future__ import annotations

from typing import Any

from cortex.edges.cli.options import agent_option, count_option
from cortex.edges.cli.screen import Screen, counted
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
        about="Say what was captured from each host, beside how many prompts something was said, "
        "why not beside the others, what it cost in bytes and time, and how much of it an agent "
        "came back to. Takes in what hooks noted down since the last time.",
        examples=["cortex stats", "cortex stats --days 7 --json"],
        exits=(EXIT_BUSY,),
    )


def run(session: Session, options: Options) -> None:
    """Print the figures."""
    from cortex.wiring.stats import stats

    with session.open() as house:
        data = stats(house, session.caller(options), options["days"])
    session.answer(data, lambda screen: _show(screen, data))


def _show(screen: Screen, data: dict[str, Any]) -> None:
    days, prompts, injected, time = (
        data[name] for name in ("days", "prompts", "injected", "time_us")
    )
    if data["captured"]:
        screen.table(
            ("host", "day", "events kept"),
            [(one["host"], one["day"], str(one["events"])) for one in data["captured"]],
        )
    else:
        screen.line(f"No event of a host was kept in the last {days} days.")
    if data["spool"]["bytes_waiting"]:
        screen.line(f"{data['spool']['bytes_waiting']} bytes wait to be kept: cortex maintain")
    if not prompts["seen"]:
        screen.line(f"No prompt was seen in the last {days} days.")
        return
    seen = counted(prompts["seen"], "prompt")
    screen.line(f"{seen} seen, something was said beside {prompts['injected']}.")
    screen.line(
        f"{counted(injected['facts'], 'fact')} told in {injected['bytes']} bytes, about "
        f"{injected['token_estimate']} tokens; {_used(injected)}."
    )
    screen.line(f"Half of the answers took {_ms(time['p50'])} ms, 95 of 100 {_ms(time['p95'])} ms.")
    if prompts["silent"]:
        screen.table(
            ("nothing was said because", "prompts"),
            [(one["reason"], str(one["prompts"])) for one in prompts["silent"]],
        )


def _used(injected: dict[str, Any]) -> str:
    percent = injected["used_percent"]
    if percent is None:
        return "none was there to come back to"
    return f"an agent came back to {injected['used']} of them ({percent} %)"


def _ms(taken_us: int) -> str:
    return f"{taken_us / 1000:.1f}"
