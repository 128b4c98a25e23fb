"""How are the records of a seat written as JSON?

Source: docs/formats/events.md, docs/formats/ledger.md, docs/formats/message-logs.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from cortex.wire.instants import format_instant, instant_json

if TYPE_CHECKING:
    from cortex.model.seat_records import (
        BadRow,
        Category,
        Correction,
        LoggedMessage,
        Looked,
        Promise,
        SeatEvent,
        Told,
        Value,
    )


class FieldLike(Protocol):
    """What of a field of an event is told."""

    @property
    def name(self) -> str:
        """As it stands in the metadata."""

    @property
    def kind(self) -> str:
        """What it holds."""

    @property
    def is_required(self) -> bool:
        """Whether the event is refused without it."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of a choice."""


class CandidateLike(Protocol):
    """What of a sentence that may owe a correction is told."""

    @property
    def claim(self) -> str:
        """The sentence."""

    @property
    def correction(self) -> str:
        """What the seat's memory said by then."""

    @property
    def evidence(self) -> str:
        """Where it says so."""

    @property
    def claim_us(self) -> int:
        """When the sentence was said."""

    @property
    def contradicting_us(self) -> int:
        """Since when the memory knew better."""

    @property
    def where(self) -> str:
        """Where the sentence stands."""

    @property
    def slug(self) -> str:
        """A name for the correction."""


class SchemaLike(Protocol):
    """What of an event's schema is told."""

    @property
    def name(self) -> str:
        """Name of the event."""

    @property
    def categories(self) -> tuple[Category, ...]:
        """What it may be filed under."""

    @property
    def fields(self) -> Sequence[FieldLike]:
        """What it holds."""


def event_json(event: SeatEvent) -> dict[str, object]:
    """Give an event, with where it stands."""
    return {
        "id": event.event_id,
        "agent": event.agent,
        "org": event.org,
        "timestamp": format_instant(event.at_us),
        "category": event.category.value,
        "event": event.name,
        "severity": event.severity.value,
        "metadata": _plain(event.metadata),
        "where": event.where,
    }


def event_text(event: SeatEvent) -> str:
    """Give an event on one line, without its instant."""
    said = ", ".join(f"{name}={_shown(value)}" for name, value in event.metadata.items())
    mark = "" if event.severity.value == "info" else f" [{event.severity.value}]"
    return f"{event.name}{mark} {said}".rstrip()


def schema_json(schema: SchemaLike, shared: Iterable[FieldLike] = ()) -> dict[str, Any]:
    """Give what an event holds."""
    return {
        "event": schema.name,
        "categories": [category.value for category in schema.categories],
        "fields": [
            {
                "name": field.name,
                "kind": str(field.kind),
                "required": field.is_required,
                "choices": [str(choice) for choice in field.choices],
            }
            for field in (*schema.fields, *shared)
        ],
    }


def correction_json(one: Correction) -> dict[str, object]:
    """Give a correction as it stands; what nobody said is null."""
    is_proved = one.claim_us is not None and one.contradicting_us is not None
    return {
        "key": one.key,
        "status": one.status.value,
        "kind": one.kind.value,
        "caught_by": one.caught_by,
        "claim": one.claim,
        "correction": one.correction,
        "evidence": one.evidence,
        "claim_ts": instant_json(one.claim_us),
        "contradicting_ts": instant_json(one.contradicting_us),
        "owed": "proved" if is_proved else "not proved",
        "surface": None if one.surface is None else one.surface.value,
        "timestamp": format_instant(one.at_us),
        "moved_at": instant_json(one.moved_us),
        "moved_why": one.moved_why or None,
        "where": one.where,
    }


def candidate_json(one: CandidateLike) -> dict[str, object]:
    """Give a sentence that may owe a correction."""
    return {
        "claim": one.claim,
        "correction": one.correction,
        "evidence": one.evidence,
        "claim_ts": format_instant(one.claim_us),
        "contradicting_ts": format_instant(one.contradicting_us),
        "where": one.where,
        "slug": one.slug,
    }


def message_json(one: LoggedMessage) -> dict[str, object]:
    """Give a message of a log."""
    return {
        "direction": one.direction.value,
        "message_id": one.message_id,
        "chat_id": one.chat_id,
        "speaker": one.speaker,
        "speaker_name": one.speaker_name or None,
        "text": one.text,
        "timestamp": format_instant(one.at_us),
        "reply_to": one.reply_to or None,
        "reply_to_text": one.reply_to_text or None,
        "where": one.where,
    }


def told_json(one: Told) -> dict[str, object]:
    """Give something the agent said."""
    return {
        "where": one.where,
        "said_at": instant_json(one.at_us),
        "channel": one.channel,
        "to": one.to or None,
        "text": one.text,
        "words": one.words,
    }


def looked_json(one: Looked) -> dict[str, object]:
    """Give a place that was looked through."""
    return {
        "place": one.place,
        "rows": one.rows,
        "unreadable": one.bad,
        "since": instant_json(one.since_us),
    }


def promise_json(one: Promise, now_us: int) -> dict[str, object]:
    """Give something that was promised, and whether its time has passed."""
    return {
        "where": one.where,
        "text": one.text,
        "due": instant_json(one.due_us),
        "overdue": one.due_us is not None and one.due_us < now_us,
        "note": one.note or None,
    }


def bad_json(bad: Iterable[BadRow]) -> list[dict[str, object]]:
    """Give the lines that cannot be read."""
    return [{"where": one.where, "why": one.why} for one in bad]


def metadata_json(metadata: Mapping[str, Value]) -> dict[str, object]:
    """Give metadata as it is kept."""
    return _plain(metadata)


def _plain(metadata: Mapping[str, Value]) -> dict[str, object]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in metadata.items()
    }


def _shown(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
