"""What does an agent ask to be told, and when is it handed over?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.captures.doing import doing
from cortex.edges.cli.json_input import read_object
from cortex.edges.cli.options import (
    agent_option,
    count_option,
    flag,
    many,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import Screen, counted
from cortex.edges.cli.verb import Verb
from cortex.model.errors import (
    EXIT_BUSY,
    EXIT_CONFLICT,
    EXIT_DENIED,
    EXIT_NOT_FOUND,
    CortexError,
)
from cortex.model.limits import NEED_BYTES_MAX, NEED_RESULTS_DEFAULT, NEED_RESULTS_MAX
from cortex.model.needs import ViewStatus
from cortex.model.observations import observation_reference
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant
from cortex.wire.needs import payload_of, prepared_json, rank_text, read_rank
from cortex.wire.observations import source_label

if TYPE_CHECKING:
    import click

    from cortex.edges.cli.captures.doing import Data
    from cortex.edges.cli.session import Session
    from cortex.edges.cli.verb import Options
    from cortex.model.callers import Place
    from cortex.model.needs import PreparedView
    from cortex.model.observations import Observation
    from cortex.wiring.capture import Capture
    from cortex.wiring.house import House
    from cortex.wiring.needs import Needs

PREVIEW_CHARS = 100  # Of one observation in a line on a screen.
BLOCKED_SHOWN = 5  # Names of what is in the way, in one line.

_REMEDIES = {
    ViewStatus.CLOSURE_LIMIT: (EXIT_CONFLICT, "it requires too much; require fewer observations"),
    ViewStatus.QUALIFICATION_UNAVAILABLE: (
        EXIT_CONFLICT,
        "what it requires is closed, taken back or altered; open it, or retract what requires it",
    ),
    ViewStatus.PERMISSION_REQUIRED: (EXIT_DENIED, "`cortex capture enable --source KEY` opens one"),
    ViewStatus.SOURCE_UNAVAILABLE: (
        EXIT_CONFLICT,
        "its text is no longer what was captured; take it back with `cortex capture retract`",
    ),
    ViewStatus.PROJECTION_PENDING: (EXIT_BUSY, "ask again; each asking makes more of it findable"),
    ViewStatus.QUOTA_BLOCKED: (EXIT_CONFLICT, "ask for fewer words, or allow more results"),
}


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("query", "find observations by their words", _query_verb(name)),
        ("subscribe", "ask to be told what is observed about some words", _subscribe_verb(name)),
        ("prepare", "give what a need finds now", _prepare_verb(name)),
        ("require", "never hand over one observation without another", _require_verb(name)),
        ("rebuild", "make observations findable anew", _rebuild_verb(name)),
    ]


def _query_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.needs import question_limits
        from cortex.wiring.spool import COMMAND_MS, drain_now

        after = read_rank(options["after"])
        limits = question_limits(options["limit"], options["max_bytes"], is_whole=options["whole"])
        places = _places(session, options)
        text = " ".join(options["text"])
        with session.open() as house:
            drain_now(house, COMMAND_MS)
            asking = _needs(house, session, options)
            view = asking.ask(text, places, limits, after, options["scope"])
        _answer(session, view)

    return Verb(
        name,
        run,
        [
            words_argument("text", required=False),
            count_option("--limit", "observations to list", NEED_RESULTS_DEFAULT, NEED_RESULTS_MAX),
            count_option("--max-bytes", "bytes of them together", NEED_BYTES_MAX, NEED_BYTES_MAX),
            _after_option(),
            flag("--whole", "give everything that is found, or nothing"),
            _scope_option(),
            many("--path", "a file or folder whose project is searched too", "PATH"),
            flag("--everywhere", "search every project"),
            agent_option(),
            *place_options(),
        ],
        about="Give the observations that share words with TEXT, or the newest without one. When "
        "there are more than fit, the best are given, with how much was left out and, under "
        "`next`, where to go on.",
        examples=[
            'cortex capture query "tests failed"',
            "cortex capture query tests --limit 5 --after 1-812",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY, EXIT_DENIED),
    )


def _subscribe_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.spool import COMMAND_MS, drain_now

        body = read_object("need")
        with session.open() as house:
            drain_now(house, COMMAND_MS)
            view = _needs(house, session, options).subscribe(body, session.place(options))
        _answer(session, view)

    return Verb(
        name,
        run,
        [agent_option(), *place_options()],
        about="Keep the need that a JSON object on standard input describes (id, cues, and if "
        "wanted scope, exclude_cues, max_results, max_bytes, ttl_seconds, learned, overflow), and "
        "give what it finds now. The same id again replaces it and begins its time anew.",
        examples=["cortex capture subscribe < need.json"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _prepare_verb(name: str) -> Verb:
    def run(session: Session, options: Options) -> None:
        from cortex.wiring.spool import SLICE_MS, drain_now

        after = read_rank(options["after"])
        with session.open() as house:
            drain_now(house, SLICE_MS, wait_ms=0)
            view = _needs(house, session, options).prepare(
                options["id"], options["context"], options["present"], after
            )
        if not options["payload"]:
            return _answer(session, view)
        _require_handed_over(view)
        if view.is_present or session.is_quiet:
            return None
        return print(payload_of(view.evidence), end="")

    return Verb(
        name,
        run,
        [
            option("--id", "the need", required=True, metavar="NAME"),
            option("--context", "your own name for where it goes", required=True, metavar="NAME"),
            option("--present", "delivery that is there already", metavar="DELIVERY"),
            _after_option(),
            flag("--payload", "print the payload alone; nothing when it is present"),
            agent_option(),
        ],
        about="Give what a need finds now. It waits for nobody. Hand the `delivery_id` back as "
        "--present, and the same content is not sent again for five minutes.",
        examples=["cortex capture prepare --id ci --context session-7 --payload"],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT, EXIT_BUSY, EXIT_DENIED),
    )


def _require_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del capture
        with session.open() as house:
            _needs(house, session, options).require(options["parent"], options["child"])
        return {"status": "required", "parent": options["parent"], "child": options["child"]}

    return Verb(
        name,
        doing(act),
        [
            option("--parent", "what must not stand alone", required=True, metavar="OBSERVATION"),
            option("--child", "what it needs beside it", required=True, metavar="OBSERVATION"),
            agent_option(),
        ],
        about="Never hand over one observation without another of the same project: not the claim "
        "without the exception to it.",
        examples=["cortex capture require --parent obs:1 --child obs:2"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _rebuild_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del capture
        with session.open() as house:
            place = session.place(options)
            rebuilt = _needs(house, session, options).rebuild(options["scope"], place)
            return {"projected": rebuilt}

    return Verb(
        name,
        doing(act),
        [_scope_option(), agent_option(), *place_options()],
        about="Make the words anew by which the observations of this place are found. It happens a "
        "few at a time, and nothing is missing meanwhile.",
        examples=["cortex capture rebuild"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _after_option() -> click.Option:
    return option("--after", "`next` of an earlier answer, to go on there", metavar="NEXT")


def _scope_option() -> click.Option:
    return option("--scope", "scope to look in: an id, a folder or a name", metavar="SCOPE")


def _places(session: Session, options: Options) -> list[Place]:
    """Give the place of the request, and that of each path named."""
    from cortex.wiring.needs import place_at

    here = session.place(options)
    return [here, *(place_at(path, here) for path in options["path"])]


def _needs(house: House, session: Session, options: Options) -> Needs:
    from cortex.wiring.needs import Needs

    return Needs(house, session.caller(options))


def _require_handed_over(view: PreparedView) -> None:
    """Let a view with a payload pass; the error of another says its status.

    Raises:
        CortexError: nothing is handed over.
    """
    if view.status not in _REMEDIES:
        return
    exit_status, remedy = _REMEDIES[view.status]
    error = CortexError(_standing(view), remedy=remedy, field="id")
    error.code, error.exit_status = view.status.value, exit_status
    raise error


def _answer(session: Session, view: PreparedView) -> None:
    session.answer(prepared_json(view), lambda screen: _show(screen, view))


def _standing(view: PreparedView) -> str:
    """Give the status, and what is in the way."""
    named = ", ".join(map(display_line, view.blocked[:BLOCKED_SHOWN]))
    return f"{view.status.value}: {named}" if named else view.status.value


def _row(seen: Observation) -> str:
    """Give one line: which, when, whose, and how it begins."""
    from cortex.wiring.quoting import quoted

    at_us = seen.captured_us if seen.event.observed_us is None else seen.event.observed_us
    said = display_line(quoted(str(seen.event.text)[:PREVIEW_CHARS]))
    whose = f"{seen.source.role.value} of {display_line(source_label(seen.source))}"
    return f"{seen.reference} {format_instant(at_us)[:16]} {whose}: {said}"


def _show(screen: Screen, view: PreparedView) -> None:
    """Print one line for each observation, then what is not there."""
    if view.status in _REMEDIES:
        screen.line(_standing(view))
        screen.line(_REMEDIES[view.status][1], indent=2)
    elif view.is_present:
        screen.line(f"Nothing new: {view.delivery_id} has it all.")
    elif not view.evidence:
        screen.line("Nothing is kept here yet." if not view.cues else "Nothing was found.")
    for one in view.evidence if not view.is_present else ():
        screen.line(_row(one.observation), hang=2)
    omitted = view.omitted
    if omitted.total:
        screen.line(f"{counted(omitted.total, 'observation')} more, {omitted.text_bytes} bytes")
    for large in omitted.too_large:
        reference = observation_reference(large.observation_id)
        screen.line(f"{reference} has {large.text_bytes} bytes: cortex capture get {reference}")
    if omitted.next_rank is not None:
        screen.line(f"go on with --after {rank_text(omitted.next_rank)}")
