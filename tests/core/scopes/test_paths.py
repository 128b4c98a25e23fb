r"""Does a path mean the same file however it is written?"""

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.scopes.paths import (
    is_inside,
    is_root,
    join,
    normalise,
    parent,
    printable,
    repo_relative,
    split_glob,
)
from cortex.model.scopes import Scope, user_scope

PROJECT = Scope("project:/w/shop/.git", "shop", "/w/shop", "main", ("user",))
BARE = Scope("project:/w/shop.git", "shop", None, "main", ("user",))
FOLDER = Scope("folder:/w", "w", "/w", None, ("user",))
SEGMENTS = st.lists(st.sampled_from(["a", "b", "..", ".", "", "A.py"]), max_size=8)


@given(SEGMENTS)
def test_normalising_agrees_with_the_operating_system(segments: list[str]) -> None:
    """An absolute path loses its dots exactly as POSIX says, and twice is as good as once."""
    path = "/a/" + "/".join(segments)

    assert normalise(path) == posixpath.normpath(path)
    assert normalise(normalise(path)) == normalise(path)


@given(SEGMENTS)
def test_relative_paths_keep_what_climbs_out(segments: list[str]) -> None:
    """Leading .. segments of a relative path stay, since nothing says what they lead to."""
    path = "/".join(["x", *segments])

    assert normalise(path) == posixpath.normpath(path)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", "."),
        ("/", "/"),
        ("/..", "/"),
        ("c:/a/../b", "C:/b"),
        ("C:/", "C:/"),
        ("C:/..", "C:/"),
        ("//server/share/a/", "//server/share/a"),
    ],
)
def test_roots_of_every_system_survive(path: str, expected: str) -> None:
    """A root, a drive and a network share are never climbed out of."""
    assert normalise(path) == expected


@pytest.mark.parametrize(
    ("path", "above"),
    [("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("C:/a", "C:/"), ("C:/", "C:/"), ("C:/a/b", "C:/a")],
)
def test_climbing_always_ends_at_a_root(path: str, above: str) -> None:
    """Every folder has a parent until the root, which is its own."""
    assert parent(path) == above
    assert is_root(path) == (path == above)


def test_a_folder_is_not_inside_its_namesake() -> None:
    """Containment goes by whole segments: shop-old is not inside shop."""
    assert is_inside("/w/shop/a", "/w/shop")
    assert is_inside("/w/shop", "/w/shop")
    assert is_inside("/w", "/")
    assert not is_inside("/w/shop-old", "/w/shop")


def test_joining_keeps_an_absolute_path_alone() -> None:
    """An absolute path does not care where it is seen from."""
    assert join("/a", "b") == "/a/b"
    assert join("/", "b") == "/b"
    assert join("/a", "/b") == "/b"
    assert join("/a", "D:/b") == "D:/b"


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/a/b/*.py", ("/a/b", "*.py")),
        ("/a/**/b", ("/a", "**/b")),
        ("/*", ("/", "*")),
        ("/a/b", ("/a/b", "")),
    ],
)
def test_a_pattern_is_split_at_its_first_wildcard(path: str, parts: tuple[str, str]) -> None:
    """The part before the first wildcard can be looked up on disk; the rest cannot."""
    assert split_glob(path) == parts


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/a/b", "/a/b"),
        ("/a/Đường", "/a/Đường"),
        ("/a/\udcff", "/a/%FF"),
        ("/a/\ud83d", "/a/%ED%A0%BD"),
    ],
)
def test_every_path_can_be_stored(path: str, shown: str) -> None:
    """case 76: undecodable bytes in a path become visible escapes, never a lone surrogate."""
    assert printable(path) == shown
    assert printable(path).encode("utf-8").decode("utf-8") == shown


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/pay.py", "sub/src/pay.py"),
        ("./src/pay.py", "sub/src/pay.py"),
        ("../src/pay.py", "src/pay.py"),
        ("/w/shop/src/pay.py", "src/pay.py"),
        ("/w/shop/src/../src//pay.py", "src/pay.py"),
        (r"src\payments\Pay.py", "sub/src/payments/Pay.py"),
        (r".\src\pay.py", "sub/src/pay.py"),
        ("src/**/*.py", "sub/src/**/*.py"),
        ("src/", "sub/src"),
        ("  src/pay.py ", "sub/src/pay.py"),
        ("SRC/Pay.PY", "sub/SRC/Pay.PY"),
        ("..", "."),
        ("/w/shop", "."),
        ("../../other/a.py", "/w/other/a.py"),
        ("/etc/hosts", "/etc/hosts"),
        ("/w/shop-old/a.py", "/w/shop-old/a.py"),
        (r"D:\data\a.csv", "D:/data/a.csv"),
        ("~/notes.md", "~/notes.md"),
        ("https://example.org/a/../b", "https://example.org/a/../b"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_a_path_is_stored_from_the_top_of_the_checkout(path: str, expected: str) -> None:
    """case 49: however a path is written, inside the checkout it is stored relative to its top."""
    assert repo_relative(path, PROJECT, "/w/shop/sub") == expected


def test_two_worktrees_store_one_path_alike() -> None:
    """case 47: a file has one stored path, whichever checkout of the project it was named in."""
    worktree = Scope("project:/w/shop/.git", "shop", "/w/zurich", "zurich", ("user",))

    assert repo_relative("pay.py", worktree, "/w/zurich/src") == "src/pay.py"
    assert repo_relative("/w/zurich/src/pay.py", worktree, "/") == "src/pay.py"
    assert repo_relative("pay.py", PROJECT, "/w/shop/src") == "src/pay.py"


def test_without_a_checkout_a_relative_path_stays_as_written() -> None:
    """In a bare repository a relative path can only mean one inside the repository's tree."""
    assert repo_relative("./src//pay.py", BARE, "/w/shop.git") == "src/pay.py"
    assert repo_relative("/w/a.py", BARE, "/w/shop.git") == "/w/a.py"


def test_outside_projects_a_path_is_kept_so_that_it_stays_findable() -> None:
    """A folder scope stores paths from its folder; the user scope stores them whole."""
    assert repo_relative("shop/a.py", FOLDER, "/w") == "shop/a.py"
    assert repo_relative("a.py", user_scope(), "/home/u/notes") == "/home/u/notes/a.py"
    assert repo_relative("a.py", user_scope(), "") == "a.py"


def test_a_windows_checkout_is_recognised() -> None:
    """A drive letter's case does not decide whether a file is inside."""
    scope = Scope("project:C:/w/shop/.git", "shop", "C:/w/shop", "main", ("user",))

    assert repo_relative(r"c:\w\shop\src\Pay.cs", scope, "C:/w/shop") == "src/Pay.cs"
    assert repo_relative(r"src\Pay.cs", scope, "C:/w/shop") == "src/Pay.cs"


def test_undecodable_names_compare_like_the_stored_root() -> None:
    """case 76: root and path are spelt the same way, so a file below such a folder is inside."""
    scope = Scope("project:/w/%FF/.git", "%FF", "/w/%FF", "main", ("user",))

    assert repo_relative("a.py", scope, "/w/\udcff") == "a.py"
    assert repo_relative("/w/\udcff/a.py", scope, "/") == "a.py"
    assert repo_relative("/w/%FF/a.py", scope, "/") == "a.py"
