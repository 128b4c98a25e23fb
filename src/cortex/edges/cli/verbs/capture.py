"""How does a source hand over exactly what it produced? `cortex capture`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.options import (
    INSTANT,
    NameType,
    agent_option,
    count_option,
    one_of,
    option,
    place_options,
    words_argument,
)
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import read_text
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.limits import OBSERVATION_BYTES_DEFAULT, OBSERVATION_BYTES_MAX
from cortex.model.observations import Event, Role
from cortex.model.text import RawText
from cortex.wire.display import display_line
from cortex.wire.observations import (
    capture_receipt_json,
    observation_json,
    shown_json,
    source_json,
)

if TYPE_CHECKING:
    from cortex.wiring.capture import Capture

Data = Mapping[str, object]
LISTED_DEFAULT = 8
LISTED_MAX = 128  # Observations of one answer (CQR 6.3).


def build(name: str) -> Verb:
    """Give the verb."""
    actions = NameType("action", ACTIONS)
    return Verb(
        name,
        run,
        [
            click.Argument(["action"], type=actions, metavar=actions.name.upper()),
            words_argument("words", required=False),
            option("--source", "key of the source, as it was registered", metavar="KEY"),
            option(
                "--role", "what its text is", type=one_of("role", Role), default=Role.DOCUMENT.value
            ),
            count_option(
                "--max-bytes",
                "bytes of one event",
                OBSERVATION_BYTES_DEFAULT,
                OBSERVATION_BYTES_MAX,
            ),
            option("--generation", "run or version of the source", default="1", metavar="NAME"),
            option("--event-key", "the source's own name for what it hands over", metavar="NAME"),
            option("--observed-at", "when it was seen", type=INSTANT, metavar="INSTANT"),
            option("--reason", "why it is taken back", metavar="TEXT"),
            count_option("--limit", "observations to list", LISTED_DEFAULT, LISTED_MAX),
            agent_option(),
            *place_options(),
        ],
        about="Keep what a registered source produced, exactly and attributed; it never becomes a "
        "fact by itself, but a fact may cite it. ACTION is register, enable, disable, sources, "
        "put (the text comes on standard input), get, retract or query.",
        examples=[
            "cortex capture register --source ci-log --role tool_report",
            "make test | tail -1 | cortex capture put --source ci-log --event-key run-812",
            'cortex capture query "tests failed"',
            'cortex commit "The suite fails on arm64" --evidence obs:1',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def run(session: Session, options: Options) -> None:
    """Do what the action says and print the result."""
    act = ACTIONS[options["action"]]
    with session.open() as house:
        from cortex.wiring.capture import Capture

        data = act(Capture(house, session.caller(options)), session, options)
    session.answer(data, lambda screen: _show(screen, data))


def _register(capture: Capture, session: Session, options: Options) -> Data:
    source = capture.register(
        _needed(options, "source"),
        Role(options["role"]),
        options["max_bytes"],
        session.place(options),
    )
    return source_json(source)


def _enable(capture: Capture, session: Session, options: Options) -> Data:
    del session
    return source_json(capture.set_enabled(_needed(options, "source"), is_enabled=True))


def _disable(capture: Capture, session: Session, options: Options) -> Data:
    del session
    return source_json(capture.set_enabled(_needed(options, "source"), is_enabled=False))


def _sources(capture: Capture, session: Session, options: Options) -> Data:
    del session, options
    return {"sources": [source_json(source) for source in capture.sources()]}


def _put(capture: Capture, session: Session, options: Options) -> Data:
    del session
    key, event_key = _needed(options, "source"), _needed(options, "event_key")
    text = read_text("text", OBSERVATION_BYTES_MAX)
    event = Event(event_key, RawText(text), options["observed_at"])
    return capture_receipt_json(capture.put(key, options["generation"], event))


def _get(capture: Capture, session: Session, options: Options) -> Data:
    del session
    return observation_json(capture.get(_reference(options)))


def _retract(capture: Capture, session: Session, options: Options) -> Data:
    del session
    return observation_json(capture.retract(_reference(options), _needed(options, "reason")))


def _query(capture: Capture, session: Session, options: Options) -> Data:
    text = " ".join(options["words"])
    found = capture.query(text, session.place(options), options["limit"])
    return {"observations": [shown_json(seen) for seen in found]}


ACTIONS: dict[str, Callable[[Capture, Session, Options], Data]] = {
    "register": _register,
    "enable": _enable,
    "disable": _disable,
    "sources": _sources,
    "put": _put,
    "get": _get,
    "retract": _retract,
    "query": _query,
}


def _needed(options: Options, name: str) -> str:
    value: str | None = options[name]
    if value is None or not value.strip():
        shown = f"--{name.replace('_', '-')}"
        message = f"`cortex capture {options['action']}` needs {shown}"
        raise InvalidRequest(message, field=name)
    return value


def _reference(options: Options) -> str:
    words: tuple[str, ...] = options["words"]
    if len(words) != 1:
        message = f"`cortex capture {options['action']}` takes one observation"
        raise InvalidRequest(message, remedy="name it, for example obs:12", field="reference")
    return words[0]


def _show(screen: Screen, data: Data) -> None:
    listed = data.get("sources", data.get("observations"))
    if isinstance(listed, list):
        if not listed:
            screen.line("Nothing is kept here yet.")
        for row in listed:
            screen.line(_row(row))
        return
    shown = {key: value for key, value in data.items() if value not in ("", None)}
    screen.pairs([(key.replace("_", " "), _words(value)) for key, value in shown.items()])


def _row(row: Mapping[str, object]) -> str:
    standing = [] if row.get("enabled", True) else ["disabled"]
    return " ".join([*(display_line(str(row[key])) for key in _LINE if row.get(key)), *standing])


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return display_line(str(value))


_LINE = ("reference", "source", "role", "scope", "preview")
