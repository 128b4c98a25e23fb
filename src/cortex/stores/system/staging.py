"""Where is a copy prepared, and how does it take the place of a brain?

Everything here survives a kill between any two steps: a half-made copy lies in a folder of its own,
which the next one removes, and what stood in a place has a second name before it gives way. Source:
ADR 0106.
"""

# ruff: noqa: PTH105, PTH113, PTH202  # Paths are text on their way through here.

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cortex.model.copies import SIDECAR_MEMBER
from cortex.model.errors import CortexError, DiskFull, StoreReadOnly, StoreUnreadable

FOLDER_MODE = 0o700
CLAIMS_MAX = 8
"""Times a folder is made anew when a sweep of another program was faster."""

STAGING = "cortex-copying."
"""How the names of folders begin in which a copy is prepared; they end in ``.tmp``."""

ROOM_SPARE_BYTES = 4 * 1024 * 1024
"""Room left on the disk beside what is to be written, so that commits go on."""


class SystemBrainPlace:
    """Folders of this machine; implements ``cortex.ports.copies.BrainPlace``."""

    @contextmanager
    def staging(self, near: str, room_bytes: int) -> Iterator[str]:
        """Give a private empty folder in the folder of a path, gone afterwards."""
        place = Path(os.path.realpath(near))
        with told_by_disk(str(place.parent)):
            _make_folder(place.parent)
            _sweep(place.parent)
            require_room(str(place.parent), room_bytes)
            folder, descriptor = _claimed(place.parent)
        try:
            yield str(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if descriptor is not None:
                os.close(descriptor)

    def size(self, path: str) -> int:
        """Give the bytes a file takes, with its log."""
        return sum(
            os.path.getsize(name) if os.path.isfile(name) else 0 for name in (path, f"{path}-wal")
        )

    def set_aside(self, path: str, now_us: int) -> str:
        """Give files of a damaged brain, log included, a second name beside the first."""
        place = os.path.realpath(path)
        name = f"{place}.damaged-{now_us}"
        with told_by_disk(place):
            for ending in ("", "-wal"):
                if os.path.isfile(place + ending):
                    os.link(place + ending, name + ending)
            sync_folder(Path(place).parent)
        return name

    def put(self, source: str, path: str) -> None:
        """Put a file in a place in one step; call it after ``set_aside``, in one's turn to write.

        The log goes first: beside another file it would be played into that. Until the last step
        the damaged file is in its place, and nobody can make an empty one there.
        """
        place = os.path.realpath(path)
        with told_by_disk(place):
            for ending in ("-wal", "-shm"):
                Path(place + ending).unlink(missing_ok=True)
            os.replace(source, place)
            sync_folder(Path(place).parent)

    def put_sidecar(self, folder: str, path: str, now_us: int) -> None:
        """Set the sidecar aside and put the copy's in its place; it never fails a store."""
        place = f"{os.path.realpath(path)}.{SIDECAR_MEMBER}"
        given = Path(folder) / SIDECAR_MEMBER
        try:
            if os.path.isfile(place):
                os.replace(place, f"{place}.set-aside-{now_us}")
            for ending in ("-wal", "-shm", "-journal"):
                Path(place + ending).unlink(missing_ok=True)
            if given.is_file():
                os.replace(given, place)
        except OSError:
            return


@contextmanager
def told_by_disk(path: str) -> Iterator[None]:
    """Say in the house's words what the disk refuses."""
    try:
        yield
    except CortexError:
        raise
    except OSError as error:
        reason = f"{path}: {os.strerror(error.errno or 0)}"
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            msg = f"there is no space left for {reason}"
            raise DiskFull(msg) from error
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            msg = f"this cannot be written: {reason}"
            raise StoreReadOnly(msg) from error
        msg = f"the disk refused {reason}"
        raise StoreUnreadable(msg) from error


def require_room(folder: str, room_bytes: int) -> None:
    """Refuse to begin what the disk cannot hold.

    Raises:
        DiskFull: there is less room than that, and a little to spare.
    """
    free = shutil.disk_usage(folder).free
    if free < room_bytes + ROOM_SPARE_BYTES:
        message = (
            f"{room_bytes + ROOM_SPARE_BYTES} bytes are needed in {folder}, and {free} are free"
        )
        raise DiskFull(message)


def sync_folder(folder: Path) -> None:
    """Make names in a folder as lasting as their files; where that is not to be had, go on."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def _make_folder(folder: Path) -> None:
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)


def _claimed(parent: Path) -> tuple[Path, int | None]:
    """Make a folder and hold it. Whoever sweeps just then may take it away before it is held."""
    for left in reversed(range(CLAIMS_MAX)):
        folder = parent / f"{STAGING}{os.getpid()}-{os.urandom(3).hex()}.tmp"
        folder.mkdir(FOLDER_MODE)
        descriptor = _locked(folder)
        if descriptor is not None and folder.exists():
            return folder, descriptor
        if descriptor is not None:
            os.close(descriptor)
        elif not left:
            return folder, None  # No locks here, so that nobody sweeps either.
        else:
            shutil.rmtree(folder, ignore_errors=True)
    message = f"no folder can be kept in {parent}"
    raise StoreUnreadable(message, remedy="try again")


def _locked(folder: Path) -> int | None:
    """Hold a folder, so that nobody takes it for one that was left behind."""
    try:
        import fcntl

        descriptor = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _sweep(parent: Path) -> None:
    """Remove what killed programs left of their work here: it holds what was remembered."""
    for folder in sorted(parent.iterdir()):
        is_ours = folder.name.startswith(STAGING) and folder.name.endswith(".tmp")
        if is_ours and folder.is_dir() and not folder.is_symlink():
            descriptor = _locked(folder)
            if descriptor is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(descriptor)
