"""Do agents that only have a shell keep out of each other's way?"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import CORTEX, Shell

RIVALS = 6


def start(shell: Shell, *words: str) -> subprocess.Popen[bytes]:
    """Start a command and do not wait for it."""
    return subprocess.Popen(
        [CORTEX, "--json", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        cwd=shell.folder,
        env=shell.environment,
    )


def race(shell: Shell, *words: str) -> list[dict[str, Any]]:
    """Let several agents do the same at once, and give what each heard."""
    started = [start(shell, *words, "--agent", f"rival{n}") for n in range(RIVALS)]
    return [json.loads(process.communicate(timeout=60)[0]) for process in started]


def test_one_of_many_gets_the_task(shell: Shell) -> None:
    """Processes that claim at once: one has it, the others are told who."""
    task = shell.ask("task", "add", "Move the gateway")["task"]["task"]
    heard = race(shell, "task", "claim", task)
    assert 1 == sum(bool(one["ok"]) for one in heard)
    (winner,) = [one["data"]["task"]["claimed_by"] for one in heard if one["ok"]]
    refused = [one for one in heard if not one["ok"]]
    assert {"task_already_claimed"} == {one["error"]["code"] for one in refused}
    assert {winner} == {one["data"]["claimed_by"] for one in refused}


def test_one_of_many_gets_the_lock(shell: Shell) -> None:
    """Processes that lock at once: one holds it, the others are told who and how long."""
    heard = race(shell, "lock", "src/a.py")
    assert 1 == sum(bool(one["ok"]) for one in heard)
    for one in heard:
        if not one["ok"]:
            assert "file_already_locked" == one["error"]["code"]
            assert 5 == one["data"]["minutes_left"]


def test_lock_of_a_subfolder_and_a_link_is_the_same(shell: Shell) -> None:
    """The file is meant, however it is written and wherever one stands."""
    source = shell.folder / "src"
    source.mkdir()
    (source / "a.py").write_text("", encoding="utf-8")
    (shell.folder / "link").symlink_to(source)
    shell.ask("lock", "src/a.py", "--agent", "ann")
    for spelling in ("link/a.py", str(source / "a.py"), "./src//a.py"):
        refused = shell.run("lock", spelling, "--agent", "bob", status=7)
        assert "locked by 'ann'" in refused.err
    inside = shell.at(source)
    inside.run("lock", "a.py", "--agent", "bob", status=7)
    inside.run("unlock", "a.py", "--agent", "ann", status=0)
    inside.run("unlock", "a.py", "--agent", "ann", status=3)


def test_session_start_tells_what_waits(shell: Shell) -> None:
    """The hook's brief has messages and tasks for its agent, and the same bytes twice: CQR D4."""
    make_repository(shell.folder)
    shell.commit("The gateway listens on port 8443")
    payload = json.dumps({"hook_event_name": "SessionStart", "cwd": str(shell.folder)}).encode()
    assert "Pending" not in shell.run("hook-boot", given=payload, status=0).out
    shell.ask("message", "claude-code", "the schema is frozen", "--agent", "bob")
    shell.ask("task", "add", "Move the gateway", "--priority", "high", "--agent", "bob")
    first = shell.run("hook-boot", given=payload, status=0).out
    assert "the schema is frozen" in first
    assert "[task::1] high: Move the gateway" in first
    assert first == shell.run("hook-boot", given=payload, status=0).out
    other = shell.run("hook-boot", "--agent", "cid", given=payload, status=0).out
    assert "the schema is frozen" not in other
    assert "Move the gateway" in other
    shell.ask("inbox", "--agent", "claude-code", "--ack")
    assert "frozen" not in shell.run("hook-boot", given=payload, status=0).out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("task", "claim"), 2),
        (("task", "claim", "99"), 3),
        (("task", "clam", "1"), 2),
        (("task", "next", "word"), 2),
        (("feed", "show", "feed::9"), 3),
        (("agents", "beat"), 3),
        (("agents", "list", "word"), 2),
        (("focus", "end"), 3),
        (("permissions", "grant", "a"), 2),
        (("permissions", "grant", "a", "owner"), 2),
        (("permissions", "revoke", "a", "read"), 3),
        (("lock", "a", "--ttl", "2d"), 2),
        (("message", "ann", " "), 2),
        (("prompt-inject", "--file", "none.md"), 2),
        (("eval", "--file", "none.jsonl"), 2),
    ],
)
def test_mistake_names_the_thing_and_the_remedy(
    shell: Shell, words: tuple[str, ...], status: int
) -> None:
    """A wrong word, an unknown id and a missing session each have their documented status."""
    plain = shell.run(*words, status=status)
    assert "" == plain.out
    assert 2 == plain.err.count("\n")
    told = shell.run("--json", *words, status=status).error
    assert told["message"]
    assert told["remedy"]


def test_whole_round_works_for_a_person(shell: Shell) -> None:
    """Every verb of working together prints words, and in a pipe no colour."""
    for words, expected in (
        (("locks",), "Nobody holds a lock."),
        (("task",), "No task is pending."),
        (("task", "next"), "No task is pending that suits."),
        (("inbox",), "No message."),
        (("feed",), "Nothing new."),
        (("agents",), "No agent was seen lately."),
        (("focus",), "No focus session is open."),
        (("permissions",), "No grant: every client may do everything."),
        (("savings",), "Nothing was served in the last 30 days."),
        (("eval",), "No question is kept yet"),
    ):
        assert expected in shell.run(*words, status=0).out
    assert not (Path(shell.environment["CORTEX_HOME"]) / "cortex.db").exists()
    shell.run("agents", "start", "testing", "--agent", "ann", status=0)
    assert "active" in shell.run("agents", status=0).out
    shell.run("feed", "post", "the port moved", "--agent", "ann", status=0)
    assert "the port moved" in shell.run("feed", status=0).out
    shell.run("agents", "log", "moved it", "--agent", "ann", status=0)
    assert "moved it" in shell.run("agents", "activity", status=0).out
    shell.run("agents", "end", "--agent", "ann", status=0)


def test_limit_holds_for_the_shell_and_a_hook_is_silent(shell: Shell) -> None:
    """Recall is denied with status 7, and a hook over its limit says nothing and ends with 0."""
    make_repository(shell.folder)
    shell.commit("The gateway listens on port 8443")
    limits = "".join(
        f"[endpoints.{name}]\nlimit = 1\nwindow_seconds = 3600\n" for name in ("recall", "boot")
    )
    (Path(shell.environment["CORTEX_HOME"]) / "budgets.toml").write_text(limits, "utf-8")
    assert ["The gateway listens on port 8443"] == shell.statements("gateway port")
    denied = shell.run("--json", "query", "gateway port", status=7)
    assert "budget_exceeded" == denied.error["code"]
    payload = json.dumps({"hook_event_name": "SessionStart", "cwd": str(shell.folder)}).encode()
    assert shell.run("hook-boot", given=payload, status=0).out
    silent = shell.run("hook-boot", given=payload, status=0)
    assert ("", "") == (silent.out, silent.err)
    told = shell.ask("status")["budgets"]
    assert {"recall": 1, "boot": 1} == {
        name: one["total_denials"] for name, one in told["endpoints"].items()
    }
    checks = {one["check"]: one["level"] for one in shell.ask("doctor")["findings"]}
    assert "pass" == checks["budgets"]


def test_help_of_what_is_limited_lists_the_denial(shell: Shell) -> None:
    """A status that a limit makes a verb end with stands in its help."""
    shell.commit("The gateway listens on port 8443")
    names = ("store", "recall", "boot")
    limits = "".join(f"[endpoints.{name}]\nlimit = 1\nwindow_seconds = 3600\n" for name in names)
    (Path(shell.environment["CORTEX_HOME"]) / "budgets.toml").write_text(limits, "utf-8")
    text = "The gateway listens on port 9443"
    for words in (["commit", text], ["supersede", "1", text], ["query", "gateway"], ["boot"]):
        shell.run(*words)
        assert 7 == shell.run(*words).status
        assert "\n  7    " in shell.run(words[0], "--help", status=0).out


def test_permissions_bind_op_and_not_the_operator(shell: Shell) -> None:
    """After a grant to one client, `cortex op` of another is denied; verbs go on working."""
    shell.ask("permissions", "grant", "builder", "read")
    arguments = ("--args", '{"text": "The gateway listens on port 8443"}')
    denied = shell.run("--json", "op", "commit", *arguments, "--agent", "builder", status=7)
    assert "denied" == denied.envelope["data"]["status"]
    shell.run("op", "capabilities", "--agent", "other", status=7)
    shell.run("op", "capabilities", "--agent", "builder", status=0)
    shell.commit("The gateway listens on port 8443")
    assert shell.ask("permissions", "revoke", "builder", "read")["open"]
    shell.run("op", "commit", *arguments, "--agent", "other", status=0)


def test_setup_makes_the_home_once(shell: Shell) -> None:
    """A dry run makes nothing, the first run home and store, the second nothing."""
    home = Path(shell.environment["CORTEX_HOME"])
    assert 2 == len(shell.ask("setup", "--dry-run")["would_make"])
    assert not home.exists()
    assert [str(home), str(home / "cortex.db")] == shell.ask("setup")["made"]
    again = shell.ask("setup")
    assert ([], True) == (again["made"], again["healthy"])
    assert "cortex install --apply" in shell.run("setup", status=0).out


def test_status_line_is_one_line_whatever_happens(shell: Shell, tmp_path: Path) -> None:
    """OFFLINE without a store and on a damaged one; else memories and decisions in force."""
    assert "OFFLINE\n" == shell.run("hook-status", status=0).out
    shell.commit("The gateway listens on port 8443")
    shell.commit("Somebody saw a hedgehog behind the garage", "--type", "note")
    gone = shell.commit("Billing runs on PostgreSQL 16")
    assert "ONLINE | 1 mem | 2 dec\n" == shell.run("hook-status", status=0).out
    shell.ask("retract", gone)
    assert "ONLINE | 1 mem | 1 dec\n" == shell.run("hook-status", status=0).out
    shell.ask("rollback", "1", "--apply")
    assert "ONLINE | 0 mem | 1 dec\n" == shell.run("hook-status", status=0).out
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database at all" * 100)
    assert "OFFLINE\n" == shell.run("hook-status", "--db", str(damaged), status=0).out
    assert "OFFLINE\n" == shell.having(CORTEX_OWNER="x").run("hook-status", status=0).out


def test_grants_bind_clients_and_not_the_operator(shell: Shell) -> None:
    """Every verb goes on working for the person who granted something to a client."""
    reference = shell.commit("The gateway listens on port 8443")
    shell.ask("permissions", "grant", "claude-code", "read")
    assert "ok" == shell.ask("capabilities")["status"]
    assert "ok" == shell.ask("feedback", "success", reference)["status"]
    denied = shell.run("--json", "op", "capabilities", status=7).envelope
    assert "denied" == denied["data"]["status"]
