"""What does an installed Cortex need of a machine, and what does it open to it?"""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from tests.black_box.shell import Shell
from tests.edges.mcp.conversation import call, converse, request

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60
PORT = "The gateway listens on port 8443"

# Forgets the SQLite of the standard library, as builds without it do.
WITHOUT_SQLITE = """
import sys
sys.modules["sqlite3"] = sys.modules["_sqlite3"] = None
from cortex.edges.cli.entry import main
sys.exit(main())
"""

# Tells of every attempt to reach a network or to be reached from one.
WATCH = """
import os, sys
AF_INET = (2, 10, 30)
def watch(event, arguments):
    if event in ("socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        os.write(2, event.encode() + b"\\n")
    if event == "socket.__new__" and arguments[1] in AF_INET:
        os.write(2, event.encode() + b"\\n")
sys.addaudithook(watch)
"""
COMMAND = WATCH + "from cortex.edges.cli.entry import main; sys.exit(main())"
SERVER = WATCH + "from cortex.edges.mcp.server import main; sys.exit(main([]))"


def typed(shell: Shell, program: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program of Python with words behind it; it must succeed."""
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        cwd=shell.folder,
        env=shell.environment,
        timeout=PATIENCE_S,
        check=True,
    )


def locked_names() -> list[str]:
    """Give the names of what is installed to run, without what other systems need."""
    text = (ROOT / "requirements/runtime.txt").read_text(encoding="utf-8")
    return [
        name
        for name, marker in re.findall(r"^([\w.-]+)==[^\s;]+(.*)$", text, re.MULTILINE)
        if "win32" not in marker and "Windows" not in marker and "emscripten" not in marker
    ]


def tags_of(name: str) -> list[str]:
    """Give the tags of the wheel a distribution came from; empty when it is not installed here."""
    try:
        wheel = importlib.metadata.distribution(name).read_text("WHEEL") or ""
    except importlib.metadata.PackageNotFoundError:
        return []
    return re.findall(r"^Tag: (.+)$", wheel, re.MULTILINE)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="not proven: tags tell on Linux")
def test_nothing_was_compiled_to_install_this() -> None:
    """Every distribution that runs here came as a published wheel (case 118).

    A wheel that was built on this machine has the tag of a bare Linux, a published one a standard.
    """
    tags = {name: tags_of(name) for name in locked_names()}
    installed = {name: found for name, found in tags.items() if found}
    assert {"apsw", "blake3", "click", "mcp", "pystemmer", "rich"} <= {*map(str.lower, installed)}
    built_here = [
        name
        for name, found in installed.items()
        if not any(tag.endswith("-any") or "linux_2_" in tag or "linux1" in tag for tag in found)
        and not any("manylinux20" in tag for tag in found)
    ]
    assert [] == built_here


def test_our_own_wheel_fits_every_machine(tmp_path: Path) -> None:
    """What we publish holds no compiled code, so one file serves all systems (case 118)."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE_S)
    (wheel,) = tmp_path.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")


def test_pythons_own_sqlite_is_not_needed(shell: Shell) -> None:
    """A Python without sqlite3, or with one that loads nothing, serves all the same (case 119).

    The brain needs no extension and no full-text module of whatever SQLite opens it.
    """
    typed(shell, WITHOUT_SQLITE, "commit", PORT)
    found = typed(shell, WITHOUT_SQLITE, "query", "gateway port")
    assert PORT in found.stdout.decode()
    typed(shell, WITHOUT_SQLITE, "rebuild-anchors")
    store = apsw.Connection(str(shell.home / ".cortex" / "cortex.db"))
    statements = [sql or "" for (sql,) in store.execute("SELECT sql FROM sqlite_schema")]
    store.close()
    assert statements
    assert [] == [sql for sql in statements if "VIRTUAL" in sql.upper()]


def test_no_command_touches_a_network(shell: Shell) -> None:
    """Nothing listens and nothing connects: there is no page to attack (cases 109, 110, 112, 113).

    Neither a verb nor the server, which speaks over its own standard streams only.
    """
    for words in (
        ("commit", PORT),
        ("query", "gateway port"),
        ("boot",),
        ("status",),
        ("doctor",),
        ("rebuild-anchors",),
    ):
        assert b"" == typed(shell, COMMAND, *words).stderr
    heard = converse(
        shell.home,
        [request(1, "tools/list"), call(2, "cortex_query", need="gateway port")],
        program=SERVER,
        environment=shell.environment,
    )
    assert (8, "") == (len(heard.answer(1)["result"]["tools"]), heard.stderr)


def test_a_network_would_be_noticed(shell: Shell) -> None:
    """The watch itself works: a program that opens a socket is told of."""
    program = WATCH + "import socket; socket.socket().close()"
    assert b"socket.__new__\n" == typed(shell, program).stderr
