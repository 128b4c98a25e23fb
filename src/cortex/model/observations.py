"""What is an observation: the exact text a registered source produced, attributed, never a fact.

A source is registered by the operator, who says what role its text has; a payload never does.
Source: CQR 6.1, 6.2; docs/formats/observations.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.receipts import AckProfile
from cortex.model.text import CleanText, RawText

RELATIONSHIP = "promoted_from"
"""How a fact stands to the observations it cites."""


class Role(StrEnum):
    """What the text of a source is. ``delivery_only`` is text we delivered: never evidence."""

    DOCUMENT = "document"
    USER_STATEMENT = "user_statement"
    AGENT_ASSERTION = "agent_assertion"
    TOOL_REPORT = "tool_report"
    DELIVERY_ONLY = "delivery_only"


class OnSecret(StrEnum):
    """What becomes of a text that cannot be kept exactly, because it holds what nobody may keep."""

    REFUSE = "refuse"
    """It is refused whole: what is kept is exact."""

    REDACT = "redact"
    """What is left of it is kept and says so: a log goes on."""


Redactions = tuple[tuple[str, int], ...]
"""What was taken out of a text before it was kept: (kind, how often), by kind; empty when exact."""


class Source(NamedTuple):
    """A registered source of one principal. ``bytes_max`` bounds one event, in UTF-8 bytes.

    ``policy_epoch`` is the epoch of the capture policy it was opened under.
    """

    source_no: int
    principal: str
    key: str
    scope_id: str
    role: Role
    bytes_max: int
    registered_us: int
    is_enabled: bool = True
    on_secret: OnSecret = OnSecret.REFUSE
    policy_epoch: int = 0


class Grant(NamedTuple):
    """What the operator allows a source when registering it."""

    key: str
    scope_id: str
    role: Role
    bytes_max: int
    on_secret: OnSecret = OnSecret.REFUSE


class Event(NamedTuple):
    """Something a source hands over: its own name for it, the exact text, and when it was seen."""

    key: str
    text: "RawText | CleanText"  # Functions at run time, which no `|` takes.
    observed_us: int | None = None


class Observation(NamedTuple):
    """A kept event. ``digest`` is the content hash of the exact text, 64 hexadecimal digits.

    A retracted observation keeps its text and is offered to nobody. One with ``redacted`` is what
    was left of the text its source handed over, and its digest is of that.
    """

    observation_id: int
    source: Source
    generation: str
    event: Event
    captured_us: int
    digest: str
    retracted_us: int | None = None
    retraction: str | None = None
    redacted: Redactions = ()

    @property
    def reference(self) -> str:
        """Give the published form, for example ``obs:12``."""
        return observation_reference(self.observation_id)


class Exact(NamedTuple):
    """An observation opened whole; ``is_intact`` tells that its text still has its digest."""

    observation: Observation
    is_intact: bool


class CaptureReceipt(NamedTuple):
    """What became of an event; a duplicate gives the receipt of the first time."""

    observation: Observation
    is_duplicate: bool
    ack_profile: AckProfile | None = None
    restore_epoch: int = 0


class TailReceipt(NamedTuple):
    """What became of a portion of a log: its events in order, and where the next one starts.

    ``uncommitted_bytes`` is the part of a line at the end, which is handed over again.
    """

    accepted: tuple[CaptureReceipt, ...]
    next_offset: int
    uncommitted_bytes: int


def observation_reference(observation_id: int) -> str:
    """Give the published form of an observation's id."""
    return f"obs:{observation_id}"
