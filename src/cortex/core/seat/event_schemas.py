"""Which events are there, and what may each hold?

The registry is this table: a name, the categories it may be filed under, and its fields. A name
that is not in it begins with ``x_``, and so does a field an event does not list: what is spelt
wrong is refused and not kept as something new. Source: OGL 3.12, 12 (4), docs/formats/events.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.seat_records import (
    CORRECTION_MOVED,
    TRUTH_CORRECTION,
    Category,
    CorrectionKind,
    CorrectionStatus,
    Surface,
)

OWN = "x_"
"""How the name of an event or field begins that the registry does not know."""


class Kind(StrEnum):
    """What a field holds."""

    ID = "id"
    LINE = "line"
    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    FLAG = "flag"
    INSTANT = "instant"
    PLANNED = "planned instant"
    LINES = "list of lines"
    CHOICE = "choice"
    ANY = "any"


class Field(NamedTuple):
    """One field of an event.

    Attributes:
        name: as it stands in the metadata.
        kind: what it holds.
        is_required: the event is refused without it.
        chars_max: of a text; 0 for what its kind allows.
        choices: the values of a choice.
    """

    name: str
    kind: Kind
    is_required: bool = False
    chars_max: int = 0
    choices: tuple[str, ...] = ()


class EventSchema(NamedTuple):
    """What an event of a name is.

    Attributes:
        name: of the event.
        categories: it may be filed under, the usual one first.
        fields: beside the ones every event may have.
    """

    name: str
    categories: tuple[Category, ...]
    fields: tuple[Field, ...]

    def find(self, name: str) -> Field | None:
        """Give the field of a name, or None."""
        return next((field for field in (*self.fields, *SHARED) if field.name == name), None)


def _must(name: str, kind: Kind = Kind.ID) -> Field:
    return Field(name, kind, is_required=True)


def _line(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, Kind.LINE) for name in names)


def _id(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name, Kind.ID) for name in names)


def _choice(name: str, choices: tuple[str, ...], *, is_required: bool = False) -> Field:
    return Field(name, Kind.CHOICE, is_required, choices=choices)


SHARED = (
    Field("agent", Kind.ID),
    Field("session_id", Kind.ID),
    Field("summary", Kind.TEXT),
    Field("source", Kind.LINE),
)
"""Fields every event may have; ``agent`` is the seat itself."""

_DID = (Category.ACTION, Category.MILESTONE, Category.AGENT_ACTIVITY)
_SESSION = (Category.ACTION, Category.AGENT_ACTIVITY, Category.MILESTONE)
_TASK = (Category.TASK, Category.ACTION, Category.MILESTONE)
_APPROVAL = (Category.APPROVAL, Category.ACTION)
_MESSAGE = (Category.MESSAGE, Category.ACTION)

_TASK_FIELDS = (
    _must("task_id"),
    *_line("title", "project", "note", "result"),
    *_id("assigned_to", "created_by", "status", "from", "to", "priority", "blocked_by"),
    Field("due_date", Kind.PLANNED),
    Field("outputs", Kind.LINES),
)
_CHANNEL_FIELDS = (_must("chat_id"), *_id("message_id", "from", "to", "reply_to"))
_BUS_FIELDS = (_must("message_id"), *_id("from", "to", "priority", "reply_to"), *_line("reason"))

CLAIM_CHARS_MIN, CLAIM_CHARS_MAX = 10, 500
"""Characters of what was stated and of what is true: a sentence, and no essay."""

_CORRECTION_FIELDS = (
    _choice("kind", tuple(CorrectionKind), is_required=True),
    Field("caught_by", Kind.ID),
    Field("claim", Kind.LINE, is_required=True, chars_max=CLAIM_CHARS_MAX),
    Field("correction", Kind.LINE, is_required=True, chars_max=CLAIM_CHARS_MAX),
    Field("evidence", Kind.LINE, is_required=True),
    _must("dedupe_key"),
    Field("claim_ts", Kind.INSTANT),
    Field("contradicting_ts", Kind.INSTANT),
    _choice("surface", tuple(Surface)),
    _choice("status", tuple(CorrectionStatus)),
)
_MOVE_FIELDS = (
    _must("dedupe_key"),
    _choice("status", tuple(CorrectionStatus), is_required=True),
    Field("why", Kind.LINE, is_required=True),
)

_TABLE: tuple[tuple[str, tuple[Category, ...], tuple[Field, ...]], ...] = (
    ("session_start", _SESSION, _line("host", "cause", "task")),
    ("session_end", _SESSION, _line("host", "cause", "task")),
    ("heartbeat", (Category.HEARTBEAT,), _line("status", "task", "mode")),
    ("agent_heartbeat", (Category.HEARTBEAT,), _line("status", "task", "mode")),
    ("task_created", _TASK, _TASK_FIELDS),
    ("task_claimed", _TASK, _TASK_FIELDS),
    ("task_updated", _TASK, _TASK_FIELDS),
    ("task_completed", _TASK, _TASK_FIELDS),
    ("task_blocked", _TASK, _TASK_FIELDS),
    ("task_cancelled", _TASK, _TASK_FIELDS),
    ("task_archived", _TASK, _TASK_FIELDS),
    (
        "approval_created",
        _APPROVAL,
        (_must("approval_id"), *_line("title"), *_id("approval_category", "requested_by")),
    ),
    (
        "approval_resolved",
        _APPROVAL,
        (
            _must("approval_id"),
            _choice("decision", ("approved", "rejected"), is_required=True),
            _must("resolved_by"),
            *_line("title", "note"),
        ),
    ),
    (
        "reminder_created",
        (Category.ACTION, Category.TASK),
        (_must("reminder_id"), Field("fire_at", Kind.PLANNED), *_line("prompt")),
    ),
    ("reminder_acked", (Category.ACTION, Category.TASK), (_must("reminder_id"), *_line("prompt"))),
    ("message_sent", _MESSAGE, _BUS_FIELDS),
    ("message_received", _MESSAGE, _BUS_FIELDS),
    ("message_acked", _MESSAGE, _BUS_FIELDS),
    (
        "message_refused",
        (*_MESSAGE, Category.ERROR),
        (*_line("reason", "file"), *_id("message_id", "from", "to")),
    ),
    ("telegram_sent", _MESSAGE, _CHANNEL_FIELDS),
    ("telegram_received", _MESSAGE, _CHANNEL_FIELDS),
    (
        "cron_completed",
        (*_DID, Category.METRIC),
        (
            _must("cron", Kind.LINE),
            _choice("result", ("ok", "failed", "skipped")),
            Field("duration_ms", Kind.COUNT),
        ),
    ),
    ("workflow_completed", _DID, (_must("workflow", Kind.LINE), *_line("result"))),
    ("output_created", _DID, (_must("output", Kind.LINE), *_line("label"), *_id("task_id"))),
    ("research_completed", _DID, (_must("topic", Kind.LINE), *_line("result"))),
    ("decision_made", _DID, (_must("decision", Kind.LINE), *_line("why"))),
    (
        "guardrail_triggered",
        (Category.ACTION, Category.ERROR),
        (_must("guardrail", Kind.LINE), *_line("action", "why")),
    ),
    (TRUTH_CORRECTION, (Category.ACTION,), _CORRECTION_FIELDS),
    (CORRECTION_MOVED, (Category.ACTION,), _MOVE_FIELDS),
)

SCHEMAS = {name: EventSchema(name, categories, fields) for name, categories, fields in _TABLE}
"""Every event that is known, by its name, in the order they are listed."""


def schema_of(name: str) -> EventSchema | None:
    """Give what an event is: one of the registry, anything for a name of one's own, or None."""
    if name.startswith(OWN):
        return EventSchema(name, tuple(Category), ())
    return SCHEMAS.get(name)
