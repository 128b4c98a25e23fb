"""How do seats send each other messages, and how does one read its own?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.bus_messages import new_message
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_bus import NORMAL, BusMessage
from cortex.model.seat_records import Category
from cortex.seat.bus_messages import (
    acknowledge,
    find_key,
    look,
    put,
    signing_key,
    take,
    taken_ids,
)
from cortex.stores.files.seat_files import SeatFolder
from cortex.wire.seat_bus import message_json
from cortex.wiring.seat.bus import Bus, fresh_letters, fresh_number, open_bus, shown_message
from cortex.wiring.seat.opening import find_seat, make_folder

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings


class Told(NamedTuple):
    """What a command of the bus answers: JSON, and what could not be done besides."""

    data: dict[str, object]
    warnings: tuple[str, ...] = ()


class Letter(NamedTuple):
    """A message as somebody wrote it."""

    recipient: str
    text: str
    priority: str = NORMAL
    reply_to: str = ""


def send(settings: Settings, seat: str | None, letter: Letter) -> Told:
    """Lay a message into another seat's inbox.

    Raises:
        NoSeat: the sender, or the recipient, is none of this machine.
        InvalidRequest: the text cannot be sent.
        SeatFileRefused: the recipient has too many, or it cannot be written.
    """
    with open_bus(settings, seat) as bus:
        message = send_over(bus, letter)
        return Told(message_json(message), tuple(bus.warnings))


def send_over(bus: Bus, letter: Letter) -> BusMessage:
    """Lay a message into a seat's inbox over an open bus, and give it."""
    recipient = find_seat(bus.settings, letter.recipient)
    parties = (bus.name, recipient.name)
    message = new_message(
        parties, letter.text, letter.priority, letter.reply_to, bus.now_us, fresh_letters()
    )
    key = signing_key(bus.shared, fresh_key())
    make_folder(recipient.home)
    with SeatFolder(recipient.home) as box:
        put(box, message, key)
    said = {"message_id": message.message_id, "to": recipient.name, "priority": message.priority}
    bus.emit(Category.MESSAGE, "message_sent", {**said, "reply_to": message.reply_to})
    return message


def inbox(settings: Settings, seat: str | None, limit: int, *, peeks: bool) -> Told:
    """Give what waits for a seat; it counts as taken, unless somebody only looks.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        box, key = bus.opened.kept, find_key(bus.shared)
        reader = look if peeks else take
        found = reader(box, bus.name, key, bus.now_us, limit)
        if not peeks:
            for message in found.messages:
                said = {"message_id": message.message_id, "from": message.sender}
                bus.emit(Category.MESSAGE, "message_received", said)
            for one in found.refused:
                said = {"file": one.file, "reason": one.reason}
                bus.emit(Category.MESSAGE, "message_refused", said, is_bad=True)
        data: dict[str, object] = {
            "seat": bus.name,
            "peeked": peeks,
            "messages": [shown_message(one, message_json(one)) for one in found.messages],
            "left": found.left,
            "returned": list(found.returned),
            "refused": [{"file": one.file, "reason": one.reason} for one in found.refused],
        }
        return Told(data, tuple(bus.warnings))


def ack(settings: Settings, seat: str | None, message_ids: tuple[str, ...]) -> Told:
    """Note that messages were dealt with.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say; those before it are noted.
    """
    with open_bus(settings, seat) as bus:
        return _acknowledged(bus, message_ids)


def ack_taken(settings: Settings, seat: str | None) -> Told:
    """Note that every message a seat has taken was dealt with.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_bus(settings, seat) as bus:
        return _acknowledged(bus, taken_ids(bus.opened.kept))


def _acknowledged(bus: Bus, message_ids: tuple[str, ...]) -> Told:
    changed = []
    for message_id in message_ids:
        if acknowledge(bus.opened.kept, message_id, bus.now_us):
            changed.append(message_id)
            bus.emit(Category.MESSAGE, "message_acked", {"message_id": message_id})
    data: dict[str, object] = {"acknowledged": list(message_ids), "changed": changed}
    return Told(data, tuple(bus.warnings))


def fresh_key() -> bytes:
    """Give what a machine signs with that has no key yet; nobody can guess it."""
    return fresh_number().to_bytes(16, "big") + fresh_number().to_bytes(16, "big")
