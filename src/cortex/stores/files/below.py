"""How is something below a root opened, so that no link on the way is followed?

Component by component by descriptor: a folder swapped for a link while we look cannot lead outside.
"""

# pathlib costs every command 8 ms, and opens no descriptor of ours.

# ruff: noqa: PTH100  # pathlib costs every command 8 ms.

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence

from cortex.ports.vault_evidence import EvidenceUnreadable

OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def open_folder(root: str, folders: Sequence[str]) -> int:
    """Open a folder below a root, which may itself be reached through a link.

    Raises:
        OSError: it is not there, is a link, or cannot be opened; ValueError: a name is none.
    """
    at = os.open(root, OPEN_FOLDER & ~os.O_NOFOLLOW)
    for name in folders:
        try:
            inner = os.open(name, OPEN_FOLDER, dir_fd=at)
        finally:
            os.close(at)
        at = inner
    return at


def open_file(root: str, folders: Sequence[str], name: str) -> int:
    """Open a regular file below a root for reading.

    Raises:
        OSError, ValueError: as ``open_folder``.
        EvidenceUnreadable: it is no regular file.
    """
    at = open_folder(root, folders)
    try:
        handle = os.open(name, OPEN_FILE, dir_fd=at)
    finally:
        os.close(at)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        reason = "not a regular file"
        raise EvidenceUnreadable(reason)
    return handle


def unreadable(error: OSError | ValueError) -> EvidenceUnreadable:
    """Give why something cannot be read, without naming where it is."""
    if isinstance(error, OSError):
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            return EvidenceUnreadable("a link, or no folder where one should be")
        return EvidenceUnreadable(error.strerror or "the system refuses")
    return EvidenceUnreadable("not a file name")


def read_whole(handle: int, bytes_max: int) -> bytes:
    """Give all of an open file, and close it.

    Raises:
        EvidenceUnreadable: it is larger than ``bytes_max``, or reading fails.
    """
    with os.fdopen(handle, "rb") as file:
        try:
            content = file.read(bytes_max + 1)
        except OSError as error:
            raise unreadable(error) from None
    if len(content) > bytes_max:
        reason = f"larger than {bytes_max} bytes"
        raise EvidenceUnreadable(reason)
    return content


def read_named(path: str, bytes_max: int) -> bytes:
    """Give a regular file that somebody named; the file itself is no link, folders may be.

    Raises:
        EvidenceUnreadable: it is missing, a link, special, too large, or cannot be read.
    """
    folder, name = os.path.split(os.path.abspath(path))
    try:
        handle = open_file(folder, (), name)
    except (OSError, ValueError) as error:
        raise unreadable(error) from None
    return read_whole(handle, bytes_max)
