"""Who else on this machine can read a file: its group, everybody, or nobody?

What counts is the whole way to it: a file that everybody may read in a folder that nobody may enter
is private.
"""

# ruff: noqa: PTH116, PTH118, PTH120  # Paths are texts here.

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

GROUP, EVERYBODY = "group", "everybody"

FILES_MAX = 10_000
"""Files below one folder that are looked at: some years of a seat."""


def readers_of(paths: Iterable[str]) -> dict[str, str]:
    """Give for each path that somebody else can read who that is; a missing file is nobody's.

    Args:
        paths: absolute; files or folders, links not followed.
    """
    known: dict[str, tuple[bool, bool]] = {}
    found = {}
    for path in paths:
        try:
            mode = os.lstat(path).st_mode
        except OSError:
            continue
        group, everybody = _way(os.path.dirname(path), known)
        if everybody and mode & stat.S_IROTH:
            found[path] = EVERYBODY
        elif group and mode & stat.S_IRGRP:
            found[path] = GROUP
    return found


def files_below(folder: str) -> Iterator[str]:
    """Yield the files below a folder, at most ``FILES_MAX``; no link is followed."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if count >= FILES_MAX:
                return
            count += 1
            yield os.path.join(place, name)


def _way(folder: str, known: dict[str, tuple[bool, bool]]) -> tuple[bool, bool]:
    """Tell whether a group and everybody get into a folder; of a group the kindest one is meant."""
    if folder in known:
        return known[folder]
    above = os.path.dirname(folder)
    group, everybody = (True, True) if above == folder else _way(above, known)
    try:
        mode = os.stat(folder).st_mode
    except OSError:
        mode = 0
    is_open = bool(mode & stat.S_IXOTH)
    known[folder] = (group and (is_open or bool(mode & stat.S_IXGRP)), everybody and is_open)
    return known[folder]
