"""How is a fact replaced? `cortex supersede`."""

from __future__ import annotations

from cortex.edges.cli.options import option, reference_argument, warn_of_types, words_argument
from cortex.edges.cli.receipts import show_commit
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import has_piped_input
from cortex.edges.cli.verb import Options, Verb
from cortex.edges.cli.verbs.commit import (
    request_from,
    statement_options,
    text_from,
)
from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_CONFLICT,
    EXIT_DENIED,
    EXIT_NOT_FOUND,
    InvalidRequest,
)
from cortex.wire.receipts import commit_json

USAGE = 'write: cortex supersede REFERENCE "TEXT"; `cortex list` has the references'


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            reference_argument(),
            words_argument("text", required=False),
            *statement_options(),
            option("--key", "idempotency key: the same key never keeps twice", metavar="KEY"),
        ],
        about="Replace the fact REFERENCE by a new statement. The old one is closed, not deleted: "
        "as-of answers from before still give it. Any wording works.",
        examples=[
            'cortex supersede decision::12 "The gateway listens on port 9443"',
            "cortex supersede 12 --valid-from 2026-03-01 - < statement.txt",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def run(session: Session, options: Options) -> None:
    """Keep the new statement in place of the old one and print the receipt."""
    _require_reference(options)
    warn_of_types(session, (options["type"],))
    relations = {"supersedes": options["reference"], "disputes": None, "refines": None}
    request = request_from({**options, **relations}, _text(options["text"]))
    with session.open() as house:
        outcome = house.commit(request, session.place(options), session.caller(options))
    session.answer(commit_json(outcome), lambda screen: show_commit(screen, outcome))


def _require_reference(options: Options) -> None:
    """Refuse a sentence where the fact is to be named: somebody left the fact out.

    Raises:
        InvalidRequest: there is one argument, and it is a text.
    """
    if not options["text"] and " " in options["reference"].strip():
        message = "REFERENCE is missing: the only argument is a text and names no fact"
        raise InvalidRequest(message, remedy=USAGE, field="reference")


def _text(words: tuple[str, ...]) -> str:
    """Give the new statement.

    Raises:
        InvalidRequest: there is none, neither behind REFERENCE nor on standard input.
    """
    text = text_from(words) if words or has_piped_input() else ""
    if not text.strip():
        message = "TEXT is missing: the new statement comes behind REFERENCE, or is piped in"
        raise InvalidRequest(message, remedy=USAGE, field="text")
    return text
