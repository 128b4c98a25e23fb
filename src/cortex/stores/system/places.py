"""What is at a path on this disk? The Places port, answered by the operating system."""

# ruff: noqa: PTH112, PTH113, PTH117  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os
import stat

# Git's pointer files and HEAD are under 200 bytes; a repository's config is a few kilobytes.
TEXT_BYTES_MAX = 65_536

# Directory entries looked at in one listing. Names are sorted after that, so the answer does not
# depend on the order of the disk for any folder a person keeps projects in.
ENTRIES_MAX = 5_000

# A pipe opened for reading waits for a writer unless told not to; Windows has neither flag.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class SystemPlaces:
    """Folders and files of this machine, read afresh on every call. Never raises."""

    __slots__ = ()

    def real_path(self, path: str) -> str | None:
        """Follow every link of an absolute path; None when that is impossible."""
        if not os.path.isabs(path):
            return None
        try:
            found = os.path.realpath(path)
        except (OSError, ValueError):  # ValueError: a NUL inside.
            return None
        return found if os.sep == "/" else found.replace(os.sep, "/")

    def is_dir(self, path: str) -> bool:
        """Tell whether a folder is there."""
        return os.path.isdir(path)

    def is_file(self, path: str) -> bool:
        """Tell whether a regular file is there."""
        return os.path.isfile(path)

    def read_text(self, path: str) -> str | None:
        """Give up to ``TEXT_BYTES_MAX`` bytes of a regular file as text, or None."""
        try:
            descriptor = os.open(path, _OPEN_FLAGS)
        except (OSError, ValueError):
            return None
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None
            content = os.read(descriptor, TEXT_BYTES_MAX)
        except OSError:
            return None
        finally:
            os.close(descriptor)
        return content.decode("utf-8", "surrogateescape")

    def child_folders(self, path: str, limit: int) -> tuple[str, ...]:
        """Give the first ``limit`` visible folders inside, by name; links are left out."""
        names: list[str] = []
        try:
            with os.scandir(path) as entries:
                for count, entry in enumerate(entries):
                    if count >= ENTRIES_MAX:
                        break
                    if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                        names.append(entry.name)
        except (OSError, ValueError):
            return ()
        return tuple(sorted(names)[:limit])
