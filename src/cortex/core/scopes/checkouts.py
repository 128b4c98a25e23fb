"""Is there a git repository at this folder, and which one?

The rules are git's own layout rules, read without starting git: that would cost a hook more than
everything else it does. ``GIT_DIR`` and its relatives are ignored, so that one folder means one
repository whoever asks.
"""

from __future__ import annotations

from cortex.core.scopes.paths import base_name, is_absolute, join, normalise, parent
from cortex.model.scopes import DETACHED_DIGITS

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.scopes.places import Places

_HEX_DIGITS = frozenset("0123456789abcdef")
_WORKTREES = "/worktrees/"


class Checkout:
    """A repository met at a folder.

    Attributes:
        common_dir: what all worktrees of the repository share; its identity.
        git_dir: what this worktree has for itself; holds its HEAD.
        root: top folder of the checkout, or None for a repository without one.
    """

    __slots__ = ("common_dir", "git_dir", "root")

    def __init__(self, common_dir: str, git_dir: str, root: str | None) -> None:
        self.common_dir = common_dir
        self.git_dir = git_dir
        self.root = root


def find_checkout(places: Places, folder: str) -> Checkout | None:
    """Give the repository whose top this folder is, or whose git directory it is; else None.

    Args:
        places: answers about the disk.
        folder: real absolute path. Parent folders are not looked at.
    """
    dot_git = join(folder, ".git")
    if places.is_dir(dot_git):
        git_dir = places.real_path(dot_git)
    elif places.is_file(dot_git):
        git_dir = _pointed_at(places, dot_git, "gitdir:")
    else:
        git_dir = None
    if git_dir is not None:
        common_dir = _common_dir(places, git_dir)
        if common_dir is not None:
            is_linked = common_dir != git_dir
            root = folder if is_linked or not _is_bare(places, common_dir) else None
            return Checkout(_shared_by_worktrees(places, common_dir), git_dir, root)
    return _checkout_of_git_dir(places, folder)


def read_branch(places: Places, git_dir: str) -> str | None:
    """Give the short name of the branch a git directory is on.

    ``detached:<12 hex digits>`` when HEAD names a commit; None when HEAD cannot be read or its
    real value is kept elsewhere (the reftable format).
    """
    head = (places.read_text(join(git_dir, "HEAD")) or "").strip()
    if head.startswith("ref:"):
        reference = head[4:].strip()
        branch = reference.removeprefix("refs/heads/")
        return branch if branch and branch != ".invalid" else None
    if len(head) in (40, 64) and _HEX_DIGITS.issuperset(head):
        return f"detached:{head[:DETACHED_DIGITS]}"
    return None


def _checkout_of_git_dir(places: Places, folder: str) -> Checkout | None:
    """Give the repository whose git directory is this very folder: bare, or someone went inside."""
    common_dir = _common_dir(places, folder)
    if common_dir is None:
        return None
    root: str | None = None
    if common_dir != folder:
        marker = _pointed_at(places, join(folder, "gitdir"), "")
        root = parent(marker) if marker is not None else None
    elif not _is_bare(places, folder):
        elsewhere = _core_setting(places.read_text(join(folder, "config")), "worktree")
        if elsewhere:
            root = places.real_path(join(folder, elsewhere))
        elif base_name(folder) == ".git":
            root = parent(folder)
    if root is not None and not places.is_dir(root):
        root = None
    return Checkout(_shared_by_worktrees(places, common_dir), folder, root)


def _common_dir(places: Places, git_dir: str) -> str | None:
    """Give the real common directory of a git directory, or None when it is no git directory."""
    if not places.is_file(join(git_dir, "HEAD")):
        return None
    common_dir = git_dir
    if places.is_file(join(git_dir, "commondir")):
        pointed = _pointed_at(places, join(git_dir, "commondir"), "")
        if pointed is None:
            return None
        common_dir = pointed
    if places.is_dir(join(common_dir, "objects")) and places.is_dir(join(common_dir, "refs")):
        return common_dir
    return None


def _shared_by_worktrees(places: Places, common_dir: str) -> str:
    """Give one identity to a submodule that several worktrees of its superproject check out.

    git clones a submodule once for every worktree of the superproject, under
    ``worktrees/<id>/modules``; filed as git does it, one project would be many.
    """
    start = common_dir.find(_WORKTREES)
    while start >= 0:
        before = common_dir[:start]
        inside = common_dir[start + len(_WORKTREES) :].partition("/")[2]
        if inside.startswith("modules/") and places.is_dir(join(before, "objects")):
            return f"{before}/{inside}"
        start = common_dir.find(_WORKTREES, start + 1)
    return common_dir


def _pointed_at(places: Places, file: str, prefix: str) -> str | None:
    """Give the real path that a one-line pointer file names, relative to its own folder."""
    text = places.read_text(file)
    if text is None or not text.startswith(prefix):
        return None
    target = text[len(prefix) :].lstrip(" ").rstrip("\r\n")  # A folder's name may end in a space.
    if not target or "\n" in target or "\0" in target:
        return None
    whole = target if is_absolute(target) else normalise(join(parent(file), target))
    return places.real_path(whole)


def _is_bare(places: Places, common_dir: str) -> bool:
    """Tell whether a repository says of itself that it has no main checkout."""
    for name in ("config", "config.worktree"):
        value = _core_setting(places.read_text(join(common_dir, name)), "bare")
        if value is not None and value.lower() in ("", "true", "yes", "on", "1"):
            return True
    return False


def _core_setting(config: str | None, key: str) -> str | None:
    """Give the last value of a ``[core]`` setting; empty when it has no ``=``; None if absent."""
    value: str | None = None
    section = ""
    for raw in (config or "").splitlines():
        line = raw.strip()
        if line.startswith("["):
            section, _, line = line.partition("]")
            line = line.strip()
        name, _, text = line.partition("=")
        if section.lower() == "[core" and name.strip().lower() == key:
            value = _setting_value(text.strip())
    return value


def _setting_value(text: str) -> str:
    """Give a value without quotes or comment; git quotes every value that holds ``#`` or ``;``."""
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    return text.partition("#")[0].partition(";")[0].strip()
