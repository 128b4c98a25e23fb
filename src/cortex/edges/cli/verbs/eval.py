"""Does my own memory answer my own questions? `cortex eval`."""

from __future__ import annotations

from typing import Any

from cortex.edges.cli.options import agent_option, flag, many, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_NOT_FOUND
from cortex.wire.display import display_line


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option("--file", "questions, one JSON object a line (default: eval.jsonl in the home)"),
            option("--add", "add this question instead of asking", metavar="QUESTION"),
            many(
                "--expect",
                "for --add: a reference or words of a right answer; none expects silence",
                "ANSWER",
            ),
            flag("--strict", "exit with 1 when a question fails"),
            agent_option(),
            *place_options(),
        ],
        about="Ask the questions you keep of your own brain, and say which are answered rightly, "
        "at which place, and where silence was kept. Nothing is counted as recalled. "
        "`cortex bench recall` measures published sets in a brain of their own instead.",
        examples=[
            'cortex eval --add "which port does staging use" --expect "port 9090"',
            "cortex eval --strict",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def run(session: Session, options: Options) -> int:
    """Add a question, or ask all of them."""
    from cortex.wiring.evaluation import add_question, evaluate

    place = session.place(options)
    with session.open() as house:
        if options["add"] is not None:
            added = add_question(house, options["file"], options["add"], options["expect"])
            session.answer(added, lambda screen: screen.line(f"added to {added['file']}"))
            return 0
        data = evaluate(house, options["file"], place, session.caller(options))
    session.answer(data, lambda screen: _show(screen, data))
    return 1 if options["strict"] and data["failed"] else 0


def _show(screen: Screen, data: dict[str, Any]) -> None:
    if not data["questions"]:
        screen.line("No question is kept yet: cortex eval --add QUESTION --expect ANSWER")
        return
    screen.table(
        ("", "place", "question"),
        [
            (
                "right" if one["right"] else "WRONG",
                "-" if one["place"] is None else str(one["place"]),
                display_line(one["question"]),
            )
            for one in data["questions"]
        ],
    )
    screen.line(
        f"{data['right']} of {data['asked']} right; first place {data['first']}, "
        f"silence kept {data['silent']} of {data['silence_expected']}"
    )
