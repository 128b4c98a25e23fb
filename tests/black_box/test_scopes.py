"""Does every command know where it is?"""

from pathlib import Path

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell

PORT = "The gateway listens on port 8443"


@pytest.fixture
def repositories(shell: Shell) -> tuple[Path, Path]:
    """Give two repositories in one folder."""
    return make_repository(shell.home / "code" / "acme"), make_repository(
        shell.home / "code" / "other"
    )


def test_near_scope_is_named_with_the_command(
    shell: Shell, repositories: tuple[Path, Path]
) -> None:
    """Nothing here, but two facts there: the answer says where and how to ask (case 53)."""
    acme, other = repositories
    shell.at(acme).commit(PORT)
    shell.at(acme).commit("No gateway port below 1024 is ever opened")
    view = shell.at(other).ask("query", "gateway port")
    assert ([], [("acme", 2)]) == (
        view["cards"],
        [(near["name"], near["hits"]) for near in view["near_scopes"]],
    )
    spoken = shell.at(other).run("query", "gateway port", status=0).out
    assert "2 facts in acme: cortex query 'gateway port' --project acme" in spoken
    assert PORT in shell.at(other).statements("gateway port", "--project", "acme")
    assert PORT in shell.at(other).statements("gateway port", "--everywhere")


def test_project_option_decides_where_a_fact_goes(
    shell: Shell, repositories: tuple[Path, Path]
) -> None:
    """An explicit project wins over the folder; an unknown one is refused (case 52)."""
    acme, other = repositories
    shell.at(acme).commit(PORT)
    shell.at(other).commit("The gateway restarts on Sunday", "--project", "acme")
    assert [] == shell.at(other).statements("when does the gateway restart?")
    assert ["The gateway restarts on Sunday"] == shell.at(acme).statements(
        "when does the gateway restart?"
    )
    refused = shell.at(other).run("commit", "--project", "acmee", "--json", PORT)
    assert (3, "unknown_scope") == (refused.status, refused.error["code"])
    assert "acme" in refused.error["remedy"]


def test_global_fact_is_seen_everywhere(shell: Shell, repositories: tuple[Path, Path]) -> None:
    """What belongs to the person is seen from each project."""
    acme, other = repositories
    shell.at(acme).commit("I prefer tabs over spaces", "--global", "--type", "preference")
    assert ["I prefer tabs over spaces"] == shell.at(other).statements("tabs or spaces?")


@pytest.mark.parametrize("shape", ["root", "subfolder", "link", "option", "relative"])
def test_every_way_into_a_repository_is_one_scope(
    shell: Shell, repositories: tuple[Path, Path], shape: str
) -> None:
    """Subfolders, links and --cwd give the same scope (case 49)."""
    acme, other = repositories
    (acme / "src" / "deep").mkdir(parents=True)
    (shell.home / "link").symlink_to(acme)
    places = {
        "root": (shell.at(acme), ()),
        "subfolder": (shell.at(acme / "src" / "deep"), ()),
        "link": (shell.at(shell.home / "link"), ()),
        "option": (shell.at(other), ("--cwd", str(acme / "src"))),
        "relative": (shell.at(other), ("--cwd", "../acme")),
    }
    there, words = places[shape]
    expected = shell.at(acme).ask("scope")
    found = there.ask("scope", *words)
    assert (expected["scope"], "acme") == (found["scope"], found["name"])


def test_foreign_fact_never_rides_along(shell: Shell, repositories: tuple[Path, Path]) -> None:
    """A question in one project shows no row of another, on any verb that lists (case 58)."""
    acme, other = repositories
    shell.at(acme).commit(PORT)
    here = shell.at(other)
    here.commit("The gateway of this project listens on port 7001")
    assert ["The gateway of this project listens on port 7001"] == here.statements("gateway port")
    assert 1 == len(here.ask("list")["facts"])
    assert 2 == len(here.ask("list", "--everywhere")["facts"])
    assert PORT not in here.run("boot", status=0).out
