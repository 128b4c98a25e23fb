"""How is something said in a session kept: exactly, at its place, and found from then on?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.text.digests import content_hash
from cortex.model.lean_classes import NamedTuple
from cortex.services.projection import project

if TYPE_CHECKING:
    from cortex.model.observations import Event, Observation, Source
    from cortex.ports.brain import BrainWriter


class Saying(NamedTuple):
    """Who says something, when, and in which session by number; None outside a session."""

    session_no: int | None
    speaker: str
    at_us: int


def keep_turn(
    writer: BrainWriter,
    source: Source,
    generation: str,
    event: Event,
    saying: Saying,
    now_us: int,
) -> Observation:
    """Keep a turn whose identity is free, in an open transaction. The text is clean already.

    ``now_us`` is when it is kept, which may be long after it was said.
    """
    kept = writer.observations.add(source, generation, event, content_hash(event.text), now_us)
    if saying.session_no is not None:
        writer.turns.add(saying.session_no, kept.observation_id, saying.speaker, saying.at_us)
    project(writer, kept)
    return kept
