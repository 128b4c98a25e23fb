"""Do programs that share one store at the same time keep out of each other's way?"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import apsw
import pytest

import cortex
from tests.black_box.shell import Shell
from tests.cases.server import Server

PORT = "The gateway listens on port 8443"
LOG_BYTES = 16 * 1024 * 1024
FACTS = 400
PATIENCE_S = 60


def store_of(shell: Shell) -> Path:
    """Give the file of the store."""
    return shell.home / ".cortex" / "cortex.db"


@contextmanager
def large_log(store: Path) -> Iterator[None]:
    """Leave megabytes in the write-ahead log of a store, and a reader that keeps them there."""
    shell = apsw.Connection(str(store))
    shell.execute("PRAGMA wal_autocheckpoint = 0")
    shell.execute(f"CREATE TABLE filler AS SELECT zeroblob({LOG_BYTES}) AS content")
    shell.execute("DROP TABLE filler")
    reader = apsw.Connection(str(store))
    reader.execute("BEGIN; SELECT count(*) FROM facts").fetchall()
    assert LOG_BYTES < Path(f"{store}-wal").stat().st_size
    yield
    reader.close()
    shell.close()


@pytest.mark.parametrize(
    "seconds",
    [
        pytest.param(20, marks=pytest.mark.slow, id="busy-machine"),
        pytest.param(2, marks=pytest.mark.soak, id="quiet-machine"),
    ],
)
def test_four_servers_greet_on_a_large_log(shell: Shell, seconds: int) -> None:
    """The fourth server on a store with a large log shakes hands as soon as the first (case 4)."""
    shell.commit(PORT)
    with large_log(store_of(shell)), ExitStack() as running:
        servers = [running.enter_context(Server(shell)) for _ in range(4)]
        for server in servers:
            began = time.monotonic()
            server.greet()
            assert seconds > time.monotonic() - began
        for server in servers:
            assert [PORT] == server.statements("gateway port")


# Checks a file over and over until its input ends, and says how often once it has done so twice.
CHECKER = """
import select, sys, apsw
shell = apsw.Connection(sys.argv[1])
rounds = 0
while not select.select([sys.stdin], [], [], 0)[0]:
    assert [("ok",)] == shell.execute("PRAGMA integrity_check").fetchall()
    rounds += 1
    if rounds == 2:
        print("checking", flush=True)
print(rounds)
"""


def test_commits_are_kept_while_the_file_is_checked(shell: Shell) -> None:
    """What is committed while another process checks the whole file is acknowledged, and kept.

    case 2
    """
    with Server(shell) as server:
        server.keep_all([{"text": f"Relay {n} answers to operator {n}"} for n in range(FACTS)])
        checking = subprocess.Popen(
            [sys.executable, "-c", CHECKER, str(store_of(shell))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert checking.stdout is not None
        assert b"checking\n" == checking.stdout.readline()
        kept = [server.keep(f"The server wrote number {n} while checked") for n in range(20)]
        kept.append(shell.commit("A command wrote one more while checked"))
        rounds, _ = checking.communicate(timeout=PATIENCE_S)
        assert (0, True) == (checking.returncode, int(rounds) > 2)
        assert kept[::-1] == newest(server, 20 + 1)
    assert True is shell.ask("doctor")["healthy"]


def newest(server: Server, limit: int) -> list[str]:
    """Give the references of the newest facts, newest first."""
    listed = server.ask("query", profile="map", limit=limit)["facts"]
    return [fact["reference"] for fact in listed]


def newer_release(folder: Path) -> Path:
    """Install a later release beside the one under test; it differs by its version."""
    source = Path(cortex.__file__).parent
    shutil.copytree(source, folder / "cortex", ignore=shutil.ignore_patterns("__pycache__"))
    top = folder / "cortex" / "__init__.py"
    text = top.read_text(encoding="utf-8")
    top.write_text(text.replace(f'"{cortex.__version__}"', '"9.9.9"'), encoding="utf-8")
    return folder


def test_two_releases_work_on_one_store(shell: Shell, tmp_path: Path) -> None:
    """An update while a server runs stops neither: both write, and each reads the other (case 25).

    Nobody restarts anybody: the old process is the same one at the end, and both leave with 0.
    """
    newer = shell.having(PYTHONPATH=str(newer_release(tmp_path / "newer")))
    module = (sys.executable, "-m", "cortex")
    with Server(shell) as old:
        before = old.process_id
        old.keep(PORT)
        with Server(newer, module) as new:
            assert "9.9.9" == new.ask("capabilities")["version"]
            assert cortex.__version__ == old.ask("capabilities")["version"]
            assert [PORT] == new.statements("gateway port")
            new.keep("The mail relay listens on port 2525")
            assert ["The mail relay listens on port 2525"] == old.statements("mail relay port")
            old.keep("The print spooler listens on port 9100")
            assert ["The print spooler listens on port 9100"] == new.statements("print spooler")
        assert [PORT] == old.statements("gateway port")
        assert before == old.process_id
    assert True is shell.ask("doctor")["healthy"]


def test_store_migrated_under_a_server_is_left_alone(shell: Shell) -> None:
    """A running server that meets a later format says so, call by call, and writes nothing.

    case 25
    """
    with Server(shell) as old:
        old.keep(PORT)
        later = apsw.Connection(str(store_of(shell)))
        format_now = later.pragma("user_version")
        later.pragma("user_version", 999)
        later.close()
        refused = old.ask("commit", text="The mail relay listens on port 2525")
        assert ("unavailable", "store_newer") == (refused["status"], refused["code"])
        later = apsw.Connection(str(store_of(shell)))
        assert [(1,)] == later.execute("SELECT count(*) FROM facts").fetchall()
        later.pragma("user_version", format_now)
        later.close()
        assert [PORT] == old.statements("gateway port")


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="not proven: no /proc here")
def test_idle_server_uses_no_time(shell: Shell) -> None:
    """A server that nobody talks to for ten seconds uses next to no processor time (case 139)."""
    shell.commit(PORT)
    with Server(shell) as server:
        assert [PORT] == server.statements("gateway port")
        before = processor_seconds(server.process_id)
        assert server.is_silent(10)
        assert 0.1 > processor_seconds(server.process_id) - before


def processor_seconds(process_id: int) -> float:
    """Give the processor time a process has used."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
