"""What happened to a seat, and what is a record of it? Part of `cortex bus`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cortex.edges.cli.bus import message_log as bus_message_log
from cortex.edges.cli.json_input import object_from, read_object
from cortex.edges.cli.options import CountType, count_option, flag, one_of, option
from cortex.edges.cli.screen import counted
from cortex.edges.cli.seats import of_seat, seat_option, show_bad
from cortex.edges.cli.verb import Options, Verb
from cortex.model.errors import EXIT_CONFLICT, EXIT_NOT_FOUND, InvalidRequest
from cortex.model.seat_records import Category, Severity
from cortex.wire.display import display_line
from cortex.wire.instants import format_instant
from cortex.wire.seat_records import (
    bad_json,
    event_json,
    event_text,
    schema_json,
)

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.edges.cli.session import Session

EVENTS_SHOWN, EVENTS_MAX = 50, 10_000
KEEP_DAYS_MAX = 36_500


def actions(name: str) -> list[tuple[str, str, Verb]]:
    """Give the actions of `cortex bus` that keep and show records."""
    return [
        ("log-event", "write down that something happened", _log_event_verb(name)),
        ("events", "list what happened", _events_verb(name)),
        ("schemas", "say which events there are, and what each holds", _schemas_verb(name)),
        *bus_message_log.actions(name),
        ("prune", "take old events and messages out of the logs", _prune_verb(name)),
    ]


def _log_event_verb(name: str) -> Verb:
    return Verb(
        name,
        _log_event,
        [
            click.Argument(["category"], type=one_of("category", Category)),
            click.Argument(["event"]),
            click.Argument(["severity"], type=one_of("severity", Severity), default="info"),
            option(
                "--meta", "its fields as one JSON object; - reads standard input", metavar="JSON"
            ),
            seat_option(),
        ],
        about="Write an event of this seat down, with the clock's time. An event of the registry "
        "has the fields of its schema; an event of your own begins with x_ and may hold texts, "
        "numbers and lists of texts. What breaks the schema is refused, with the reason.",
        examples=[
            'cortex bus log-event task task_completed info --meta \'{"task_id": "task_12"}\'',
            "cortex bus log-event metric x_mails_sent --meta '{\"count\": 3}'",
        ],
        exits=(EXIT_NOT_FOUND, EXIT_CONFLICT),
    )


def _events_verb(name: str) -> Verb:
    return Verb(
        name,
        _events,
        [
            option("--day", "only this day, a UTC day", metavar="DAY"),
            flag("--local", "the day is one of this machine's time zone (default: today)"),
            option("--category", "only this category", type=one_of("category", Category)),
            option("--event", "only events of this name", metavar="NAME"),
            option("--severity", "only this severity", type=one_of("severity", Severity)),
            count_option("--last", "the newest N", EVENTS_SHOWN, EVENTS_MAX),
            seat_option(),
        ],
        about="List the newest events, oldest first. Files are UTC days, so a local evening may "
        "stand in two of them: with --local a day is one of this machine's time zone.",
        examples=[
            "cortex bus events --last 20",
            "cortex bus events --day 2026-11-30 --local --category task --json",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def _schemas_verb(name: str) -> Verb:
    return Verb(
        name,
        _schemas,
        [click.Argument(["event"], required=False, metavar="[EVENT]")],
        about="List the events of the registry, or the fields of one.",
        examples=["cortex bus schemas", "cortex bus schemas task_completed --json"],
    )


def _prune_verb(name: str) -> Verb:
    return Verb(
        name,
        _prune,
        [
            option("--before", "events before this UTC day", metavar="DAY"),
            option(
                "--keep-days",
                "events of any but the last N days",
                type=CountType(1, KEEP_DAYS_MAX),
                metavar="N",
            ),
            flag("--messages", "messages before that day as well"),
            flag("--apply", "do it (default: count only)"),
            seat_option(),
        ],
        about="Take old events out of the log, and messages out of theirs, or count them. "
        "Corrections and what became of them always stay. Without --apply nothing is changed.",
        examples=[
            "cortex bus prune --keep-days 90",
            "cortex bus prune --before 2026-09-01 --apply",
        ],
        exits=(EXIT_NOT_FOUND,),
    )


def _log_event(session: Session, options: Options) -> None:
    from cortex.wiring.seat.records import log_event

    said = (options["category"], options["event"], options["severity"])
    metadata = _metadata(options["meta"])
    event_id, path = log_event(session.settings, options["seat"], said, metadata)
    data = {"id": event_id, "event": said[1], "path": path}
    session.answer(data, lambda screen: screen.line(event_id), done="the event is written down")


def _metadata(meta: str | None) -> dict[str, Any]:
    if meta == "-":
        return read_object("meta")
    return object_from(meta, "meta", "--meta") if meta else {}


def _events(session: Session, options: Options) -> None:
    from cortex.wiring.seat.evidence import STANDING, as_evidence
    from cortex.wiring.seat.records import Asked, events

    asked = Asked(
        options["day"] or "",
        options["local"],
        options["category"] or "",
        options["event"] or "",
        options["severity"] or "",
        options["last"],
    )
    listed = events(session.settings, options["seat"], asked)
    data = {
        **of_seat(session, options["seat"]),
        "standing": STANDING,
        "events": [event_json(one) for one in listed.events],
        "left_out": listed.left_out,
        "unreadable": bad_json(listed.bad),
    }

    def show(screen: Screen) -> None:
        told = [
            f"{format_instant(one.at_us)} {one.category.value:<10} {display_line(event_text(one))}"
            for one in listed.events
        ]
        screen.paragraph(as_evidence("\n".join(told), "events of this seat"))
        if not listed.events:
            screen.line("No event is written down for this.")
        if listed.left_out:
            screen.line(f"{counted(listed.left_out, 'older event')} left out: --last shows more")
        show_bad(screen, listed.bad)

    session.answer(data, show)


def _schemas(session: Session, options: Options) -> None:
    from cortex.wiring.seat.records import schemas, shared_fields

    is_one = bool(options["event"])
    found = [
        schema_json(one, shared_fields() if is_one else ())
        for one in schemas(options["event"] or "")
    ]

    def show(screen: Screen) -> None:
        for one in found:
            screen.line(f"{screen.strong(one['event'])} ({', '.join(one['categories'])})")
            for field in one["fields"]:
                needed = ", required" if field["required"] else ""
                kind = " | ".join(field["choices"]) or field["kind"]
                screen.line(f"{field['name']}: {kind}{needed}", 2, 2)

    session.answer({"schemas": found}, show)


def _prune(session: Session, options: Options) -> None:
    from cortex.wiring.seat.records import Old, prune_records

    if bool(options["before"]) == bool(options["keep_days"]):
        message = "which records are old?"
        raise InvalidRequest(message, field="before", remedy="give --before DAY or --keep-days N")
    is_applied = options["apply"]
    asked = Old(options["before"] or "", options["keep_days"] or 0, options["messages"])
    pruned, messages, before = prune_records(
        session.settings, options["seat"], asked, is_applied=is_applied
    )
    data = {
        "before": before,
        "applied": is_applied,
        "days": list(pruned.days),
        "events": pruned.events,
        "unreadable": pruned.bad,
        "ledger_rows_kept": pruned.kept,
        "messages": None if messages is None else messages.messages,
        "message_logs": [] if messages is None else list(messages.files),
    }

    def show(screen: Screen) -> None:
        done = "taken out" if is_applied else "would be taken out (add --apply)"
        also = "" if messages is None else f" and {counted(messages.messages, 'message')}"
        screen.line(f"{counted(pruned.events, 'event')}{also} before {before} {done}.")
        if pruned.bad:
            screen.line(f"{counted(pruned.bad, 'line')} that cannot be read among them.", 2)
        if pruned.kept:
            screen.line(f"{counted(pruned.kept, 'row')} of the ledger stay.", 2)

    session.answer(data, show, done="old records are taken out" if is_applied else "")
