"""How are seats, and what makes a folder one, written as JSON? Source: docs/formats/seat.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex.model.installation import SeatStep
    from cortex.model.seats import Seat


def seat_json(seat: Seat) -> dict[str, object]:
    """Give one seat."""
    return {"seat": seat.name, "org": seat.org, "root": seat.root, "home": seat.home}


def steps_json(steps: Iterable[SeatStep]) -> list[dict[str, object]]:
    """Give what is done with each file, in the order it is done."""
    return [
        {"path": step.path, "action": step.action.value, "reason": step.reason} for step in steps
    ]
