"""Does `cortex graph` build, answer and survive, with the installed command on real files?"""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cortex.stores.system.seats import read_seats
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import CORTEX, Shell
from tests.wiring.seat_graphs import log, operator, wish


@pytest.fixture
def seat(shell: Shell) -> Shell:
    """Give a shell in a seat with messages and the operator's nouns."""
    inside = make_seat(shell)
    home = shell.home / ".cortex"
    (there,) = read_seats(str(home))
    operator(str(home))
    log(there, "Acme's invoice day is the 15th.", "From now on, Acme's invoice day is the 1st.",
        "Acme's owner is Bob.", "东海贸易的发票日是每月1号。")  # fmt: skip
    return inside


def graph_file(shell: Shell) -> Path:
    """Give the file of the graph."""
    return shell.home / ".cortex/seats/ops/graph/graph.db"


def test_a_graph_is_built_asked_shown_and_checked(seat: Shell, tmp_path: Path) -> None:
    """Each action, for people and as JSON; the status is 1 when a known answer is wrong."""
    assert "No graph is built" in seat.run("graph", status=0).out
    refused = seat.run("--json", "graph", "ask", "Acme")
    assert (3, "no_match") == (refused.status, refused.error["code"])
    done = seat.ask("graph", "build")
    assert (4, 4, {"role_in_chat": 1}) == (done["messages"], done["new"], done["reasons"])
    assert "0 new" in seat.run("graph", "build", status=0).out
    (fact,) = seat.ask("graph", "ask", "when", "are", "Acme's", "invoices?")["facts"]
    assert ("the 1st", "the 15th", "rule") == (fact["value"], fact["replaced"], fact["made_by"])
    assert 2 == fact["message"]["line"]
    said = seat.run("graph", "ask", "东海贸易", status=0).out
    assert "每月1号" in said
    assert said.startswith('<cortex-memory origin="client graph of seat ops" standing="quotes are')
    shown = seat.ask("graph", "show", "acme")
    assert (["active", "superseded"], [{"role": "billing contact", "holder": "Dana Roe"}]) == (
        [one["status"] for one in shown["facts"]],
        shown["roles"],
    )  # fmt: skip
    assert "Acme GmbH" in seat.run("graph", "show", status=0).out
    cases = tmp_path / "cases.jsonl"
    right = {"prompt": "When are Acme's invoices due?", "expect": [{"value": "the 1st"}]}
    cases.write_text(json.dumps(right) + "\n")
    assert 1.0 == seat.ask("graph", "eval", "--cases", str(cases))["recall"]
    cases.write_text(json.dumps({**right, "expect": [{"value": "the 15th"}]}) + "\n")
    wrong = seat.run("graph", "eval", "--cases", str(cases), status=1)
    assert "not told: the 15th" in wrong.out
    stands = seat.ask("graph", "status")
    assert (1, 1, False) == (
        stands["checked"]["failed"], stands["build"]["rejected"] + 1, stands["told_beside_prompts"],
    )  # fmt: skip
    levels = {one["check"]: one["level"] for one in _doctor(seat)}
    assert ("pass", "fail") == (levels["D9.age"], levels["D9.answers"])


def test_a_prompt_is_told_by_the_installed_hook(seat: Shell) -> None:
    """Seat T8: the real hook, a real payload: told once; a scheduled prompt gets no fact."""
    (there,) = read_seats(str(seat.home / ".cortex"))
    wish(there)
    seat.run("graph", "build", status=0)
    payload = {
        "session_id": "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7", "cwd": str(seat.folder),
        "hook_event_name": "UserPromptSubmit", "prompt": "[CRON: x] when does Acme invoice?",
        "transcript_path": str(seat.home / "none.jsonl"),
    }  # fmt: skip
    assert "the 1st" not in _hook(seat, payload)
    payload["prompt"] = "When does Acme invoice?"
    said = _hook(seat, payload)
    assert "invoice day: the 1st" in said
    assert "client graph of seat ops" in said
    assert "client graph" not in _hook(seat, payload)


def test_a_broken_brain_changes_nothing(seat: Shell) -> None:
    """The graph knows no brain: a locked, broken or absent one is never opened."""
    (seat.home / ".cortex/cortex.db").write_bytes(b"no brain at all")
    seat.run("graph", "build", status=0)
    assert "the 1st" in seat.run("graph", "ask", "Acme", status=0).out


def test_two_builds_at_once_are_one_after_the_other(seat: Shell) -> None:
    """Both work, one has something new, and the graph is whole."""
    (there,) = read_seats(str(seat.home / ".cortex"))
    log(there, *(f"Acme's item number{at} is in box {at}." for at in range(300)))
    running = [_build(seat) for _ in range(2)]
    ended = [json.loads(one.communicate(timeout=60)[0]) for one in running]
    assert [0, 304] == sorted(one["data"]["new"] for one in ended)
    assert 304 == seat.ask("graph", "status")["build"]["messages"]


def test_a_build_that_is_killed_leaves_the_graph_before(seat: Shell) -> None:
    """kill -9 at any moment: readers see a whole graph, and the next build goes on."""
    seat.run("graph", "build", status=0)
    (there,) = read_seats(str(seat.home / ".cortex"))
    log(there, *(f"Acme's item number{at} is in box {at}." for at in range(3000)))
    beside = Path(f"{graph_file(seat)}.new")
    running = _build(seat)
    while running.poll() is None and not beside.exists():
        time.monotonic()
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=60)
    assert "the 1st" in seat.run("graph", "ask", "Acme invoice", status=0).out
    assert seat.ask("graph", "build")["messages"] == 3004
    assert not beside.exists()


def test_files_of_a_graph_are_its_owner_s(seat: Shell) -> None:
    """Nobody else may read what clients said; the brain's folder has no copy of it."""
    seat.run("graph", "build", status=0)
    folder = graph_file(seat).parent
    assert {0o700, 0o600} == {path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}
    assert {"graph.db", "names"} <= {path.name for path in folder.iterdir()}


def _build(shell: Shell) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [CORTEX, "--json", "graph", "build"],
        cwd=shell.folder,
        env=shell.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _hook(shell: Shell, payload: dict[str, str]) -> str:
    given = json.dumps(payload).encode()
    answer = shell.run("hook", "prompt", given=given, status=0)
    assert "" == answer.err
    return answer.out


def _doctor(shell: Shell) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(shell.run("--json", "seat", "doctor").out)["data"][
        "checks"
    ]
    return rows
