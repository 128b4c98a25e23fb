"""How does a command put everything a seat needs into one file?

Gathered under the turns of its folders, so that no hook writes in between; asked and read back
before it has its name. Source: docs/formats/seat-pack.md, ADR 0211.
"""

# ruff: noqa: PTH103, PTH112, PTH118, PTH119, PTH120, PTH123  # Paths are texts here.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex import __version__
from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.model.errors import InvalidRequest
from cortex.model.seat_moves import (
    AUTO_MEMORY,
    BUS,
    HOME,
    ORGANISATION,
    SEAT,
    FolderEntry,
    Packed,
    PackManifest,
)
from cortex.model.seats import LAST_PACK
from cortex.seat.bus_archive import ARCHIVE
from cortex.seat.bus_messages import find_key
from cortex.seat.moving_bus import (
    MONTH_TASKS_MAX,
    audit_path,
    file_of,
    month_tasks,
    paths_of_seat,
    signed_paths,
)
from cortex.seat.packing import Gathering, answers_of, questions_of
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.sqlite.copying import copy_database
from cortex.stores.system.places import SystemPlaces
from cortex.stores.system.sealing import opened
from cortex.stores.system.seat_packs import (
    MANIFEST_BYTES_MAX,
    PACK,
    name_pack,
    put_file,
    write_pack,
)
from cortex.stores.system.staging import SystemBrainPlace, require_room, told_by_disk
from cortex.wire.instants import format_instant
from cortex.wire.seat_bus import task_bytes
from cortex.wire.seat_move import manifest_text, read_manifest
from cortex.wiring.seat.bus import shared_of
from cortex.wiring.seat.knowledge import org_folder
from cortex.wiring.seat.notes import auto_memory_folder
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.model.seat_moves import PackFile
    from cortex.wiring.seat.opening import OpenSeat
    from cortex.wiring.settings import Settings

FOLDER = "seat-packs"
"""Folder of the Cortex home that packs are written to unless the person says otherwise."""


def pack_seat(
    settings: Settings, name: str | None, to: str | None, *, is_whole: bool, is_forced: bool
) -> Packed:
    """Write one sealed file with a seat, what Cortex keeps for it and its host's memory.

    Args:
        settings: of this run.
        name: of the seat; None for that of the current folder.
        to: path of the new file; None for one below the Cortex home.
        is_whole: the whole folder of the seat goes along, not only its own files.
        is_forced: the file may lie in the seat's folder, or where git sees it.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
        InvalidRequest: something is there, or it lies where others would see it.
        SeatPackRefused: the seat is more than a pack holds.
        DiskFull, StoreReadOnly, StoreUnreadable: as the disk refuses.
    """
    with open_seat(settings, name) as opened:
        target = _target(settings, opened, to, is_forced=is_forced)
        with SystemBrainPlace().staging(target, 0) as staging:
            manifest = _gathered(settings, opened, staging, is_whole=is_whole)
            require_room(staging, sum(one.size for one in manifest.files))
            half_made = os.path.join(staging, "packed.zip")
            files = [(_folder(staging, one.area), one) for one in manifest.files]
            write_pack(half_made, files, manifest_text(manifest))
            _read_back(half_made, manifest)
            size = name_pack(half_made, target)
        noted = f"{format_instant(opened.now_us)}\n{target}\n"
        with opened.kept.turn():
            opened.kept.replace(LAST_PACK, noted.encode("utf-8", "surrogateescape"))
        return Packed(target, size, manifest)


def _target(settings: Settings, opened: OpenSeat, to: str | None, *, is_forced: bool) -> str:
    """Give the real path of the new file, once it may be written there."""
    if to is None:
        stamp = format_instant(opened.now_us).replace(":", "").replace("-", "").replace(".", "")
        target = os.path.join(settings.home, FOLDER, f"{opened.seat.name}-{stamp}.zip")
    else:
        target = os.path.join(settings.cwd, to)
    folder = os.path.realpath(os.path.dirname(target))
    target = os.path.join(folder, os.path.basename(target))
    if os.path.lexists(target) or not os.path.basename(target):
        message = f"something is there already: {target}"
        raise InvalidRequest(message, remedy="choose another name", field="to")
    if to is None or is_forced:
        return target
    for what, place in (("the seat's folder", opened.seat.root), ("its home", opened.seat.home)):
        if _is_below(folder, os.path.realpath(place)):
            message = f"{target} lies in {what}"
            raise InvalidRequest(message, remedy="choose another folder, or --force", field="to")
    if _is_in_git(folder):
        message = f"{target} lies in a git work tree, and a pack holds what was remembered"
        raise InvalidRequest(message, remedy="choose another folder, or --force", field="to")
    return target


def _gathered(
    settings: Settings, opened: OpenSeat, staging: str, *, is_whole: bool
) -> PackManifest:
    """Copy what belongs to a seat into a folder, and say what it is."""
    seat = opened.seat
    gathering = Gathering(
        lambda file, content: _put(staging, file, content),
        opened.now_us,
        is_whole=is_whole,
        skipped=_skipped(settings, seat.root),
        snapshot=lambda path: _snapshot(seat.home, path, staging),
    )
    with opened.kept.turn(), opened.files.turn():
        gathering.take(opened.kept, HOME)
        gathering.take(opened.files, SEAT)
    signed = _take_bus(gathering, opened)
    auto = auto_memory_folder(settings, seat.root)
    _take_folder(gathering, AUTO_MEMORY, auto or "")
    _take_folder(gathering, ORGANISATION, org_folder(seat.root, seat.org))
    for area in (SEAT, "asked"):
        os.makedirs(_folder(staging, area), mode=0o700, exist_ok=True)
    own, scratch = _folder(staging, SEAT), _folder(staging, "asked")
    with SeatFolder(own) as files, SeatFolder(scratch) as kept:
        probes = answers_of(files, kept, questions_of(files))
    return PackManifest(
        opened.now_us,
        __version__,
        seat.name,
        seat.org,
        seat.root,
        is_whole,
        tuple(sorted(gathering.files)),
        tuple(sorted(gathering.left_out)),
        tuple(probes),
        tuple(signed),
    )


def _take_bus(gathering: Gathering, opened: OpenSeat) -> list[str]:
    """Take a seat's tasks and approvals, and give the messages to it that are genuine here."""
    with shared_of(opened) as shared:
        if shared is None:
            return []
        with shared.turn():
            gathering.take_these(shared, BUS, paths_of_seat(shared, opened.seat.name))
            _take_months(gathering, shared, opened.seat.name)
        packed = {file.path for file in gathering.files if file.area == HOME}
        genuine = signed_paths(opened.kept, opened.seat.name, find_key(shared))
        return [path for path in genuine if path in packed]


def _take_months(gathering: Gathering, shared: SeatFolder, name: str) -> None:
    """Take a seat's tasks out of the files of months, each as the file it was."""
    tasks = month_tasks(shared, name)
    for task in tasks[:MONTH_TASKS_MAX]:
        path, content = file_of(task), task_bytes(task)
        entry = FolderEntry(path, "file", len(content), task.updated_us, is_executable=False)
        gathering.add(BUS, path, content, entry)
    gathering.take_these(shared, BUS, map(audit_path, tasks[:MONTH_TASKS_MAX]))
    if len(tasks) > MONTH_TASKS_MAX:
        why = f"of {len(tasks)} old finished tasks the newest {MONTH_TASKS_MAX} go along"
        gathering.leave(BUS, ARCHIVE, why)


def _take_folder(gathering: Gathering, area: str, root: str) -> None:
    """Take what belongs to a part out of a folder that is not always there."""
    if not root or not os.path.isdir(root):
        return
    with SeatFolder(root) as folder, folder.turn():
        if area == ORGANISATION:
            gathering.take_these(folder, area, [KNOWLEDGE_FILE])
        else:
            gathering.take(folder, area)


def _read_back(path: str, manifest: PackManifest) -> None:
    """Read a pack as whoever unpacks it will.

    Raises:
        SeatPackRefused: it does not say what it was made of.
    """
    with opened(path, PACK) as pack:
        found = read_manifest(pack.manifest(MANIFEST_BYTES_MAX), path)
        assert found == manifest, "a manifest says what it was written from"
        pack.require_members({file.member: file.size for file in found.files})
        for file in found.files:
            pack.read(file.member, file.size, file.sha256)


def _put(staging: str, file: PackFile, content: bytes) -> None:
    with told_by_disk(staging):
        folder = _folder(staging, file.area)
        put_file(folder, file, content, file.changed_us, is_lasting=False)


def _folder(staging: str, area: str) -> str:
    return os.path.join(staging, area)


def _snapshot(home: str, path: str, staging: str) -> bytes | None:
    """Give a database of the home as it is at one instant, or None for another file."""
    if not path.endswith(".db"):
        return None
    copy = os.path.join(staging, "copied.db")
    try:
        if not copy_database(os.path.join(home, path), copy):
            return None
        with open(copy, "rb") as file:
            return file.read()
    finally:
        if os.path.lexists(copy):
            os.unlink(copy)  # noqa: PTH108  # A path as text.


def _skipped(settings: Settings, root: str) -> frozenset[str]:
    """Give the folders below a seat that are no part of it: the Cortex home, the host's."""
    theirs = (settings.home, os.path.join(settings.user_home, ".claude", "projects"))
    real = [os.path.realpath(place) for place in theirs]
    return frozenset(os.path.relpath(place, root) for place in real if _is_below(place, root))


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder.rstrip('/')}/")


def _is_in_git(folder: str) -> bool:
    from cortex.core.scopes.checkouts import find_checkout

    places, at = SystemPlaces(), folder
    while find_checkout(places, at) is None:
        if at == os.path.dirname(at):
            return False
        at = os.path.dirname(at)
    return True
