"""How do tests get a disk that is full, or one that cannot be written?

A small file system in memory, which only root can mount. Elsewhere these tests are not proven.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_volume(folder: Path, size_kib: int) -> Iterator[Path]:
    """Mount an empty file system of this size; it is gone afterwards."""
    place = folder / "volume"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", str(place)]
    if not _is_mounted_by(command):
        pytest.skip("not proven: a small file system can only be mounted by root, on Linux")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def _is_mounted_by(command: list[str]) -> bool:
    try:
        if os.geteuid() != 0:
            return False
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


@contextmanager
def read_only(place: Path) -> Iterator[None]:
    """Make a mounted file system read-only meanwhile."""
    remount(place, "ro")
    try:
        yield
    finally:
        remount(place, "rw")


def remount(place: Path, mode: str) -> None:
    """Mount a file system again, ``ro`` or ``rw``."""
    subprocess.run(["mount", "-o", f"remount,{mode}", str(place)], check=True)
