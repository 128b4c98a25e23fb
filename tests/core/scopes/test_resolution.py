"""Is the nearest repository found by git's own layout rules? Asked on a disk of paper."""

import pytest

from cortex.core.scopes.checkouts import find_checkout, read_branch
from cortex.core.scopes.resolution import CHILD_FOLDERS_MAX, name_of, resolve
from cortex.model.scopes import ANCESTOR_FOLDERS_MAX

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class PaperDisk:
    """The Places port over a dictionary of files; folders exist because files lie in them."""

    def __init__(self, files: dict[str, str | None]) -> None:
        self.files = files

    def real_path(self, path: str) -> str | None:
        return path if path.startswith("/") else None

    def is_dir(self, path: str) -> bool:
        return any(name.startswith(f"{path}/") for name in self.files)

    def is_file(self, path: str) -> bool:
        return path in self.files

    def read_text(self, path: str) -> str | None:
        return self.files.get(path)

    def child_folders(self, path: str, limit: int) -> tuple[str, ...]:
        below = [name[len(path) + 1 :] for name in self.files if name.startswith(f"{path}/")]
        return tuple(sorted({name.partition("/")[0] for name in below if "/" in name}))[:limit]


def repository(git_dir: str, config: str = "", head: str = "ref: refs/heads/main\n") -> PaperDisk:
    return PaperDisk(
        {
            f"{git_dir}/HEAD": head,
            f"{git_dir}/config": config,
            f"{git_dir}/objects/x": "",
            f"{git_dir}/refs/x": "",
        }
    )


def test_a_disk_that_answers_nothing_is_the_user_scope() -> None:
    """Without any permission to look, everything belongs to the person."""
    assert resolve(PaperDisk({}), "/w/shop/src", "/home/u").scope_id == "user"


def test_an_unreadable_head_file_still_makes_a_repository() -> None:
    """A HEAD that may be seen but not read costs the branch only."""
    disk = repository("/w/shop/.git")
    disk.files["/w/shop/.git/HEAD"] = None

    scope = resolve(disk, "/w/shop/src", "/home/u")

    assert (scope.scope_id, scope.branch) == ("project:/w/shop/.git", None)


@pytest.mark.parametrize("missing", ["HEAD", "objects/x", "refs/x"])
def test_a_git_folder_needs_all_its_parts(missing: str) -> None:
    """A folder named .git without HEAD, objects or refs is no repository, as git says too."""
    disk = repository("/w/shop/.git")
    del disk.files[f"/w/shop/.git/{missing}"]

    assert resolve(disk, "/w/shop", "/home/u").scope_id == "user"


@pytest.mark.parametrize(
    "config",
    [
        "[core]\n\tbare = true\n",
        "[core] bare=yes",
        "[CORE]\n  Bare\n",
        "[core]\nbare = on ; no checkout\n",
        '[core]\nbare = "1"\n',
        "[core]\nbare = false\nbare = true\n",
    ],
)
def test_every_spelling_of_bare_is_understood(config: str) -> None:
    """A repository that calls itself bare has no checkout at its folder."""
    checkout = find_checkout(repository("/w/shop/.git", config), "/w/shop")

    assert checkout is not None
    assert checkout.root is None


@pytest.mark.parametrize(
    "config",
    [
        "",
        "[core]\n\tbare = false\n",
        "[other]\nbare = true\n",
        '[core "x"]\nbare = true\n',
        "[core]\nbarely = true\n",
        "bare = true",
        "[core",
    ],
)
def test_anything_else_has_a_checkout(config: str) -> None:
    """Only the setting core.bare takes the checkout away, not a neighbour that looks like it."""
    checkout = find_checkout(repository("/w/shop/.git", config), "/w/shop")

    assert checkout is not None
    assert checkout.root == "/w/shop"


def test_a_bare_repository_with_worktree_settings_is_bare() -> None:
    """git moves core.bare to config.worktree when worktrees get settings of their own."""
    disk = repository("/w/shop/.git", "[extensions]\nworktreeConfig = true\n")
    disk.files["/w/shop/.git/config.worktree"] = "[core]\nbare = true\n"
    checkout = find_checkout(disk, "/w/shop")

    assert checkout is not None
    assert checkout.root is None


def test_a_submodule_is_recognised_below_a_folder_called_worktrees() -> None:
    """case 47: where people keep their worktrees does not decide what a submodule is."""
    disk = repository("/u/worktrees/a/.git/worktrees/b/modules/lib")
    disk.files["/u/worktrees/b/lib/.git"] = "gitdir: /u/worktrees/a/.git/worktrees/b/modules/lib\n"
    disk.files["/u/worktrees/a/.git/objects/x"] = ""

    scope = resolve(disk, "/u/worktrees/b/lib", "/home/u")

    assert scope.scope_id == "project:/u/worktrees/a/.git/modules/lib"


def test_a_bare_repository_below_a_folder_called_worktrees_keeps_its_id() -> None:
    """A path that only looks like a submodule of a worktree is left as it is."""
    disk = repository("/u/worktrees/b/modules/lib.git")

    assert (
        resolve(disk, "/u/worktrees/b/modules/lib.git", "/home/u").scope_id
        == "project:/u/worktrees/b/modules/lib.git"
    )


@pytest.mark.parametrize(
    ("head", "branch"),
    [
        ("ref: refs/heads/main\n", "main"),
        ("ref: refs/heads/feature/a-b\n", "feature/a-b"),
        ("ref:refs/heads/x", "x"),
        ("ref: refs/bisect/bad\n", "refs/bisect/bad"),
        (f"{COMMIT}\n", "detached:0123456789ab"),
        (f"{COMMIT}{COMMIT[:24]}\n", "detached:0123456789ab"),
        (COMMIT.upper(), None),
        (COMMIT[:-1], None),
        ("", None),
    ],
)
def test_a_branch_is_what_head_says(head: str, branch: str | None) -> None:
    """Branches keep their slashes, commits of both digest lengths are cut, nonsense is None."""
    assert read_branch(repository("/r/.git", head=head), "/r/.git") == branch


def test_wider_folders_are_bounded() -> None:
    """A checkout nested without end still gives a list of ids that a query can carry."""
    folder = "/" + "/".join("d" * 100)

    ancestors = resolve(repository(f"{folder}/.git"), folder, "/home/u").ancestors

    assert len(ancestors) == ANCESTOR_FOLDERS_MAX + 1
    assert (ancestors[0], ancestors[-1]) == (f"folder:{folder}", "user")


def test_a_project_beyond_the_first_children_is_not_looked_for() -> None:
    """A folder is asked for a bounded number of children, the first ones by name."""
    disk = repository("/data/zz/.git")
    disk.files |= {f"/data/a{number:04}/x": "" for number in range(CHILD_FOLDERS_MAX - 1)}
    assert resolve(disk, "/data", "/home/u").scope_id == "folder:/data"

    disk.files["/data/b/x"] = ""
    assert resolve(disk, "/data", "/home/u").scope_id == "user"


def test_without_a_home_projects_still_resolve() -> None:
    """A process that has no home (a container, a scheduler) finds the same project."""
    scope = resolve(repository("/w/shop/.git"), "/w/shop", "")

    assert scope.scope_id == "project:/w/shop/.git"
    assert scope.ancestors == ("folder:/w/shop", "folder:/w", "user")


def test_a_home_that_is_the_root_hides_nothing() -> None:
    """In a container whose home is the root of the disk, projects are projects."""
    assert resolve(repository("/shop/.git"), "/shop", "/").scope_id == "project:/shop/.git"
    assert resolve(repository("/.git"), "/etc", "/").scope_id == "user"


@pytest.mark.parametrize(
    ("scope_id", "name"),
    [
        ("project:/home/ada/gateway/.git", "gateway"),
        ("project:/srv/gateway.git", "gateway"),
        ("project:/srv/gateway/.bare", "gateway"),
        ("folder:/home/ada/notes", "notes"),
        ("user", "user"),
    ],
)
def test_scope_has_a_name_by_its_id_alone(scope_id: str, name: str) -> None:
    """A scope nobody stands in is called what it is called from inside."""
    assert name == name_of(scope_id)
