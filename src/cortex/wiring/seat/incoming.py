"""What does each part of a pack hold once it is here, and does it stand here already?

Most files are as they were packed. Lists of paths name the new folder, and messages nobody has read
are signed by this machine. Source: docs/formats/seat-pack.md.
"""

# ruff: noqa: PTH112, PTH118, PTH120  # Paths are texts here.

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from cortex.core.seat.knowledge import KNOWLEDGE_FILE
from cortex.core.seat.packs import is_path_list, moved_content, of_area
from cortex.model.errors import CortexError
from cortex.model.refusals import SeatPackRefused
from cortex.model.seat_moves import BUS, CREATE, HOME, KEEP, ORGANISATION, SAME, PackPlace
from cortex.seat.moving_bus import is_record, record_ids, renamed, signed_anew
from cortex.seat.packing import Gathering
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.clock import SystemClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.seat_moves import PackFile, PackManifest
    from cortex.model.seats import Seat
    from cortex.stores.system.sealing import Sealed


class Incoming:
    """A pack that was checked, and the seat it becomes here.

    Args:
        key: gives the key of this machine's bus; asked only where a message must be signed.
    """

    def __init__(
        self, pack: Sealed, manifest: PackManifest, seat: Seat, key: Callable[[], bytes]
    ) -> None:
        self.manifest = manifest
        self.seat = seat
        self._pack = pack
        self._key = key

    def content(self, file: PackFile) -> bytes:
        """Give what a file holds here.

        Raises:
            SeatPackRefused: it is not what the pack says.
        """
        content = self._pack.read(file.member, file.size, file.sha256)
        if self._is_signed(file):
            return signed_anew(content, self.seat.name, self._key())
        if self._is_renamed(file):
            return renamed(file.path, content, self.manifest.seat, self.seat.name)
        return moved_content(file, content, self.manifest.root, self.seat.root)

    def digests(self, area: str) -> dict[str, str]:
        """Give the SHA-256 of what each file of a part holds here, by path."""
        return {
            file.path: sha256(self.content(file)).hexdigest()
            if self._is_signed(file) or self._is_renamed(file) or is_path_list(file)
            else file.sha256
            for file in of_area(self.manifest, area)
        }

    def place(self, area: str, path: str) -> PackPlace:
        """Give what becomes of a part; empty ``became`` where nothing like it is in its place."""
        files = of_area(self.manifest, area)
        return PackPlace(
            area, path, self._became(area, path), len(files), sum(one.size for one in files)
        )

    def missing(self, folder: str) -> tuple[list[PackFile], dict[str, str]]:
        """Give the files of the bus that are not there yet, and what those must be that are ours.

        One that is there and says something else is neither: it stays, wherever it lies now, and
        what belongs to it is not made anew. Tasks and questions come last: where one is, all that
        belongs to it is.
        """
        expected = self.digests(BUS)
        files = of_area(self.manifest, BUS)
        known = _record_ids(folder)
        absent = [
            file
            for file in files
            if not os.path.lexists(os.path.join(folder, file.path))
            and file.path.rpartition("/")[2].partition(".")[0] not in known
        ]
        absent.sort(key=lambda file: (is_record(file.path), file.path))
        present = held(BUS, folder, list(expected)) if os.path.isdir(folder) else {}
        ours = {file.path for file in absent} | {
            path for path, digest in present.items() if digest == expected[path]
        }
        return absent, {path: expected[path] for path in sorted(ours)}

    def _became(self, area: str, path: str) -> str:
        if not path:
            return KEEP
        if area == BUS:
            absent, ours = self.missing(path)
            whole = len(ours) == len(of_area(self.manifest, BUS))
            return CREATE if absent else SAME if whole else KEEP
        if area == ORGANISATION:
            if not os.path.lexists(path):
                return CREATE
            return SAME if self._is_same(area, os.path.dirname(path)) else KEEP
        return SAME if self._is_same(area, path) else ""

    def _is_same(self, area: str, folder: str) -> bool:
        """Tell whether a folder holds exactly what it would after unpacking."""
        try:
            return held(area, folder) == self.digests(area)
        except CortexError:
            return False

    def _is_renamed(self, file: PackFile) -> bool:
        return file.area == BUS and self.seat.name != self.manifest.seat

    def _is_signed(self, file: PackFile) -> bool:
        return file.area == HOME and file.path in self.manifest.signed


def _record_ids(folder: str) -> frozenset[str]:
    """Give the ids of the tasks and questions that lie in a folder of the bus."""
    if not os.path.isdir(folder):
        return frozenset()
    shared = SeatFolder(os.path.realpath(folder))
    try:
        return record_ids(shared)
    finally:
        shared.close()


def held(area: str, folder: str, paths: list[str] | None = None) -> dict[str, str]:
    """Give the SHA-256 of each file of a part as it stands in a folder, by path.

    Args:
        area: the part.
        folder: where it stands.
        paths: only these; None for all that belong to the part.

    Raises:
        SeatPackRefused: something is there that is no file of a seat.
        SeatFileRefused: a file cannot be read.
    """
    gathering = Gathering(lambda _, __: None, SystemClock().now_us(), is_whole=True)
    with SeatFolder(os.path.realpath(folder)) as files:
        gathering.take_these(files, area, [KNOWLEDGE_FILE] if area == ORGANISATION else paths or [])
        if area != ORGANISATION and paths is None:
            gathering.take(files, area)
    if gathering.left_out:
        message = f"{folder}: {gathering.left_out[0].path} is no file of a seat"
        raise SeatPackRefused(message)
    return {one.path: one.sha256 for one in gathering.files}
