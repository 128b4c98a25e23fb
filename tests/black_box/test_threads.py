"""Can a person see where work stands, move it, and be told who moved it before?"""

import subprocess

from tests.black_box.shell import CORTEX, Shell

SMOKE = "make smoke"


def test_thread_from_first_word_to_proof(shell: Shell) -> None:
    """A thread is saved, owed on, moved, verified and shown, and every printed id is accepted."""
    assert "No thread is known here" in shell.run("thread", status=0).out
    assert not (shell.home / ".cortex" / "cortex.db").exists()
    saved = shell.ask("thread", "checkpoint", "Gateway Move", "--state", "listener moved to 8443")
    assert "thread:gateway-move" == saved["thread"]
    owed = shell.ask(
        *("thread", "owe", "gateway-move", "Renew the certificates", "--predicate", SMOKE)
    )["obligation"]
    moved = shell.ask("thread", "move", owed["revision"], "in_progress")["obligation"]
    refused = shell.run("thread", "move", moved["reference"], "verified_complete", "--json")
    assert (4, "move_refused") == (refused.status, refused.error["code"])
    failed = shell.run("thread", "verify", moved["reference"], "--predicate", SMOKE)
    assert 2 == failed.status
    assert "did not pass" in failed.err
    done = shell.ask(
        *("thread", "verify", moved["reference"], "--predicate", SMOKE, "--passed"),
        *("--artifact", "4f2c1e", "--checker", "ci"),
    )
    assert "verified_complete" == done["obligation"]["state"]
    shell.run("thread", "attempt", "gateway-move", "--procedure", SMOKE, "--exit-status", "2")
    shown = shell.run("thread", "show", "gateway-move", status=0).out
    for words in ("listener moved to 8443", "[verified]", "on 4f2c1e", "[failed]", "(exit 2)"):
        assert words in shown
    assert "gateway-move" in shell.run("thread", status=0).out
    told = shell.ask("thread", "show", "gateway-move")
    assert told["continuation"]["self_contained"] is True
    history = shell.run("history", moved["revision"], status=0).out
    assert f"{done['obligation']['revision']} HEAD" in history
    assert "verified: 4f2c1e" in history


def test_of_two_processes_that_move_at_once_one_wins(shell: Shell) -> None:
    """Both saw the obligation ready; the second is told the state the first one left."""
    owed = shell.ask("thread", "owe", "gw", "Renew the certificates", "--ready")["obligation"]
    started = [
        subprocess.Popen(
            [CORTEX, "thread", "move", owed["reference"], "in_progress", "--agent", agent],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=shell.folder,
            env=shell.environment,
        )
        for agent in ("ann", "bob")
    ]
    ended = [(process.communicate(timeout=60)[1], process.returncode) for process in started]
    assert [0, 4] == sorted(status for _, status in ended)
    (refusal,) = [err.decode() for err, status in ended if status]
    assert "is in_progress" in refusal
    revisions = shell.ask("history", owed["reference"])["revisions"]
    assert ["ready", "in_progress"] == [each["body"].get("state") for each in revisions[1::-1]]


def test_heads_are_shown_and_resolved(shell: Shell) -> None:
    """Two views of one thread are shown side by side until a person makes them one."""
    first = shell.ask("thread", "checkpoint", "gw", "--state", "listener moved to port 8443")
    shell.run("thread", "checkpoint", "gw", "--state", "certificates are renewed", status=0)
    forked = shell.run(
        *("thread", "checkpoint", "gw", "--state", "rolled back on staging"),
        *("--parent", first["revision"]),
        status=0,
    )
    assert "several heads" in forked.out
    shown = shell.run("thread", "show", "gw", status=0).out
    assert "in 2 ways nobody has resolved" in shown
    settled = shell.run(
        *("thread", "resolve", "gw", "--rationale", "staging is not production"),
        *("--body", "State: certificates are renewed"),
        status=0,
    )
    assert "still unresolved" not in settled.out
    assert "Stands\n" in shell.run("thread", "show", "gw", status=0).out


def test_only_a_person_promotes_a_preference(shell: Shell) -> None:
    """At the command line a person may; whoever names an agent may not. CQR G1"""
    text = "Commit messages are written in English"
    refused = shell.run("promote", "preference", text, "--agent", "claude-code", "--json")
    assert (7, "denied") == (refused.status, refused.error["code"])
    kept = shell.run("promote", "preference", text, status=0)
    assert "by the rule preference" in kept.out
    checked = ("promote", "checker_result", "The smoke test passes on 4f2c1e")
    named = ("--predicate", SMOKE, "--artifact", "4f2c1e", "--checker", "ci")
    assert 2 == shell.run(*checked, *named, "--failed").status
    assert 0 == shell.run(*checked, *named, "--passed").status
