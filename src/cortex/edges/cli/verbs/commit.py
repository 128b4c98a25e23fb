"""How is a fact kept? `cortex commit`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from cortex.edges.cli.options import (
    DURATION,
    INSTANT,
    SHARE,
    agent_option,
    complete_type,
    flag,
    many,
    one_of,
    option,
    place_options,
    warn_of_types,
    words_argument,
)
from cortex.edges.cli.receipts import show_commit
from cortex.edges.cli.streams import has_piped_input, read_text
from cortex.edges.cli.verb import Options, Verb
from cortex.model.commits import CommitRequest
from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_CONFLICT,
    EXIT_DENIED,
    EXIT_NOT_FOUND,
    InvalidRequest,
    UnknownName,
)
from cortex.model.facts import RetentionClass, Visibility
from cortex.wire.receipts import commit_json
from cortex.wiring.tending import tend

if TYPE_CHECKING:
    from cortex.edges.cli.session import Session
    from cortex.model.relations import RelationRequest

STANDARD_INPUT = "-"
DEFAULT_TYPE = ""  # A decision, or the type of the fact it supersedes.


# Written out: the roles' module costs a commit without relations too much.
RELATION_HELP = (
    "what a stored fact is to this one: required_qualifier, procedure_precondition, policy, "
    "counterevidence, support, external_state, negative_predicate_range, optional_context"
)
RELATION_OF_HELP = "what this one is to a stored fact, such as counterevidence=decision::3"


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [words_argument("text", required=False), *statement_options(), *relation_options()],
        about="Keep a fact: TEXT, or standard input when TEXT is `-` or missing. Secrets are taken "
        "out before anything is written; a text over the size limit is refused, never cut.",
        examples=[
            'cortex commit "The gateway listens on port 8443 because 443 needs root"',
            "git log -1 --format=%B | cortex commit --type note",
            'cortex commit --relation required_qualifier=decision::3 "Deploys take five minutes"',
            'cortex commit -- "-5 is the lowest temperature the sensor reports"',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def statement_options() -> list[click.Parameter]:
    """Give the options that describe the statement itself."""
    return [
        option(
            "--type",
            "what sort of statement: decision (the default), preference, constraint, "
            "open_question, note ...; a replacement keeps the type of what it replaces",
            default=DEFAULT_TYPE,
            metavar="TYPE",
            shell_complete=complete_type,
        ),
        option("--context", "the reasons behind it", metavar="TEXT"),
        option("--subject", "the thing it is about", metavar="NAME"),
        option(
            "--attribute",
            "what about the subject; a later fact about both replaces this one",
            metavar="NAME",
        ),
        many("--alias", "another name of the subject", "NAME"),
        many("--path", "a file, folder or glob it applies to", "PATH"),
        many("--symbol", "a function or class it applies to", "NAME"),
        many("--anchor", "another handle to find it by", "TEXT"),
        option("--thread", "a line of work it belongs to", metavar="NAME"),
        option("--goal", "what it serves", metavar="NAME"),
        flag("--pin", "show it in every answer and boot brief of its scope"),
        option("--retention", "how long it is kept", type=one_of("retention", RetentionClass)),
        option("--ttl", "how long it is kept, such as 30d or 12h", type=DURATION, metavar="TIME"),
        option("--valid-from", "from when it holds", type=INSTANT, metavar="INSTANT"),
        option("--valid-until", "until when it holds", type=INSTANT, metavar="INSTANT"),
        option("--model", "the model that said it, for provenance", metavar="NAME"),
        option(
            "--confidence",
            "how sure its author is, 0 to 1",
            type=SHARE,
            default=0.8,
            show_default=True,
            metavar="SHARE",
        ),
        option("--visibility", "who else may see it", type=one_of("visibility", Visibility)),
        agent_option(),
        *place_options(),
    ]


def relation_options() -> list[click.Parameter]:
    """Give the options that relate a new statement to stored ones."""
    return [
        option("--supersedes", "the fact this one replaces", metavar="REFERENCE"),
        option("--disputes", "the fact this one contradicts", metavar="REFERENCE"),
        option("--refines", "the fact this one makes more exact", metavar="REFERENCE"),
        many("--evidence", "an observation it rests on, such as obs:12", "OBSERVATION"),
        many("--relation", RELATION_HELP, "ROLE=REFERENCE"),
        many("--relation-of", RELATION_OF_HELP, "ROLE=REFERENCE"),
        option("--key", "idempotency key: the same key never keeps twice", metavar="KEY"),
    ]


def run(session: Session, options: Options) -> None:
    """Keep the text and print the receipt."""
    warn_of_types(session, (options["type"],))
    request = request_from(options, text_from(options["text"]))
    with session.open() as house:
        outcome = house.commit(request, session.place(options), session.caller(options))
        data = commit_json(outcome)
        done = f"the fact is kept as {data['reference']}"
        session.answer(data, lambda screen: show_commit(screen, outcome), done=done)
        tend(house)


def text_from(words: tuple[str, ...]) -> str:
    """Give the text of the command line, or of standard input.

    Raises:
        InvalidRequest: there is neither.
    """
    if words and words != (STANDARD_INPUT,):
        return " ".join(words)
    if not words and not has_piped_input():
        remedy = 'write it behind the verb, or pipe it in: cortex commit "TEXT"'
        message = "no text was given"
        raise InvalidRequest(message, remedy=remedy, field="text")
    return read_text("text")


def request_from(options: Mapping[str, Any], text: str) -> CommitRequest:
    """Give the request the options describe."""
    retention = options["retention"]
    return CommitRequest(
        text=text,
        type=options["type"],
        context=options["context"],
        subject=options["subject"],
        attribute=options["attribute"],
        aliases=options["alias"],
        paths=options["path"],
        symbols=options["symbol"],
        anchors=options["anchor"],
        thread=options["thread"],
        goal=options["goal"],
        is_pinned=options["pin"],
        retention=None if retention is None else RetentionClass(retention),
        ttl_seconds=options["ttl"],
        valid_from_us=options["valid_from"],
        valid_until_us=options["valid_until"],
        supersedes=options["supersedes"],
        disputes=options["disputes"],
        refines=options["refines"],
        source_model=options["model"],
        confidence=options["confidence"],
        visibility=Visibility(options["visibility"] or Visibility.PRIVATE),
        idempotency_key=options["key"],
        evidence=options.get("evidence", ()),
        relations=relations_from(options.get("relation", ()), options.get("relation_of", ())),
    )


def relations_from(
    needed: tuple[str, ...], needing: tuple[str, ...]
) -> tuple[RelationRequest, ...]:
    """Give the relations that ``ROLE=REFERENCE`` texts state, in the order given.

    Raises:
        UnknownName: there is no such role.
        InvalidRequest: a text has no such form.
    """
    return (
        *(_relation(text, "relation") for text in needed),
        *(_relation(text, "relation_of")._replace(is_reverse=True) for text in needing),
    )


def _relation(text: str, field: str) -> RelationRequest:
    from cortex.model.relations import RelationRequest, Role

    word, separator, reference = text.partition("=")
    role = word.strip().lower().replace("-", "_")
    if not separator or not reference.strip():
        message = f"'{text[:60]}' is no relation"
        remedy = "write ROLE=REFERENCE, such as required_qualifier=decision::3"
        raise InvalidRequest(message, remedy=remedy, field=field)
    roles = tuple(role.value for role in Role)
    if role not in roles:
        from cortex.wiring.names import nearest_name

        near = nearest_name(role, roles)
        what = "role"
        raise UnknownName(what, role[:60], (near,) if near else roles, field=field)
    return RelationRequest(Role(role), reference.strip())
