"""How is a file read that somebody registered, so that exactly that file is read?

Its folders are opened one by one by descriptor and no link is followed, so that nothing swapped for
a link meanwhile leads elsewhere. Only a plain file is read, never a pipe or a device.
"""

# Paths are texts here.

import errno
import os
import stat

from cortex.model.inventories import FileLook, FileStatus
from cortex.model.refusals import CaptureRefused
from cortex.ports.source_files import FileContent

_FOLDER = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

PORTION_BYTES = 256 * 1024
"""Bytes read at once."""

_DENIED = (errno.EACCES, errno.EPERM)
_LINK = (errno.ELOOP, errno.EMLINK)


class WholeFiles:
    """Implements ``cortex.ports.source_files.SourceFiles``."""

    def look(self, path: str) -> FileLook:
        """Give what the system says of a plain file."""
        handle = _opened(path)
        try:
            return _look(os.fstat(handle), path)
        finally:
            os.close(handle)

    def read(self, path: str, bytes_max: int) -> FileContent:
        """Read a plain file that holds still while it is read."""
        handle = _opened(path)
        try:
            before = _look(os.fstat(handle), path)
            if before.size_bytes > bytes_max:
                raise _too_large(path, before.size_bytes, bytes_max)
            content = _content(handle, bytes_max, path)
            after = _look(os.fstat(handle), path)
        except OSError as error:
            raise _refused(path, error) from None
        finally:
            os.close(handle)
        if before != after or len(content) != before.size_bytes:
            message = f"{path} changed while it was read"
            remedy = "try again when nothing writes it"
            raise CaptureRefused(FileStatus.SOURCE_CHANGED.value, message, remedy=remedy)
        return FileContent(before, content)


def _opened(path: str) -> int:
    if not os.path.isabs(path) or "\0" in path:  # noqa: PTH117  # It is a text.
        message = f"'{path[:60]}' is no absolute path"
        raise CaptureRefused(
            FileStatus.SOURCE_UNAVAILABLE.value, message, remedy="register the file again"
        )
    folders, _, name = path.rpartition("/")
    try:
        at = os.open("/", _FOLDER)
        for folder in filter(None, folders.split("/")):
            try:
                inner = os.open(folder, _FOLDER, dir_fd=at)
            finally:
                os.close(at)
            at = inner
        try:
            return os.open(name, _FILE, dir_fd=at)
        finally:
            os.close(at)
    except OSError as error:
        raise _refused(path, error) from None


def _content(handle: int, bytes_max: int, path: str) -> bytes:
    content = bytearray()
    while portion := os.read(handle, PORTION_BYTES):
        content += portion
        if len(content) > bytes_max:
            raise _too_large(path, len(content), bytes_max)
    return bytes(content)


def _look(found: os.stat_result, path: str) -> FileLook:
    if not stat.S_ISREG(found.st_mode):
        message = f"{path} is no plain file"
        raise CaptureRefused(
            FileStatus.SOURCE_UNAVAILABLE.value, message, remedy="register a plain file"
        )
    identity = f"{found.st_dev:x}-{found.st_ino:x}"
    times = f"{found.st_ctime_ns:x}-{found.st_mtime_ns:x}-{found.st_size:x}"
    return FileLook(f"{identity}-{times}", identity, found.st_size, found.st_mtime_ns // 1000)


def _too_large(path: str, size: int, bytes_max: int) -> CaptureRefused:
    message = f"{path} has {size} bytes, and {bytes_max} may be kept"
    remedy = "keep parts of it with `cortex capture put`, or register it with a larger limit"
    return CaptureRefused(FileStatus.QUOTA_BLOCKED.value, message, remedy=remedy)


def _refused(path: str, error: OSError) -> CaptureRefused:
    if error.errno in _DENIED:
        message = f"{path} may not be read: {error.strerror}"
        remedy = "let this user read it"
        return CaptureRefused(FileStatus.PERMISSION_REQUIRED.value, message, remedy=remedy)
    why = "a link leads elsewhere" if error.errno in _LINK else error.strerror or "it is refused"
    if error.errno == errno.ENOTDIR:
        why = "a part of the path is a link or no folder"
    message = f"{path} cannot be read: {why}"
    remedy = "name a plain file that is there, by a path without links"
    return CaptureRefused(FileStatus.SOURCE_UNAVAILABLE.value, message, remedy=remedy)
