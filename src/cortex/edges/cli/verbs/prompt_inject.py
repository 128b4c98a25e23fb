"""How does an agent without hooks get its brief? `cortex prompt-inject`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, count_option, flag, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_DENIED, EXIT_NOT_FOUND
from cortex.wire.display import display_line

BUDGET_TOKENS = 400
BUDGET_TOKENS_MAX = 100_000


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option(
                "--file",
                "prompt file of the agent; it is never changed",
                required=True,
                metavar="FILE",
            ),
            count_option(
                "--budget", "estimated tokens of the brief", BUDGET_TOKENS, BUDGET_TOKENS_MAX
            ),
            flag("--watch", "go on, and write again when the file or the brief changes"),
            agent_option(),
            *place_options(),
        ],
        about="Write FILE.injected: the prompt file with the boot brief of this place behind it, "
        "between two marks. For agents that read a file at their start and have no hooks.",
        examples=["cortex prompt-inject --file AGENTS.md --budget 300"],
        exits=(EXIT_NOT_FOUND, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Write the file once, or until somebody stops it."""
    from cortex.wiring.inject import inject, watch

    with session.open() as house:
        request = (options["file"], options["budget"])
        place, caller = session.place(options), session.caller(options)
        data = inject(house, request, place, caller)
        session.answer(data, lambda screen: _show(screen, data))
        if options["watch"]:
            watch(house, request, place, caller)


def _show(screen: Screen, data: dict[str, object]) -> None:
    done = "wrote" if data["changed"] else "already up to date:"
    screen.line(f"{done} {display_line(str(data['written']))}")
