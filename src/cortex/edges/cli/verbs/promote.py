"""How does a statement become more than what somebody said? `cortex promote`."""

from __future__ import annotations

import click

from cortex.edges.cli.options import (
    NameType,
    agent_option,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.session import Session
from cortex.edges.cli.threads import show_promotion
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_CONFLICT, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.promotion import Rule

_CHECK = ("predicate", "artifact", "checker")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            click.Argument(
                ["rule"],
                type=NameType("rule", [rule.value for rule in Rule]),
                metavar="RULE",
            ),
            words_argument("text"),
            many("--source", "a fact it rests on", "REFERENCE"),
            many("--precondition", "what must hold for it, in the words of the cases", "TEXT"),
            option("--authority", "on whose word", metavar="NAME"),
            option("--target", "the project a lesson is for, or `user`", metavar="NAME"),
            option("--predicate", "what was checked, for checker_result", metavar="TEXT"),
            option("--artifact", "what it was checked on", metavar="NAME"),
            option("--checker", "what checked it", metavar="NAME"),
            click.Option(
                ["--passed/--failed"],
                help="how the check ended; one that failed is never promoted",
                default=None,
            ),
            option("--context", "the reasons behind it", metavar="TEXT"),
            option("--key", "idempotency key: the same key never promotes twice", metavar="KEY"),
            agent_option(),
            *place_options(),
        ],
        about="Promote TEXT by RULE: preference, checker_result, procedure, cross_project_lesson. "
        "Who may use a rule says promote-policy.json in Cortex's home. What it rests on and what "
        "speaks against it is kept with it.",
        examples=[
            'cortex promote preference "Commit messages are written in English"',
            'cortex promote procedure "Drain the queue before the restart" --precondition "live"',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Promote the text and print what it rests on."""
    from cortex.wiring.operations import promote

    asked = {
        "rule": options["rule"],
        "text": " ".join(options["text"]),
        "sources": list(options["source"]),
        "preconditions": _preconditions(options),
        "authority": options["authority"],
        "target_scope": options["target"],
        "context": options["context"],
    }
    said = {"promote": asked, "idempotency_key": options["key"]}
    with session.open() as house:
        answer = promote(house, said, session.place(options), session.caller(options))
    done = f"the fact is promoted as {answer['promotion']['reference']}"
    session.answer(answer, lambda screen: show_promotion(screen, answer), done=done)


def _preconditions(options: Options) -> object:
    """Give what must hold: a list of texts, or what a checker says when one is named."""
    checked: dict[str, object] = {name: options[name] for name in _CHECK if options[name]}
    if options["passed"] is not None:
        checked["passed"] = options["passed"]
    return checked or list(options["precondition"])
