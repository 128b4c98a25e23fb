"""How is a file read that the operator wrote into the Cortex home?"""

# ruff: noqa: PTH118  # Hooks meet this, and pathlib costs them 11 ms.

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False  # Hooks meet this.
if TYPE_CHECKING:
    from typing import Any

TABLE_BYTES_MAX = 262_144
"""Bytes of a file of settings: thousands of names."""

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


def read_table(home: str, name: str) -> dict[str, Any] | None:
    """Give what an operator's TOML file in the Cortex home says, or None without one.

    Raises:
        SettingsInvalid: it is there and cannot be used; everybody may write it, for one.
    """
    import tomllib

    from cortex.model.errors import SettingsInvalid

    try:
        raw = read_plain(os.path.join(home, name), TABLE_BYTES_MAX, is_operators_only=True)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}"
        raise SettingsInvalid(message) from None
    if raw is None:
        return None
    if len(raw) > TABLE_BYTES_MAX:
        message = f"{name} is larger than {TABLE_BYTES_MAX} bytes"
        raise SettingsInvalid(message)
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"{name} is no valid TOML: {error}"
        raise SettingsInvalid(message) from None
