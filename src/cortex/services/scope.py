"""Which scope is the caller in, and which one does a name or a path belong to?

Every surface asks here, so the CLI, MCP and the hook cannot disagree.
"""

from __future__ import annotations

from cortex.core.scopes import paths, resolution

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable

    from cortex.model.scopes import Scope
    from cortex.ports.places import Places


def resolve_scope(places: Places, cwd: str, home: str) -> Scope:
    """Give the scope of a folder; never raises, and falls back to a wider one.

    Args:
        places: answers about the disk.
        cwd: absolute path, as the caller knows it: links, subfolders and deleted folders are fine.
        home: the person's home folder, or empty.
    """
    return resolution.resolve(places, cwd, home)


def near_names(name: str, known: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Give the (scope id, name) pairs a name may mean, nearest first, at most eight.

    The first one is exact when its name equals ``name``; anything else is only to be offered, not
    used. ``known`` may be in any order; the answer may be empty.
    """
    from cortex.core.scopes import names

    return names.near_names(name, known)


def place_path(places: Places, path: str, scope: Scope, cwd: str) -> str:
    """Give a path as written by the caller in the form facts of this scope are stored under.

    By spelling first, so that a link inside the checkout keeps its name; a path that seems to lie
    outside is followed through its links before that is believed. See ``repo_relative`` for the
    forms that go in and come out.
    """
    stored = paths.repo_relative(path, scope, places.real_path(cwd) or cwd)
    if not paths.is_absolute(stored):
        return stored
    folder, pattern = paths.split_glob(stored)
    real = places.real_path(folder)
    if real is None:
        return stored
    followed = paths.repo_relative(paths.join(real, pattern) if pattern else real, scope, real)
    return stored if paths.is_absolute(followed) else followed


def missing_from(places: Places, scope: Scope, cwd: str) -> Callable[[str], bool]:
    """Give what tells whether a path of a fact of this scope is no longer there.

    Outside a checkout a relative path cannot be looked for, and is not called missing.
    """
    root = scope.root
    # People write paths from the root of a checkout, and from the folder they are in.
    folders = () if root is None else (root, cwd)

    def is_missing(path: str) -> bool:
        is_whole = paths.is_absolute(path)
        wholes = [path] if is_whole else [paths.join(folder, path) for folder in folders]
        return bool(wholes) and not any(
            places.is_file(whole) or places.is_dir(whole) for whole in wholes
        )

    return is_missing
