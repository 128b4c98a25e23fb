"""How does a seat become one file, and that file a folder again, whole or not at all?

A sealed ZIP file, so that any system can open it for a rescue; see ``sealing``. Folders are made
beside their place and take it in one step. Source: docs/formats/seat-pack.md, ADR 0211.
"""

# ruff: noqa: PTH103, PTH112, PTH114, PTH118, PTH120, PTH123, PTH208  # Paths are texts.

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from cortex.model.refusals import SeatPackRefused
from cortex.stores.system.sealing import (
    FILE_MODE,
    MANIFEST,
    Kind,
    entry_of,
    give_name,
    open_seal,
    seal,
)
from cortex.stores.system.staging import sync_folder, told_by_disk

if TYPE_CHECKING:
    from cortex.model.seat_moves import PackFile

PACK = Kind(
    seal=b"cortex-seat sha256 ",
    noun="pack",
    of="pack of a seat",
    remedy="`cortex seat pack` makes one on the machine the seat is on",
    refusal=SeatPackRefused,
)

MANIFEST_BYTES_MAX = 32 * 1024 * 1024
"""Bytes of a manifest: 20,000 files at some 300 bytes, and as much again for what was left out."""

FOLDER_MODE = 0o700
RUN_MODE = 0o700


def put_file(
    folder: str, file: PackFile, content: bytes, changed_us: int, *, is_lasting: bool = True
) -> None:
    """Write a file of a pack below a folder, for its owner alone.

    Args:
        folder: where it lies below.
        file: its path, and whether it may be run.
        content: all of it.
        changed_us: when it is said to be written.
        is_lasting: it is on the disk afterwards; else it is soon to be thrown away.

    Raises:
        FileExistsError: something is there, on a system where case does not count perhaps by
            another name.
        OSError: the disk refused it.
    """
    path = os.path.join(folder, *file.path.split("/"))
    os.makedirs(os.path.dirname(path), FOLDER_MODE, exist_ok=True)
    mode = RUN_MODE if file.is_executable else FILE_MODE
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, mode)
    with os.fdopen(descriptor, "wb") as to:
        to.write(content)
        to.flush()
        os.utime(to.fileno(), ns=(changed_us * 1_000, changed_us * 1_000))
        if is_lasting:
            os.fsync(to.fileno())


def read_staged(folder: str, file: PackFile) -> bytes:
    """Give the bytes of a file that ``put_file`` wrote below a folder."""
    with open(os.path.join(folder, *file.path.split("/")), "rb") as staged:
        return staged.read()


def write_pack(half_made: str, files: list[tuple[str, PackFile]], manifest: str) -> None:
    """Write a sealed file with files that ``put_file`` wrote, and what it says about itself.

    Args:
        half_made: path of the new file.
        files: each with the folder it was written below.
        manifest: text of the manifest.
    """
    descriptor = os.open(half_made, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with told_by_disk(half_made), os.fdopen(descriptor, "w+b") as to:
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            packed.writestr(entry_of(MANIFEST), manifest.encode())
            for folder, file in files:
                with packed.open(entry_of(file.member), "w", force_zip64=True) as member:
                    member.write(read_staged(folder, file))
            packed.comment = open_seal(PACK.seal)
        seal(to, PACK.seal)
        to.flush()
        os.fsync(to.fileno())


def name_pack(half_made: str, target: str) -> int:
    """Give a finished pack its name, replacing nothing; gives its length in bytes.

    Raises:
        InvalidRequest: something is there already.
    """
    with told_by_disk(target):
        give_name(Path(half_made), Path(target))
        sync_folder(Path(target).parent)
        return os.stat(target).st_size  # noqa: PTH116  # A path as text.


def put_folder(staged: str, place: str) -> None:
    """Let a folder take its place in one step; there is nothing but an empty folder, if anything.

    Raises:
        OSError: something is there, or the disk refused it.
    """
    os.makedirs(os.path.dirname(place), FOLDER_MODE, exist_ok=True)
    sync_tree(staged)
    os.rename(staged, place)  # noqa: PTH104  # Onto an empty folder, and onto nothing else.
    sync_folder(Path(place).parent)


def put_one(staged: str, place: str) -> None:
    """Let a file take its place, replacing nothing.

    Raises:
        InvalidRequest: something is there.
        OSError: the disk refused it.
    """
    os.makedirs(os.path.dirname(place), FOLDER_MODE, exist_ok=True)
    give_name(Path(staged), Path(place))
    sync_folder(Path(place).parent)


def sync_tree(folder: str) -> None:
    """Make the names below a folder as lasting as their files."""
    for at, _, _ in os.walk(folder):
        sync_folder(Path(at))


def is_empty(folder: str) -> bool:
    """Tell whether a path holds nothing: no name, or a folder without one."""
    if not os.path.lexists(folder):
        return True
    return os.path.isdir(folder) and not os.path.islink(folder) and not os.listdir(folder)


def folds_case(folder: str) -> bool:
    """Tell whether names differ by case alone are one name in a folder."""
    probe = os.path.join(folder, "Case-Probe")
    os.mkdir(probe, FOLDER_MODE)  # noqa: PTH102  # A path as text.
    try:
        return os.path.lexists(os.path.join(folder, "case-probe"))
    finally:
        os.rmdir(probe)  # noqa: PTH106  # A path as text.
