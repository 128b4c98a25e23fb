"""How is a false statement put right on the record, and what becomes of it?

The ledger is rows of the event log; its rules are applied where a row is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.core.seat.candidates import candidates
from cortex.core.seat.event_schemas import CLAIM_CHARS_MAX
from cortex.core.seat.ledger import folded, key_of, require_move, warnings_of
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import RecordRefused
from cortex.model.seat_records import (
    CORRECTION_MOVED,
    TRUTH_CORRECTION,
    WORKING_TREE,
    Category,
    Correction,
    CorrectionStatus,
    Fault,
    Severity,
    Surface,
)
from cortex.seat.entities import entities_of
from cortex.seat.events import append_event, plan_event, read_ledger
from cortex.seat.told import said_by_agent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.core.seat.candidates import Candidate
    from cortex.model.seat_records import Looked, Value
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles

_INFO = Severity.INFO.value
_ACTION = Category.ACTION.value


class Planned(NamedTuple):
    """What a correction would be kept as: its metadata, and what should be looked at first."""

    metadata: Mapping[str, Value]
    warnings: tuple[str, ...]


def plan_correction(
    kept: SeatFiles, seat: Seat, now_us: int, said: Mapping[str, str], slug: str
) -> Planned:
    """Give what a correction would be kept as; writes nothing.

    Args:
        said: kind, claim, correction, evidence and what else is known of it.
        slug: what names it among the corrections of its day.

    Raises:
        RecordRefused: a rule is broken, it is there already, or nothing is owed.
        SeatFileRefused: the log cannot be read.
    """
    metadata = _metadata(seat, now_us, said, slug)
    made = plan_event(kept, seat, now_us, (_ACTION, TRUTH_CORRECTION, _INFO), metadata)
    return Planned(made.metadata, warnings_of(made.metadata))


def add_correction(
    kept: SeatFiles, seat: Seat, now_us: int, said: Mapping[str, str], slug: str
) -> tuple[Correction, tuple[str, ...]]:
    """Write a correction down and give it, with what should be looked at.

    Raises:
        RecordRefused, SeatFileRefused: as ``plan_correction`` does.
    """
    metadata = _metadata(seat, now_us, said, slug)
    append_event(kept, seat, now_us, _ACTION, TRUTH_CORRECTION, _INFO, metadata)
    made = get_correction(kept, str(metadata["dedupe_key"]))
    return made, warnings_of(metadata)


def move_correction(
    kept: SeatFiles, seat: Seat, now_us: int, name: str, status: CorrectionStatus, why: str
) -> Correction:
    """Give a correction after its status was changed; the same again changes nothing.

    Args:
        name: its key, or its slug alone.
        why: where it was told, or why it is taken back.

    Raises:
        NotFound: there is none of that name.
        MoveRefused: it cannot become that any more.
        RecordRefused, SeatFileRefused: as ``plan_correction`` does.
    """
    old = get_correction(kept, name)
    if not require_move(old, status):
        return old
    said = {"dedupe_key": old.key, "status": status.value, "why": why}
    append_event(kept, seat, now_us, _ACTION, CORRECTION_MOVED, _INFO, said)
    return get_correction(kept, old.key)


def find_candidates(files: SeatFiles, kept: SeatFiles) -> tuple[list[Candidate], list[Looked]]:
    """Give sentences of the agent that may owe a correction, and what was looked through.

    What the ledger corrects already is left out.

    Raises:
        SeatFileRefused: a file cannot be read.
    """
    looked: list[Looked] = []
    found = candidates(entities_of(files), said_by_agent(files, kept, looked))
    known = {folded(one.claim) for one in read_ledger(kept).corrections}
    return [one for one in found if folded(one.claim) not in known], looked


def get_correction(kept: SeatFiles, name: str) -> Correction:
    """Give the correction of a key, or the newest of a slug.

    Raises:
        NotFound: there is none.
        SeatFileRefused: the log cannot be read.
    """
    known = read_ledger(kept).corrections
    for one in reversed(known):
        if name in {one.key, one.key.rpartition(":")[2]}:
            return one
    message = f"the ledger has no correction {name[:CLAIM_CHARS_MAX]}"
    raise NotFound(message, remedy="`cortex correct list --all` shows them")


def _metadata(seat: Seat, now_us: int, said: Mapping[str, str], slug: str) -> dict[str, object]:
    if said.get("surface") == WORKING_TREE:
        message = "the claim was caught before it reached anybody, so no correction is owed"
        remedy = f"say so in your report; a surface is {', '.join(Surface)}"
        raise RecordRefused(Fault.NOT_OWED, message, remedy=remedy, field="surface")
    key = key_of(day_text(now_us), seat.name, slug)
    return {**{name: value for name, value in said.items() if value}, "dedupe_key": key}
