"""What are copies in a home called, and which are there? Their names tell when they were made."""

from __future__ import annotations

import re
from pathlib import Path

from cortex.model.copies import CopyFile
from cortex.model.errors import InvalidRequest
from cortex.wire.instants import format_instant, parse_instant

FOLDER = "backups"
"""Folder of the home that copies are kept in."""

_KINDS = {False: "brain", True: "set-aside"}
_STAMP = r"-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{6})Z\.zip$"


def copy_name(brain_id: str, now_us: int, *, is_set_aside: bool = False) -> str:
    """Give the name of a copy of a brain made at an instant."""
    stamp = "".join(c for c in format_instant(now_us).partition(".")[0] if c not in "-:Z")
    return f"{_KINDS[is_set_aside]}-{_short(brain_id)}-{stamp}{now_us % 1_000_000:06}Z.zip"


def copies_below(home: str, brain_id: str = "") -> tuple[CopyFile, ...]:
    """Give the copies in a home, newest first, without those set aside; of one brain or of any."""
    prefix = f"{_KINDS[False]}-{_short(brain_id)}-" if brain_id else f"{_KINDS[False]}-"
    found = []
    try:
        paths = sorted((Path(home) / FOLDER).iterdir())
    except OSError:
        return ()
    for path in paths:
        created_us = _instant_in(path.name)
        if path.name.startswith(prefix) and created_us is not None and path.is_file():
            found.append(CopyFile(str(path), path.stat().st_size, created_us))
    return tuple(sorted(found, key=lambda each: (each.created_us, each.path), reverse=True))


def is_copy_name(name: str) -> bool:
    """Tell whether a file of this name is a copy of a brain, set aside or not."""
    is_kind = name.startswith(tuple(f"{kind}-" for kind in _KINDS.values()))
    return is_kind and _instant_in(name) is not None


def _instant_in(name: str) -> int | None:
    """Give the instant a name tells; None for a name that is not of ours."""
    stamp = re.search(_STAMP, name, re.ASCII)
    if stamp is None:
        return None
    year, month, day, hour, minute, second, part = stamp.groups()
    try:
        return parse_instant(f"{year}-{month}-{day}T{hour}:{minute}:{second}.{part}Z", field="name")
    except InvalidRequest:
        return None


def _short(brain_id: str) -> str:
    return "".join(c for c in brain_id if c.isalnum())[:8] or "unnamed"
