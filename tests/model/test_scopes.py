"""Is a scope a plain value with an id that says its kind?"""

import pytest

from cortex.model.scopes import (
    Scope,
    folder_scope_id,
    project_scope_id,
    scope_kind,
    user_scope,
)


def test_the_user_scope_has_nothing_wider() -> None:
    """What belongs to the person is seen from everywhere, so nothing lies above it."""
    scope = user_scope()

    assert scope.visible_ids == ("user",)
    assert (scope.kind, scope.root, scope.worktree, scope.branch) == ("user", None, None, None)


def test_only_a_project_has_a_worktree() -> None:
    """A folder scope has a root for relative paths, but nobody checked it out."""
    project = Scope(project_scope_id("/r/.git"), "r", "/r", "main", ("user",))
    folder = Scope(folder_scope_id("/f"), "f", "/f", None, ("user",))

    assert project.worktree == "/r"
    assert folder.worktree is None


def test_equal_scopes_are_equal_whoever_built_them() -> None:
    """Two surfaces can compare the scopes they resolved."""
    first = Scope("project:/r/.git", "r", "/r", "main", ("user",))
    second = Scope("project:/r/.git", "r", "/r", "main", ("user",))
    other = Scope("project:/r/.git", "r", "/r", "next", ("user",))

    assert first == second
    assert hash(first) == hash(second)
    assert first != other
    assert first != "project:/r/.git"
    assert repr(first) == repr(second)


@pytest.mark.parametrize(
    ("scope_id", "kind"),
    [
        ("user", "user"),
        ("folder:/f", "folder"),
        ("project:/r/.git", "project"),
        ("user:", None),
        ("folder:", None),
        ("project", None),
        ("team:/x", None),
        ("", None),
    ],
)
def test_an_id_says_its_kind_or_is_none(scope_id: str, kind: str | None) -> None:
    """A text that is no scope id is recognised as such."""
    assert scope_kind(scope_id) == kind
