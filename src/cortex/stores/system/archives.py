"""How does a copy of a brain become one file, and how does a changed one give itself away?

A ZIP file, so that any system can open it for a rescue. Its comment, the last bytes of all, is the
SHA-256 of every byte before it: no bit can change unnoticed. That is a seal against accidents and
against careless hands; somebody who means it can seal again. Source: ADR 0105,
docs/formats/backup.md.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
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
from cortex.stores.system.staging import sync_folder, told_by_disk
from cortex.wire.copies import manifest_text, read_manifest

if TYPE_CHECKING:
    from cortex.ports.copies import Progress

MANIFEST = "manifest.json"
SEAL = b"cortex-backup sha256 "
SEAL_BYTES = len(SEAL) + 64
CHUNK_BYTES = 1_048_576
"""Bytes read or written at once."""

FILE_MODE = 0o600


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
                    members.append(Member(path.name, path.stat().st_size, _digest(file)))
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
                _seal(file)
                file.flush()
                os.fsync(file.fileno())
            _give_name(half_made, place)
            sync_folder(place.parent)
            return place.stat().st_size

    def manifest(self, path: str) -> Manifest:
        """Read what a copy says about itself, once its seal fits."""
        with _opened(path) as file:
            _require_seal(file, path)
            with _zip_of(file, path) as packed:
                if MANIFEST not in packed.namelist():
                    raise _changed(path)
                with packed.open(MANIFEST) as member:
                    raw = member.read(MANIFEST_BYTES_MAX + 1)
        if len(raw) > MANIFEST_BYTES_MAX:
            raise _changed(path)
        return read_manifest(raw.decode("utf-8", "replace"))

    def unpack(self, path: str, manifest: Manifest, folder: str) -> None:
        """Write the files of a copy into a folder; each must be what the manifest says."""
        expected = {MANIFEST, *(member.name for member in manifest.members)}
        is_ours = expected <= {MANIFEST, BRAIN_MEMBER, SIDECAR_MEMBER} and BRAIN_MEMBER in expected
        with _opened(path) as file, _zip_of(file, path) as packed:
            if not is_ours or expected != set(packed.namelist()):
                raise _changed(path)
            for member in manifest.members:
                with told_by_disk(folder):
                    _unpack_one(packed, member, Path(folder) / member.name, path)

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
            packed.writestr(_entry(MANIFEST), manifest_text(manifest))
            for member in manifest.members:
                path = Path(folder) / member.name
                with (
                    path.open("rb") as source,
                    packed.open(_entry(member.name), "w", force_zip64=True) as to,
                ):
                    while chunk := source.read(CHUNK_BYTES):
                        to.write(chunk)
                        done += len(chunk)
                        if progress is not None:
                            progress(done, total)
            packed.comment = SEAL + b"0" * 64


def _give_name(half_made: Path, place: Path) -> None:
    """Let a file be called so, without replacing what came there meanwhile, where that can be had.

    A stick with a file system of another world knows no second names.
    """
    try:
        os.link(half_made, place)
    except FileExistsError:
        message = f"something is there already: {place}"
        raise InvalidRequest(message, remedy="choose another name", field="to") from None
    except OSError:
        half_made.rename(place)


def _entry(name: str) -> zipfile.ZipInfo:
    """Give an entry that says nothing of this machine: no time, no owner."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = FILE_MODE << 16
    return entry


def _seal(file: IO[bytes]) -> None:
    """Write the digest of everything before the comment into the comment, which is at the end."""
    size = file.seek(0, os.SEEK_END)
    digest = _digest_up_to(file, size - SEAL_BYTES)
    file.seek(size - 64)
    file.write(digest.encode())


def _require_seal(file: IO[bytes], path: str) -> None:
    size = file.seek(0, os.SEEK_END)
    if size <= SEAL_BYTES:
        raise _changed(path)
    file.seek(size - SEAL_BYTES)
    seal = file.read(SEAL_BYTES)
    if seal != SEAL + _digest_up_to(file, size - SEAL_BYTES).encode():
        raise _changed(path)


def _digest_up_to(file: IO[bytes], size: int) -> str:
    file.seek(0)
    digest = sha256()
    while size > 0 and (chunk := file.read(min(CHUNK_BYTES, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest.hexdigest()


def _digest(file: IO[bytes]) -> str:
    digest = sha256()
    while chunk := file.read(CHUNK_BYTES):
        digest.update(chunk)
    return digest.hexdigest()


def _unpack_one(packed: zipfile.ZipFile, member: Member, target: Path, path: str) -> None:
    digest, left = sha256(), member.size
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as to, packed.open(member.name) as source:
            while chunk := source.read(CHUNK_BYTES):
                left -= len(chunk)
                if left < 0:
                    raise _changed(path)
                digest.update(chunk)
                to.write(chunk)
            to.flush()
            os.fsync(to.fileno())
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError) as error:
        raise _changed(path) from error
    if left or digest.hexdigest() != member.sha256:
        raise _changed(path)


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    try:
        file = open(path, "rb")  # noqa: PTH123, SIM115  # Closed below, and the path is text.
    except FileNotFoundError as error:
        message = f"there is no copy at {path}"
        remedy = "`cortex restore` without a file lists the copies there are"
        raise InvalidRequest(message, remedy=remedy, field="file") from error
    except OSError as error:
        message = f"the copy cannot be read: {path}: {os.strerror(error.errno or 0)}"
        raise CopyRefused(message) from error
    with file:
        yield file


@contextmanager
def _zip_of(file: IO[bytes], path: str) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as packed:
            yield packed
    except (zipfile.BadZipFile, EOFError, RuntimeError) as error:
        raise _changed(path) from error


def _changed(path: str) -> CopyRefused:
    return CopyRefused(f"this is no copy of a brain, or it was changed or cut short: {path}")
