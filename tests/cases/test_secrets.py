"""Does a secret stay out of every file, whichever door it came through?"""

import json
import zlib
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.black_box.shell import Shell
from tests.cases.server import Server, bytes_below
from tests.core.text.test_redaction import KEYS
from tests.faults.holders import holder

ADDRESS = "27 Larkspur Lane"
SPAN = f"The spare key is <private>at {ADDRESS}</private> with the neighbour"


def home_of(shell: Shell) -> Path:
    """Give the folder everything is kept in."""
    return shell.home / ".cortex"


def leaked(shell: Shell, words: list[str]) -> list[str]:
    """Give the words that stand in any file of the home, whole or as their last ten characters.

    The feed of the store keeps its bodies deflated; they are read as well.
    """
    kept = bytes_below(home_of(shell)) + deflated_bodies(home_of(shell) / "cortex.db")
    return [word for word in words if word.encode() in kept or word[-10:].encode() in kept]


def deflated_bodies(store: Path) -> bytes:
    """Give the bodies of all revisions of a store, inflated."""
    connection = apsw.Connection(str(store), flags=apsw.SQLITE_OPEN_READONLY)
    rows: list[Any] = connection.execute("SELECT body_deflated FROM revisions").fetchall()
    connection.close()
    assert rows
    return b"\n".join(zlib.decompress(body) for (body,) in rows)


def every_field(name: str, secret: str) -> dict[str, Any]:
    """Give a commit that has the secret in every text it can have."""
    return {
        "text": f"The {name} importer at night logs in with {secret}",
        "context": f"it was rotated: {secret}",
        "subject": f"{name} importer {secret}",
        "attribute": f"login {secret}",
        "aliases": [secret, f"token {secret}"],
        "paths": [f"conf/{secret}.env"],
        "symbols": [secret],
        "anchors": [secret],
        "thread": f"rotate {secret}",
        "goal": f"replace {secret}",
    }


def test_no_file_holds_a_key(shell: Shell) -> None:
    """A key in any field of a commit, a reason or a report is in no file afterwards (case 104).

    There are keys of more than twelve kinds. Each fact is kept, and found by its other words.
    """
    secret, reference = "", ""
    with Server(shell) as server:
        for name, secret in KEYS.items():
            commit = server.ask("commit", **every_field(name, secret))
            reference = commit["captures"][0]["reference"]
            assert reference in json.dumps(server.ask("query", need=f"{name} importer at night"))
            server.ask("query", need=f"who uses {secret}?")
            server.ask("feedback", outcome="success", memory_sources=[reference], notes=secret)
            server.ask("checkpoint", thread=f"rotate {secret}", state=f"{secret} is in use")
        other = server.keep("The last importer logs in by hand on Sundays")
        server.ask("resolve", keep=reference, drop=other, rationale=f"because {secret}")
    shell.run("retract", reference, "--reason", f"leaked {secret}", status=0)
    assert 12 < len(KEYS) < shell.ask("status")["counts"]["facts"]
    assert ["importer at night"] == leaked(shell, ["importer at night", *KEYS.values()])
    assert "[redacted]" in shell.ask("show", reference)["statement"]


def test_no_file_holds_a_private_span(shell: Shell) -> None:
    """What stands between private tags is in no file, and the receipt says so (case 103)."""
    data = shell.ask("commit", SPAN, "--context", SPAN, "--alias", SPAN)
    assert ("redacted", True) == (
        data["capture"]["status"],
        "private_span" in data["capture"]["reason"],
    )
    assert "The spare key is  with the neighbour" == shell.ask("show", "1")["statement"]
    with Server(shell) as server:
        server.ask("commit", text=SPAN, context=SPAN, subject=SPAN)
    assert [] == leaked(shell, [ADDRESS])


@pytest.mark.slow
def test_refused_write_leaves_no_copy(shell: Shell) -> None:
    """While another program holds the store, nothing is put aside for later (case 103).

    The refusal does not repeat the text either.
    """
    shell.commit("The gateway listens on port 8443")
    marked = f"{SPAN} and the unmarked marmalade"
    known = {path.name for path in home_of(shell).rglob("*")} | {"cortex.db-shm", "cortex.db-wal"}
    with holder(home_of(shell) / "cortex.db", "transaction"):
        refused = shell.run("commit", marked, "--json")
    assert (5, "store_busy") == (refused.status, refused.error["code"])
    assert "marmalade" not in refused.out
    assert known >= {path.name for path in home_of(shell).rglob("*")}
    assert [] == leaked(shell, [ADDRESS, "marmalade"])


def test_failed_hook_writes_no_memory_text(shell: Shell) -> None:
    """What the hook notes of a fault has none of the text it was given (case 103)."""
    shell.commit("The gateway listens on port 8443")
    payload = json.dumps({"hook_event_name": "SessionStart", "prompt": SPAN})[:-1]
    assert "" == shell.run("hook-boot", given=payload.encode(), status=0).out
    assert "invalid_request" in (home_of(shell) / "journal" / "hooks.log").read_text()
    assert [] == leaked(shell, [ADDRESS])
