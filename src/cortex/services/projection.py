"""How does what was observed become findable? In the transaction that keeps it.

Derived: dropped and made again by ``cortex rebuild-anchors``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.text.tokens import index_terms

if TYPE_CHECKING:
    from cortex.model.observations import Observation
    from cortex.ports.brain import BrainWriter


def project(writer: BrainWriter, observation: Observation) -> None:
    """Make one observation findable by the terms of its text."""
    terms = tuple(index_terms(observation.event.text))
    writer.observations.index(observation.observation_id, terms)
