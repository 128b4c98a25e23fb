"""Does a server answer when it is not alone, and when its store is not well?"""

import subprocess
import sys
from pathlib import Path

import pytest

from cortex.model.errors import EXIT_USAGE
from cortex.wiring.house import open_house
from cortex.wiring.settings import Settings
from tests.edges.mcp.conversation import (
    INITIALIZE,
    INITIALIZED,
    PATIENCE_SECONDS,
    SERVE,
    call,
    converse,
    encoded,
    request,
    surroundings,
)

SERVERS = 8
STARTS = 8
HOOK = "from cortex.edges.cli.entry import main; raise SystemExit(main(['hook-boot']))"


def started(program: str, home: Path) -> subprocess.Popen[bytes]:
    """Start a program whose person's home is this folder, with pipes on all three streams."""
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=home,
        env=surroundings(home),
    )


def test_eight_servers_start_on_one_store_and_all_answer(tmp_path: Path) -> None:
    """Servers that start at once on a store that does not exist yet all answer. case 4"""
    servers = [started(SERVE, tmp_path) for _ in range(SERVERS)]
    for number, server in enumerate(servers):
        assert server.stdin is not None
        lines = [
            INITIALIZE,
            INITIALIZED,
            call(1, "cortex_commit", text=f"Server number {number} runs on port {9000 + number}"),
            call(2, "cortex_query", need=f"port of server number {number}"),
        ]
        server.stdin.write(b"".join(map(encoded, lines)))
        server.stdin.flush()
    for number, server in enumerate(servers):
        out, err = server.communicate(timeout=PATIENCE_SECONDS)
        assert b'"id":2' in out, err
        assert f"{9000 + number}".encode() in out
        assert b'"isError":true' not in out
    heard = converse(tmp_path, [call(1, "cortex_query", profile="map", limit=50)])
    assert SERVERS == len(heard.result(1)["facts"])


@pytest.mark.slow
def test_hook_and_server_start_at_the_same_instant(tmp_path: Path) -> None:
    """A session's hook and server start together on one store; both succeed. case 5"""
    payload = {
        "hook_event_name": "SessionStart",
        "source": "startup",
        "session_id": "s",
        "cwd": str(tmp_path),
    }
    converse(tmp_path, [call(1, "cortex_commit", text="Backups of the ledger run at midnight")])
    for number in range(STARTS):
        fact = f"Start number {number} of the gateway used port {7000 + number}"
        commit = call(1, "cortex_commit", text=fact)
        server = started(SERVE, tmp_path)
        hook = started(HOOK, tmp_path)
        assert server.stdin is not None
        server.stdin.write(b"".join(map(encoded, [INITIALIZE, INITIALIZED, commit])))
        server.stdin.flush()
        _, complaint = hook.communicate(encoded(payload), timeout=PATIENCE_SECONDS)
        heard, _ = server.communicate(timeout=PATIENCE_SECONDS)
        assert b'"stored":1' in heard.replace(b'\\"', b'"')
        assert (0, b"") == (hook.returncode, complaint)
    assert not (tmp_path / ".cortex" / "journal" / "hooks.log").exists()
    heard_last = converse(tmp_path, [call(1, "cortex_query", profile="map", limit=50)])
    assert STARTS + 1 == len(heard_last.result(1)["facts"])


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"this is no database" * 100, "store"), (b"", "")],
    ids=["damaged", "empty"],
)
def test_store_that_is_not_well_is_an_answer(tmp_path: Path, content: bytes, said: str) -> None:
    """A damaged store refuses calls in words; the handshake and the list still work. case 115"""
    (tmp_path / ".cortex").mkdir()
    (tmp_path / ".cortex" / "cortex.db").write_bytes(content)
    lines = [
        request(1, "tools/list"),
        call(2, "cortex_query", need="anything"),
        call(3, "cortex_capabilities"),
    ]
    heard = converse(tmp_path, lines)
    assert 8 == len(heard.answer(1)["result"]["tools"])
    assert said in heard.result(2).get("error", "")
    expected = ("unavailable", "partial") if said else ("no_match", "ok")
    assert expected == (heard.result(2)["status"], heard.result(3)["status"])


@pytest.mark.slow
def test_store_that_is_being_written_is_an_answer(tmp_path: Path) -> None:
    """While another process writes and does not end, questions are answered and commits refused.

    case 115
    """
    home = tmp_path / ".cortex"
    settings = Settings(home=str(home), db_path=str(home / "cortex.db"), cwd=str(tmp_path))
    with open_house(settings) as house, house.brain.writing():
        lines = [
            call(1, "cortex_query", need="anything"),
            call(2, "cortex_commit", text="The gateway listens on port 8443"),
        ]
        heard = converse(tmp_path, lines)
    assert "no_match" == heard.result(1)["status"]
    assert ("unavailable", "store_busy") == (heard.result(2)["status"], heard.result(2)["code"])


def test_unwritable_home_is_an_answer(tmp_path: Path) -> None:
    """A home that cannot be made refuses calls in words and does not end the server."""
    (tmp_path / ".cortex").write_text("a file where the home should be")
    heard = converse(tmp_path, [call(1, "cortex_commit", text="Ports below 1024 need root")])
    assert "unavailable" == heard.result(1)["status"]
    assert "internal_error" != heard.result(1)["code"]


def test_a_shared_brain_shows_nothing_to_nobody(tmp_path: Path) -> None:
    """CQR F22: in team mode a server without a caller refuses to start and discloses nothing."""
    fact = "The billing gateway listens on port 8443 because 443 needs root"
    mine = surroundings(tmp_path) | {"CORTEX_TEAM": "1", "CORTEX_OWNER": "user:1"}
    asked = [call(1, "cortex_commit", text=fact), call(2, "cortex_query", need="gateway port")]
    lines = b"".join(map(encoded, [INITIALIZE, INITIALIZED, *asked]))

    def served(environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", SERVE],
            input=lines,
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    assert fact.encode() in served(mine).stdout
    nobody = served({name: value for name, value in mine.items() if name != "CORTEX_OWNER"})
    assert (EXIT_USAGE, b"") == (nobody.returncode, nobody.stdout)
    assert b"CORTEX_OWNER" in nobody.stderr
    assert b"8443" not in nobody.stderr
