"""What makes an event one that is kept, and how is it written as a line?

Whatever breaks a rule of the registry is refused with the rule; nothing is repaired silently and
nothing becomes an empty object. Source: OGL 3.12, 15 (13), docs/formats/events.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from math import isfinite

from cortex.core.boot.calendar import day_text, second_text
from cortex.core.imports.dates import instant_us
from cortex.core.names.nearness import nearest_name
from cortex.core.seat.event_schemas import OWN, SCHEMAS, EventSchema, Field, Kind, schema_of
from cortex.core.seat.stamps import TOLERANCE_US
from cortex.core.text.cleaning import clean, clean_name
from cortex.core.text.patterns import pattern
from cortex.model.durations import SECOND_US
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import (
    EVENTS_FOLDER,
    BadRow,
    Category,
    Fault,
    SeatEvent,
    Severity,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cortex.model.seat_records import Value

ID_CHARS_MAX = 128
LINE_CHARS_MAX = 500
TEXT_CHARS_MAX = 4_000
"""Characters of an id, of one line, and of a text: a message on a phone has at most so many."""

FIELDS_MAX = 32
"""Fields of one event."""

LINES_MAX = 50
"""Lines of one list."""

ROW_BYTES_MAX = 32_768
"""Bytes of one row: several times what the fields of any known event add up to."""

NAME_CHARS_MAX = 48

_NAME = pattern(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_ID = pattern(r"[^\s\x00-\x1f\x7f]+")


class EventsRead(NamedTuple):
    """What a file of events says: the rows that can be read, and the lines that cannot."""

    events: tuple[SeatEvent, ...]
    bad: tuple[BadRow, ...]


def new_event(
    who: tuple[str, str],
    now_us: int,
    said: tuple[str, str, str],
    metadata: Mapping[str, object],
) -> SeatEvent:
    """Give the event that a request makes, without its id; its texts are clean.

    Args:
        who: name of the seat, and whom it works for.
        now_us: the present instant.
        said: category, name and severity.
        metadata: what it holds.

    Raises:
        RecordRefused: a rule of the registry is broken; the message says which.
    """
    category, name, severity = said
    schema = _schema(name)
    filed = _category(schema, category)
    if severity not in set(Severity):
        message = f"'{severity[:40]}' is no severity"
        raise RecordRefused(Fault.BAD_EVENT, message, remedy=_one_of(Severity), field="severity")
    agent, org = who
    return SeatEvent(
        event_id="",
        agent=agent,
        org=org,
        at_us=now_us // SECOND_US * SECOND_US,
        category=filed,
        name=name,
        severity=Severity(severity),
        metadata=_checked(schema, _cleaned(schema, metadata), now_us, agent),
    )


def _checked(
    schema: EventSchema, metadata: Mapping[str, object], now_us: int, agent: str
) -> dict[str, Value]:
    """Give clean metadata by the rules of an event: instants in UTC, fields in the order given."""
    if len(metadata) > FIELDS_MAX:
        message = f"an event has at most {FIELDS_MAX} fields, not {len(metadata)}"
        raise RecordRefused(Fault.BAD_METADATA, message, field="metadata")
    found: dict[str, Value] = {}
    for name, value in metadata.items():
        field = _field(schema, name)
        if (value is None or value == "") and not field.is_required:
            continue  # What is not known is left out.
        found[name] = _value(field, value, now_us)
    missing = [one.name for one in schema.fields if one.is_required and one.name not in found]
    if missing:
        message = f"{schema.name} needs {', '.join(missing)}"
        remedy = f"`cortex bus schemas {schema.name}` shows its fields"
        raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=missing[0])
    if found.get("agent", agent) != agent:
        message = f"this is a record of {agent}; another seat writes its own"
        raise RecordRefused(Fault.BAD_METADATA, message, field="agent")
    return found


def event_row(event: SeatEvent) -> bytes:
    """Give the line that keeps an event; ``read_events`` gives it back.

    Raises:
        RecordRefused: it is longer than a row may be.
    """
    row = json.dumps(
        {
            "id": event.event_id,
            "agent": event.agent,
            "org": event.org,
            "timestamp": second_text(event.at_us),
            "category": event.category.value,
            "event": event.name,
            "severity": event.severity.value,
            "metadata": event.metadata,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode("utf-8", "replace")
    if len(row) >= ROW_BYTES_MAX:
        message = f"an event has at most {ROW_BYTES_MAX} bytes, not {len(row)}"
        raise RecordRefused(
            Fault.BAD_METADATA, message, remedy="name a file instead of its content"
        )
    return row + b"\n"


def day_file(day: str) -> str:
    """Give the file of a UTC day, ``2026-11-30``."""
    return f"{EVENTS_FOLDER}/{day}.jsonl"


def day_of(name: str) -> str:
    """Give the day a file's name says, or an empty text for another file."""
    day = name.removesuffix(".jsonl")
    is_day = day != name and len(day) == 10 and instant_us(day) is not None
    return day if is_day else ""


def read_events(content: bytes, day: str) -> EventsRead:
    """Give what the file of a day says, in its order; never raises.

    A row is read by the rules it was written by: one that breaks them is told and not believed.
    """
    events: list[SeatEvent] = []
    bad: list[BadRow] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{day_file(day)}:{number}"
        try:
            events.append(_read(line, day)._replace(where=where))
        except RecordRefused as refused:
            bad.append(BadRow(where, refused.message))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            bad.append(BadRow(where, "this line is torn, or no event"))
    return EventsRead(tuple(events), tuple(bad))


def _read(line: bytes, day: str) -> SeatEvent:
    row = json.loads(line)
    at_us = exact_instant_us(row["timestamp"])
    agent, metadata, severity = str(row["agent"]), row["metadata"], row["severity"]
    if at_us is None or not isinstance(metadata, dict) or severity not in set(Severity):
        raise TypeError
    if day_text(at_us) != day:
        why = f"it says {row['timestamp']}, which is another day"
        raise RecordRefused(Fault.BAD_EVENT, why)
    schema = _schema(str(row["event"]))
    return SeatEvent(
        event_id=str(row["id"]),
        agent=agent,
        org=str(row.get("org") or ""),
        at_us=at_us,
        category=_category(schema, str(row["category"])),
        name=schema.name,
        severity=Severity(severity),
        metadata=_checked(schema, metadata, at_us, agent),
    )


def _cleaned(schema: EventSchema, metadata: Mapping[str, object]) -> dict[str, object]:
    """Give metadata without secrets and private spans.

    Raises:
        RecordRefused: it has no such field, or nothing is left of a text.
    """
    return {name: _clean(_field(schema, name), value) for name, value in metadata.items()}


def _clean(field: Field, value: object) -> object:
    if isinstance(value, list | tuple):
        line = field._replace(kind=Kind.LINE)
        return tuple(_clean(line, one) for one in value[: LINES_MAX + 1])
    if not isinstance(value, str):
        return value
    is_text = field.kind in {Kind.TEXT, Kind.ANY}
    text = str((clean if is_text else clean_name)(value).text)
    if value.strip() and not text.strip():
        message = f"nothing is left of '{field.name}'"
        remedy = "write it in words; secrets and private spans are taken out"
        raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=field.name)
    return text


def _schema(name: str) -> EventSchema:
    if not _NAME.fullmatch(name) or len(name) > NAME_CHARS_MAX:
        message = f"'{name[:NAME_CHARS_MAX]}' is no name of an event"
        remedy = "write lower-case words with _ between, such as x_invoice_sent"
        raise RecordRefused(Fault.BAD_EVENT, message, remedy=remedy, field="event")
    schema = schema_of(name)
    if schema is None:
        message = f"no event is called '{name}'"
        near = nearest_name(name, tuple(SCHEMAS))
        meant = f"did you mean '{near}'? " if near else ""
        remedy = f"{meant}`cortex bus schemas` lists them; one of your own is called {OWN}{name}"
        raise RecordRefused(Fault.UNKNOWN_EVENT, message, remedy=remedy, field="event")
    return schema


def _category(schema: EventSchema, category: str) -> Category:
    if category not in set(schema.categories):
        message = f"{schema.name} is not filed under '{category[:40]}'"
        remedy = _one_of(schema.categories)
        raise RecordRefused(Fault.BAD_EVENT, message, remedy=remedy, field="category")
    return Category(category)


def _field(schema: EventSchema, name: str) -> Field:
    found = schema.find(name)
    if found is not None:
        return found
    is_named = bool(_NAME.fullmatch(name)) and len(name) <= NAME_CHARS_MAX
    if is_named and (name.startswith(OWN) or schema.name.startswith(OWN)):
        return Field(name, Kind.ANY)
    shown = ascii(name[:NAME_CHARS_MAX])[1:-1]
    message = f"{schema.name} has no field '{shown}'"
    if not is_named:
        remedy = "a field is called by lower-case words with _ between"
    else:
        remedy = f"`cortex bus schemas {schema.name}` lists them; one of your own begins with {OWN}"
    raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=shown)


def _value(field: Field, value: object, now_us: int) -> Value:
    """Give what a field holds by its kind; a text without what nobody may keep."""
    match field.kind:
        case Kind.FLAG if isinstance(value, bool):
            return value
        case Kind.COUNT if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return _number(field, value)
        case Kind.NUMBER if isinstance(value, int | float) and not isinstance(value, bool):
            return _number(field, value)
        case Kind.LINES if isinstance(value, list | tuple):
            return _lines(field, value)
        case Kind.ANY:
            return _any(field, value)
        case Kind.INSTANT | Kind.PLANNED if isinstance(value, str):
            return _instant(field, value, now_us)
        case Kind.CHOICE if isinstance(value, str) and value in field.choices:
            return value
        case Kind.ID | Kind.LINE | Kind.TEXT if isinstance(value, str):
            return _text(field, value)
    kind = _one_of(field.choices) if field.choices else f"it holds a value of kind {field.kind}"
    message = f"'{field.name}' cannot hold {_shown(value)}"
    raise RecordRefused(Fault.BAD_METADATA, message, remedy=kind, field=field.name)


def _any(field: Field, value: object) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _number(field, value)
    if isinstance(value, str):
        return _text(field._replace(kind=Kind.TEXT), value)
    if isinstance(value, list | tuple):
        return _lines(field, value)
    message = f"'{field.name}' cannot hold {_shown(value)}"
    remedy = "a field is a text, a number, true or false, or a list of texts"
    raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=field.name)


def _lines(field: Field, values: list[object] | tuple[object, ...]) -> tuple[str, ...]:
    if len(values) > LINES_MAX:
        message = f"'{field.name}' has at most {LINES_MAX} lines, not {len(values)}"
        raise RecordRefused(Fault.BAD_METADATA, message, field=field.name)
    one = field._replace(kind=Kind.LINE)
    found = []
    for value in values:
        if not isinstance(value, str):
            message = f"'{field.name}' cannot hold {_shown(value)} in its list"
            raise RecordRefused(Fault.BAD_METADATA, message, field=field.name)
        found.append(_text(one, value))
    return tuple(found)


def _number(field: Field, value: float) -> int | float:
    if not isfinite(value) or abs(value) > 1e15:
        message = f"'{field.name}' is no number that can be kept exactly"
        raise RecordRefused(Fault.BAD_METADATA, message, field=field.name)
    return value


def _text(field: Field, text: str) -> str:
    most = {Kind.TEXT: TEXT_CHARS_MAX, Kind.ID: ID_CHARS_MAX}.get(field.kind, LINE_CHARS_MAX)
    most = field.chars_max or most
    if not text.strip():
        message = f"'{field.name}' is empty"
        raise RecordRefused(
            Fault.BAD_METADATA, message, remedy="write it in words", field=field.name
        )
    if len(text) > most:
        message = f"'{field.name}' has {len(text)} characters; {most} are allowed"
        raise RecordRefused(Fault.BAD_METADATA, message, remedy="say it shorter", field=field.name)
    if field.kind is Kind.ID and not _ID.fullmatch(text):
        message = f"'{field.name}' is an id and has no blanks in it"
        raise RecordRefused(
            Fault.BAD_METADATA, message, remedy="write the id alone", field=field.name
        )
    return text


def _instant(field: Field, value: str, now_us: int) -> str:
    at_us = exact_instant_us(value)
    if field.kind is Kind.PLANNED and at_us is None:
        at_us = instant_us(value)  # What is planned may be a day.
    if at_us is None:
        message = f"'{field.name}' is no instant: '{ascii(value[:40])[1:-1]}'"
        remedy = "write date, time and zone, such as 2026-11-30T14:05:00Z"
        raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=field.name)
    if field.kind is Kind.INSTANT and at_us > now_us + TOLERANCE_US:
        message = f"'{field.name}' has not come: {second_text(at_us)}"
        remedy = f"it is {second_text(now_us)} now"
        raise RecordRefused(Fault.BAD_METADATA, message, remedy=remedy, field=field.name)
    return datetime.fromtimestamp(at_us / SECOND_US, UTC).isoformat().replace("+00:00", "Z")


def exact_instant_us(value: object) -> int | None:
    """Give the instant of a date-time with its zone, or None: a day alone is no instant."""
    try:
        moment = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    return instant_us(value) if moment.tzinfo is not None else None


def _shown(value: object) -> str:
    """Give what a value is, without what it says."""
    names = {dict: "an object", list: "a list", bool: "true or false", str: "this text"}
    return "nothing" if value is None else names.get(type(value), "a number")


def _one_of(names: Iterable[str]) -> str:
    return f"choose one of {', '.join(map(str, names))}"
