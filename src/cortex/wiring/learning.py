"""How do the verbs about learning reach the brain?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.learning.agents import (
    HORIZON_DAYS,
    HORIZON_DAYS_MAX,
    REPORTS_DEFAULT,
    REPORTS_MAX,
)

if TYPE_CHECKING:
    from cortex.model.learning import AgentFigures, LearnedCounts, LearnedSummary
    from cortex.wiring.house import House

__all__ = [
    "HORIZON_DAYS",
    "HORIZON_DAYS_MAX",
    "REPORTS_DEFAULT",
    "REPORTS_MAX",
    "agents",
    "learned",
    "reset",
    "switch",
]

CARDS_DEFAULT = 12
"""Cards of an answer when nobody says otherwise (``services.operations.query``)."""


def learned(house: House, limit: int) -> LearnedSummary:
    """Give what was learned, at most ``limit`` of each kind."""
    from cortex.services import learned as service

    return service.learned(house.known, limit)


def switch(house: House, *, is_on: bool) -> None:
    """Use what was learned, or leave it aside."""
    from cortex.services import learned as service

    service.switch(house.brain, is_on=is_on)


def reset(house: House, *, is_applied: bool) -> LearnedCounts:
    """Drop everything learned, or tell how much that would be."""
    from cortex.services import learned as service

    return service.reset(house.known, is_applied=is_applied)


def agents(house: House, days: int, limit: int) -> tuple[AgentFigures, ...]:
    """Give how the work of each agent went lately, by name."""
    from cortex.services import learned as service

    return service.agents(house.known, house.now_us(), days, limit, CARDS_DEFAULT)
