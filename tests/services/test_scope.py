"""Do all ways into one project resolve to one scope? Checked on repositories made by git itself."""

import shutil
from pathlib import Path

import pytest

from cortex.services.scope import near_names, place_path
from cortex.stores.system.places import SystemPlaces
from tests.services.repositories import World, build_world, git, make_repository

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="not proven: no git here")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Build the world once; no test changes it."""
    return build_world(tmp_path_factory.mktemp("world").resolve())


SHOP = "project:{code}/shop/.git"

# Where someone stands, then the id, the root, the branch and the name that must come out.
SHAPES: list[tuple[str, str, str | None, str | None, str]] = [
    ("{code}/shop", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/src/payments", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/.git", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/.git/hooks", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/trees/inner", SHOP, "{code}/shop/trees/inner", "inner", "shop"),
    ("{code}/shop/trees", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/zurich", SHOP, "{code}/zurich", "zurich", "shop"),
    ("{far}", SHOP, "{far}", "feature/far", "shop"),
    ("{code}/shop/.git/worktrees/zurich", SHOP, "{code}/zurich", "zurich", "shop"),
    ("{top}/link", SHOP, "{code}/shop", "main", "shop"),
    ("{top}/link/payments", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/../shop/./src", SHOP, "{code}/shop", "main", "shop"),
    ("{code}/shop/deleted/long/ago", SHOP, "{code}/shop", "main", "shop"),
    (
        "{code}/shop/libs/money",
        "project:{code}/shop/.git/modules/libs/money",
        "{code}/shop/libs/money",
        "main",
        "money",
    ),
    (
        "{code}/shop/.git/modules/libs/money",
        "project:{code}/shop/.git/modules/libs/money",
        "{code}/shop/libs/money",
        "main",
        "money",
    ),
    (
        "{code}/shop/vendor/nested",
        "project:{code}/shop/vendor/nested/.git",
        "{code}/shop/vendor/nested",
        "trunk",
        "nested",
    ),
    ("{code}/server.git", "project:{code}/server.git", None, "main", "server"),
    ("{code}/server.git/refs/heads", "project:{code}/server.git", None, "main", "server"),
    ("{code}/layout", "project:{code}/layout/.bare", None, "main", "layout"),
    ("{code}/layout/next", "project:{code}/layout/.bare", "{code}/layout/next", "next", "layout"),
    ("{code}/plainbare", "project:{code}/plainbare/.git", None, "main", "plainbare"),
    (
        "{code}/plainbare/work",
        "project:{code}/plainbare/.git",
        "{code}/plainbare/work",
        "work",
        "plainbare",
    ),
    ("{code}", "folder:{code}", "{code}", None, "code"),
    ("{home}", "user", None, None, "user"),
    ("{home}/notes", "user", None, None, "user"),
    ("{home}/notes/deep", "user", None, None, "user"),
    ("/", "user", None, None, "user"),
    ("", "user", None, None, "user"),
    ("code/shop", "user", None, None, "user"),
    ("/no/such\0folder", "user", None, None, "user"),
]


@pytest.mark.parametrize(("cwd", "scope_id", "root", "branch", "name"), SHAPES)
def test_every_cwd_shape_resolves_to_its_scope(
    world: World, cwd: str, scope_id: str, root: str | None, branch: str | None, name: str
) -> None:
    """case 49: one rule decides for capture, recall, hook and MCP, whatever shape the cwd has."""
    spots = {"code": world.code, "home": world.home, "top": world.top, "far": world.far}

    scope = world.scope(cwd.format(**spots))

    assert scope.scope_id == scope_id.format(**spots)
    assert scope.root == (None if root is None else root.format(**spots))
    assert (scope.branch, scope.name) == (branch, name)
    assert scope.ancestors[-1:] == (() if scope_id == "user" else ("user",))


@pytest.mark.parametrize(
    "cwd",
    [
        "shop",
        "shop/src",
        "zurich",
        "shop/trees/inner",
        "shop/vendor/nested",
        "shop/libs/money",
        "layout/next",
        "plainbare/work",
        "Detached",
        "apart",
    ],
)
def test_git_itself_agrees(world: World, cwd: str) -> None:
    """The identity is git's common directory and the root git's top level, as git reports them."""
    folder = world.code / cwd
    common = git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir")
    top = git(folder, "rev-parse", "--path-format=absolute", "--show-toplevel")

    scope = world.scope(folder)

    assert (scope.scope_id, scope.worktree) == (f"project:{common}", top)


def test_a_worktree_is_the_same_project_as_its_repository(world: World) -> None:
    """case 47: what is filed in ../zurich is found from the main checkout, and the other way."""
    assert world.scope(world.code / "zurich").scope_id == world.scope(world.shop).scope_id


def test_a_worktree_tells_itself_from_its_siblings(world: World) -> None:
    """case 50: path and branch of the checkout are known, so that rows of a sibling are marked."""
    ours, theirs = world.scope(world.code / "zurich"), world.scope(world.shop)

    assert (ours.worktree, ours.branch) == (str(world.code / "zurich"), "zurich")
    assert (theirs.worktree, theirs.branch) == (str(world.shop), "main")


def test_a_submodule_is_one_project_in_every_worktree(world: World) -> None:
    """case 47: git clones a submodule anew for each worktree; it stays one project here."""
    in_worktree = world.scope(world.code / "zurich" / "libs" / "money")

    assert in_worktree.scope_id == world.scope(world.shop / "libs" / "money").scope_id
    assert in_worktree.root == str(world.code / "zurich" / "libs" / "money")


def test_a_superproject_is_not_wider_than_its_submodule(world: World) -> None:
    """A library's checkout does not see what belongs to the product it is built into."""
    shop = world.scope(world.shop).scope_id

    assert shop not in world.scope(world.shop / "libs" / "money").ancestors
    assert shop not in world.scope(world.shop / "vendor" / "nested").ancestors


def test_a_child_sees_the_rows_of_its_parent_folder(world: World) -> None:
    """case 55: the parent of several repositories is a scope, and each child has it above."""
    parent = world.scope(world.code)

    assert parent.scope_id == f"folder:{world.code}"
    for child in ("shop", "zurich", "Detached", "server.git", "shop/libs/money", "layout/next"):
        assert parent.scope_id in world.scope(world.code / child).ancestors


def test_wider_scopes_come_nearest_first_and_end_with_the_person(world: World) -> None:
    """Ancestors climb from the checkout to home, without home itself."""
    assert world.scope(world.shop / "src").ancestors == (
        f"folder:{world.shop}",
        f"folder:{world.code}",
        "user",
    )
    assert world.scope(world.code).ancestors == ("user",)


def test_a_far_worktree_sees_the_folders_of_both_places(world: World) -> None:
    """case 49: a worktree elsewhere misses nothing that the main checkout sees."""
    far = world.scope(world.far).ancestors

    assert far[0] == f"folder:{world.far}"
    assert set(world.scope(world.shop).ancestors) <= set(far)
    assert far[-1] == "user"


def test_a_detached_head_is_named_by_its_commit(world: World) -> None:
    """Work without a branch is told apart by the commit it stands on."""
    commit = git(world.code / "Detached", "rev-parse", "HEAD")

    assert world.scope(world.code / "Detached").branch == f"detached:{commit[:12]}"


def test_case_of_a_path_is_kept(world: World) -> None:
    """Two folders that differ in case only are two projects on a case-sensitive disk."""
    assert world.scope(world.code / "Detached").scope_id == f"project:{world.code}/Detached/.git"


def test_the_environment_of_git_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook started by git inherits GIT_DIR; the folder still decides."""
    monkeypatch.setenv("GIT_DIR", str(world.code / "Detached" / ".git"))

    assert world.scope(world.shop).scope_id == f"project:{world.shop}/.git"


@pytest.fixture
def dotfiles(tmp_path: Path) -> World:
    """A home that is itself a repository, with a project and a plain folder in it."""
    world = World(tmp_path.resolve())
    make_repository(world.home)
    make_repository(world.home / "code" / "tool")
    (world.home / "docs").mkdir()
    git(world.home, "worktree", "add", "--quiet", "-b", "trial", "trial")
    return world


@pytest.mark.parametrize("cwd", ["", "docs", ".git", "trial", "work/../docs"])
def test_a_home_under_version_control_is_the_person(dotfiles: World, cwd: str) -> None:
    """A repository of dotfiles is no project: what is said in it belongs to the person."""
    assert dotfiles.scope(dotfiles.home / cwd).scope_id == "user"


def test_a_project_inside_such_a_home_is_itself(dotfiles: World) -> None:
    """A repository deeper than home is found before home is reached."""
    scope = dotfiles.scope(dotfiles.home / "code" / "tool")

    assert scope.scope_id == f"project:{dotfiles.home}/code/tool/.git"
    assert scope.ancestors == (
        f"folder:{dotfiles.home}/code/tool",
        f"folder:{dotfiles.home}/code",
        "user",
    )


def test_a_folder_above_such_a_home_holds_no_project(dotfiles: World) -> None:
    """The folder of all homes does not become a scope because one home is a repository."""
    assert dotfiles.scope(dotfiles.top).scope_id == "user"


@pytest.mark.parametrize(
    ("path", "cwd", "stored"),
    [
        ("pay.py", "{code}/shop/src", "src/pay.py"),
        ("pay.py", "{top}/link", "src/pay.py"),
        ("{top}/link/pay.py", "{code}/shop", "src/pay.py"),
        ("{top}/link/**/*.py", "{code}/shop", "src/**/*.py"),
        ("{code}/zurich/src/pay.py", "{code}/zurich", "src/pay.py"),
        ("../x.py", "{code}/shop", "{code}/x.py"),
        ("/\0", "{code}/shop", "/\0"),
        ("~/x.py", "{code}/shop", "~/x.py"),
    ],
)
def test_a_path_is_placed_through_links(world: World, path: str, cwd: str, stored: str) -> None:
    """case 49: a path through a symbolic link is stored like the path it leads to."""
    spots = {"code": world.code, "top": world.top}
    folder = cwd.format(**spots)

    placed = place_path(SystemPlaces(), path.format(**spots), world.scope(folder), folder)

    assert placed == stored.format(**spots)


def test_a_link_inside_the_checkout_keeps_its_own_name(tmp_path: Path) -> None:
    """A tracked link is a file of the project; it is not replaced by what it points at."""
    world = World(tmp_path.resolve())
    make_repository(world.shop)
    (world.shop / "current").symlink_to("/etc")

    placed = place_path(SystemPlaces(), "current/hosts", world.scope(world.shop), str(world.shop))

    assert placed == "current/hosts"


def test_near_scopes_are_offered_by_name() -> None:
    """case 53: the service answers a name with the scopes it may mean."""
    known = [("project:/a", "Tianda"), ("project:/b", "other")]

    assert near_names("tianda", known) == [("project:/a", "Tianda")]
