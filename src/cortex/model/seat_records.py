"""What does a seat keep a record of? Events, corrections, messages, and what was promised.

Source: OGL 3.11, 3.12, docs/formats/events.md.
"""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple, StrEnum

TYPE_CHECKING = False  # The typing module costs a command 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Mapping

    Value = str | int | float | bool | tuple[str, ...]
    """What a field of an event's metadata may hold."""

EVENTS_FOLDER = "events"
"""In the seat's home: one file a UTC day."""

TRUTH_CORRECTION = "truth_correction"
CORRECTION_MOVED = "truth_correction_moved"
"""The two events that make up the ledger."""

LEDGER = (TRUTH_CORRECTION, CORRECTION_MOVED)


class Category(StrEnum):
    """What an event is about."""

    ACTION = "action"
    ERROR = "error"
    METRIC = "metric"
    MILESTONE = "milestone"
    HEARTBEAT = "heartbeat"
    MESSAGE = "message"
    TASK = "task"
    APPROVAL = "approval"
    AGENT_ACTIVITY = "agent_activity"


class Severity(StrEnum):
    """How much an event matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    CRITICAL = "critical"


class SeatEvent(NamedTuple):
    """One event as it is kept.

    Attributes:
        event_id: ``<epoch seconds>-<agent>-<5 characters>``.
        agent: name of the seat.
        org: whom it works for; may be empty.
        at_us: when it was written down, by the clock; a whole second.
        category: what it is about.
        name: one of the registry, or one that begins with ``x_``.
        severity: how much it matters.
        metadata: by the registry's rules; clean.
        where: the file and line it stands in; empty for one that is not written yet.
    """

    event_id: str
    agent: str
    org: str
    at_us: int
    category: Category
    name: str
    severity: Severity
    metadata: Mapping[str, Value]
    where: str = ""


class BadRow(NamedTuple):
    """A line of a record that cannot be read or breaks a rule: where it stands, and why."""

    where: str
    why: str


class Fault(StrEnum):
    """Why a row is refused."""

    UNKNOWN_EVENT = "unknown_event"
    BAD_EVENT = "bad_event"
    BAD_METADATA = "bad_metadata"
    BAD_CORRECTION = "bad_correction"
    BAD_MESSAGE = "bad_message"
    DUPLICATE = "duplicate"
    SUPERSEDED = "superseded"
    NOT_OWED = "not_owed"
    FULL = "full"


class CorrectionKind(StrEnum):
    """Who found that a statement was false."""

    SELF = "self_correction"
    USER = "user_correction"
    PEER = "peer_correction"
    AUDIT = "audit_correction"


class Surface(StrEnum):
    """Where a false statement crossed from the agent to somebody else."""

    MESSAGE = "message"
    ARTIFACT = "artifact"
    HANDOFF = "handoff"


WORKING_TREE = "working-tree"
"""Where a claim may have been caught before it reached anybody; then nothing is owed."""


class CorrectionStatus(StrEnum):
    """What became of a correction."""

    OPEN = "open"
    DELIVERED = "delivered"
    RETRACTED = "retracted"


class Correction(NamedTuple):
    """One false statement of an agent, and what is true.

    Attributes:
        kind: who found it.
        caught_by: the agent's name, ``user``, ``peer`` or ``audit``.
        claim: what was stated.
        correction: what is true.
        evidence: where that can be seen.
        key: ``<day>:<agent>:<slug>``; what makes a second one a duplicate.
        claim_us: when the claim was made, or None.
        contradicting_us: since when what contradicts it was there, or None.
        surface: where the claim crossed to somebody else, or None.
        status: what became of it.
        at_us: when it was written down; 0 for one that is not yet.
        moved_us: when its status changed last, or None.
        moved_why: what was said about that: where it was told, or why it is taken back.
        where: the file and line it stands in.
    """

    kind: CorrectionKind
    caught_by: str
    claim: str
    correction: str
    evidence: str
    key: str
    claim_us: int | None = None
    contradicting_us: int | None = None
    surface: Surface | None = None
    status: CorrectionStatus = CorrectionStatus.OPEN
    at_us: int = 0
    moved_us: int | None = None
    moved_why: str = ""
    where: str = ""


class Direction(StrEnum):
    """Which way a message went."""

    IN = "in"
    OUT = "out"


class LoggedMessage(NamedTuple):
    """One message as whoever sent or received it wrote it down.

    Attributes:
        direction: which way it went.
        message_id: the channel's id of it; unique in its chat.
        chat_id: the channel's id of the conversation.
        speaker: id of who wrote it; the agent's name for one that was sent.
        speaker_name: how they are called; empty when the row does not say.
        text: what it says, clean; empty for a picture without words.
        at_us: when it was sent or received.
        reply_to: id of the message it answers; empty for none.
        reply_to_text: the beginning of that one; may be empty.
        where: the file and line it stands in.
    """

    direction: Direction
    message_id: str
    chat_id: str
    speaker: str
    speaker_name: str
    text: str
    at_us: int
    reply_to: str = ""
    reply_to_text: str = ""
    where: str = ""


class Told(NamedTuple):
    """Something the agent said that holds the words that were looked for.

    Attributes:
        where: the file and line it stands in.
        at_us: when it was said, or None when nothing says so.
        channel: ``sent`` for a message that went out, ``session`` for words in a session.
        to: id of the conversation; empty for a session.
        text: what was said, clean.
        words: how many of the words that were looked for it holds.
    """

    where: str
    at_us: int | None
    channel: str
    to: str
    text: str
    words: int


class Looked(NamedTuple):
    """One place that was looked through: how much of it, and since when it has something.

    Attributes:
        place: the file or folder.
        rows: what could be read there.
        bad: lines that could not.
        since_us: the oldest instant there, or None when it is empty.
    """

    place: str
    rows: int
    bad: int
    since_us: int | None


class Promise(NamedTuple):
    """Something that was promised and is still open.

    Attributes:
        where: what somebody opens to see it, such as ``STATE.md`` or ``tasks/task_1.json``.
        text: what was promised; clean, one line.
        due_us: when it is due, or None when nothing says so.
        note: what a reader must know beside it, such as ``pending approval``; may be empty.
    """

    where: str
    text: str
    due_us: int | None
    note: str = ""
