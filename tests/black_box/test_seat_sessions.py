"""Can a person see what a seat's sessions said, with the installed command?"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cortex.model.host_events import SESSION_END
from cortex.model.seats import Seat
from cortex.stores.system.clock import SystemClock
from cortex.wiring.seat.digests import stage_digest
from cortex.wiring.seat.facts import take_summary
from tests.black_box.shell import Shell
from tests.wiring.seat_sessions import SUMMARY, Conversation, make_seat


@pytest.fixture
def seat(shell: Shell) -> Seat:
    """Give a seat in the home of the shell."""
    made = make_seat(shell.home)
    (shell.home / "home").rename(shell.home / ".cortex")
    return Seat(made.name, made.root, str(shell.home / ".cortex/seats/scout"), made.org)


def test_facts_are_listed_and_pruned(shell: Shell, seat: Seat, tmp_path: Path) -> None:
    """The default is three days; a bad number is refused; a preview prunes nothing."""
    assert "No compaction was kept" in shell.run("facts", "--seat", "scout", status=0).out
    now_us = SystemClock().now_us()
    take_summary(Conversation(tmp_path).compacted(), seat, now_us)
    told = shell.ask("facts", "--seat", "scout")
    assert (3, 0, [SUMMARY]) == (
        told["days"],
        told["unreadable"],
        [one["summary"] for one in told["facts"]],
    )
    assert "renew the certificates" in shell.run("facts", "--seat", "scout", status=0).out
    for days in ("0", "31", "x"):
        refused = shell.run("facts", "--days", days, "--seat", "scout", "--json")
        assert (2, "invalid_request") == (refused.status, refused.error["code"])
    pruned = shell.ask("facts", "prune", "--days", "1", "--seat", "scout", "--dry-run")
    assert {"applied": False, "days": [], "days_left": 1} == pruned


def test_a_digest_is_run_listed_and_searched(shell: Shell, seat: Seat, tmp_path: Path) -> None:
    """What a hook staged is written up, and found again in any script."""
    talk = Conversation(tmp_path)
    talk.user("Move the gateway.")
    talk.agent("Decided: 端口 8443 it is.")
    talk.user("Good.")
    stage_digest(talk.event(SESSION_END), seat, SystemClock().now_us())
    assert 1 == len(shell.ask("digest", "--seat", "scout")["waiting"])
    ran = shell.ask("digest", "run", "--seat", "scout")
    assert (["written"], []) == ([one["status"] for one in ran["sessions"]], ran["waiting"])
    (day,) = shell.ask("digest", "--seat", "scout")["days"]
    assert 1 == day["entries"]
    hit = shell.ask("digest", "search", "端口", "--seat", "scout")["hits"][0]
    assert day["file"] == hit["file"]
    assert "端口 8443" in shell.run("digest", "search", "端口", "--seat", "scout", status=0).out
    none = shell.run("digest", "search", "lighthouse", "--seat", "scout", status=0).out
    assert "holds a word of that" in none


def test_a_run_that_failed_is_no_success(shell: Shell, seat: Seat, tmp_path: Path) -> None:
    """What has to be tried again gives status 1, and stays."""
    talk = Conversation(tmp_path)
    talk.user("Move the gateway.")
    talk.user("Now.")
    stage_digest(talk.event(SESSION_END), seat, SystemClock().now_us())
    words = json.dumps([sys.executable, "-c", "raise SystemExit(3)"])
    (shell.home / ".cortex/digests.toml").write_text(f"[model]\ncommand = {words}\n")
    ended = shell.run("digest", "run", "--seat", "scout")
    assert (1, True) == (ended.status, "retry" in ended.out)
    assert 0 == shell.run("digest", "run", "--no-model", "--seat", "scout").status


@pytest.mark.parametrize(
    "words", [["facts"], ["facts", "prune", "--days", "3"], ["digest"], ["digest", "run"],
              ["digest", "search", "x"]],
)  # fmt: skip
def test_a_folder_that_is_no_seat_is_told(shell: Shell, words: list[str]) -> None:
    """Outside of a seat each action names the remedy, and a name that is none is refused."""
    refused = shell.run(*words, "--json")
    assert (3, "no_seat") == (refused.status, refused.error["code"])
    assert 3 == shell.run(*words, "--seat", "nobody").status


def test_two_runs_at_once_write_one_entry(shell: Shell, seat: Seat, tmp_path: Path) -> None:
    """Whoever comes second waits, and finds nothing left."""
    from tests.black_box.shell import CORTEX

    talk = Conversation(tmp_path)
    talk.user("Move the gateway.")
    talk.user("Now.")
    stage_digest(talk.event(SESSION_END), seat, SystemClock().now_us())
    command = [CORTEX, "digest", "run", "--seat", "scout"]
    runs = [
        subprocess.Popen(command, cwd=shell.folder, env=shell.environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    assert [0, 0, 0] == [run.wait(60) for run in runs]
    for run in runs:
        assert run.stdout is not None
        run.stdout.close()
    (day,) = Path(seat.root, "memory/digests").glob("*.md")
    assert 1 == day.read_text(encoding="utf-8").count("## Session ")
