"""Of which sources may nothing be read now?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.intake import is_closed

if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.ports.brain import BrainReader


def closed_sources(reader: BrainReader, principal: str, policy: CapturePolicy) -> list[int]:
    """Give the numbers of a principal's sources that are disabled, or that a stop closed."""
    return [
        source.source_no
        for source in reader.observations.sources(principal)
        if is_closed(source, policy)
    ]
