"""When do two paths speak of the same place?

Paths keep their case: folding it is wrong on case-sensitive disks (CQR 17).
"""

from __future__ import annotations


def normal_path(value: str) -> str:
    """Give the comparable form of a path or glob: slashes forward, dots resolved, globs stripped.

    The result has no leading or trailing slash and may be empty.
    """
    text = strip_glob(value.strip().replace("\\", "/"))
    kept: list[str] = []
    for segment in text.split("/"):
        if segment in ("", "."):
            continue
        if segment == "..":
            if kept:
                kept.pop()
            continue
        kept.append(segment)
    return "/".join(kept)


def strip_glob(value: str) -> str:
    """Take trailing ``/**``, ``/*`` and ``*`` off, again and again, then trailing slashes."""
    text = value
    while True:
        shorter = text
        for tail in ("/**", "/*", "*"):
            if shorter.endswith(tail):
                shorter = shorter[: -len(tail)]
                break
        if shorter == text:
            return text.rstrip("/")
        text = shorter


def are_compatible(left: str, right: str) -> bool:
    """Tell whether two normal paths are equal or one lies below the other."""
    return left == right or left.startswith(right + "/") or right.startswith(left + "/")


def is_below(path: str, root: str) -> bool:
    """Tell whether a normal path equals a root or lies below it."""
    return path == root or path.startswith(root + "/")


def parents(path: str) -> tuple[str, ...]:
    """Give the ancestors of a normal path that have two segments or more, nearest first."""
    segments = path.split("/")
    return tuple("/".join(segments[:end]) for end in range(len(segments) - 1, 1, -1))
