"""How does what happened in a host's session become an observation, once and attributed?

The one way in, for live events and for transcripts. Source: CQR 7.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cortex.model.host_events import HostEvent
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainWriter


class Keeping(NamedTuple):
    """For whom an event is kept, where it belongs, and when that is."""

    principal: str
    scope_id: str
    now_us: int


class KeptEvent(NamedTuple):
    """What became of an event: kept now, kept before, or (None) nothing of it is kept."""

    observation: Observation | None
    is_duplicate: bool = False


def keep_event(writer: BrainWriter, event: HostEvent, keeping: Keeping) -> KeptEvent:
    """Keep one event in an open transaction; the same event again is a duplicate.

    Raises:
        CaptureRefused: its host has no open grant, or its identity is taken by another text.
    """
    raise NotImplementedError
