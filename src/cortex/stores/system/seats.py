"""Which folders on this machine are seats?

One line a seat in ``seats/registry`` of the Cortex home: name, organisation and folder, with tabs
between. Only an installation writes it, so a repository cannot make itself a seat. Hooks read it on
every event, so nothing here costs.
"""

# ruff: noqa: PTH103, PTH105, PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.seats import Seat

# Bytes of the registry that are read: some hundred seats.
REGISTRY_BYTES_MAX = 65_536

_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
NAME_CHARS_MAX = 64


def is_seat_name(name: str) -> bool:
    """Tell whether a text can be a seat's name."""
    return 0 < len(name) <= NAME_CHARS_MAX and _NAME_CHARACTERS.issuperset(name)


def read_seats(home: str) -> list[Seat]:
    """Give every seat, by name; none when the registry is missing or is no plain file."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(os.path.join(home, "seats", "registry"), flags)
        try:
            content = os.read(descriptor, REGISTRY_BYTES_MAX)
        finally:
            os.close(descriptor)
    except OSError:
        return []
    seats = []
    for line in content.decode("utf-8", "surrogateescape").split("\n"):
        name, _, rest = line.partition("\t")
        org, _, root = rest.partition("\t")
        if is_seat_name(name) and root.startswith("/"):
            seats.append(Seat(name, root, os.path.join(home, "seats", name), org))
    return sorted(seats, key=lambda seat: seat.name)


def seat_of(home: str, folder: str) -> Seat | None:
    """Give the seat a folder belongs to, or None; of seats within each other the innermost."""
    real = os.path.realpath(folder)
    inside = [
        seat for seat in read_seats(home) if real == seat.root or real.startswith(f"{seat.root}/")
    ]
    return max(inside, key=lambda seat: len(seat.root), default=None)


def write_seats(home: str, seats: list[Seat]) -> None:
    """Make these the seats of this machine, in one step.

    Raises:
        OSError: it cannot be written; the registry is as it was.
    """
    folder = os.path.join(home, "seats")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    lines = [f"{seat.name}\t{seat.org}\t{seat.root}\n" for seat in seats]
    beside = os.path.join(folder, f"registry.{os.getpid()}.new")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(beside, flags, 0o600)
    try:
        os.write(descriptor, "".join(lines).encode("utf-8", "surrogateescape"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(beside, os.path.join(folder, "registry"))
