"""How does a command make a pack a seat of this machine, whole or not at all?

Everything is read and proved before a byte is written; every part is made beside its place and
takes it in one step; the line in the registry comes last. A run that was killed is begun again:
what stands already is seen to be the same. Source: docs/formats/seat-pack.md, ADR 0211.
"""

# ruff: noqa: PTH102, PTH112, PTH118, PTH120  # Paths are texts here.

from __future__ import annotations

import os
from contextlib import ExitStack
from shlex import quote
from typing import TYPE_CHECKING

from cortex import __version__
from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.core.seat.packs import (
    collisions,
    fault_of_manifest,
    of_area,
)
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatPackRefused, SeatPlaceTaken
from cortex.model.seat_moves import (
    AREAS,
    AUTO_MEMORY,
    BUS,
    CREATE,
    HOME,
    KEEP,
    ORGANISATION,
    SEAT,
    PackFile,
    PackManifest,
    PackPlace,
    Unpacked,
)
from cortex.model.seats import Seat
from cortex.seat.bus_messages import find_key, signing_key
from cortex.seat.packing import answers_of
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.clock import SystemClock
from cortex.stores.system.sealing import opened
from cortex.stores.system.seat_packs import (
    MANIFEST_BYTES_MAX,
    PACK,
    folds_case,
    is_empty,
    put_file,
    put_folder,
    put_one,
)
from cortex.stores.system.seats import is_seat_name, read_seats, registry_content, write_seats
from cortex.stores.system.staging import SystemBrainPlace, told_by_disk
from cortex.wire.seat_move import read_manifest
from cortex.wiring.install import only_installer
from cortex.wiring.seat.bus import FOLDER as BUS_FOLDER
from cortex.wiring.seat.bus import shared_files
from cortex.wiring.seat.incoming import Incoming, held
from cortex.wiring.seat.install import NAME_REMEDY
from cortex.wiring.seat.knowledge import org_folder
from cortex.wiring.seat.messages import fresh_key
from cortex.wiring.seat.notes import auto_memory_place

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

_ORDER = (AUTO_MEMORY, ORGANISATION, BUS, HOME, SEAT)
"""In which order parts take their places: the seat itself last, so that it is never there alone."""

_ALONE = (SEAT, HOME, AUTO_MEMORY)
"""Parts whose place belongs to nobody else."""

_REMEDIES = {
    SEAT: "choose a folder that is empty, or is not there yet",
    HOME: "choose another name with --name, or move it away",
    AUTO_MEMORY: "move it away, or leave it as it is with --without-auto-memory",
}
_MEMORY = "the host's own memory of the project"


class UnpackWish(NamedTuple):
    """What is to be unpacked, and where to.

    Attributes:
        file: the pack.
        folder: the new folder of the seat.
        name: what it is called here; None for what it was called.
        org: organisation it works for here; None for the one it had.
        has_auto_memory: the host's memory of the project is put in its place as well.
    """

    file: str
    folder: str
    name: str | None = None
    org: str | None = None
    has_auto_memory: bool = True


def unpack_seat(settings: Settings, wish: UnpackWish, *, is_applied: bool) -> Unpacked:
    """Say what a pack becomes here, and do it when asked to. Every digest is checked first.

    Raises:
        InvalidRequest: there is no such file, or the name can be none.
        SeatPackRefused: it is no pack, was changed, or holds what may not be written.
        SeatPlaceTaken: the name, or a place of a part, is something else's.
        DiskFull, StoreReadOnly, StoreUnreadable: as the disk refuses.
    """
    path = os.path.join(settings.cwd, wish.file)
    with opened(path, PACK) as pack:
        manifest = read_manifest(pack.manifest(MANIFEST_BYTES_MAX), path)
        if fault := fault_of_manifest(manifest):
            message = f"{path} is refused: {fault}"
            raise SeatPackRefused(message)
        pack.require_members({file.member: file.size for file in manifest.files})
        for file in manifest.files:
            pack.read(file.member, file.size, file.sha256)
        seat, is_new = _seat(settings, manifest, wish)
        incoming = Incoming(pack, manifest, seat, lambda: _key(settings, is_made=is_applied))
        places, warnings = _places(settings, incoming, wish)
        rehashed = answered = 0
        if is_applied:
            expected, answered = _put(incoming, places, warnings)
            rehashed = _rehash(places, expected)
            if is_new:
                with only_installer(settings, is_applied=True):
                    write_seats(settings.home, _seats_with(settings, seat))
            # What this machine's guards need stands in no pack.
            warnings.append(
                f"`cortex seat install {quote(seat.root)} --apply` puts this machine's guards in"
            )
    return Unpacked(
        manifest,
        seat.name,
        seat.org,
        seat.root,
        seat.home,
        tuple(places),
        is_new,
        is_applied,
        rehashed,
        answered,
        tuple(warnings),
    )


def _key(settings: Settings, *, is_made: bool) -> bytes:
    """Give the key this machine signs messages with; without one it is made only when asked."""
    if not is_made and not os.path.isdir(os.path.join(settings.home, BUS_FOLDER)):
        return b""
    with shared_files(settings.home) as shared:
        return signing_key(shared, fresh_key()) if is_made else find_key(shared)


def _seat(settings: Settings, manifest: PackManifest, wish: UnpackWish) -> tuple[Seat, bool]:
    """Give the seat a pack becomes, and whether it is new here."""
    name = manifest.seat if wish.name is None else wish.name
    if not is_seat_name(name):
        message = f"'{name}' cannot be a seat's name"
        raise InvalidRequest(message, remedy=NAME_REMEDY, field="name")
    org = manifest.org if wish.org is None else wish.org
    if any(character in org for character in "\t\n\r"):
        message = "an organisation's name is one line without tabs"
        raise InvalidRequest(message, remedy="give another one with --org", field="org")
    root = os.path.realpath(os.path.join(settings.cwd, wish.folder))
    seat = Seat(name, root, os.path.join(settings.home, "seats", name), org)
    registry_content(settings.home, _seats_with(settings, seat))
    same = [one.org for one in read_seats(settings.home) if one.name == name]
    return seat, same != [org]


def _seats_with(settings: Settings, seat: Seat) -> list[Seat]:
    """Give the seats of this machine once this one is among them.

    Raises:
        SeatPlaceTaken: its name or its folder is another seat's.
    """
    others = []
    for one in read_seats(settings.home):
        if (one.name, one.root) == (seat.name, seat.root):
            continue
        if one.name == seat.name:
            message = f"'{one.name}' is the seat in {one.root}"
            raise SeatPlaceTaken(message, remedy=NAME_REMEDY)
        if one.root == seat.root:
            message = f"{one.root} is the folder of the seat '{one.name}'"
            raise SeatPlaceTaken(message, remedy="choose another folder")
        others.append(one)
    return [*others, seat]


def _places(
    settings: Settings, incoming: Incoming, wish: UnpackWish
) -> tuple[list[PackPlace], list[str]]:
    """Give where each part goes and what becomes of it, and what a person should know.

    Raises:
        SeatPlaceTaken: something else is in the place of one.
    """
    manifest, seat = incoming.manifest, incoming.seat
    pairs = collisions(manifest.files)
    warnings = [f"{one} and {other} are one name where case does not count" for one, other in pairs]
    shared = org_folder(seat.root, seat.org)
    folders = {
        SEAT: seat.root,
        HOME: seat.home,
        AUTO_MEMORY: auto_memory_place(settings, seat.root) if wish.has_auto_memory else "",
        ORGANISATION: os.path.join(shared, KNOWLEDGE_FILE) if shared else "",
        BUS: os.path.join(settings.home, BUS_FOLDER),
    }
    places = []
    for area in AREAS:
        files = of_area(manifest, area)
        if not files and area != SEAT:
            continue
        place = incoming.place(area, folders[area])
        if area in _ALONE and place.path and is_empty(place.path):
            place = place._replace(became=CREATE)
        if not place.became:
            message = f"there is something else in {place.path}"
            raise SeatPlaceTaken(message, remedy=_REMEDIES[area])
        if place.became == KEEP:
            warnings.append(_kept(place))
        places.append(place)
    return places, warnings


def _kept(place: PackPlace) -> str:
    """Give what a person should know of a part that was not put anywhere."""
    if place.area == BUS:
        return f"tasks or approvals in {place.path} are another seat's or went on; they stay"
    what = "what the seats of the organisation share" if place.area == ORGANISATION else _MEMORY
    if place.path:
        return f"{what} in {place.path} stays as it is; the pack has another version"
    return f"{what} was not put anywhere; the pack has it below {place.area}/"


def _put(
    incoming: Incoming, places: list[PackPlace], warnings: list[str]
) -> tuple[dict[str, dict[str, str]], int]:
    """Make every part beside its place, ask the memory, and let each take its place.

    Returns:
        For each part that was made or was there the SHA-256 of what it must hold, by path; and how
        many questions have the answer they had.
    """
    expected: dict[str, dict[str, str]] = {}
    made: list[tuple[PackPlace, str, list[PackFile]]] = []
    root = incoming.seat.root
    ours = sorted((place for place in places if place.became != KEEP), key=_turn)
    with ExitStack() as stack:
        for place in ours:
            files = of_area(incoming.manifest, place.area)
            if place.area == BUS:
                files, expected[BUS] = incoming.missing(place.path)
            else:
                expected[place.area] = incoming.digests(place.area)
            # Also where nothing is to be made: what a killed run left there is swept away.
            room = place.size if place.became == CREATE else 0
            staging = stack.enter_context(SystemBrainPlace().staging(place.path, room))
            if place.became == CREATE:
                folder = os.path.join(staging, "made")
                _make(incoming, place, files, folder)
                made.append((place, folder, files))
                root = folder if place.area == SEAT else root
        answered = _ask(incoming.manifest, root, stack, warnings)
        for place, folder, files in made:
            _take_place(place, folder, files)
    return expected, answered


def _turn(place: PackPlace) -> int:
    return _ORDER.index(place.area)


def _make(incoming: Incoming, place: PackPlace, files: list[PackFile], folder: str) -> None:
    """Write files of a part into a new folder.

    Raises:
        SeatPackRefused: two names in it are one here.
    """
    now_us = SystemClock().now_us()
    with told_by_disk(folder):
        os.mkdir(folder, 0o700)
        pairs = collisions(files)
        if pairs and folds_case(folder):
            message = f"{pairs[0][0]} and {pairs[0][1]} are one name on the disk of {place.path}"
            raise SeatPackRefused(message, remedy="rename one of them where the seat is")
        for file in files:
            put_file(folder, file, incoming.content(file), min(file.changed_us, now_us))


def _take_place(place: PackPlace, folder: str, files: list[PackFile]) -> None:
    """Let what was made beside its place take it."""
    with told_by_disk(place.path):
        if place.area == ORGANISATION:
            put_one(os.path.join(folder, KNOWLEDGE_FILE), place.path)
        elif place.area == BUS:
            for file in files:
                put_one(os.path.join(folder, file.path), os.path.join(place.path, file.path))
        else:
            put_folder(folder, place.path)


def _ask(manifest: PackManifest, root: str, stack: ExitStack, warnings: list[str]) -> int:
    """Ask the memory what it was asked when it was packed, and count the answers that are the same.

    Raises:
        SeatPackRefused: it answers something else, though the program is the same.
    """
    scratch = os.path.join(stack.enter_context(SystemBrainPlace().staging(f"{root}.asked", 0)), "k")
    os.mkdir(scratch, 0o700)  # Below what is held: the index is written in a turn of its own.
    with SeatFolder(root) as files, SeatFolder(scratch) as kept:
        found = answers_of(files, kept, [probe.question for probe in manifest.probes])
    other = sum(one != probe for one, probe in zip(found, manifest.probes, strict=True))
    if not other:
        return len(found)
    told = f"{other} of {len(found)} questions have another answer than when it was packed"
    if manifest.cortex == __version__:
        raise SeatPackRefused(told)
    warnings.append(f"{told}, by Cortex {manifest.cortex}; this is {__version__}")
    return len(found) - other


def _rehash(places: list[PackPlace], expected: dict[str, dict[str, str]]) -> int:
    """Read back what stands in its place now, and give how many files are as they must be.

    Raises:
        SeatPackRefused: one is not.
    """
    count = 0
    for place in places:
        if place.area not in expected:
            continue
        folder = os.path.dirname(place.path) if place.area == ORGANISATION else place.path
        paths = list(expected[BUS]) if place.area == BUS else None
        found = held(place.area, folder, paths)
        if found != expected[place.area]:
            wrong = sorted(set(found.items()) ^ set(expected[place.area].items()))
            message = f"{place.path}: {wrong[0][0]} is not as it was packed"
            raise SeatPackRefused(message, remedy="the disk may be failing; unpack it elsewhere")
        count += len(found)
    return count
