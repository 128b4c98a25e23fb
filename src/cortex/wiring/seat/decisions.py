"""How is a held claim written after a person decided for it? As if it came now, and passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.plain import line_text
from cortex.model.refusals import MoveRefused
from cortex.model.seat_gate import Hold, HoldState, Layer
from cortex.seat.holds import decide, get_hold
from cortex.wiring.seat.gate import WHY_CHARS_MAX
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.wiring.seat.gate import Proposed
    from cortex.wiring.settings import Settings


def accept(
    settings: Settings, seat: str | None, hold_id: str, why: str
) -> tuple[Hold, Proposed | None]:
    """Write a held claim in the place of whatever stands against it now.

    Writing comes first: a crash in between leaves the claim waiting, and accepting it again
    changes nothing more. Accepting what was accepted gives None for what was written.

    Raises:
        NoSeat, NotFound, MoveRefused, SeatFileRefused, InvalidRequest: as their docstrings say.
    """
    said = line_text(why, WHY_CHARS_MAX, "why")
    with open_seat(settings, seat) as opened:
        hold = get_hold(opened.kept, hold_id)
        if hold.state is HoldState.ACCEPTED:
            return hold, None
        if hold.state is not HoldState.OPEN:
            message = f"{hold.hold_id} was {hold.state.value} already"
            raise MoveRefused(message, remedy="propose it again; it will be weighed anew")
    proposed = _write(settings, seat, hold)
    with open_seat(settings, seat) as opened:
        return decide(opened.kept, hold_id, HoldState.ACCEPTED, said, opened.now_us), proposed


def _write(settings: Settings, seat: str | None, hold: Hold) -> Proposed:
    claim = hold.claim
    said = dict.fromkeys(_SAID, "") | dict(hold.extra)
    said |= {"text": claim.text, "predicate": claim.predicate, "source": str(claim.source)}
    if claim.layer is Layer.NOTE:
        from cortex.wiring.seat.notes import NoteRequest, add_to, open_notes

        request = NoteRequest(said, claim.as_of_us, is_replacing=True)
        with open_notes(settings, seat, is_auto=bool(said["auto"])) as notes:
            return add_to(notes, request, is_decided=True)
    from cortex.wiring.seat import entities as seat_entities
    from cortex.wiring.seat import knowledge as seat_knowledge

    said["subject"] = claim.subject
    if claim.layer is Layer.KNOWLEDGE:
        return seat_knowledge.add(settings, seat, said, claim.as_of_us, is_decided=True)
    aliases = tuple(filter(None, said["aliases"].split(",")))
    with open_seat(settings, seat) as opened:
        request_of = seat_entities.EntityRequest(said, aliases, claim.as_of_us)
        return seat_entities.add_to(opened, request_of, is_decided=True)


_SAID = (
    "aliases", "auto", "checked", "description", "how", "kind", "name", "predicate", "section",
    "session", "source", "subject", "text", "type", "verified", "why",
)  # fmt: skip
"""Everything a verb may have been told; what was not said is empty."""
