"""What lies on disk where the store is, and what does it run on? Only looks; never raises."""

import os
import platform
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from cortex.model.capture_policy import EVERY_SCOPE, CapturePolicy
from cortex.ports.health import SiteReport
from cortex.ports.spool import SpoolState
from cortex.stores.system.capture_policy import read_policy
from cortex.stores.system.copy_names import copies_below
from cortex.stores.system.journal import LINE_BYTES_MAX, journal_path
from cortex.stores.system.spool import spool_path
from cortex.stores.system.spool_draining import FileSpool
from cortex.stores.system.staging import STAGING

LEFTOVER_ENDINGS = ("-journal", ".tmp")
"""Ends of names beside the store that only an interrupted program leaves. The write-ahead log, its
index and the files of the write queue stay on purpose."""

PAST = (".damaged-", ".before-migration", ".set-aside-")
"""Parts of names beside the store that hold what it held before; nobody but a person deletes them,
and forgetting."""


class SystemSite:
    """The place of one store file and of the Cortex home.

    Args:
        path: the store, absolute; it and its folder may be missing.
        home: the Cortex home, absolute; may be missing.
        engines: (name, version) of what stores run on, told by the backend.
    """

    __slots__ = ("_engines", "_home", "_path")

    def __init__(self, path: str, home: str, engines: tuple[tuple[str, str], ...] = ()) -> None:
        self._path = path
        self._home = home
        self._engines = engines

    def look(self) -> SiteReport:
        """Give what is on disk now."""
        real = Path(os.path.realpath(self._path))
        policy = read_policy(self._home)
        is_present = real.exists()
        return SiteReport(
            path=self._path,
            real_path=str(real),
            is_present=is_present,
            store_bytes=_size(real),
            wal_bytes=_size(real.with_name(real.name + "-wal")),
            file_mode=_mode(real),
            folder_mode=_mode(real.parent),
            home_mode=_mode(Path(self._home)),
            is_writable=_is_writable(real) if is_present else _can_be_made(real),
            free_bytes=_free(real),
            leftovers=_leftovers(real),
            newest_copy_us=next((each.created_us for each in copies_below(self._home)), None),
            past=_names(
                real,
                lambda name: name.startswith(real.name) and any(part in name for part in PAST),
            ),
            capture=_told(policy),
            capture_fault=policy.fault,
        )

    def hook_faults(self, limit: int) -> tuple[str, ...]:
        """Give the newest lines of the hook journal, oldest first, at most ``limit``."""
        try:
            with Path(journal_path(self._home)).open("rb") as journal:
                size = journal.seek(0, os.SEEK_END)
                skipped = max(0, size - limit * LINE_BYTES_MAX)
                journal.seek(skipped)
                text = journal.read().decode("utf-8", "replace")
        except OSError:
            return ()
        lines = text.splitlines()[1 if skipped else 0 :]
        return tuple(line for line in lines if line.strip())[-limit:]

    def spool(self) -> SpoolState:
        """Give what hooks took down that nobody has kept yet."""
        return FileSpool(spool_path(self._home, self._path)).state()

    def runtime(self) -> tuple[tuple[str, str], ...]:
        """Give the versions of Python, of the engines, and the system's name and release."""
        system = (platform.system() or "system", platform.release() or "unknown")
        return (("python", platform.python_version()), *sorted(self._engines), system)


def _told(policy: CapturePolicy) -> str:
    """Give the operator's word on every scope, and on those that have one of their own."""
    everywhere = policy.state(EVERY_SCOPE)
    others = [
        f"{word.state} for {scope_id}"
        for scope_id, word in sorted(policy.words.items())
        if scope_id != EVERY_SCOPE and word.state != everywhere
    ]
    return ", ".join([everywhere, *others])


def _size(path: Path) -> int:
    try:
        found = path.stat()
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def _mode(path: Path) -> int | None:
    """Give the permission bits; Windows invents them, so there they are not known."""
    if os.name == "nt":
        return None
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None


def _is_writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _can_be_made(path: Path) -> bool:
    """Tell whether the nearest folder that exists lets us make the rest."""
    nearest = _nearest_folder(path)
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def _nearest_folder(path: Path) -> Path:
    return next((folder for folder in path.parents if folder.exists()), Path(path.anchor))


def _free(path: Path) -> int | None:
    try:
        return shutil.disk_usage(_nearest_folder(path)).free
    except OSError:
        return None


def _leftovers(path: Path) -> tuple[str, ...]:
    return _names(
        path,
        lambda name: name.startswith((path.name, STAGING)) and name.endswith(LEFTOVER_ENDINGS),
    )


def _names(path: Path, is_meant: Callable[[str], bool]) -> tuple[str, ...]:
    """Give the names beside a file that are meant, sorted; none where nobody may look."""
    try:
        return tuple(sorted(entry.name for entry in path.parent.iterdir() if is_meant(entry.name)))
    except OSError:
        return ()
