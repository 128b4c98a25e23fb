"""How does a source hand over exactly what it produced? `cortex capture`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from cortex.edges.cli.family import Family
from cortex.edges.cli.options import (
    INSTANT,
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
from cortex.edges.cli.verb import Options, Run, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND
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


def build(name: str) -> Family:
    """Give the verb with its actions."""
    return Family(
        name,
        [
            ("sources", "list the registered sources", _sources_verb(name)),
            ("register", "let a source hand over what it produces", _register_verb(name)),
            ("enable", "open a source again", _switch_verb(name, "enable")),
            ("disable", "close a source", _switch_verb(name, "disable")),
            ("put", "keep one event of a source", _put_verb(name)),
            ("get", "print one observation whole", _get_verb(name)),
            ("retract", "take one observation back", _retract_verb(name)),
            ("query", "find observations by their words", _query_verb(name)),
        ],
        about="Keep what a registered source produced, exactly and attributed; it never becomes a "
        "fact by itself, but a fact may cite it.",
        examples=[
            "cortex capture register --source ci-log --role tool_report",
            "make test | tail -1 | cortex capture put --source ci-log --event-key run-812",
            'cortex capture query "tests failed"',
            'cortex commit "The suite fails on arm64" --evidence obs:1',
        ],
    )


def _sources_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session, options
        return {"sources": [source_json(source) for source in capture.sources()]}

    return Verb(
        name,
        _doing(act),
        [agent_option()],
        about="List the sources that were registered, by key.",
        examples=["cortex capture sources"],
    )


def _register_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        role = Role(options["role"])
        place = session.place(options)
        return source_json(capture.register(options["source"], role, options["max_bytes"], place))

    return Verb(
        name,
        _doing(act),
        [
            _source(),
            option(
                "--role", "what its text is", type=one_of("role", Role), default=Role.DOCUMENT.value
            ),
            count_option(
                "--max-bytes",
                "bytes of one event",
                OBSERVATION_BYTES_DEFAULT,
                OBSERVATION_BYTES_MAX,
            ),
            agent_option(),
            *place_options(),
        ],
        about="Let a source hand over what it produces, for the scope of this place. On the same "
        "terms a second time changes nothing.",
        examples=["cortex capture register --source ci-log --role tool_report"],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _switch_verb(name: str, word: str) -> Verb:
    is_enabled = word == "enable"

    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        return source_json(capture.set_enabled(options["source"], is_enabled=is_enabled))

    return Verb(
        name,
        _doing(act),
        [_source(), agent_option()],
        about="Let a source hand over again, and show what it handed over."
        if is_enabled
        else "Take nothing more from a source, and show nothing of it; nothing is deleted.",
        examples=[f"cortex capture {word} --source ci-log"],
        exits=(EXIT_BUSY,),
    )


def _put_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        text = RawText(read_text("text", OBSERVATION_BYTES_MAX))
        event = Event(options["event_key"], text, options["observed_at"])
        return capture_receipt_json(capture.put(options["source"], options["generation"], event))

    return Verb(
        name,
        _doing(act),
        [
            _source(),
            option(
                "--event-key",
                "the source's own name for what it hands over",
                required=True,
                metavar="NAME",
            ),
            option("--generation", "run or version of the source", default="1", metavar="NAME"),
            option("--observed-at", "when it was seen", type=INSTANT, metavar="INSTANT"),
            agent_option(),
        ],
        about="Keep the text on standard input exactly as it is. The same event again is answered "
        "with the first receipt.",
        examples=["cortex capture put --source ci-log --event-key run-812 < test.log"],
        exits=(EXIT_BUSY,),
    )


def _get_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        return observation_json(capture.get(options["observation"]))

    return Verb(
        name,
        _doing(act),
        [_observation(), agent_option()],
        about="Print the observation OBSERVATION whole.",
        examples=["cortex capture get obs:1"],
        exits=(EXIT_NOT_FOUND,),
    )


def _retract_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        return observation_json(capture.retract(options["observation"], options["reason"]))

    return Verb(
        name,
        _doing(act),
        [
            _observation(),
            option("--reason", "why it is taken back", required=True, metavar="TEXT"),
            agent_option(),
        ],
        about="Offer the observation OBSERVATION to nobody any more.",
        examples=['cortex capture retract obs:1 --reason "wrong machine"'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _query_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        text = " ".join(options["text"])
        found = capture.query(text, session.place(options), options["limit"])
        return {"observations": [shown_json(seen) for seen in found]}

    return Verb(
        name,
        _doing(act),
        [
            words_argument("text", required=False),
            count_option("--limit", "observations to list", LISTED_DEFAULT, LISTED_MAX),
            agent_option(),
            *place_options(),
        ],
        about="List the observations that share words with TEXT, or the newest without one.",
        examples=['cortex capture query "tests failed"'],
        exits=(EXIT_NOT_FOUND,),
    )


def _doing(act: Callable[[Capture, Session, Options], Data]) -> Run:
    """Give what a verb runs that does one thing and prints what it gives."""

    def run(session: Session, options: Options) -> None:
        from cortex.wiring.capture import Capture

        with session.open() as house:
            data = act(Capture(house, session.caller(options)), session, options)
        session.answer(data, lambda screen: _show(screen, data))

    return run


def _source() -> click.Option:
    return option("--source", "key of the source", required=True, metavar="KEY")


def _observation() -> click.Argument:
    return click.Argument(["observation"], metavar="OBSERVATION")


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
