"""Is it the same project for the command line, the server and the hook, whatever the folder?"""

import json
import shutil
from collections.abc import Iterator

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell
from tests.cases.server import Server
from tests.edges.hooks.host import START, context
from tests.services.repositories import World, build_world

# Twelve places somebody can stand in.
SHAPES = (
    "{code}/shop",
    "{code}/shop/src/payments",
    "{code}/shop/trees/inner",
    "{code}/zurich",
    "{far}",
    "{top}/link",
    "{code}/shop/libs/money",
    "{code}/shop/vendor/nested",
    "{code}/server.git",
    "{code}",
    "{home}/notes",
    "/",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Build repositories of every shape once, with a pinned fact in each scope."""
    if shutil.which("git") is None:
        pytest.skip("not proven: no git here")
    world = build_world(tmp_path_factory.mktemp("world").resolve())
    with Server(Shell(world.home, world.shop)) as server:
        for cwd in {scope: folder(world, shape) for shape, scope in scopes(server, world)}.values():
            server.keep(mark(scope_by(server, cwd)), pinned=True, cwd=cwd)
    return world


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    """Give a server that was started in the home of the world."""
    with Server(Shell(world.home, world.home)) as running:
        yield running


def scopes(server: Server, world: World) -> Iterator[tuple[str, str]]:
    """Yield each shape with the id of its scope."""
    for shape in SHAPES:
        yield shape, scope_by(server, folder(world, shape))


def scope_by(server: Server, cwd: str) -> str:
    """Give the id of the scope of a folder, as a server sees it."""
    scope = server.ask("capabilities", cwd=cwd)["scope"]["scope"]
    assert isinstance(scope, str)
    return scope


def folder(world: World, shape: str) -> str:
    """Give the folder of a shape."""
    spots = {"code": world.code, "home": world.home, "top": world.top, "far": world.far}
    return shape.format(**spots)


def mark(scope_id: str) -> str:
    """Give the statement that belongs to a scope and no other; it names no path."""
    return f"Belongs to scope {scope_id.encode().hex()} alone"


@pytest.mark.parametrize("shape", SHAPES)
def test_every_surface_sees_the_same_project(world: World, server: Server, shape: str) -> None:
    """Command, server and hook agree for twelve shapes of cwd (cases 47, 49, 55).

    They name the same scope, and what they show is what belongs to it and to the scopes above.
    """
    shell = Shell(world.home, world.home)
    cwd = folder(world, shape)
    by_command = shell.ask("scope", "--cwd", cwd)
    marks = {mark(scope_id) for _, scope_id in scopes(server, world)}
    expected = marks & {mark(scope_id) for scope_id in by_command["visible"]}
    cards = server.ask("query", need="anything at all", cwd=cwd)["cards"]
    listed = shell.ask("list", "--cwd", cwd, "--all")["facts"]
    hook = shell.run("hook-boot", given=json.dumps({**START, "cwd": cwd}).encode(), status=0)
    told = context(hook.out.encode())
    assert mark(by_command["scope"]) in expected
    assert by_command["scope"] == scope_by(server, cwd)
    assert expected == {fact["statement"] for fact in listed}
    assert expected == {card["statement"] for card in cards}
    assert expected == {statement for statement in marks if statement in told}


def test_worktrees_share_a_project_and_mark_what_is_not_theirs(world: World) -> None:
    """Kept in one worktree, found in the other, and said to be from there (cases 47, 50).

    The asker's own row of the same words comes first.
    """
    shell = Shell(world.home, world.shop)
    zurich = shell.at(world.code / "zurich")
    theirs = zurich.commit("Ada rewrote the ferry adapter without threads")
    ours = shell.commit("A licence file is needed by the ferry adapter")
    for asker, order in ((shell, [ours, theirs]), (zurich, [theirs, ours])):
        cards = asker.ask("query", "ferry adapter", "--no-pinned")["cards"]
        assert order == [card["reference"] for card in cards]
        assert [] == cards[0]["notes"]
        assert cards[1]["notes"][-1].startswith("recorded in another checkout: ")
        assert cards[1]["branch"] in cards[1]["notes"][-1]


def test_parent_of_several_repositories_is_a_place(shell: Shell) -> None:
    """A folder with three repositories in it takes facts, and each child sees them (case 55)."""
    children = [make_repository(shell.home / "code" / name) for name in ("one", "two", "three")]
    above = shell.at(shell.home / "code")
    above.commit("All three services are released together on Tuesday")
    with Server(above) as server:
        server.keep("All three services share one changelog")
    for child in children:
        assert 2 == len(shell.at(child).ask("list")["facts"])
    assert ["All three services share one changelog"] == shell.at(children[1]).statements(
        "do the services share one changelog?"
    )
    assert [] == shell.at(shell.home).ask("list")["facts"]


def test_project_argument_of_a_tool_wins_over_the_folder(shell: Shell) -> None:
    """A save with a project goes there and nowhere else, one with an unknown project nowhere.

    case 52
    """
    other = shell.at(make_repository(shell.home / "code" / "other"))
    other.commit("The gateway of the other project is blue")
    with Server(shell) as server:
        server.keep("The gateway restarts on Sunday", project="other")
        refused = server.ask("commit", text="The gateway restarts on Monday", project="othr")
        assert ("invalid_request", "unknown_scope") == (refused["status"], refused["code"])
        assert "other" in refused["remedy"]
        assert [] == server.statements("when does the gateway restart?")
    assert ["The gateway restarts on Sunday"] == other.statements("when does the gateway restart?")
    assert 2 == len(shell.ask("list", "--everywhere", "--all")["facts"])


def test_variants_of_a_name_are_told_apart_and_told_of(shell: Shell) -> None:
    """Three folders with nearly one name: a miss in one says which of the others hit (case 53)."""
    homes = {
        name: shell.at(make_repository(shell.home / place / name))
        for place, name in (("a", "Tianda"), ("b", "tianda"), ("c", "tianda-wc"))
    }
    homes["Tianda"].commit("The dredger is serviced each April")
    homes["tianda-wc"].commit("The dredger is painted after service")
    view = homes["tianda"].ask("query", "when is the dredger serviced?")
    assert [] == view["cards"]
    assert ["Tianda", "tianda-wc"] == [near["name"] for near in view["near_scopes"]]
    with Server(homes["tianda"]) as server:
        near = server.ask("query", need="when is the dredger serviced?")["near_scopes"]
    assert view["near_scopes"] == near
    refused = shell.run("query", "dredger", "--project", "TIANDA", "--json")
    assert (3, True) == (refused.status, "Tianda" in refused.error["remedy"])


FOREIGN = "8443"
READING = (
    ("query", "which port does the gateway listen on?"),
    ("query", "which port does the gateway listen on?", "--history"),
    ("query", "which port?", "--path", "src/gateway.py", "--thread", "ports"),
    ("list", "--all"),
    ("list", "--all", "--history"),
    ("boot",),
    ("op", "query", "--args", '{"profile": "map"}'),
    ("op", "orient", "--args", '{"task": "gateway port", "thread": "ports"}'),
    ("op", "checkpoint", "--args", '{"thread": "ports", "action": "status"}'),
)


def test_no_row_of_another_project(shell: Shell) -> None:
    """Whatever is read here, no row of the project next door comes with it (case 58)."""
    arguments = ("--pin", "--path", "src/gateway.py", "--thread", "ports", "--type", "constraint")
    there = shell.at(make_repository(shell.home / "code" / "other"))
    there.commit(f"The gateway listens on port {FOREIGN}", *arguments)
    shell.commit("The gateway of this project listens on port 7001", *arguments)
    for words in READING:
        for form in (words, (*words, "--json")):
            out = shell.run(*form, status=0).out
            assert (False, True) == (FOREIGN in out, "7001" in out), form


OWNED = (
    *READING,
    ("query", "which port does the gateway listen on?", "--everywhere"),
    ("list", "--all", "--history", "--everywhere"),
    ("history",),
    ("conflicts", "--all"),
    ("op", "query", "--args", '{"profile": "conflicts"}'),
)


def test_no_row_of_another_owner(shell: Shell) -> None:
    """In a store that two people share, neither reads the other's private rows (case 58)."""
    arguments = ("--pin", "--path", "src/gateway.py", "--thread", "ports", "--type", "constraint")
    one, two = shell.having(CORTEX_OWNER="user:1"), shell.having(CORTEX_OWNER="user:2")
    old = one.commit(f"The gateway listens on port {FOREIGN} always", *arguments)
    one.commit(f"The gateway never listens on port {FOREIGN}", "--disputes", old)
    two.commit("The gateway of mine listens on port 7001", *arguments)
    for words in OWNED:
        for form in (words, (*words, "--json")):
            assert FOREIGN not in two.run(*form, status=0).out, form
    assert FOREIGN not in two.run("hook-boot", given=json.dumps(START).encode(), status=0).out


def test_row_of_another_owner_is_as_if_it_were_not_there(shell: Shell) -> None:
    """Naming somebody's private row gets the answer that naming nothing gets (case 58)."""
    shell.having(CORTEX_OWNER="user:1").commit(f"The gateway listens on port {FOREIGN}")
    two = shell.having(CORTEX_OWNER="user:2")
    two.commit("The gateway of mine listens on port 7001")
    for words in (
        ("show", "{}"),
        ("why", "{}"),
        ("history", "{}"),
        ("retract", "{}"),
        ("pin", "{}"),
        ("supersede", "{}", "The gateway moved to port 9443"),
        ("resolve", "--keep", "{}", "--drop", "2"),
        ("op", "expand", "--args", '{"reference": "decision::%s"}'),
    ):
        told = []
        for number in ("1", "99"):
            typed = [word.replace("{}", number).replace("%s", number) for word in words]
            answer = two.run(*typed, "--json", status=3)
            assert FOREIGN not in answer.out
            told.append((answer.error["code"], answer.error["message"].replace(number, "N")))
        assert told[0] == told[1], words
