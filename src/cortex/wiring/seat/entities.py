"""How do commands read and write what a seat knows about nouns?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.entity_requests import new_claim, read_aliases, read_kind
from cortex.core.seat.fact_lines import statement
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import Layer
from cortex.seat.entities import NewClaim, add_claim, entities_of, get_entity, merge_entities
from cortex.seat.holds import hold_claim
from cortex.wiring.seat.gate import Proposed, concluded
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from cortex.core.seat.entities import Entity
    from cortex.wiring.settings import Settings


class EntityRequest(NamedTuple):
    """A statement about a noun, as somebody wrote it."""

    said: dict[str, str]
    aliases: tuple[str, ...] = ()
    as_of_us: int | None = None


class MergedEntities(NamedTuple):
    """An entry after another was put into it, and the claims that wait."""

    entity: Entity
    moved: int
    held: tuple[str, ...]


def add(settings: Settings, seat: str | None, request: EntityRequest) -> Proposed:
    """Write a statement if the gate lets it pass; a refused one waits, or is kept as a quote.

    Raises:
        NoSeat, SeatFileRefused, InvalidRequest: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return add_to(opened, request)


def add_to(opened: OpenSeat, request: EntityRequest, *, is_decided: bool = False) -> Proposed:
    """Write a statement into an open seat; ``is_decided`` when a person said so."""
    as_of_us = opened.now_us if request.as_of_us is None else request.as_of_us
    claim = new_claim(request.said, Layer.ENTITY, as_of_us)
    aliases = read_aliases(request.aliases)
    new = NewClaim(
        claim,
        read_kind(request.said.get("kind", "")),
        aliases,
        request.said.get("checked", ""),
        is_decided,
    )
    claim, verdict, path = add_claim(opened.files, new, opened.now_us)
    replaced = tuple(statement(old) for old in verdict.old) if path else ()
    words = "\n".join((claim.subject, *aliases, statement(claim)))
    extra = {**request.said, "aliases": ",".join(aliases)}
    return concluded(opened, claim, verdict, (path, replaced), extra, words)


def every(settings: Settings, seat: str | None) -> tuple[Entity, ...]:
    """Give every entry of a seat, in the order of the file.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return entities_of(opened.files).entries


def show(settings: Settings, seat: str | None, name: str) -> Entity:
    """Give the entry of a name or alias.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return get_entity(opened.files, name)


def merge(settings: Settings, seat: str | None, other: str, into: str) -> MergedEntities:
    """Put an entry into another one; what cannot be decided waits in the queue.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        merged = merge_entities(opened.files, other, into, opened.now_us)
        held = tuple(
            hold_claim(opened.kept, claim, verdict, {"subject": claim.subject}, opened.now_us)
            for claim, verdict in merged.held
        )
        return MergedEntities(merged.entry, merged.moved, tuple(hold.hold_id for hold in held))
