"""How does a report reach the disk: whole, once, and never through a link?"""

# ruff: noqa: PTH100, PTH112, PTH118, PTH120  # As in stores/files/vault.py.

from __future__ import annotations

import os
import stat
from contextlib import suppress

from cortex.stores.files.below import open_folder
from cortex.stores.files.evidence import HEALTH_LOG, OBSERVABILITY

BENCHMARKS = "BENCHMARKS"
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def append_health(root: str, row: bytes) -> None:
    """Append one row to the log of health reports, whose folder is made when it is missing.

    Raises:
        OSError: nothing was written: the root is missing, a link or a second name is in the way.
    """
    at = open_folder(root, ())
    try:
        with suppress(FileExistsError):
            os.mkdir(OBSERVABILITY, 0o700, dir_fd=at)
    finally:
        os.close(at)
    folder = open_folder(root, (OBSERVABILITY,))
    try:
        handle = os.open(HEALTH_LOG, _APPEND, 0o600, dir_fd=folder)
    finally:
        os.close(folder)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
            reason = "the log is not a regular file of one name"
            raise OSError(None, reason)
        _write(handle, row)
    finally:
        os.close(handle)


def replace_report(path: str, content: bytes, mark: str) -> None:
    """Put a report in place of whatever stood there: the old one or the new one, never a part.

    Args:
        path: where; its folder exists.
        content: the report.
        mark: tells the name used meanwhile from that of another process.

    Raises:
        OSError: the old one still stands.
    """
    folder, name = os.path.split(os.path.abspath(path))
    at = open_folder(folder, ())
    meanwhile = f".{name}.{mark}"
    try:
        if os.path.lexists(os.path.join(folder, meanwhile)):  # Left by one of our kind that died.
            os.unlink(meanwhile, dir_fd=at)
        _create(at, meanwhile, content)
        try:
            os.rename(meanwhile, name, src_dir_fd=at, dst_dir_fd=at)
        except OSError:
            os.unlink(meanwhile, dir_fd=at)
            raise
        os.fsync(at)
    finally:
        os.close(at)


def benchmark_folder(root: str, path: str) -> list[str] | None:
    """Give the folders from a root to where a report shall be written, or None when outside.

    The folder must exist, and its real path must lie at or below ``BENCHMARKS`` of the real root.

    Raises:
        OSError: there is no such folder.
    """
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)), strict=True)
    benchmarks = os.path.join(os.path.realpath(root), BENCHMARKS)
    if not os.path.isdir(folder) or os.path.commonpath([folder, benchmarks]) != benchmarks:
        return None
    below = os.path.relpath(folder, benchmarks)
    return [BENCHMARKS, *(() if below == "." else below.split("/"))]


def is_taken(path: str) -> bool:
    """Tell whether something, be it a dangling link, has this name."""
    return os.path.lexists(path)


def create_report(root: str, folders: list[str], name: str, content: bytes) -> None:
    """Write a new report below a root; one that exists is left as it is.

    Raises:
        OSError: nothing was written.
    """
    at = open_folder(os.path.realpath(root), folders)
    try:
        _create(at, name, content)
        os.fsync(at)
    finally:
        os.close(at)


def _create(folder: int, name: str, content: bytes) -> None:
    handle = os.open(name, _CREATE, 0o600, dir_fd=folder)
    try:
        _write(handle, content)
        os.fsync(handle)
    except OSError:
        os.unlink(name, dir_fd=folder)
        raise
    finally:
        os.close(handle)


def _write(handle: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
