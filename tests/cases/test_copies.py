"""Do backup, restore and recovery do what their help says, beside open programs too?"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import CORTEX, Shell
from tests.cases.server import Server
from tests.cases.test_damage import cut, overwritten, store_of, torn
from tests.edges.hooks.host import START

FACTS = ["The gateway listens on port 8443", "Deploys run on Mondays", "The mirror is in Oslo"]


@pytest.fixture
def filled(shell: Shell) -> Shell:
    """Give a shell with a store of a few facts."""
    for text in FACTS:
        shell.commit(text)
    return shell


def listed(shell: Shell) -> list[str]:
    """Give every statement, oldest first."""
    return [fact["statement"] for fact in reversed(shell.ask("list")["facts"])]


def test_way_there_and_back(filled: Shell) -> None:
    """Backup, a mistake, the plan, the restore, and back again: each says what it did."""
    made = filled.ask("backup", "--verify")
    assert 3 == made["manifest"]["brain"]["facts"]
    assert {"facts": 3, "probes": 3, "same_answers": 3} == made["verified"]
    filled.commit("A mistake of the afternoon")
    assert [made["path"]] == [each["path"] for each in filled.ask("restore")["copies"]]
    plan = filled.ask("restore", made["path"])
    assert (False, 1) == (plan["applied"], plan["present"]["facts_since"])
    assert 4 == len(listed(filled))
    done = filled.ask("restore", made["path"], "--apply")
    assert (True, 1) == (done["applied"], done["restore_epoch"])
    assert FACTS == listed(filled)
    filled.ask("restore", done["set_aside"], "--apply")
    assert 4 == len(listed(filled))
    assert 2 == filled.ask("status")["counts"]["restore_epoch"]


def test_words_for_a_person_name_the_way_on(filled: Shell) -> None:
    """Without --json the same is said in lines; a plan says how to do it."""
    assert "`cortex backup` makes one" in filled.run("restore", status=0).out
    made = filled.run("backup", "--verify", status=0).out
    assert "3 facts" in made
    path = made.splitlines()[0]
    said = filled.run("restore", path, status=0).out
    assert "Add --apply" in said
    assert "nothing is younger than the copy" in said
    assert "epoch 1" in filled.run("restore", path, "--apply", status=0).out
    assert "sound" in filled.run("recover", status=0).out


@pytest.mark.parametrize("verb", ["backup", "recover"])
def test_without_a_store_there_is_nothing_to_do(shell: Shell, verb: str) -> None:
    """It is said, with status 6, and no file is made."""
    assert "store_unreadable" == shell.run(verb, "--json", status=6).error["code"]
    assert not store_of(shell).exists()


def test_what_is_no_copy_is_refused_with_a_status(filled: Shell) -> None:
    """A text and the brain itself are no copies (status 6); a wrong name is a wrong name (2)."""
    (filled.folder / "text").write_text("hello")
    wrong = filled.run("restore", "missing.zip", "--apply", "--json", status=2).error
    assert ("invalid_request", "file") == (wrong["code"], wrong["field"])
    for name in ("text", str(store_of(filled))):
        refused = filled.run("restore", name, "--apply", "--json", status=6).error
        assert "copy_refused" == refused["code"]
    assert FACTS == listed(filled)


def test_relative_name_is_that_of_the_folder(filled: Shell) -> None:
    """A copy goes where the person stands, and a name that is taken is refused (status 2)."""
    made = filled.ask("backup", "--to", "mine.zip")
    assert str(filled.folder / "mine.zip") == made["path"]
    assert (
        "invalid_request"
        == filled.run("backup", "--to", "mine.zip", "--json", status=2).error["code"]
    )
    assert len(FACTS) == filled.ask("restore", "mine.zip")["manifest"]["brain"]["facts"]


@pytest.mark.parametrize("damage", [overwritten, cut, torn])
def test_damaged_store_comes_back_from_a_copy_in_one_command(filled: Shell, damage: Any) -> None:
    """Damage stops neither the list nor the restore; the damaged file is kept (case 14)."""
    made = filled.ask("backup")
    damage(store_of(filled))
    damaged = store_of(filled).read_bytes()
    assert "cortex restore" in filled.run("doctor", status=6).out
    assert [made["path"]] == [each["path"] for each in filled.ask("restore")["copies"]]
    done = filled.ask("restore", made["path"], "--apply")
    assert "damaged" == done["present"]["state"]
    assert damaged == Path(done["set_aside"]).read_bytes()
    assert FACTS == listed(filled)
    assert True is filled.ask("doctor")["healthy"]


def test_open_server_and_session_starts_go_on_after_a_restore(filled: Shell) -> None:
    """A server that was running answers from the copy, keeps what it commits, and starts no war.

    The next session start shows what came back.
    """
    made = filled.ask("backup")
    with Server(filled) as server:
        server.keep("The lift is serviced in June", project="user")
        filled.ask("restore", made["path"], "--apply")
        assert [] == server.statements("when is the lift serviced?", project="user")
        assert FACTS[:1] == server.statements("which port does the gateway listen on?")[:1]
        server.keep("The pump is serviced in July")
        assert "The pump is serviced in July" in listed(filled)
    payload = json.dumps({**START, "cwd": str(filled.folder)}).encode()
    said = filled.run("hook-boot", given=payload, status=0)
    assert "Deploys run on Mondays" in said.out
    assert "lift" not in said.out


def test_open_server_leaves_a_damaged_file_for_the_one_in_its_place(filled: Shell) -> None:
    """What a server commits after a recovery of another file stands in the new one."""
    made = filled.ask("backup")
    with Server(filled) as server:
        assert FACTS[:1] == server.statements("which port does the gateway listen on?")[:1]
        torn(store_of(filled))
        done = filled.ask("restore", made["path"], "--apply")
        server.keep("The pump is serviced in July")
    assert [*FACTS, "The pump is serviced in July"] == listed(filled)
    assert b"The pump" not in Path(done["set_aside"]).read_bytes()


def test_session_that_goes_on_is_told_anew_when_the_brain_went_back(filled: Shell) -> None:
    """A mark of a later entry would hide all that is committed until the numbers catch up."""
    made = filled.ask("backup")
    for number in range(5):
        filled.commit(f"Crate {number} was weighed by porter {number}")

    def started(source: str) -> str:
        payload = {**START, "cwd": str(filled.folder), "source": source}
        return filled.run("hook-boot", given=json.dumps(payload).encode(), status=0).out

    assert "Crate 4" in started("startup")
    filled.ask("restore", made["path"], "--apply")
    filled.commit("The pump is serviced in July")
    assert "The pump is serviced in July" in started("compact")


def test_two_backups_at_once_are_two_copies(filled: Shell) -> None:
    """Two commands at the same time do not take each other's folder or name."""
    running = [
        subprocess.Popen(
            [CORTEX, "backup", "--json"],
            cwd=filled.folder,
            env=filled.environment,
            stdout=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    told = [json.loads(process.communicate(timeout=60)[0]) for process in running]
    assert [True] * 3 == [one["ok"] for one in told]
    assert 3 == len({one["data"]["path"] for one in told})
    assert 3 == len(filled.ask("restore")["copies"])


@pytest.mark.parametrize("damage", [overwritten, cut, torn])
def test_server_and_hook_are_calm_on_a_damaged_store(filled: Shell, damage: Any) -> None:
    """The hook is silent with status 0, the server answers with a status, nobody shows a trace."""
    damage(store_of(filled))
    hook = filled.run("hook-boot", given=json.dumps({**START, "cwd": "/"}).encode(), status=0)
    assert "" == hook.out
    assert "Traceback" not in hook.err
    with Server(filled) as server:
        answer = json.dumps(server.ask("query", need="gateway port"))
    assert "store_unreadable" in answer
    assert "Traceback" not in answer


@pytest.mark.parametrize("log", [b"\xa5" * 9000, b"\x37\x7f\x06\x82" + bytes(9000), b"\0"])
def test_noise_in_place_of_the_log_stops_nobody(filled: Shell, log: bytes) -> None:
    """Hook, server and command go on with what is in the file; noise that may be a log is kept."""
    path = store_of(filled)
    path.with_name("cortex.db-wal").write_bytes(log)
    hook = json.dumps({**START, "cwd": str(filled.folder)}).encode()
    assert "Deploys run" in filled.run("hook-boot", given=hook, status=0).out
    with Server(filled) as server:
        assert FACTS[:1] == server.statements("which port does the gateway listen on?")[:1]
        server.keep("The pump is serviced in July")
    assert [*FACTS, "The pump is serviced in July"] == listed(filled)
    kept = [aside.read_bytes() for aside in path.parent.glob("cortex.db-wal.damaged-*")]
    assert kept == ([log] if len(log) > 32 else [])


def test_broken_files_beside_the_store_do_not_matter(filled: Shell) -> None:
    """Noise in the queue, the gate, the shared index or the sidecar stops nothing."""
    path = store_of(filled)
    for ending in (".queue", ".queue.gate", "-shm", ".refzero.sqlite"):
        path.with_name(path.name + ending).write_bytes(b"\xa5" * 5000)
    assert FACTS == listed(filled)
    filled.commit("The harbour is dredged in March")
    assert 0 == filled.run("doctor").status
    assert filled.ask("backup", "--verify")["verified"]


@pytest.mark.parametrize("ending", [".queue", ".queue.gate"])
def test_queue_that_is_no_file_is_named(filled: Shell, ending: str) -> None:
    """Where the queue's file cannot be one, a write says which; reading goes on."""
    path = store_of(filled)
    place = path.with_name(path.name + ending)
    place.unlink()
    place.mkdir()
    refused = filled.run("commit", "One more fact about ports", "--json")
    assert 0 != refused.status
    assert place.name in refused.error["message"]
    assert FACTS == listed(filled)
