"""What does a session know already: which version of the brain, and which facts?

Small files below the Cortex home, named by the host's session id, so that hooks in different
processes and folders find them. They hold numbers and no words. Derived: deleting all of them only
makes briefs longer.
"""

# ruff: noqa: PTH102, PTH103, PTH105, PTH108, PTH118, PTH120, PTH208  # pathlib costs a hook 11 ms.

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

# Bytes that are read of what a session was told: several times what it is told until its budget is
# over.
TOLD_BYTES_MAX = 65_536

# Among the keys of what a session was told: it was compacted since, and is to be told what binds.
COMPACTED = "compacted"

_APPEND = (
    os.O_WRONLY
    | os.O_APPEND
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


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
            descriptor = os.open(os.path.join(self._folder, session_id), _READ)
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

    def find_told(self, session_id: str) -> frozenset[str]:
        """Give the ids of facts that a session was told and still has in view."""
        return FileTold(os.path.dirname(self._folder)).find(session_id)[0]


class FileTold:
    """What sessions were told, in the folder ``told`` of a Cortex home. Never raises."""

    __slots__ = ("_folder",)

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, "told")

    def find(self, session_id: str) -> tuple[frozenset[str], int]:
        """Give the keys a session was told, and how many bytes of prompt briefs it got."""
        if not is_name(session_id):
            return frozenset(), 0
        try:
            descriptor = os.open(os.path.join(self._folder, session_id), _READ)
            try:
                content = os.read(descriptor, TOLD_BYTES_MAX)
            finally:
                os.close(descriptor)
        except OSError:
            return frozenset(), 0
        keys: set[str] = set()
        used = 0
        for line in content.decode("ascii", "replace").split("\n")[:-1]:
            size, _, told = line.partition(" ")
            used += int(size) if size.isdigit() else 0
            keys.update(told.split())
        return frozenset(keys), used

    def tell(self, session_id: str, keys: list[str], used: int) -> bool:
        """Note that a session is told these keys, in so many bytes; False when it cannot be."""
        if not is_name(session_id):
            return False
        path = os.path.join(self._folder, session_id)
        line = f"{used} {' '.join(keys)}\n".encode("ascii", "replace")
        try:
            try:
                descriptor = os.open(path, _APPEND, 0o600)
            except FileNotFoundError:
                os.mkdir(self._folder, 0o700)
                descriptor = os.open(path, _APPEND, 0o600)
            try:
                is_new = os.fstat(descriptor).st_size == 0
                written = os.write(descriptor, line)
            finally:
                os.close(descriptor)
            if is_new:
                forget_oldest(self._folder)
        except OSError:
            return False
        return written == len(line)

    def forget(self, session_id: str) -> None:
        """Forget what a session was told: it has nothing of it in view any more."""
        if not is_name(session_id):
            return
        try:
            os.unlink(os.path.join(self._folder, session_id))
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
