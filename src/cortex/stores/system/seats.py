"""Which folders on this machine are seats?

One line a seat in ``seats/registry`` of the Cortex home: name, organisation and folder, with tabs
between. Only an installation writes it, so a repository cannot make itself a seat. Hooks read it on
every event, so nothing here costs.
"""

# ruff: noqa: PTH103, PTH105, PTH108, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.seats import Seat

# Bytes of the registry that are read: some hundred seats.
REGISTRY_BYTES_MAX = 65_536

_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
NAME_CHARS_MAX = 64


def is_seat_name(name: str) -> bool:
    """Tell whether a text can be a seat's name."""
    is_one = 0 < len(name) <= NAME_CHARS_MAX and _NAME_CHARACTERS.issuperset(name)
    return is_one and not name.startswith("-")  # It would look like an option.


def read_seats(home: str) -> list[Seat]:
    """Give every seat, by name; none when the registry is missing or is no plain file."""
    try:
        content = _registry(home)
    except OSError:
        return []
    seats = []
    content = content[: content.rfind(b"\n") + 1]  # Half a line is half a path.
    for line in content.decode("utf-8", "surrogateescape").split("\n"):
        name, _, rest = line.partition("\t")
        org, _, root = rest.partition("\t")
        if is_seat_name(name) and root.startswith("/"):
            seats.append(Seat(name, root, os.path.join(home, "seats", name), org))
    return sorted(seats, key=lambda seat: seat.name)


def _registry(home: str) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(os.path.join(home, "seats", "registry"), flags)
    try:
        return os.read(descriptor, REGISTRY_BYTES_MAX)
    finally:
        os.close(descriptor)


def seat_of(home: str, folder: str) -> Seat | None:
    """Give the seat a folder belongs to, or None; of seats within each other the innermost."""
    real = os.path.realpath(folder)
    inside = [
        seat for seat in read_seats(home) if real == seat.root or real.startswith(f"{seat.root}/")
    ]
    return max(inside, key=lambda seat: len(seat.root), default=None)


def registry_content(home: str, seats: list[Seat]) -> bytes:
    """Give what the registry says when these are the seats, so that a plan can tell that it may.

    Raises:
        InvalidRequest: the place of one cannot stand in a line, or there are too many.
        SeatFileRefused: the registry there cannot be read, so its seats would be lost.
    """
    try:
        _registry(home)
    except FileNotFoundError:
        pass
    except OSError as error:
        from cortex.model.refusals import SeatFileRefused

        message = f"{home}/seats/registry is a link, or cannot be read: {error.strerror}"
        raise SeatFileRefused(message) from None
    lines = [f"{seat.name}\t{seat.org}\t{seat.root}\n" for seat in seats]
    content = "".join(lines).encode("utf-8", "surrogateescape")
    odd = [seat for seat in seats if "\n" in f"{seat.org}{seat.root}" or "\t" in seat.org]
    if odd or len(content) > REGISTRY_BYTES_MAX:
        from cortex.model.errors import InvalidRequest

        message = (
            f"{odd[0].root!r} cannot be a seat's folder: it has a line break in its name"
            if odd
            else f"{len(seats)} seats are too many for the registry"
        )
        remedy = "give the folder another name, or take out a seat nobody uses"
        raise InvalidRequest(message, remedy=remedy, field="folder")
    return content


def write_seats(home: str, seats: list[Seat]) -> None:
    """Make these the seats of this machine, in one step. Whoever read them before has the turn.

    Raises:
        InvalidRequest, SeatFileRefused: as ``registry_content``.
        OSError: it cannot be written; the registry is as it was.
    """
    content = registry_content(home, seats)
    folder = os.path.join(home, "seats")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    beside = os.path.join(folder, "registry.new")
    if os.path.lexists(beside):
        os.unlink(beside)  # Left by one of our kind that died in its turn.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(beside, flags, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(descriptor)
    os.replace(beside, os.path.join(folder, "registry"))
