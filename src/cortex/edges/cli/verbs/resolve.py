"""How are two statements that disagree settled? `cortex resolve`."""

from __future__ import annotations

from cortex.edges.cli.options import agent_option, one_of, option
from cortex.edges.cli.session import Session
from cortex.edges.cli.stories import show_resolution
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND
from cortex.model.stories import Resolution
from cortex.wire.stories import resolve_json


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            option("--keep", "the fact that stands", required=True, metavar="REFERENCE"),
            option("--drop", "the other one", required=True, metavar="REFERENCE"),
            option(
                "--action",
                "keep: the first stands; merge: both stand; archive: neither does",
                type=one_of("action", Resolution),
                default=Resolution.KEEP.value,
                show_default=True,
            ),
            option("--rationale", "why, for the history", default="", metavar="TEXT"),
            agent_option(),
        ],
        about="Settle two facts that disagree. The decision is one log entry, so a rollback undoes "
        "all of it.",
        examples=[
            "cortex resolve --keep decision::14 --drop decision::12",
            'cortex resolve --keep 14 --drop 12 --action merge --rationale "12 is staging"',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Settle the two."""
    with session.open() as house:
        outcome = house.resolve(
            options["keep"],
            options["drop"],
            Resolution(options["action"]),
            options["rationale"],
            session.caller(options),
        )
    session.answer(resolve_json(outcome), lambda screen: show_resolution(screen, outcome))
