"""How is a vault written so that nothing is ever half there, and nothing outside is touched?

Every path is opened component by component from the pinned boundary and no link is followed. A file
is replaced by a sibling that was synced first. Source: ADR 0115.
"""

from __future__ import annotations

import errno
import os
import stat

from cortex.model.lean_contexts import contextmanager, suppress
from cortex.model.vault import TEMPORARY_END, VaultCode, VaultFault
from cortex.stores.files.turns import turn

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NoReturn

    from cortex.ports.vault_writing import LockEvent

FOLDER_MODE, FILE_MODE = 0o700, 0o600
"""What nobody else made before is for its owner alone."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_LOG = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class LinklessFolder:
    """A boundary below which no link is followed; implements ``ports.vault_writing``."""

    def __init__(self, boundary: str, wait_s: float | None = None) -> None:
        """Open the boundary, a real path, and keep it: whoever renames it moves us with it.

        Args:
            boundary: its path.
            wait_s: seconds to wait for a turn in it; None for as long as a person does.
        """
        self._wait_s = wait_s
        with _guarded(boundary):
            self._root = os.open(boundary, _FOLDER)

    def close(self) -> None:
        """Let go of the boundary."""
        os.close(self._root)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other process of ours writes in this vault; it changes no file."""
        with _guarded("."), turn(self._root, self._wait_s):
            yield

    @contextmanager
    def lock(self, path: str, now_ms: int) -> Iterator[tuple[LockEvent, ...]]:
        """Hold the lock file beside a file, as every writer of the contract does."""
        from cortex.core.vault.text import public  # A seat knows turns alone.
        from cortex.stores.files.vault_locks import LOCK_END, locked

        shown = public(f"{path}{LOCK_END}")
        with _guarded(shown):
            folder, name = self._parent(path)
            try:
                with locked(folder, name + LOCK_END, shown, now_ms) as events:
                    yield events
            finally:
                os.close(folder)

    def find(self, path: str, size_max: int) -> bytes | None:
        """Give the bytes of a regular file, or None; refused when it is larger, or no such file."""
        with _guarded(path):
            try:
                folder, name = self._parent(path)
            except FileNotFoundError:
                return None
            try:
                handle = os.open(name, _READ, dir_fd=folder)
            except FileNotFoundError:
                return None
            finally:
                os.close(folder)
            with os.fdopen(handle, "rb") as file:
                _require_regular(os.fstat(handle), path)
                content = file.read(size_max + 1)
        if len(content) > size_max:
            _refuse(path, f"is larger than {size_max} bytes")
        return content

    def require_own(self, path: str) -> None:
        """Refuse a file that has a second name, is a link, or is no regular file; none is fine."""
        with _guarded(path), suppress(FileNotFoundError):
            folder, name = self._parent(path)
            try:
                seen = os.stat(name, dir_fd=folder, follow_symlinks=False)
            finally:
                os.close(folder)
            _require_regular(seen, path)
            if seen.st_nlink > 1:
                _refuse(path, "has a second name; what is appended would show there too")

    def make_folder(self, path: str) -> None:
        """Make a folder and those above it; nothing happens when it is there."""
        with _guarded(path):
            os.close(self._folder(path.split("/"), is_made=True))

    def replace(self, path: str, content: bytes) -> None:
        """Make a file have exactly this content: at every moment it has the old or the new one."""
        *folders, name = path.split("/")
        with _guarded(path):
            folder = self._folder(folders, is_made=True)
            try:
                _replace(folder, name, content)
            finally:
                os.close(folder)

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Replace a file that still holds ``old``; False when somebody wrote it meanwhile."""
        *folders, name = path.split("/")
        with _guarded(path):
            folder = self._folder(folders, is_made=True)
            try:
                _replace(folder, name, content, lambda: _require(folder, name, old))
            except _Changed:
                return False
            finally:
                os.close(folder)
        return True

    def append(self, path: str, row: bytes) -> None:
        """Add a line to a log and wait until it is on the disk; a torn last line is ended first."""
        *folders, name = path.split("/")
        with _guarded(path):
            folder = self._folder(folders, is_made=True)
            try:
                handle = os.open(name, _LOG, FILE_MODE, dir_fd=folder)
            finally:
                os.close(folder)
            try:
                seen = os.fstat(handle)
                _require_regular(seen, path)
                if seen.st_nlink > 1:
                    _refuse(path, "has a second name; what is appended would show there too")
                is_torn = seen.st_size and os.pread(handle, 1, seen.st_size - 1) != b"\n"
                _append(handle, b"\n" + row if is_torn else row, seen.st_size)
            finally:
                os.close(handle)

    def names(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, sorted; empty when there is none."""
        with _guarded(path):
            try:
                folder = self._folder(path.split("/"), is_made=False)
            except FileNotFoundError:
                return ()
            try:
                return tuple(sorted(entry.name for entry in os.scandir(folder)))
            finally:
                os.close(folder)

    def states(self, path: str) -> tuple[tuple[str, os.stat_result], ...]:
        """Give each name in a folder with its state, links unfollowed, sorted; none without one."""
        with _guarded(path or "."):
            try:
                folder = self._folder(path.split("/") if path else [], is_made=False)
            except FileNotFoundError:
                return ()
            states = []
            try:
                for name in sorted(entry.name for entry in os.scandir(folder)):
                    with suppress(FileNotFoundError):  # It was there a moment ago.
                        seen = os.stat(name, dir_fd=folder, follow_symlinks=False)
                        states.append((name, seen))
            finally:
                os.close(folder)
        return tuple(states)

    def remove(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone."""
        with _guarded(path), suppress(FileNotFoundError):
            folder, name = self._parent(path)
            try:
                os.unlink(name, dir_fd=folder)
            finally:
                os.close(folder)

    def move(self, path: str, to: str) -> bool:
        """Give what is there another name in one step, itself and not what it leads to.

        Folders on the way are made; False when it is gone.
        """
        *folders, name = to.split("/")
        with _guarded(path):
            try:
                folder, old = self._parent(path)
            except FileNotFoundError:
                return False
            try:
                target = self._folder(folders, is_made=True)
                try:
                    os.rename(old, name, src_dir_fd=folder, dst_dir_fd=target)
                    os.fsync(target)
                except FileNotFoundError:
                    return False
                finally:
                    os.close(target)
                os.fsync(folder)
            finally:
                os.close(folder)
        return True

    def _parent(self, path: str) -> tuple[int, str]:
        """Open the folder a path is in, and give the last name."""
        *folders, name = path.split("/")
        return self._folder(folders, is_made=False), name

    def _folder(self, folders: list[str], *, is_made: bool) -> int:
        """Open a folder below the boundary, step by step."""
        at = os.dup(self._root)
        try:
            for folder in folders:
                if is_made:
                    _make_folder(at, folder)
                inner = os.open(folder, _FOLDER, dir_fd=at)
                os.close(at)
                at = inner
        except BaseException:
            os.close(at)
            raise
        return at


def _make_folder(at: int, name: str) -> None:
    try:
        os.mkdir(name, FOLDER_MODE, dir_fd=at)
    except FileExistsError:
        return
    os.fsync(at)


class _Changed(Exception):  # Never leaves this module.
    """The file is no longer what the new content was made from."""


def _require(folder: int, name: str, content: bytes | None) -> None:
    """Check that a file has exactly this content; None means that there is no such file."""
    try:
        handle = os.open(name, _READ, dir_fd=folder)
    except FileNotFoundError:
        if content is None:
            return
        raise _Changed from None
    with os.fdopen(handle, "rb") as file:
        if content is None or file.read(len(content) + 1) != content:
            raise _Changed


def _replace(
    folder: int, name: str, content: bytes, at_last: Callable[[], None] | None = None
) -> None:
    """Replace a file; ``at_last`` may stop it when only the renaming is left."""
    temporary = name + TEMPORARY_END
    with suppress(FileNotFoundError):
        os.unlink(temporary, dir_fd=folder)
    handle = os.open(temporary, _FRESH, FILE_MODE, dir_fd=folder)
    try:
        try:
            _write(handle, content)
            with suppress(FileNotFoundError):
                mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
                os.fchmod(handle, stat.S_IMODE(mode) & 0o777)
            os.fsync(handle)
        finally:
            os.close(handle)
        if at_last is not None:
            at_last()
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=folder)
        raise
    os.fsync(folder)


def _write(handle: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _append(handle: int, row: bytes, size: int) -> None:
    """Add a row to a log of so many bytes; of one that does not fit on the disk nothing stays."""
    try:
        _write(handle, row)
        os.fsync(handle)
    except OSError:
        with suppress(OSError):
            if os.fstat(handle).st_size < size + len(row):  # Nobody wrote behind it.
                os.ftruncate(handle, size)
        raise


def _require_regular(seen: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(seen.st_mode):
        _refuse(path, "is a link, or no regular file")


@contextmanager
def _guarded(path: str) -> Iterator[None]:
    """Turn what the system refuses into a refusal that names the path."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO, errno.EISDIR):
            _refuse(path, "is a link, lies behind one, or is no regular file")
        _refuse(path, f"cannot be written: {error.strerror}")


def _refuse(path: str, why: str) -> NoReturn:
    from cortex.core.vault.text import public  # Most often nothing is refused.

    message = f"EWRITE_FAILED: {public(path)} {why}"
    raise VaultFault(VaultCode.GOVERNANCE_REFUSED, message)
