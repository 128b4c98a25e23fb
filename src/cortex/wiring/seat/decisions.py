"""How is a held claim written after a person decided for it? As if it came now, and passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.claims import disagree, note_claim, same_name, unseen
from cortex.core.seat.knowledge import held_claims
from cortex.core.seat.notes import QUOTE
from cortex.core.seat.plain import line_text
from cortex.model.refusals import MoveRefused
from cortex.model.seat_gate import Claim, Hold, HoldState, Layer
from cortex.seat.entities import entities_of
from cortex.seat.holds import decide, get_hold
from cortex.seat.knowledge import read_knowledge
from cortex.seat.notes import read_notes
from cortex.wiring.seat.gate import WHY_CHARS_MAX
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.wiring.seat.gate import Proposed
    from cortex.wiring.settings import Settings


def accept(
    settings: Settings, seat: str | None, hold_id: str, why: str
) -> tuple[Hold, Proposed | None]:
    """Write a held claim in the place of what stands against it.

    Refused when something stands against it that was not there when it was held: whoever decides
    has not seen it.

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
    _require_seen(settings, seat, hold)
    proposed = _write(settings, seat, hold)
    with open_seat(settings, seat) as opened:
        return decide(opened.kept, hold_id, HoldState.ACCEPTED, said, opened.now_us), proposed


def _require_seen(settings: Settings, seat: str | None, hold: Hold) -> None:
    """Refuse to replace what came after the claim was held."""
    claim = hold.claim
    against = [one for one in _standing(settings, seat, hold) if disagree(claim, one)]
    new = unseen(against, (*hold.old, claim))
    if new:
        source = new[0].source or "no source"
        message = f"{hold.hold_id}: something else stands against it by now, from {source}"
        remedy = f"`cortex gate reject {hold.hold_id}` and propose it again; it is weighed anew"
        raise MoveRefused(message, remedy=remedy)


def _standing(settings: Settings, seat: str | None, hold: Hold) -> list[Claim]:
    """Give what stands now where a held claim would be written."""
    claim = hold.claim
    if claim.layer is Layer.ENTITY:
        with open_seat(settings, seat) as opened:
            entry = entities_of(opened.files).find(claim.subject)
            return [] if entry is None else [one._replace(subject=claim.subject)
                                             for one in entry.held]  # fmt: skip
    if claim.layer is Layer.KNOWLEDGE:
        from cortex.wiring.seat.knowledge import open_org

        with open_org(settings, seat) as org:
            text = read_knowledge(org.files, org.opened.seat.org)
            return [one for one in held_claims(text) if same_name(one.subject, claim.subject)]
    from cortex.wiring.seat.notes import open_notes

    with open_notes(settings, seat, is_auto=bool(dict(hold.extra).get("auto"))) as notes:
        read = read_notes(notes.files, notes.place)
        return [note_claim(note) for note in read.notes if note.form != QUOTE]


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
