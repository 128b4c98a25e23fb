"""How are seats, and what makes a folder one, written as JSON? Source: docs/formats/seat.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cortex.wire.install import op_json

if TYPE_CHECKING:
    from cortex.model.installation import FileOp
    from cortex.model.seats import Seat


def seat_json(seat: Seat) -> dict[str, object]:
    """Give one seat."""
    return {"seat": seat.name, "org": seat.org, "root": seat.root, "home": seat.home}


def steps_json(ops: Iterable[FileOp]) -> list[dict[str, object]]:
    """Give what happens to each file, in the order it is done."""
    return [op_json(op) for op in ops]
