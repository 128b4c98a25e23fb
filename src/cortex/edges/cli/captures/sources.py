"""Which sources are there, what did they hand over, and how is one event kept or taken back?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.captures.doing import Data, doing, observation_argument, source_option
from cortex.edges.cli.options import (
    INSTANT,
    agent_option,
    count_option,
    flag,
    one_of,
    option,
    place_options,
)
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import read_bytes
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.limits import (
    CAPTURE_BATCH_BYTES_MAX,
    OBSERVATION_BYTES_DEFAULT,
    OBSERVATION_BYTES_MAX,
)
from cortex.model.observations import Event, OnSecret, Role
from cortex.wire.observations import (
    capture_receipt_json,
    observation_json,
    source_json,
)

if TYPE_CHECKING:
    from cortex.wiring.capture import Capture


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("sources", "list the registered sources", _sources_verb(name)),
        ("register", "let a source hand over what it produces", _register_verb(name)),
        ("enable", "open a source again", _switch_verb(name, "enable")),
        ("disable", "close a source", _switch_verb(name, "disable")),
        ("put", "keep one event of a source", _put_verb(name)),
        ("get", "print one observation whole", _get_verb(name)),
        ("retract", "take one observation back", _retract_verb(name)),
    ]


def _sources_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session, options
        return {"sources": [source_json(source) for source in capture.sources()]}

    return Verb(
        name,
        doing(act),
        [agent_option()],
        about="List the sources that were registered, by key.",
        examples=["cortex capture sources"],
    )


def _register_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        registered = capture.register(
            options["source"],
            Role(options["role"]),
            options["max_bytes"],
            session.place(options),
            on_secret=OnSecret(options["on_secret"]),
            scope=options["scope"],
        )
        return source_json(registered)

    return Verb(
        name,
        doing(act),
        [
            source_option(),
            option(
                "--role", "what its text is", type=one_of("role", Role), default=Role.DOCUMENT.value
            ),
            count_option(
                "--max-bytes",
                "bytes of one event",
                OBSERVATION_BYTES_DEFAULT,
                OBSERVATION_BYTES_MAX,
            ),
            option(
                "--on-secret",
                "what becomes of a text that holds a secret: refused whole, or kept without it",
                type=one_of("way", OnSecret),
                default=OnSecret.REFUSE.value,
            ),
            option("--scope", "scope it belongs to: an id, a folder or a name", metavar="SCOPE"),
            agent_option(),
            *place_options(),
        ],
        about="Let a source hand over what it produces, for the scope of this place or the one "
        "named. On the same terms a second time changes nothing. A key that begins with file: is "
        "the path of a file.",
        examples=[
            "cortex capture register --source ci-log --role tool_report --on-secret redact",
            "cortex capture register --source file:notes.md",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _switch_verb(name: str, word: str) -> Verb:
    is_enabled = word == "enable"

    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        return source_json(capture.set_enabled(options["source"], is_enabled=is_enabled))

    return Verb(
        name,
        doing(act),
        [source_option(), agent_option()],
        about="Let a source hand over again, and show what it handed over."
        if is_enabled
        else "Take nothing more from a source, and show nothing of it; nothing is deleted.",
        examples=[f"cortex capture {word} --source ci-log"],
        exits=(EXIT_BUSY,),
    )


def _put_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        event = _given_event(options)
        return capture_receipt_json(capture.put(options["source"], options["generation"], event))

    return Verb(
        name,
        doing(act),
        [
            source_option(),
            option(
                "--event-key",
                "the source's own name for what it hands over",
                metavar="NAME",
            ),
            option("--generation", "run or version of the source", default="1", metavar="NAME"),
            option("--observed-at", "when it was seen", type=INSTANT, metavar="INSTANT"),
            flag(
                "--json-event",
                "read key, text and time from standard input: "
                '{"event_key": "...", "text": "...", "observed_at": null}',
            ),
            agent_option(),
        ],
        about="Keep the text on standard input exactly as it is. The same event again is answered "
        "with the first receipt.",
        examples=[
            "cortex capture put --source ci-log --event-key run-812 < test.log",
            "cortex capture put --source ci-log --json-event < event.json",
        ],
        exits=(EXIT_BUSY,),
    )


def _given_event(options: Options) -> Event:
    """Give what is handed over, read and checked before any store is opened."""
    key, observed_us = options["event_key"], options["observed_at"]
    from cortex.wire.events import parse_event, text_event

    if options["json_event"]:
        if key is not None or observed_us is not None:
            message = "--json-event says key and time itself"
            raise InvalidRequest(message, remedy="leave --event-key and --observed-at out")
        return parse_event(read_bytes("event", CAPTURE_BATCH_BYTES_MAX))
    if key is None:
        message = "an event needs a name of its own"
        raise InvalidRequest(message, remedy="give --event-key or --json-event", field="event_key")
    return text_event(key, read_bytes("text", OBSERVATION_BYTES_MAX), observed_us)


def _get_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        del session
        return observation_json(capture.get(options["observation"]))

    return Verb(
        name,
        doing(act),
        [observation_argument(), agent_option()],
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
        doing(act),
        [
            observation_argument(),
            option("--reason", "why it is taken back", required=True, metavar="TEXT"),
            agent_option(),
        ],
        about="Offer the observation OBSERVATION to nobody any more.",
        examples=['cortex capture retract obs:1 --reason "wrong machine"'],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )
