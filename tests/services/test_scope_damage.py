"""What scope does a session get when the repository under it is broken, moved or gone?"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.services.repositories import World, git, make_repository

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="not proven: no git here")


def test_a_deleted_worktree_falls_back_to_what_is_around_it(tmp_path: Path) -> None:
    """A cwd that was removed under a running session resolves to the nearest thing still there."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    git(world.shop, "worktree", "add", "--quiet", "-b", "gone", "trees/gone")
    shutil.rmtree(world.shop / "trees" / "gone")

    assert world.scope(world.shop / "trees" / "gone").scope_id == f"project:{world.shop}/.git"


def test_a_worktree_whose_repository_is_gone_is_no_project(tmp_path: Path) -> None:
    """A .git file that points nowhere is passed over instead of failing."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    git(world.shop, "worktree", "add", "--quiet", "-b", "left", "../left")
    shutil.rmtree(world.shop)

    assert world.scope(world.code / "left").scope_id == "user"


def test_a_folder_keeps_its_memories_when_it_becomes_a_repository(tmp_path: Path) -> None:
    """case 55: rows filed under a folder of projects are still seen after git init in it."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    before = world.scope(world.code).scope_id
    git(world.code, "init", "--quiet")

    after = world.scope(world.code)

    assert after.kind == "project"
    assert before in after.ancestors


def test_a_name_that_is_no_unicode_still_gives_an_id_that_can_be_stored(tmp_path: Path) -> None:
    """case 76: a folder whose name is not UTF-8 has a scope id without lone surrogates."""
    world = World(tmp_path.resolve())
    folder = os.fsencode(world.code) + b"/caf\xe9"
    try:
        make_repository(Path(os.fsdecode(folder)))
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this file system refuses such names")

    scope = world.scope(os.fsdecode(folder))

    assert scope.scope_id == f"project:{world.code}/caf%E9/.git"
    assert scope.name == "caf%E9"
    assert scope.scope_id.encode("utf-8")


def corrupt_pointer(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    (shop / ".git").write_text("gitdir:", encoding="utf-8")


def corrupt_bytes(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    (shop / ".git").write_bytes(b"\xff\xfe\x00gitdir: \x00")


def corrupt_loop(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    (shop / ".git").symlink_to(shop / ".git")


def corrupt_pipe(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    os.mkfifo(shop / ".git")


def corrupt_empty(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    (shop / ".git").mkdir()


def corrupt_commondir(shop: Path) -> None:
    (shop / ".git" / "commondir").write_text("../../nowhere\n", encoding="utf-8")


def corrupt_self(shop: Path) -> None:
    shutil.rmtree(shop / ".git")
    (shop / ".git").write_text("gitdir: .git\n", encoding="utf-8")


@pytest.mark.parametrize(
    "corrupt",
    [
        corrupt_pointer,
        corrupt_bytes,
        corrupt_loop,
        corrupt_pipe,
        corrupt_empty,
        corrupt_commondir,
        corrupt_self,
    ],
)
def test_a_broken_repository_is_passed_over(
    tmp_path: Path, corrupt: Callable[[Path], None]
) -> None:
    """case 49: nothing a .git can contain stops or hangs a session; the search goes outward."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    make_repository(world.code / "healthy")
    (world.shop / "src").mkdir()
    corrupt(world.shop)

    assert world.scope(world.shop / "src").scope_id == "user"
    assert world.scope(world.code).scope_id == f"folder:{world.code}"


@pytest.mark.parametrize("head", [b"", b"word", b"ref:", b"ref: refs/heads/.invalid\n", b"\xff"])
def test_an_unreadable_head_only_costs_the_branch(tmp_path: Path, head: bytes) -> None:
    """A HEAD that says nothing (or lives in a reftable) leaves the project found, unbranched."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    (world.shop / ".git" / "HEAD").write_bytes(head)

    scope = world.scope(world.shop)

    assert (scope.scope_id, scope.branch) == (f"project:{world.shop}/.git", None)
