"""What should an agent know before it starts? `cortex boot`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, count_option, flag, place_options
from cortex.edges.cli.screen import Screen, counted
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.boot import BootBrief
from cortex.model.errors import EXIT_DENIED, EXIT_NOT_FOUND
from cortex.wire.boot import boot_json
from cortex.wire.display import display_text

BUDGET_TOKENS = 600
BUDGET_TOKENS_MAX = 100_000  # Past any window; a larger number is a slip.


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            count_option(
                "--budget",
                "estimated tokens of the whole brief (characters divided by four)",
                BUDGET_TOKENS,
                BUDGET_TOKENS_MAX,
            ),
            flag("--savings", "also count what the brief saves; reads every fact of the place"),
            agent_option(),
            *place_options(),
        ],
        about="Print the brief an agent gets when its session starts here: constraints and pinned "
        "facts first, never cut. The same memory gives the same brief.",
        examples=["cortex boot", "cortex boot --budget 300 --json"],
        exits=(EXIT_NOT_FOUND, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Print the brief."""
    with session.open() as house:
        brief = house.boot(
            options["budget"],
            session.place(options),
            session.caller(options),
            counts_savings=options["savings"],
        )
    session.answer(boot_json(brief), lambda screen: _show(screen, brief))


def _show(screen: Screen, brief: BootBrief) -> None:
    if not brief.prompt:
        left_out = sum(capsule.left_out for capsule in brief.capsules)
        count = counted(left_out, "fact")
        small = f"Nothing fits into so small a brief: {count} not shown (budget)."
        screen.line(small if left_out else "Nothing is known here yet.")
        return
    screen.paragraph(display_text(brief.prompt.rstrip("\n")))
    for capsule in brief.capsules:
        if capsule.left_out:
            why = capsule.reason or "limit"
            screen.line(screen.faint(f"({capsule.left_out} more in {capsule.name}: {why})"))
