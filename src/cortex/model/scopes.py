"""Where does a memory belong, and from where is it seen?

A scope is the place a fact is filed under: one project, a folder that holds projects, or the
person. Its id is an identity that every surface computes alike, so a worktree, a subfolder and a
symbolic link into one project give one id. Source: docs/formats/scopes.md, ADR 0022.

Hooks build a Scope on every run, so it is a plain class and this module imports nothing.
"""

from __future__ import annotations

KIND_USER = "user"
KIND_FOLDER = "folder"
KIND_PROJECT = "project"

USER_SCOPE_ID = "user"

# Folder ids a scope carries as wider places; each one costs a bound parameter in every gate, and no
# checkout seen in practice is nested deeper.
ANCESTOR_FOLDERS_MAX = 32

# Leading hexadecimal digits of a commit that name a detached HEAD: enough to tell apart, and what
# `git log --abbrev=12` prints.
DETACHED_DIGITS = 12


class Scope:
    """One resolved scope, treated as frozen once built.

    Attributes:
        scope_id: ``user``, ``folder:<absolute path>`` or ``project:<git common directory>``; the
            path is real (no links), ``/`` separated, valid Unicode, with its case kept.
        kind: ``KIND_USER``, ``KIND_FOLDER`` or ``KIND_PROJECT``.
        name: what a person calls it; for display and for finding, never compared as identity.
        root: folder that relative paths of this scope start from; None where there is none (the
            user scope, and a repository without a checkout).
        branch: short branch name, ``detached:<12 hex digits>``, or None when it is unknown.
        ancestors: ids of the scopes wider than this one, nearest first, ending in ``user``; empty
            for the user scope. A folder id listed here need not exist in any store.
    """

    __slots__ = ("ancestors", "branch", "kind", "name", "root", "scope_id")

    def __init__(
        self,
        scope_id: str,
        name: str,
        root: str | None = None,
        branch: str | None = None,
        ancestors: tuple[str, ...] = (),
    ) -> None:
        self.scope_id = scope_id
        self.kind = scope_id.partition(":")[0]
        self.name = name
        self.root = root
        self.branch = branch
        self.ancestors = ancestors

    @property
    def worktree(self) -> str | None:
        """Give the checkout a project is worked on in, as an absolute path; None elsewhere."""
        return self.root if self.kind == KIND_PROJECT else None

    @property
    def visible_ids(self) -> tuple[str, ...]:
        """Give every scope id whose facts are seen from here, this one first, widest last."""
        return (self.scope_id, *self.ancestors)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scope):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return (
            f"Scope({self.scope_id!r}, name={self.name!r}, root={self.root!r}, "
            f"branch={self.branch!r}, ancestors={self.ancestors!r})"
        )

    def _values(self) -> tuple[object, ...]:
        return (self.scope_id, self.name, self.root, self.branch, self.ancestors)


def user_scope() -> Scope:
    """Give the scope of facts that belong to the person and are seen from everywhere."""
    return Scope(USER_SCOPE_ID, "user")


def folder_scope_id(folder: str) -> str:
    """Give the id of a folder that holds projects, from its real path."""
    return f"{KIND_FOLDER}:{folder}"


def project_scope_id(common_dir: str) -> str:
    """Give the id of a project, from the real path of its git common directory."""
    return f"{KIND_PROJECT}:{common_dir}"


def scope_label(scope_id: str) -> str:
    """Give what a person calls the scope with this id: the last part of its place that is a name.

    Two scopes may have the same label. The user scope and what is no scope id are given as they
    are.
    """
    _, _, place = scope_id.partition(":")
    parts = [part for part in place.split("/") if part]
    if len(parts) > 1 and parts[-1] in (".git", ".bare"):
        parts.pop()
    return parts[-1].removesuffix(".git") or parts[-1] if parts else scope_id


def scope_kind(scope_id: str) -> str | None:
    """Give the kind an id belongs to, or None when it is no scope id."""
    kind, _, place = scope_id.partition(":")
    if kind in (KIND_FOLDER, KIND_PROJECT) and place:
        return kind
    return KIND_USER if scope_id == USER_SCOPE_ID else None
