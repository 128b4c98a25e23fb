"""Which real repositories do scope tests stand in? Made by git itself, never imitated."""

import subprocess
from pathlib import Path

from cortex.model.scopes import Scope
from cortex.services.scope import resolve_scope
from cortex.stores.system.places import SystemPlaces


class World:
    """A home with projects of every shape in it, and a folder outside of that home."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.home = top / "home"
        self.code = self.home / "code"
        self.shop = self.code / "shop"
        self.far = top / "elsewhere" / "far"

    def scope(self, cwd: str | Path) -> Scope:
        """Resolve a folder as every surface does."""
        return resolve_scope(SystemPlaces(), str(cwd), str(self.home))


def git(folder: Path, *words: str) -> str:
    """Run git in a folder and give what it prints."""
    command = ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def make_repository(folder: Path, branch: str = "main") -> None:
    """Make a repository with one empty commit."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", branch)
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "start")


def build_world(top: Path) -> World:
    """Make one project of every shape below a folder: worktrees, submodules, bare, nested ..."""
    world = World(top)
    library = world.top / "library"
    make_repository(library)
    make_repository(world.shop)
    git(world.shop, "submodule", "--quiet", "add", str(library), "libs/money")
    git(world.shop, "commit", "--quiet", "--message", "library")
    git(world.shop, "worktree", "add", "--quiet", "-b", "inner", "trees/inner")
    git(world.shop, "worktree", "add", "--quiet", "-b", "zurich", "../zurich")
    git(world.shop, "worktree", "add", "--quiet", "-b", "feature/far", str(world.far))
    git(world.code / "zurich", "submodule", "--quiet", "update", "--init")
    (world.shop / "src" / "payments").mkdir(parents=True)
    make_repository(world.shop / "vendor" / "nested", branch="trunk")

    make_repository(world.code / "Detached")
    git(world.code / "Detached", "checkout", "--quiet", "--detach")
    git(world.code, "clone", "--quiet", "--bare", str(world.shop), "server.git")
    layout = world.code / "layout"
    layout.mkdir()
    git(layout, "clone", "--quiet", "--bare", str(library), ".bare")
    (layout / ".git").write_text("gitdir: ./.bare\n", encoding="utf-8")
    git(layout, "worktree", "add", "--quiet", "-b", "next", "next")
    git(world.code, "clone", "--quiet", "--bare", str(library), "plainbare/.git")
    git(world.code / "plainbare", "worktree", "add", "--quiet", "-b", "work", "work")
    git(world.code, "init", "--quiet", "--separate-git-dir", str(world.top / "apart.git"), "apart")
    (world.home / "notes" / "deep").mkdir(parents=True)
    (world.top / "link").symlink_to(world.shop / "src")
    return world
