"""What does the operator say beside a host's payload, and what became of it?

Source: docs/formats/host-payloads.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.lean_classes import NamedTuple

if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.host_events import HostEvent
    from cortex.model.observations import CaptureReceipt


class HandOver(NamedTuple):
    """What the operator says beside a payload.

    Attributes:
        grant: key of the grant.
        principal: whose memory.
        now_us: the present instant.
        locate: gives the scope of a folder; an empty text for none.
        session: the session it has to be of; empty for any.
        origins: where each event is from; None when nothing is delivered.
        event_key: the name of an event that has none itself; empty for none.
        is_strict: a row of unknown shape stops the batch.
        policy: what the operator allows now.
    """

    grant: str
    principal: str
    now_us: int
    locate: Callable[[str], str]
    session: str = ""
    origins: dict[str, str] | None = None
    event_key: str = ""
    is_strict: bool = False
    policy: CapturePolicy = EVERYTHING_ALLOWED


class HandedOver(NamedTuple):
    """What became of a payload or a tail.

    Attributes:
        receipts: one for each event that is kept, now or before.
        excluded: events that Cortex itself had handed out.
        ignored: rows and fields that are known and hold nobody's words, by kind.
        unknown: rows that nobody knows, by kind.
        next_offset: the byte to go on at; None for a single event.
        waiting_bytes: bytes of a last line that is not complete.
        event: the single event, for an answer to its host.
    """

    receipts: tuple[CaptureReceipt, ...]
    excluded: int = 0
    ignored: tuple[tuple[str, int], ...] = ()
    unknown: tuple[tuple[str, int], ...] = ()
    next_offset: int | None = None
    waiting_bytes: int = 0
    event: HostEvent | None = None
