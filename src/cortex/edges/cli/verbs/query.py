"""How does a person ask? `cortex query`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.cards import show_view
from cortex.edges.cli.options import (
    INSTANT,
    CountType,
    NameType,
    agent_option,
    complete_type,
    count_option,
    flag,
    many,
    option,
    place_options,
    warn_of_types,
    words_argument,
)
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_DENIED, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.limits import CARDS_MAX
from cortex.model.profiles import BUDGET_BYTES_MAX, PROFILES, PROFILES_WITHOUT_NEED
from cortex.model.questions import Question
from cortex.wire.views import view_json

if TYPE_CHECKING:
    from cortex.edges.cli.session import Session

DEFAULT_LIMIT = Question("").limit
LENS_NAMES = ("profile", "need", "budget", "since")


def build(name: str) -> Verb:
    """Give the verb."""
    return Verb(
        name,
        run,
        [
            words_argument("text", required=False),
            *question_options(),
            *presentation_options(),
            *lens_options(),
        ],
        about="Get the facts that answer TEXT, best first, each with the reason it is shown. "
        "Nothing is guessed: when nothing qualifies the answer is empty, and that is a success. "
        f"TEXT may be missing with the profiles {', '.join(sorted(PROFILES_WITHOUT_NEED))}.",
        examples=[
            'cortex query "which port does the gateway use?"',
            'cortex query "gateway port" --as-of 2026-01-31 --why',
            'cortex query "how do we deploy" --project other --json',
            'cortex query "gateway port" --profile history --budget 1200',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def question_options() -> list[click.Parameter]:
    """Give the options that say what is asked, when and where."""
    return [
        option("--as-of", "answer as of that instant", type=INSTANT, metavar="INSTANT"),
        flag("--history", "show superseded and retracted facts too"),
        many("--type", "only facts of this type", "TYPE", shell_complete=complete_type),
        many("--path", "a file you are working on", "PATH"),
        many("--symbol", "a function or class you are working on", "NAME"),
        option("--thread", "the line of work you are on", metavar="NAME"),
        flag("--everywhere", "ask in every scope"),
        agent_option(),
        *place_options(),
    ]


def limit_option(about: str) -> click.Parameter:
    """Give the option that says how many facts are asked for."""
    return count_option("--limit", about, DEFAULT_LIMIT, CARDS_MAX)


def presentation_options() -> list[click.Parameter]:
    """Give the options that say how much is shown."""
    return [
        limit_option("most facts to show"),
        flag("--no-leads", "leave out near misses"),
        flag("--no-pinned", "leave out facts that are shown only because they are pinned"),
        flag("--why", "print the whole reason of each fact"),
    ]


def lens_options() -> list[click.Parameter]:
    """Give the options that say how an answer is looked at, as an agent may say it."""
    return [
        option(
            "--profile",
            "what kind of answer: " + ", ".join(PROFILES),
            type=NameType("profile", PROFILES),
            metavar="PROFILE",
        ),
        many("--need", "what the answer should cover; what is missing is named", "NEED"),
        option(
            "--budget",
            "most bytes of text; facts that must not be missed go first; 0 names them alone",
            type=CountType(0, BUDGET_BYTES_MAX),
            metavar="BYTES",
        ),
        option("--since", "tell what changed since this change cursor", metavar="CURSOR"),
    ]


def run(session: Session, options: Options) -> None:
    """Ask and print the answer."""
    text = " ".join(options["text"])
    if not text.strip():
        _list(session, options)
        return
    if any(options[name] not in (None, ()) for name in LENS_NAMES):
        _look(session, options, text)
        return
    warn_of_types(session, options["type"])
    question = question_from(options, text, options["limit"])
    with session.open() as house:
        view = house.query(question, session.place(options), session.caller(options))
    session.answer(
        view_json(view), lambda screen: show_view(screen, view, text, is_full=options["why"])
    )


def _look(session: Session, options: Options, text: str) -> None:
    """Ask as an agent would: through a profile, with needs, in a budget, from a cursor."""
    from cortex.edges.cli.looks import show_look
    from cortex.wiring.views import look_at

    warn_of_types(session, options["type"])
    with session.open() as house:
        seen = look_at(
            house,
            question_from(options, text, options["limit"]),
            {name: options[name] for name in LENS_NAMES},
            session.caller(options),
            session.place(options),
        )
    session.answer(seen.data, lambda screen: show_look(screen, seen, text, is_full=options["why"]))


def _list(session: Session, options: Options) -> None:
    """Print what a profile tells when nothing was asked.

    Raises:
        InvalidRequest: the profile needs a question.
    """
    if options["profile"] not in PROFILES_WITHOUT_NEED:
        message = "no question was asked"
        remedy = 'write it behind the verb: cortex query "TEXT"'
        raise InvalidRequest(message, remedy=remedy, field="text")
    from cortex.edges.cli.looks import show_listing
    from cortex.wiring.views import list_by

    with session.open() as house:
        data = list_by(
            house,
            {"profile": options["profile"], "limit": options["limit"], "since": options["since"]},
            session.caller(options),
            session.place(options),
        )
    session.answer(data, lambda screen: show_listing(screen, data))


def question_from(options: Options, text: str, limit: int) -> Question:
    """Give the question the options describe."""
    return Question(
        text=text,
        as_of_us=options["as_of"],
        wants_history=options["history"],
        limit=limit,
        types=options["type"],
        paths=options["path"],
        symbols=options["symbol"],
        thread=options["thread"],
        wants_leads=not options.get("no_leads", False),
        wants_pinned=not options.get("no_pinned", False),
    )
