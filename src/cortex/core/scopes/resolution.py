"""Which scope is this folder in?

The nearest repository decides, else the projects directly below, else the person. The same answer
comes out for every path that leads to one project, whichever surface asks. Nothing here raises: a
broken repository is passed over and the search goes on outward. Source: docs/formats/scopes.md.
"""

from __future__ import annotations

from cortex.core.scopes.checkouts import find_checkout, read_branch
from cortex.core.scopes.paths import base_name, is_root, join, parent, printable
from cortex.model.scopes import (
    ANCESTOR_FOLDERS_MAX,
    KIND_PROJECT,
    USER_SCOPE_ID,
    Scope,
    folder_scope_id,
    project_scope_id,
    user_scope,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.scopes.checkouts import Checkout
    from cortex.core.scopes.places import Places

# How many folders directly below are looked into for a repository: two or three stat calls each,
# so the worst case stays within a millisecond or two.
CHILD_FOLDERS_MAX = 200


def resolve(places: Places, cwd: str, home: str) -> Scope:
    """Give the scope of a folder.

    Args:
        places: answers about the disk.
        cwd: absolute path of the folder; may be a link, a subfolder, or deleted.
        home: the person's home folder; empty when unknown.

    Returns:
        The project of the nearest repository at or above ``cwd``; else a folder scope when a
        repository lies directly below; else the user scope. The search never goes above ``home``,
        and neither ``home`` nor a root is ever a project or a folder scope, even when it is a
        repository: such a repository holds a person's settings, not a piece of work.
    """
    folder = places.real_path(cwd)
    if folder is None:
        return user_scope()
    limit = places.real_path(home) or ""
    for place in _upward(folder, limit):
        checkout = find_checkout(places, place)
        if checkout is not None:
            return _project_scope(places, checkout, place, limit)
    if _is_personal(folder, limit) or not _holds_project(places, folder, limit):
        return user_scope()
    scope_id = folder_scope_id(printable(folder))
    ancestors = _folder_ids([parent(folder)], limit)
    return Scope(scope_id, printable(base_name(folder)), printable(folder), None, ancestors)


def _project_scope(places: Places, checkout: Checkout, place: str, home: str) -> Scope:
    if _belongs_to_person(checkout, home):
        return user_scope()
    common_dir = checkout.common_dir
    main = common_dir.partition("/.git/")[0] if "/.git/" in common_dir else parent(common_dir)
    return Scope(
        project_scope_id(printable(common_dir)),
        printable(_display_name(common_dir)),
        None if checkout.root is None else printable(checkout.root),
        _printable_branch(read_branch(places, checkout.git_dir)),
        _folder_ids([checkout.root or place, main], home),
    )


def _printable_branch(branch: str | None) -> str | None:
    return None if branch is None else printable(branch)


def name_of(scope_id: str) -> str:
    """Give the name people use for a scope, by its id alone."""
    kind, mark, path = scope_id.partition(":")
    if not mark:
        return scope_id
    return printable(_display_name(path) if kind == KIND_PROJECT else base_name(path))


def _display_name(common_dir: str) -> str:
    """Give the name people use for a repository, from where its common directory lies."""
    name = base_name(common_dir)
    if name in (".git", ".bare"):
        return base_name(parent(common_dir))
    return name.removesuffix(".git") or name


def _folder_ids(starts: list[str], home: str) -> tuple[str, ...]:
    """Give the ids of each start and all folders above it, without repeats, then the user's.

    A project names its own top folder too: memories filed there while it was only a folder of
    projects must not vanish on the day it becomes a repository.
    """
    found: dict[str, None] = {}
    for start in starts:
        for folder in _upward(start, home):
            if len(found) < ANCESTOR_FOLDERS_MAX:
                found[folder_scope_id(printable(folder))] = None
    return (*found, USER_SCOPE_ID)


def _upward(folder: str, home: str) -> list[str]:
    """Give a folder and those above it, nearest first, up to but without home and the root."""
    found = []
    while not _is_personal(folder, home):
        found.append(folder)
        folder = parent(folder)
    return found


def _is_personal(folder: str, home: str) -> bool:
    return folder == home or is_root(folder)


def _belongs_to_person(checkout: Checkout, home: str) -> bool:
    """Tell whether a repository's main checkout is the home folder or the root of the disk."""
    return base_name(checkout.common_dir) == ".git" and _is_personal(
        parent(checkout.common_dir), home
    )


def _holds_project(places: Places, folder: str, home: str) -> bool:
    for name in places.child_folders(folder, CHILD_FOLDERS_MAX):
        checkout = find_checkout(places, join(folder, name))
        if checkout is not None and not _belongs_to_person(checkout, home):
            return True
    return False
