"""How does an agent host, live or in a transcript, hand over what it did?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cortex.edges.cli.captures.doing import Data, doing
from cortex.edges.cli.captures.transcripts import transcript_verb
from cortex.edges.cli.json_input import read_object
from cortex.edges.cli.options import agent_option, flag, option, place_options
from cortex.edges.cli.screen import Screen
from cortex.edges.cli.session import Session
from cortex.edges.cli.streams import has_piped_input, read_bytes
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_BUSY, EXIT_CONFLICT, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.host_events import HOSTS
from cortex.model.limits import CAPTURE_BATCH_BYTES_MAX
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.model.host_intake import HandedOver, HandOver
    from cortex.wiring.capture import Capture
    from cortex.wiring.host_capture import HostCapture


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of this group, in the order of the help."""
    return [
        ("transcript", "take in the transcripts of a host", transcript_verb(name)),
        ("hosts", "list the hosts that may hand over", _hosts_verb(name)),
        ("host-register", "let a host hand over what happens in it", _register_verb(name)),
        ("host-put", "keep what one payload of a hook tells", _put_verb(name)),
        ("host-tail", "keep what the next lines of a transcript tell", _tail_verb(name)),
        ("host-cycle", "keep a payload and print the answer to its host", _cycle_verb(name)),
    ]


def _hosts_verb(name: str) -> Verb:
    return Verb(
        name,
        _list_hosts,
        [agent_option()],
        about="List the grants of hosts, by key.",
        examples=["cortex capture hosts"],
    )


def _list_hosts(session: Session, options: Options) -> None:
    from cortex.wire.host_capture import grant_json
    from cortex.wiring.host_capture import HostCapture

    with session.open() as house:
        grants = HostCapture(house, session.caller(options)).grants()
    data = {"grants": [grant_json(grant) for grant in grants]}
    session.answer(data, lambda screen: _show_grants(screen, data["grants"]))


def _show_grants(screen: Screen, grants: list[dict[str, object]]) -> None:
    if not grants:
        screen.line("No host may hand over yet: cortex capture host-register --host NAME")
    for grant in grants:
        ways = [way for way in ("live", "history") if grant[way]]
        words = (str(grant[field]) for field in ("key", "host", "scope"))
        screen.line(" ".join([*map(display_line, words), *ways]))


def _register_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        from cortex.wire.host_capture import grant_json, read_grant
        from cortex.wiring.host_capture import let_in
        from cortex.wiring.intake import named_scope

        place = session.place(options)
        if options["host"]:
            return grant_json(let_in(capture.house, options["host"], place, capture.caller))
        if not has_piped_input():
            message = "no host and no grant was given"
            remedy = f"give --host, one of: {', '.join(HOSTS)}; or a JSON object on standard input"
            raise InvalidRequest(message, remedy=remedy, field="host")
        asked = read_grant(read_object("grant"))
        scope_id = named_scope(capture.house, asked.scope, place)
        grant = asked.grant._replace(scope_id=scope_id)
        return grant_json(_hosts(capture).register(grant))

    return Verb(
        name,
        doing(act),
        [
            option("--host", "whose grant, on the usual terms", metavar="NAME"),
            agent_option(),
            *place_options(),
        ],
        about="Let a host hand over what happens in it, and its transcripts. Without --host the "
        "grant is a JSON object on standard input. Events of folders in no project belong to this "
        "place. On the same terms a second time changes nothing.",
        examples=[
            "cortex capture host-register --host claude-code",
            'echo \'{"key": "ci", "host": "codex", "live": false}\' | cortex capture host-register',
        ],
        exits=(EXIT_NOT_FOUND, EXIT_BUSY),
    )


def _put_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        hosts = _hosts(capture)
        content = read_bytes("payload", CAPTURE_BATCH_BYTES_MAX)
        return _told(hosts.put(content, _given(hosts, session, options)))

    return Verb(
        name,
        doing(act),
        [*_options(), agent_option()],
        about="Keep what the payload on standard input tells, exactly as a hook of the host got "
        "it. The same event again is answered with the first receipt.",
        examples=["cortex capture host-put --grant local-host:codex < payload.json"],
        exits=(EXIT_BUSY, EXIT_CONFLICT),
    )


def _tail_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        hosts = _hosts(capture)
        content = read_bytes("lines", CAPTURE_BATCH_BYTES_MAX)
        return _told(hosts.tail(content, options["offset"], _given(hosts, session, options)))

    return Verb(
        name,
        doing(act),
        [
            *_options(),
            option("--offset", "byte of the file the lines begin at", type=int, default=0),
            flag("--strict", "stop at a row of unknown shape instead of counting it"),
            agent_option(),
        ],
        about="Keep what the complete lines on standard input tell, and move the cursor of the "
        "session, or do nothing. A last line without its end is left.",
        examples=[
            "cortex capture host-tail --grant local-host:codex --session 01a2 < rollout.jsonl"
        ],
        exits=(EXIT_BUSY, EXIT_CONFLICT),
    )


def _cycle_verb(name: str) -> Verb:
    def act(capture: Capture, session: Session, options: Options) -> Data:
        hosts = _hosts(capture)
        content = read_bytes("payload", CAPTURE_BATCH_BYTES_MAX)
        taken = hosts.put(content, _given(hosts, session, options))
        seen, output = hosts.answer(taken)
        from cortex.wire.observations import shown_json

        return {
            "capture": _told(taken),
            "view": {"observations": [shown_json(one) for one in seen]},
            "output": output,
        }

    return Verb(
        name,
        doing(act),
        [*_options(), agent_option()],
        about="Keep what the payload on standard input tells, and give what was observed about its "
        "words before, also as the answer its host takes. An end of a turn and a compaction get "
        "none.",
        examples=["cortex capture host-cycle --grant local-host:codex < payload.json"],
        exits=(EXIT_BUSY, EXIT_CONFLICT),
    )


def _options() -> list[click.Option]:
    return [
        option("--grant", "key of the grant", required=True, metavar="KEY"),
        option("--session", "the session it has to be of", default="", metavar="ID"),
        option(
            "--origins",
            "file that says of each event key whether it is external or cortex_delivery",
            metavar="FILE",
        ),
        option("--event-key", "name of an event that has none", default="", metavar="NAME"),
    ]


def _hosts(capture: Capture) -> HostCapture:
    from cortex.wiring.host_capture import HostCapture

    return HostCapture(capture.house, capture.caller)


def _given(hosts: HostCapture, session: Session, options: Options) -> HandOver:
    origins = None
    if options["origins"]:
        from cortex.edges.cli.files import path_of
        from cortex.wiring.host_capture import read_small_file

        origins = read_small_file(path_of(session, options["origins"], "origins"))
    return hosts.hand_over(
        options["grant"],
        session=options["session"],
        origins=origins,
        event_key=options["event_key"],
        is_strict=options.get("strict", False),
    )


def _told(taken: HandedOver) -> Data:
    from cortex.wire.host_capture import handed_over_json

    return handed_over_json(
        taken.receipts,
        excluded=taken.excluded,
        ignored=taken.ignored,
        unknown=taken.unknown,
        next_offset=taken.next_offset,
        waiting_bytes=taken.waiting_bytes,
    )
