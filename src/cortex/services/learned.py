"""What was learned, and how is it left aside or dropped?

For the operator: lessons of every principal. Source: ADR 0080, docs/formats/learning.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.learning.agents import figures
from cortex.model.durations import DAY_US
from cortex.model.learning import AgentFigures, LearnedCounts, LearnedSummary

if TYPE_CHECKING:
    from cortex.ports.brain import Brain


def learned(brain: Brain, limit: int) -> LearnedSummary:
    """Give what was learned, at most ``limit`` of each kind."""
    with brain.reading() as reader:
        kept = reader.learning
        return LearnedSummary(
            is_on=kept.votes() is not None,
            counts=kept.counts(),
            signals=tuple(kept.top_signals(limit)),
            bridges=tuple(kept.top_bridges(limit)),
            questions=tuple(kept.top_questions(limit)),
        )


def switch(brain: Brain, *, is_on: bool) -> None:
    """Use what was learned, or leave it aside; twice is the same as once."""
    with brain.writing() as writer:
        writer.learning.switch(is_on=is_on)


def reset(brain: Brain, *, is_applied: bool) -> LearnedCounts:
    """Drop everything learned, or only tell how much that would be."""
    if not is_applied:
        with brain.reading() as reader:
            return reader.learning.counts()
    with brain.writing() as writer:
        return writer.learning.reset()


def agents(
    brain: Brain, now_us: int, days: int, limit: int, k_default: int
) -> tuple[AgentFigures, ...]:
    """Give how the work of each agent went lately, by name.

    Args:
        days: how far back reports count.
        limit: most reports read, newest first.
        k_default: cards asked for when nothing speaks for more or fewer.
    """
    with brain.reading() as reader:
        outcomes = reader.learning.outcomes(now_us - days * DAY_US, limit)
    return figures(outcomes, now_us, k_default)
