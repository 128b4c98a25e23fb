"""Which version of the brain was a session told about?

One small file a session below the Cortex home, named by the host's session id, so that hooks in
different processes and folders find it. Derived: deleting all of them only makes briefs longer.
"""

# ruff: noqa: PTH103, PTH105, PTH108, PTH118, PTH208  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

# Session ids seen in practice are UUIDs; anything that is not plainly a name gets no file.
SESSION_ID_CHARS_MAX = 128
_NAME_CHARACTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")

# Digits of a version id: a 63-bit integer.
_DIGITS_MAX = 19

# Files kept at most; above that the oldest go until half of that is left. A session that lost its
# mark is merely told everything again.
MARKS_MAX = 256


class FileSessionMarks:
    """Session marks in the folder ``sessions`` of a Cortex home. Never raises."""

    __slots__ = ("_folder",)

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, "sessions")

    def find_mark(self, session_id: str) -> int | None:
        """Give the version id kept for a session, or None."""
        if not is_name(session_id):
            return None
        try:
            flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
            descriptor = os.open(os.path.join(self._folder, session_id), flags)
            try:
                digits = os.read(descriptor, _DIGITS_MAX + 1).strip()
            finally:
                os.close(descriptor)
        except OSError:
            return None
        return int(digits) if digits.isdigit() and len(digits) <= _DIGITS_MAX else None

    def keep_mark(self, session_id: str, version_id: int) -> None:
        """Keep the version id a session was told about; a later call replaces it.

        Written beside and renamed into place. Not flushed to disk: after a power cut there is no
        session left to come back to.
        """
        if not is_name(session_id):
            return
        path = os.path.join(self._folder, session_id)
        beside = f"{path}.{os.getpid()}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            descriptor = os.open(beside, flags, 0o600)
            try:
                os.write(descriptor, b"%d\n" % version_id)
            finally:
                os.close(descriptor)
            os.replace(beside, path)
            forget_oldest(self._folder)
        except OSError:
            return


def forget_oldest(folder: str) -> None:
    """Remove the oldest files of a folder of marks when there are too many.

    Raises:
        OSError: the folder cannot be read, or a file not be removed.
    """
    names = os.listdir(folder)
    if len(names) <= MARKS_MAX:
        return
    with os.scandir(folder) as entries:
        aged = sorted((entry.stat().st_mtime_ns, entry.name) for entry in entries)
    for _, name in aged[: len(aged) - MARKS_MAX // 2]:
        os.unlink(os.path.join(folder, name))


def is_name(session_id: str) -> bool:
    """Tell whether a host's session id is plainly a name, so that a file may be called by it."""
    return (
        0 < len(session_id) <= SESSION_ID_CHARS_MAX
        and not session_id.startswith("-")
        and _NAME_CHARACTERS.issuperset(session_id)
    )
