"""Does housekeeping work as it is typed, and does the worker end when it is told to?"""

import json
import signal
import subprocess

from tests.black_box.shell import CORTEX, Shell

PATIENCE_S = 60


def test_verbs_refuse_a_store_that_is_not_there(shell: Shell) -> None:
    """No file is made by looking after one; the message names the place and the way on."""
    for verb in ("maintain", "cleanup", "recrystallize"):
        answer = shell.run(verb, status=6)
        assert "there is no store at" in answer.err
    assert not list(shell.home.rglob("cortex.db"))


def test_alike_facts_are_listed_together(shell: Shell) -> None:
    """Nothing before anybody looked, then the cluster with its label and speaker."""
    assert "run cortex maintain" in shell.run("list", "--clusters", status=0).out
    for number in range(3):
        shell.commit(f"The gateway number {number} listens on port 844{number}")
    done = shell.ask("maintain")
    assert [] == done["failures"]
    assert {"claimed": 0, "failed": 0, "pending": 0, "pressure": "none"} == done["debt"]
    found = shell.ask("list", "--clusters")["clusters"]
    assert [(3, "gateway listens number port")] == [
        (len(each["members"]), each["label"]) for each in found
    ]
    assert found[0]["speaker"] in {member["reference"] for member in found[0]["members"]}
    assert shell.ask("recrystallize")["jobs"][0]["finished"]
    assert found[0]["members"] == shell.ask("list", "--clusters")["clusters"][0]["members"]


def test_dry_run_counts_and_changes_nothing(shell: Shell) -> None:
    """The same counts twice; status tells ages and what is owed."""
    shell.commit("The gateway listens on port 8443")
    plans = [shell.ask("cleanup", "--dry-run") for _ in range(2)]
    assert plans[0] == plans[1]
    assert not plans[0]["applied"]
    assert shell.ask("cleanup")["applied"]
    counts = shell.ask("status")["counts"]
    assert {"ancient": 0, "fresh": 1, "old": 0, "recent": 0} == counts["tiers"]
    assert (0, []) == (counts["cold_rows"], counts["failed_jobs"])


def test_list_tells_the_age_of_each_fact(shell: Shell) -> None:
    """A new fact is fresh and shown as it stands."""
    shell.commit("The gateway listens on port 8443")
    assert [("fresh", None)] == [
        (fact["age"], fact["display"]) for fact in shell.ask("list")["facts"]
    ]


def test_reindex_is_another_word_for_rebuilding(shell: Shell) -> None:
    """Both do the same."""
    shell.commit("The gateway listens on port 8443")
    assert 1 == shell.ask("reindex")["facts"]


def test_worker_ends_cleanly_when_told_to(shell: Shell) -> None:
    """SIGTERM ends it with status 0 and one object; a second worker for the home is refused."""
    shell.commit("The gateway listens on port 8443")
    command = [CORTEX, "serve", "--interval", "1h", "--json"]
    worker = subprocess.Popen(
        command,
        cwd=shell.folder,
        env=shell.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with worker:
        assert worker.stderr is not None
        assert worker.stdout is not None
        assert worker.stderr.readline().startswith("checkpoint_wal: ")  # It has the home's lock.
        second = shell.run("serve", "--once", status=5)
        assert "another `cortex serve` works for" in second.err
        worker.send_signal(signal.SIGTERM)
        assert 0 == worker.wait(PATIENCE_S)
        told = json.loads(worker.stdout.read())
    assert (True, "serve", 1, 0) == (
        told["ok"],
        told["command"],
        told["data"]["ticks"],
        told["data"]["failures"],
    )
    assert 0 == shell.run("serve", "--once").status


def test_interval_is_bounded(shell: Shell) -> None:
    """Less than a second and more than a day are refused by name."""
    for value in ("0s", "25h"):
        assert "interval" in shell.run("serve", "--interval", value, "--once", status=2).err
