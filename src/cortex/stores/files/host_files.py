"""How are the files of other programs read and replaced? Implements ``ports.host_files``.

A file is replaced by a sibling that was synced first, after a last look that nobody wrote it
meanwhile. Programs are looked for, never run. Source: ADR 0163.
"""

# ruff: noqa: PTH100, PTH105, PTH106, PTH108, PTH112
# ruff: noqa: PTH102, PTH114, PTH116, PTH118, PTH119, PTH120, PTH123  # Paths are text on their way through here.

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import stat
from collections.abc import Iterator

from cortex.model.installation import CONFIG_BYTES_MAX, EditRefused
from cortex.ports.host_files import FoundFile

FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""What nobody else made before is for its owner alone: such files hold keys."""

PACKAGE_FOLDERS_UP = 3
"""Folders above a program in which its package may describe itself."""

PACKAGE_BYTES_MAX = 65_536
"""Bytes of a package's description that are read."""

COPIES_MAX = 100
"""Copies of one second before giving up on a name."""

_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH  # The superuser may write all the same.
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class DiskHostFiles:
    """Configuration files of this machine.

    Args:
        path: the folders in which programs are looked for, as ``PATH`` lists them.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    def look(self, path: str, root: str = "") -> FoundFile:
        """Give what stands at a path, or refuse what cannot be changed safely."""
        with _guarded(path):
            real = os.path.realpath(path)
            if os.path.islink(real):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            if os.path.islink(path) and not os.path.lexists(real):
                message = f"{path} is a link to {real}, which is not there"
                raise EditRefused(message, "remove the link, or make the file it names")
            if root:
                _require_inside(path, real, os.path.realpath(root))
            content = _read(real)
            _require_writable(real)
        return FoundFile(real, content)

    def exchange(self, path: str, before: bytes | None, after: bytes | None) -> tuple[str, ...]:
        """Replace the content of a real path, all or nothing."""
        with _guarded(path):
            made = () if after is None else _make_folders(os.path.dirname(path))
            if _read(path) != before:
                message = f"{path} was changed by another program meanwhile"
                raise EditRefused(message, "run this again; the plan will be made anew")
            if after is None:
                os.unlink(path)
            else:
                _replace(path, before, after)
            _sync_folder(os.path.dirname(path))
        return made

    def keep_copy(self, path: str, content: bytes, stamp: str) -> str:
        """Write a copy beside a real path and give where."""
        with _guarded(path):
            mode = stat.S_IMODE(os.stat(path).st_mode)
            for count in range(COPIES_MAX):
                copy = f"{path}.bak-{stamp}" + (f"-{count}" if count else "")
                try:
                    _create(copy, content, mode)
                except FileExistsError:
                    continue
                return copy
        message = f"{path} has {COPIES_MAX} copies of this second already"
        raise EditRefused(message, "remove copies that are not needed")

    def remove_empty(self, folders: tuple[str, ...]) -> None:
        """Remove the folders that hold nothing, innermost first."""
        for folder in reversed(folders):
            with contextlib.suppress(OSError):
                os.rmdir(folder)

    def is_folder(self, path: str) -> bool:
        """Tell whether a folder is there."""
        return os.path.isdir(path)

    def find_program(self, name: str) -> str:
        """Give where a program is."""
        found = shutil.which(name, path=self._path)
        return "" if found is None else os.path.abspath(found)

    def program_version(self, path: str) -> tuple[int, ...]:
        """Give the version that stands in a program's path, or in its package's description."""
        real = os.path.realpath(path)
        found = _VERSION.fullmatch(os.path.basename(real))
        if found is None:
            found = _VERSION.match(_package_version(os.path.dirname(real)))
        return () if found is None else tuple(int(part) for part in found.groups())


def _package_version(folder: str) -> str:
    for _ in range(PACKAGE_FOLDERS_UP):
        try:
            with open(os.path.join(folder, "package.json"), "rb") as file:
                described = json.loads(file.read(PACKAGE_BYTES_MAX))
            return str(described["version"])
        except (OSError, ValueError, KeyError, TypeError):
            folder = os.path.dirname(folder)
    return ""


def _require_inside(path: str, real: str, root: str) -> None:
    """A file of a project that leads elsewhere would let the project write there through us."""
    if os.path.commonpath([real, root]) != root:
        message = f"{path} leads out of the project, to {real}"
        raise EditRefused(message, "replace the link by a file of the project")


def _read(path: str) -> bytes | None:
    try:
        handle = os.open(path, _READ)
    except FileNotFoundError:
        return None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "no regular file"
            message = f"{path} is {what}"
            raise EditRefused(message, "move it away and run this again")
        with os.fdopen(os.dup(handle), "rb") as file:
            content = file.read(CONFIG_BYTES_MAX + 1)
    finally:
        os.close(handle)
    if len(content) > CONFIG_BYTES_MAX:
        message = f"{path} is larger than {CONFIG_BYTES_MAX} bytes"
        raise EditRefused(message, "no configuration is that large; look at what it holds")
    return content


def _require_writable(real: str) -> None:
    """Refuse at the planning what would fail at the writing."""
    folder = os.path.dirname(real)
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if os.path.lexists(real) and not (
        os.stat(real).st_mode & _ANY_WRITE and os.access(real, os.W_OK)
    ):
        raise OSError(errno.EACCES, "it is read-only")
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, f"the folder {folder} cannot be written")


def _make_folders(folder: str) -> tuple[str, ...]:
    missing: list[str] = []
    while not os.path.isdir(folder):
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    for each in missing:
        os.mkdir(each, FOLDER_MODE)
    return tuple(missing)


def _replace(path: str, before: bytes | None, after: bytes) -> None:
    mode = FILE_MODE if before is None else stat.S_IMODE(os.stat(path).st_mode)
    meanwhile = f"{path}.cortex-new"
    with contextlib.suppress(FileNotFoundError):  # Left by one of our kind that died.
        os.unlink(meanwhile)
    _create(meanwhile, after, mode)
    try:
        if before is not None or not _linked(meanwhile, path):
            os.replace(meanwhile, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(meanwhile)
        raise


def _linked(meanwhile: str, path: str) -> bool:
    """Give a new file its name without replacing another; False where there are no second names."""
    try:
        os.link(meanwhile, path)
    except FileExistsError:
        message = f"{path} was made by another program meanwhile"
        raise EditRefused(message, "run this again; the plan will be made anew") from None
    except OSError:
        return False
    os.unlink(meanwhile)
    return True


def _create(path: str, content: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(handle, mode)
            os.fsync(handle)
    except OSError:
        os.unlink(path)
        raise


def _sync_folder(folder: str) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _guarded(path: str) -> Iterator[None]:
    """Turn what the system refuses into a refusal that names the path."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ELOOP:
            message = f"{path} is a link that leads to itself"
            raise EditRefused(message, "remove the link and run this again") from None
        message = f"{path} cannot be used: {error.strerror}"
        raise EditRefused(message, "change its permissions, or make room, and try again") from None
