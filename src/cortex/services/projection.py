"""How does what was observed become findable? In the transaction that keeps it.

Derived: dropped and made again by ``cortex rebuild-anchors``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.search.entries import entry_of

if TYPE_CHECKING:
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainWriter

PENDING_SLICE = 50
"""Observations indexed in one slice: some ten milliseconds."""


def project(writer: BrainWriter, observation: Observation) -> None:
    """Make one observation findable by its text and, once it is a turn, by its speaker and day."""
    turn = writer.turns.turn_of(observation.observation_id)
    writer.search_index.put(observation.observation_id, entry_of(observation, turn))


def project_pending(writer: BrainWriter, limit: int = PENDING_SLICE) -> int:
    """Make observations findable that are not yet, the newest first; give how many were left."""
    for observation_id in writer.search_index.unindexed(limit):
        seen = writer.observations.find(observation_id)
        assert seen is not None
        project(writer, seen)
    return writer.search_index.pending()


def project_all(writer: BrainWriter) -> None:
    """Make every observation findable anew."""
    writer.search_index.clear()
    for seen in writer.observations.iter_all():
        project(writer, seen)
