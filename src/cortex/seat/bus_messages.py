"""What was sent to a seat, what has it taken, and what in its inbox is no message?

A message is one file that goes from inbox to inflight to processed, each time in one step. What was
taken and not acknowledged goes back. Source: OGL 3.12, ADR 0200, docs/formats/bus.md.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from cortex.core.seat.bus_messages import KEY_BYTES, fault_of, signature
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_bus import BusMessage
from cortex.model.seat_bus_names import (
    END,
    ERRORS,
    INBOX,
    INFLIGHT,
    INFLIGHT_US,
    PROCESSED,
    read_id,
    read_stamped,
    stamped,
)
from cortex.wire.seat_bus import message_bytes, read_message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.ports.seat_files import SeatFiles

KEY_FILE = "signing-key"
"""In the folder of the bus; made once for this machine."""

MESSAGE_BYTES_MAX = 65_536
"""Bytes of a message's file: a full text in which every character is escaped."""

WAITING_MAX = 500
"""Messages that wait for one seat; one that reads none of so many reads nothing."""

PROCESSED_KEPT = 1_000
"""Acknowledged messages that are kept, the newest."""

ERRORS_MAX = 200
"""Files set aside that are kept, the newest by name; the doctor says that there are some."""

REFUSED_MAX = 100
"""Files that are set aside by one look; each is synced, and whoever looks waits for it."""

_REASON_END = ".reason"
_REASON_BYTES_MAX = 1_024
_NAME_BYTES_MAX = 200  # Of a name; with its ends it stays within what a file system takes.
_TEMPORARY_END = ".tmp"  # How a file that is being written ends; left over when its writer died.


class Refused(NamedTuple):
    """A file of the inbox that was set aside, and why."""

    file: str
    reason: str


class Taken(NamedTuple):
    """What a look into an inbox found.

    Attributes:
        messages: the most urgent first, then the oldest.
        left: how many more wait.
        returned: ids that had been taken and were not acknowledged in time.
        refused: what was set aside, or would be.
    """

    messages: tuple[BusMessage, ...]
    left: int
    returned: tuple[str, ...]
    refused: tuple[Refused, ...]


def signing_key(shared: SeatFiles, fresh: bytes) -> bytes:
    """Give the key of this machine; the first who asks makes it.

    Args:
        shared: the folder of the bus.
        fresh: random bytes, used if there is none yet.

    Raises:
        SeatFileRefused: what lies there is no key.
    """
    key = find_key(shared)
    if not key:
        with shared.turn():
            shared.exchange(KEY_FILE, None, fresh.hex().encode() + b"\n")
        key = find_key(shared)
    return key


def find_key(shared: SeatFiles) -> bytes:
    """Give the key of this machine; nothing when it was never made.

    Raises:
        SeatFileRefused: what lies there is no key.
    """
    content = shared.find(KEY_FILE, 4 * KEY_BYTES)
    if content is None:
        return b""
    try:
        key = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        message = f"bus/{KEY_FILE} holds no key"
        remedy = "move it away; the next message makes a new one, and older ones cannot be verified"
        raise SeatFileRefused(message, remedy=remedy)
    return key


def put(box: SeatFiles, message: BusMessage, key: bytes) -> None:
    """Lay a message into the inbox of the seat whose home this is.

    Raises:
        SeatFileRefused: too many wait there, or it cannot be written.
    """
    with box.turn():
        if len(box.names(INBOX)) >= WAITING_MAX:
            message_text = f"{message.recipient} has {WAITING_MAX} messages it did not read"
            remedy = "it reads them with `cortex bus inbox`; nothing was sent"
            raise SeatFileRefused(message_text, remedy=remedy)
        content = message_bytes(message, signature(message, key))
        if not box.exchange(f"{INBOX}/{message.message_id}{END}", None, content):
            message_text = f"there is a message {message.message_id} already"
            raise SeatFileRefused(message_text, remedy="send it again; nothing was sent")


def look(box: SeatFiles, seat: str, key: bytes, now_us: int, limit: int) -> Taken:
    """Give what waits for a seat, and change nothing."""
    inbox, inflight = box.names(INBOX), box.names(INFLIGHT)
    late = [name for name in inflight if _is_late(name, now_us)]
    places = [(_stem(name), f"{INBOX}/{name}") for name in inbox if not _is_passing(name)]
    places += [(read_stamped(name)[1], f"{INFLIGHT}/{name}") for name in late]
    good: list[BusMessage] = []
    refused: list[Refused] = []
    for stem, path in sorted(places):
        found = _judge(box, path, stem, seat, key)
        if isinstance(found, BusMessage):
            good.append(found)
        else:
            refused.append(Refused(path.rpartition("/")[2], found))
    returned = tuple(sorted(read_stamped(name)[1] for name in late))
    return Taken(tuple(good[:limit]), max(0, len(good) - limit), returned, tuple(refused))


def take(box: SeatFiles, seat: str, key: bytes, now_us: int, limit: int) -> Taken:
    """Give what waits for a seat and note it as taken; set aside what is no message.

    Whoever dies now loses nothing: what is not acknowledged in time is given again.
    """
    with box.turn():
        returned = _give_back(box, now_us)
        names = box.names(INBOX)
        for leftover in filter(_is_passing, names):  # In our turn nobody is writing it.
            box.remove(f"{INBOX}/{leftover}")
        good: list[BusMessage] = []
        refused: list[Refused] = []
        left = 0
        for name in names:
            if _is_passing(name):
                continue
            found = _judge(box, f"{INBOX}/{name}", _stem(name), seat, key)
            is_good = isinstance(found, BusMessage)
            if len(good if is_good else refused) >= (limit if is_good else REFUSED_MAX):
                left += 1
            elif not isinstance(found, BusMessage):
                refused.append(_set_aside(box, name, found))
            elif box.move(f"{INBOX}/{name}", f"{INFLIGHT}/{stamped(now_us, name)}"):
                good.append(found)
        return Taken(tuple(good), left, returned, tuple(refused))


def acknowledge(box: SeatFiles, message_id: str, now_us: int) -> bool:
    """Note that a message was dealt with; False when it was so before.

    Raises:
        NotFound: no message of that id came to this seat, or it is no longer kept.
    """
    name = f"{message_id}{END}"
    with box.turn():
        for taken in box.names(INFLIGHT):
            if read_stamped(taken)[1] == message_id:
                _keep(box, f"{INFLIGHT}/{taken}", name, now_us)
                return True
        if read_id(message_id) and name in box.names(INBOX):
            _keep(box, f"{INBOX}/{name}", name, now_us)
            return True
        if any(read_stamped(kept)[1] == message_id for kept in box.names(PROCESSED)):
            return False
    message = f"no message {message_id[:100]} came to this seat"
    raise NotFound(message, remedy="`cortex bus inbox --peek` shows those that wait")


def set_aside(box: SeatFiles) -> tuple[Refused, ...]:
    """Give what was set aside, by name, each with the reason."""
    names = box.names(ERRORS)
    found = []
    for name in names:
        if not name.endswith(_REASON_END):
            reason = box.find(f"{ERRORS}/{_reason_file(name)}", _REASON_BYTES_MAX) or b""
            found.append(Refused(name, reason.decode("utf-8", "replace").strip()))
    return tuple(found)


def taken_ids(box: SeatFiles) -> tuple[str, ...]:
    """Give the ids of what was taken and not acknowledged, in their order."""
    ids = [read_stamped(name)[1] for name in box.names(INFLIGHT)]
    return tuple(sorted(filter(None, ids)))


def overdue_ids(box: SeatFiles, now_us: int) -> tuple[str, ...]:
    """Give the ids of what was taken and not acknowledged in time, sorted."""
    late = [read_stamped(name)[1] for name in box.names(INFLIGHT) if _is_late(name, now_us)]
    return tuple(sorted(late))


def messages_of(box: SeatFiles, count_max: int) -> tuple[tuple[str, BusMessage], ...]:
    """Give (file, message) of the newest messages a seat has and had, the newest first.

    Nothing is verified: what was forged stays in the inbox until somebody looks there.
    """
    found: list[tuple[int, str]] = []
    for folder in (INBOX, INFLIGHT, PROCESSED):
        for name in box.names(folder):
            said = read_id(_stem(name) if folder == INBOX else read_stamped(name)[1])
            if said:
                found.append((said[1], f"{folder}/{name}"))
    messages = []
    for _, path in sorted(found, reverse=True)[:count_max]:
        try:
            read = read_message(box.find(path, MESSAGE_BYTES_MAX) or b"")
        except SeatFileRefused:
            continue
        if read:
            messages.append((path, read[0]))
    return tuple(messages)


def sent_by(
    box: SeatFiles, recipient: str, sender: str, key: bytes
) -> Iterator[tuple[str, BusMessage | None]]:
    """Yield (file, message) of what a seat sent to the one whose home this is and what is kept.

    None for a file that only says so.
    """
    for folder in (INBOX, INFLIGHT, PROCESSED):
        for name in box.names(folder):
            stem = _stem(name) if folder == INBOX else read_stamped(name)[1]
            said = read_id(stem)
            if said and said[2] == sender:
                found = _judge(box, f"{folder}/{name}", stem, recipient, key)
                yield f"{folder}/{name}", found if isinstance(found, BusMessage) else None


def _give_back(box: SeatFiles, now_us: int) -> tuple[str, ...]:
    returned = []
    for name in box.names(INFLIGHT):
        if _is_late(name, now_us):
            message_id = read_stamped(name)[1]
            box.move(f"{INFLIGHT}/{name}", f"{INBOX}/{message_id}{END}")
            returned.append(message_id)
    return tuple(sorted(returned))


def _judge(box: SeatFiles, path: str, stem: str, seat: str, key: bytes) -> BusMessage | str:
    """Give the message in a file, or why it is none."""
    try:
        content = box.find(path, MESSAGE_BYTES_MAX)
    except SeatFileRefused as error:
        return error.message.partition(": ")[2] or error.message
    read = read_message(content or b"")
    if read is None:
        return "it is no message"
    return fault_of(read[0], read[1], stem, seat, key) or read[0]


def _set_aside(box: SeatFiles, name: str, reason: str) -> Refused:
    kept = [one for one in box.names(ERRORS) if not one.endswith(_REASON_END)]
    if len(kept) >= ERRORS_MAX:
        with contextlib.suppress(SeatFileRefused):  # A folder stays; it is one more then.
            box.remove(f"{ERRORS}/{kept[0]}")
            box.remove(f"{ERRORS}/{_reason_file(kept[0])}")
    aside = _aside_name(name)
    box.replace(f"{ERRORS}/{_reason_file(aside)}", f"{reason}\n".encode())
    box.move(f"{INBOX}/{name}", f"{ERRORS}/{aside}")
    return Refused(aside, reason)


def _aside_name(name: str) -> str:
    """Give the name a file has aside: one that ends as reasons do would not be listed."""
    end = len(_REASON_END)
    return f"{name[:-end]}-{_REASON_END[1:]}" if name.endswith(_REASON_END) else name


def _reason_file(name: str) -> str:
    """Give the name of the file with the reason, also of a name that is as long as can be."""
    head = name.encode("utf-8", "surrogateescape")[:_NAME_BYTES_MAX]
    return head.decode("utf-8", "surrogateescape") + _REASON_END


def _keep(box: SeatFiles, path: str, name: str, now_us: int) -> None:
    box.move(path, f"{PROCESSED}/{stamped(now_us, name)}")
    kept = [one for one in box.names(PROCESSED) if read_stamped(one)[1]]
    for old in kept[: max(0, len(kept) - PROCESSED_KEPT)]:
        box.remove(f"{PROCESSED}/{old}")


def _is_late(name: str, now_us: int) -> bool:
    """Tell whether a file in flight waits again; also one whose clock ran ahead of ours."""
    taken_us, message_id = read_stamped(name)
    return bool(message_id) and not 0 <= now_us - taken_us <= INFLIGHT_US


def _is_passing(name: str) -> bool:
    """Tell whether a name is of a file that somebody is writing."""
    return name.endswith(_TEMPORARY_END)


def _stem(name: str) -> str:
    return name.removesuffix(END)
