"""How does what was observed become findable? In the transaction that keeps it.

Derived: dropped and made again by ``cortex rebuild-anchors``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.search.entries import entry_of
from cortex.services.grounds import Step

if TYPE_CHECKING:
    from cortex.model.housekeeping import Pressure
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainWriter
    from cortex.services.grounds import Grounds

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


def index_slice(grounds: Grounds, position: int, pressure: Pressure) -> Step:
    """Make observations findable that are not yet: those of a format without search."""
    del position, pressure
    with grounds.brain.reading() as reader:
        waiting = reader.search_index.pending()
    if not waiting:
        return Step(0, is_done=True)
    with grounds.writing() as writer:
        left = project_pending(writer)
    return Step(0, (("indexed", waiting - left),), is_done=not left)


def project_all(writer: BrainWriter) -> None:
    """Make every observation findable anew."""
    writer.search_index.clear()
    for seen in writer.observations.iter_all():
        project(writer, seen)
