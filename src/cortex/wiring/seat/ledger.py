"""What do the commands for a seat's corrections do?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.seat_records import CorrectionStatus
from cortex.seat.events import read_ledger
from cortex.seat.ledger import add_correction, find_candidates, move_correction, plan_correction
from cortex.wiring.seat.evidence import without_force
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.core.seat.candidates import Candidate
    from cortex.model.seat_records import BadRow, Correction, Looked
    from cortex.seat.ledger import Planned
    from cortex.wiring.settings import Settings


def plan(settings: Settings, seat: str | None, said: Mapping[str, str], slug: str) -> Planned:
    """Give what a correction would be kept as; writes nothing.

    Raises:
        NoSeat, RecordRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return plan_correction(opened.kept, opened.seat, opened.now_us, said, slug)


def add(
    settings: Settings, seat: str | None, said: Mapping[str, str], slug: str
) -> tuple[Correction, tuple[str, ...]]:
    """Write a correction down; give it, and what should be looked at.

    Raises:
        NoSeat, RecordRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        made, warnings = add_correction(opened.kept, opened.seat, opened.now_us, said, slug)
        return _shown(made), warnings


def corrections(
    settings: Settings, seat: str | None, *, is_all: bool
) -> tuple[tuple[Correction, ...], tuple[BadRow, ...]]:
    """Give the corrections that are open, or all, oldest first, and the rows that break a rule.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        ledger = read_ledger(opened.kept)
    wanted = [one for one in ledger.corrections if is_all or one.status is CorrectionStatus.OPEN]
    return tuple(map(_shown, wanted)), ledger.bad


def owed(settings: Settings, seat: str | None) -> tuple[list[Candidate], list[Looked]]:
    """Give sentences of the agent that may owe a correction, and what was looked through.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        found, looked = find_candidates(opened.files, opened.kept)
    weak = without_force
    return [
        one._replace(
            claim=weak(one.claim), correction=weak(one.correction), evidence=weak(one.evidence)
        )
        for one in found
    ], looked


def move(settings: Settings, seat: str | None, name: str, status: str, why: str) -> Correction:
    """Give a correction after its status was changed.

    Raises:
        NoSeat, NotFound, MoveRefused, RecordRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        now_us, wanted = opened.now_us, CorrectionStatus(status)
        return _shown(move_correction(opened.kept, opened.seat, now_us, name, wanted, why))


def _shown(one: Correction) -> Correction:
    """Give a correction whose texts have lost what could act on a reader."""
    return one._replace(
        claim=without_force(one.claim),
        correction=without_force(one.correction),
        evidence=without_force(one.evidence),
        moved_why=without_force(one.moved_why),
    )
