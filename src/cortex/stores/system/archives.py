"""How does a copy of a brain become one file, and how does a changed one give itself away?

A ZIP file, so that any system can open it for a rescue, and sealed. Source: ADR 0105,
docs/formats/backup.md.
"""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cortex.model.copies import (
    BRAIN_MEMBER,
    MANIFEST_BYTES_MAX,
    SIDECAR_MEMBER,
    CopyFile,
    Manifest,
    Member,
)
from cortex.model.errors import InvalidRequest, StoreReadOnly
from cortex.model.refusals import CopyRefused
from cortex.stores.system.copy_names import FOLDER, copies_below, copy_name
from cortex.stores.system.sealing import (
    CHUNK_BYTES,
    FILE_MODE,
    MANIFEST,
    Kind,
    Sealed,
    digest_of,
    entry_of,
    give_name,
    open_seal,
    opened,
    seal,
)
from cortex.stores.system.staging import sync_folder, told_by_disk
from cortex.wire.copies import manifest_text, read_manifest

if TYPE_CHECKING:
    from cortex.ports.copies import Progress

COPY = Kind(
    seal=b"cortex-backup sha256 ",
    noun="copy",
    of="copy of a brain",
    remedy="`cortex restore` without a file lists the copies there are",
    refusal=CopyRefused,
)


class SystemCopyFolder:
    """Copies below one home; implements ``cortex.ports.copies.CopyFolder``.

    Args:
        home: the Cortex home; made when a copy is.
    """

    def __init__(self, home: str) -> None:
        self._home = home
        self._folder = Path(home) / FOLDER

    def measured(self, folder: str) -> tuple[Member, ...]:
        """Give the files in a folder with their lengths and digests, by name."""
        members = []
        for path in sorted(Path(folder).iterdir()):
            if path.name in (BRAIN_MEMBER, SIDECAR_MEMBER):
                with path.open("rb") as file:
                    members.append(Member(path.name, path.stat().st_size, digest_of(file)))
        return tuple(members)

    def pack(
        self, folder: str, manifest: Manifest, target: str, progress: Progress | None = None
    ) -> int:
        """Write one file with everything in a folder, complete or not at all."""
        place = Path(target)
        if os.path.lexists(place):
            message = f"something is there already: {target}"
            raise InvalidRequest(message, remedy="choose another name", field="to")
        half_made = Path(folder) / "packed.zip"
        with told_by_disk(target):
            descriptor = os.open(half_made, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE)
            with os.fdopen(descriptor, "w+b") as file:
                self._write(file, folder, manifest, progress)
                seal(file, COPY.seal)
                file.flush()
                os.fsync(file.fileno())
            give_name(half_made, place)
            sync_folder(place.parent)
            return place.stat().st_size

    def manifest(self, path: str) -> Manifest:
        """Read what a copy says about itself, once its seal fits."""
        with opened(path, COPY) as sealed:
            return read_manifest(sealed.manifest(MANIFEST_BYTES_MAX))

    def unpack(self, path: str, manifest: Manifest, folder: str) -> None:
        """Write the files of a copy into a folder; each must be what the manifest says."""
        sizes = {member.name: member.size for member in manifest.members}
        if BRAIN_MEMBER not in sizes or not sizes.keys() <= {BRAIN_MEMBER, SIDECAR_MEMBER}:
            raise COPY.changed(path)
        with opened(path, COPY) as sealed:
            sealed.require_members(sizes)
            for member in manifest.members:
                with told_by_disk(folder):
                    _unpack_one(sealed, member, Path(folder) / member.name)

    def name_for(self, brain_id: str, now_us: int, *, is_set_aside: bool = False) -> str:
        """Give the path of a new copy in the home."""
        if self._folder.is_symlink():
            message = f"the folder of copies is a link, and nothing is written through it: {FOLDER}"
            raise StoreReadOnly(message, remedy="put a folder in its place, or use --to FILE")
        return str(self._folder / copy_name(brain_id, now_us, is_set_aside=is_set_aside))

    def kept(self, brain_id: str) -> tuple[CopyFile, ...]:
        """Give the copies of a brain in the home, newest first, without those set aside."""
        return copies_below(self._home, brain_id)

    def drop(self, path: str) -> None:
        """Delete a copy of the home; one that is gone already is as well."""
        assert Path(path).parent == self._folder, "only copies of the home are ever deleted"
        Path(path).unlink(missing_ok=True)

    def _write(
        self, file: IO[bytes], folder: str, manifest: Manifest, progress: Progress | None
    ) -> None:
        total = sum(member.size for member in manifest.members)
        done = 0
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            packed.writestr(entry_of(MANIFEST), manifest_text(manifest))
            for member in manifest.members:
                path = Path(folder) / member.name
                with (
                    path.open("rb") as source,
                    packed.open(entry_of(member.name), "w", force_zip64=True) as to,
                ):
                    while chunk := source.read(CHUNK_BYTES):
                        to.write(chunk)
                        done += len(chunk)
                        if progress is not None:
                            progress(done, total)
            packed.comment = open_seal(COPY.seal)


def _unpack_one(sealed: Sealed, member: Member, target: Path) -> None:
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as to:
        for piece in sealed.pieces(member.name, member.size, member.sha256):
            to.write(piece)
        to.flush()
        os.fsync(to.fileno())
