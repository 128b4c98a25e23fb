"""How is a file read that the operator wrote into the Cortex home?"""

from __future__ import annotations

import errno
import os
import stat

_WRITABLE_BY_OTHERS = stat.S_IWOTH


def read_plain(path: str, bytes_max: int, *, is_operators_only: bool = False) -> bytes | None:
    """Give the bytes of a file, one more than the maximum when it is larger, or None without one.

    Args:
        is_operators_only: refuse a file that everybody on this machine can write.

    Raises:
        OSError: it is a link, no plain file, writable by everybody, or cannot be read; ``strerror``
            says which.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        if is_operators_only and os.name == "posix" and mode & _WRITABLE_BY_OTHERS:
            raise OSError(errno.EPERM, "everybody on this machine can write it")
        return os.read(descriptor, bytes_max + 1)
    finally:
        os.close(descriptor)
