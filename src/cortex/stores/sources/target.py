"""How is a file replaced whole, so that nobody ever reads half of it?"""

# ruff: noqa: PTH103, PTH105, PTH108  # Paths are texts here.

import os
from collections.abc import Iterable

from cortex.model.errors import CortexError, DiskFull

PRIVATE_FILE = 0o600


def replace_file(path: str, parts: Iterable[bytes]) -> None:
    """Write a file for its owner only, by a sibling that takes its name when it is complete.

    Raises:
        DiskFull: the disk is full; what was there before is intact.
        CortexError: it cannot be written; what was there before is intact.
    """
    sibling = f"{path}.{os.getpid()}.tmp"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(sibling, flags, PRIVATE_FILE), "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(sibling, path)
    except OSError as error:
        _remove(sibling)
        message = f"{path} cannot be written: {error.strerror}"
        if error.errno == 28:
            raise DiskFull(message) from None
        raise CortexError(message, remedy="choose another place with --to") from None
    except BaseException:
        _remove(sibling)
        raise


def make_folder(path: str) -> None:
    """Make a folder for its owner only, unless it is there.

    Raises:
        CortexError: it cannot be made.
    """
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as error:
        message = f"the folder {path} cannot be made: {error.strerror}"
        raise CortexError(message, remedy="choose another place with --to") from None


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
