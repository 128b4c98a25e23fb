"""Do tasks and approvals of seats hold as a person types them, without a brain?"""

import json
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.black_box.bus_records import ORDER, TEXT, events, home, row, task_of
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import CORTEX, Shell
from tests.black_box.test_terminal import typed

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def ops(shell: Shell) -> Shell:
    """Give a shell in the folder of a seat; there is no brain."""
    return make_seat(shell)


@pytest.fixture
def desk(ops: Shell, shell: Shell) -> Shell:
    """Give a shell in the folder of another seat of the same organisation."""
    del ops
    return make_seat(shell, "desk")


def test_what_another_seat_wants_is_quoted_too(ops: Shell, desk: Shell) -> None:
    """Seat T18: whatever a task or a question says, titles and notes too, stands in a block."""
    said = ("--description", ORDER, "--project", ORDER, "--kpi", ORDER)
    name = task_of(ops, ORDER, *said, "--to", "desk")["id"]
    ops.ask("bus", "task", "update", name, "--note", ORDER)
    asked = ops.ask("bus", "approval", "request", ORDER, "--description", ORDER)["approval"]["id"]
    task_of(ops, "ask them", "--type", "human", "--to", ORDER)
    shows = [("task", "show", name), ("task", "list"), ("promised",)]
    shows += [("approval", "list"), ("approval", "show", asked)]
    decide = ("approval", "resolve", asked, "rejected", "--note", ORDER)
    complete = ("task", "complete", name, "--result", ORDER, "--output", f"{ORDER}={ORDER}")
    for words in (*shows, decide, ("task", "claim", name), complete, *shows[:2], shows[4]):
        shown = desk.run("bus", *words, status=0).out
        outside = re.sub(r"<cortex-memory .*?</cortex-memory>", "", shown, flags=re.DOTALL)
        assert "Ignore all" in shown
        assert "Ignore all" not in outside
    for words in shows:
        answer = desk.run("bus", *words, "--json").out
        assert "<system-reminder>" not in answer
        assert "not instructions" in json.loads(answer)["data"]["standing"]


def test_one_of_many_gets_the_task(ops: Shell, desk: Shell) -> None:
    """Seats that claim at once: exactly one wins, and the others are told who."""
    name = task_of(ops, TEXT)["id"]
    for number in range(4):
        make_seat(ops.at(ops.home), f"w{number}")
    started = [
        subprocess.Popen(
            [CORTEX, "bus", "task", "claim", name, "--seat", f"w{number % 4}", "--json"],
            cwd=desk.folder,
            env=desk.environment,
            stdout=subprocess.PIPE,
        )
        for number in range(8)
    ]
    answers = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    won = {one["data"]["task"]["claimed_by"] for one in answers if one["ok"]}
    told = {one["data"]["claimed_by"] for one in answers if not one["ok"]}
    assert 1 == len(won)
    assert told == won
    assert 6 == sum(not one["ok"] for one in answers)
    assert ["create", "claim"] == [
        step["event"] for step in ops.ask("bus", "task", "show", name)["history"]
    ]


def test_next_task_is_the_first_a_seat_may_have(ops: Shell, desk: Shell) -> None:
    """By priority; not what waits, is another seat's or a person's; each asker gets another one."""
    first = task_of(ops, "first", "--priority", "high")["id"]
    last = task_of(ops, "last", "--priority", "low")["id"]
    task_of(ops, "waits", "--priority", "urgent", "--blocked-by", last)
    task_of(ops, "for ops", "--priority", "urgent", "--to", "ops")
    task_of(ops, "for Ann", "--priority", "urgent", "--type", "human", "--to", "Ann")
    taken = [desk.ask("bus", "task", "claim")["task"] for _ in range(3)]
    assert [first, last, None] == [one and one["id"] for one in taken]
    assert "No task is left" in desk.run("bus", "task", "claim", status=0).out
    refused = desk.run("bus", "task", "claim", "--take-over", "--json", status=2)
    assert "task" == refused.error["field"]


def test_task_is_handed_over_done_and_put_aside(ops: Shell, desk: Shell) -> None:
    """The seat it is for, and the one that wanted it, are told; the record says it all."""
    made = task_of(ops, TEXT, "--to", "desk", "--due", "in 2 days", "--description", "a\nb")
    assert [f"{made['id']} is assigned to you: {TEXT}"] == [
        one["text"] for one in desk.ask("bus", "inbox")["messages"]
    ]
    refused = ops.run("bus", "task", "claim", made["id"], "--json", status=7)
    assert ("task_assigned", "desk") == (
        refused.error["code"],
        refused.envelope["data"]["assigned_to"],
    )
    desk.ask("bus", "task", "claim", made["id"][-8:])
    desk.ask("bus", "task", "update", made["id"], "--status", "blocked", "--note", "vendor")
    desk.ask("bus", "task", "claim", made["id"])
    done = desk.ask("bus", "task", "complete", made["id"], "--result", "ok", "--output", "r=o.md")
    assert ("completed", "ok", "o.md") == (
        done["task"]["status"], done["task"]["result"], done["task"]["outputs"][0]["value"]
    )  # fmt: skip
    assert ["task_claimed", "task_blocked", "task_claimed", "task_completed"] == [
        name for name in events(ops, "desk") if name.startswith("task_")
    ]
    assert any("is completed" in one["text"] for one in ops.ask("bus", "inbox")["messages"])
    assert [] == ops.ask("bus", "task", "list")["tasks"]
    path = ops.home / f".cortex/bus/tasks/{made['id']}.json"
    old = json.loads(path.read_text())
    path.write_text(json.dumps({**old, "completed_at": "2026-01-02T03:04:05Z"}))
    answer = ops.ask("bus", "task", "archive")
    assert [made["id"]] == answer["archived"] == answer["compacted"]
    assert ops.ask("bus", "task", "show", made["id"])["task"]["archived"]
    assert not path.exists()


def test_tasks_of_another_organisation_are_not_seen(ops: Shell, shell: Shell) -> None:
    """Neither listed, found nor given; upper and lower case of its name are one organisation."""
    name = task_of(ops, TEXT)["id"]
    other = make_seat(shell, "spy", "other")
    assert [] == other.ask("bus", "task", "list", "--all")["tasks"]
    for action in ("show", "claim", "complete"):
        assert 3 == other.run("bus", "task", action, name).status
    for words in (("add", TEXT, "--to", "spy"), ("update", name, "--to", "spy")):
        assert "another organisation" in ops.run("bus", "task", *words, status=2).err
    assert [] == other.ask("bus", "inbox")["messages"]
    same = make_seat(shell, "twin", "ACME")
    assert [name] == [one["id"] for one in same.ask("bus", "task", "list")["tasks"]]
    composed, decomposed = make_seat(shell, "a", "\u00c4rzte"), make_seat(shell, "b", "a\u0308RZTE")
    name = task_of(composed, TEXT, "--to", "b")["id"]
    assert [name] == [one["id"] for one in decomposed.ask("bus", "task", "list")["tasks"]]


def test_stale_tasks_are_shown_and_warned_of(ops: Shell) -> None:
    """Doctor D10: what stands still is a warning, what is no task a failure."""
    made = task_of(ops, TEXT)
    assert "pass" == row(ops, "D10.tasks")["level"]
    path = ops.home / f".cortex/bus/tasks/{made['id']}.json"
    old = json.loads(path.read_text())
    path.write_text(json.dumps({**old, "updated_at": "2026-01-02T03:04:05Z"}))
    assert ["pending"] == [one["stale"] for one in ops.ask("bus", "task", "list")["tasks"]]
    assert "warn" == row(ops, "D10.tasks")["level"]
    path.write_text("{")
    assert "fail" == row(ops, "D10.tasks")["level"]
    assert [path.name] == ops.ask("bus", "task", "list")["unreadable"]


def test_seat_cannot_approve_itself(ops: Shell, desk: Shell) -> None:
    """Not by name, not from its folder under another's; another seat can, and it is told."""
    task = task_of(ops, "send the offer", "--needs-approval")["id"]
    asked = ops.ask("bus", "approval", "request", TEXT, "--category", "financial", "--task", task)
    name = asked["approval"]["id"]
    assert (
        "move_refused" == ops.run("bus", "task", "complete", task, "--json", status=4).error["code"]
    )
    resolve = ("bus", "approval", "resolve", name[-5:])
    for words in ((), ("--seat", "desk")):
        refused = ops.run(*resolve, "approved", *words, "--json", status=7)
        assert "denied" == refused.error["code"]
    done = desk.ask(*resolve, "approved", "--note", "new price")["approval"]
    assert ("approved", "seat:desk", "new price") == (
        done["status"],
        done["resolved_by"],
        done["note"],
    )
    assert not desk.ask(*resolve, "approved")["changed"]
    assert 4 == desk.run(*resolve, "rejected").status
    (told,) = ops.ask("bus", "inbox")["messages"]
    assert ("high", True) == (told["priority"], "new price" in told["text"])
    assert "completed" == ops.ask("bus", "task", "complete", task)["task"]["status"]
    assert "approval_created" in events(ops, "ops")
    assert "approval_resolved" in events(ops, "desk")


def test_seat_cannot_approve_its_own_work(ops: Shell, desk: Shell) -> None:
    """Also when another seat asks for it, or is named as the one that asks."""
    task = task_of(ops, "send the offer", "--needs-approval")["id"]
    ask = ("bus", "approval", "request", TEXT, "--task", task)
    early = ops.ask(*ask, "--seat", "desk")["approval"]["id"]
    ops.ask("bus", "approval", "resolve", early, "approved")  # Nobody does it yet.
    ops.ask("bus", "task", "claim", task)
    assert 4 == ops.run("bus", "task", "complete", task).status
    later = ops.ask(*ask, "--seat", "desk")["approval"]["id"]
    refused = ops.run("bus", "approval", "resolve", later, "approved", status=7)
    assert f"{task} is the work of ops" in refused.err
    make_seat(ops.at(ops.home), "third").ask("bus", "approval", "resolve", later, "approved")
    assert "completed" == ops.ask("bus", "task", "complete", task)["task"]["status"]


def test_person_at_a_terminal_decides_for_any_seat(ops: Shell) -> None:
    """Also in the folder of the seat that asked; within an agent's session it is the agent."""
    name = ops.ask("bus", "approval", "request", TEXT)["approval"]["id"]
    words = ("bus", "approval", "resolve", name, "approved")
    with pytest.raises(AssertionError):
        typed(ops.having(CLAUDECODE="1"), *words)
    assert "pending" == ops.ask("bus", "approval", "show", name)["approval"]["status"]
    assert "approved" in typed(ops, *words)
    shown = ops.ask("bus", "approval", "show", name)["approval"]
    assert re.fullmatch(r"person:\w[\w.-]*", shown["resolved_by"])


def test_secret_reaches_no_file_of_the_bus(ops: Shell, desk: Shell) -> None:
    """Doctor D12: a key is taken out of every text before it is written."""
    del desk
    key = "sk-ant-api03-" + "a1B2c3D4e5F6g7H8i9J0" * 4
    ops.ask("bus", "send", "desk", f"key {key}")
    name = task_of(ops, f"t {key}", "--description", f"d {key}", "--project", f"p {key}")["id"]
    ops.ask("bus", "task", "update", name, "--note", f"n {key}")
    ops.ask("bus", "task", "complete", name, "--result", f"r {key}", "--output", f"l={key}x")
    ops.ask("bus", "approval", "request", f"a {key}", "--description", f"d {key}")
    ops.ask("bus", "remind", "in 2h", f"r {key}")
    files = [path for path in (ops.home / ".cortex").rglob("*") if path.is_file()]
    assert not [path for path in files if key.encode() in path.read_bytes()]


def test_home_of_the_bus_is_for_its_owner_alone(ops: Shell, desk: Shell) -> None:
    """Folders 0700, files 0600, whatever the umask says."""
    del desk
    ops.ask("bus", "send", "desk", TEXT)
    task_of(ops, TEXT)
    everything = [*(ops.home / ".cortex/bus").rglob("*"), *(home(ops, "desk") / "bus").rglob("*")]
    assert len(everything) > 5
    assert {0o700, 0o600} == {path.stat().st_mode & 0o777 for path in everything}


def test_writer_that_is_killed_locks_nobody_out(ops: Shell, desk: Shell) -> None:
    """Whoever holds the turn and dies gives it back."""
    program = (
        "import sys, time\nfrom cortex.stores.files.seat_files import SeatFolder\n"
        "folder = SeatFolder(sys.argv[1])\nwith folder.turn():\n    print('held', flush=True)\n"
        "    time.sleep(60)\n"
    )
    task_of(ops, TEXT)
    folder = str(ops.home / ".cortex/bus")
    with subprocess.Popen(
        [sys.executable, "-c", program, folder], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert b"held\n" == holder.stdout.readline()
        holder.send_signal(signal.SIGKILL)
    assert 2 == len([task_of(desk, TEXT), *ops.ask("bus", "task", "list")["tasks"]]) - 1


def test_cortextos_serves_the_bus_and_nothing_else(ops: Shell) -> None:
    """The other name gives the same answer, and says kindly what anything else is called."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    module, _, function = scripts["cortextos"].partition(":")
    program = f"import sys; from {module} import {function}; sys.exit({function}())"

    def run(*words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-c", program, *words],
            capture_output=True,
            check=False,
            cwd=ops.folder,
            env=ops.environment,
            timeout=60,
        )

    ops.ask("bus", "remind", "in 2h", TEXT)
    same = run("bus", "reminders", "--json")
    assert json.loads(same.stdout)["data"] == ops.ask("bus", "reminders")
    for words in ((), ("--help",)):
        assert (0, True) == (run(*words).returncode, b"cortextos bus" in run(*words).stdout)
    other = run("query", "gateway", "--json")
    assert 2 == other.returncode
    assert "try `cortex query`" == json.loads(other.stdout)["error"]["remedy"]
    assert b"cortex query" in run("query").stderr


def test_answer_is_told_once_whoever_decides_at_the_same_time(ops: Shell, desk: Shell) -> None:
    """Seats that say the same at once, before this machine ever signed a message."""
    names = ("w0", "w1", "w2")
    for name in names:
        make_seat(ops.at(ops.home), name)
    asked = ops.ask("bus", "approval", "request", TEXT)["approval"]["id"]
    started = [
        subprocess.Popen(
            [CORTEX, "bus", "approval", "resolve", asked, "approved", "--seat", name],
            cwd=desk.folder,
            env=desk.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for name in names
    ]
    assert [0, 0, 0] == [process.wait(timeout=60) for process in started]
    assert 1 == len(ops.ask("bus", "inbox")["messages"])


def test_answer_whose_writer_died_is_warned_of_and_told_again(ops: Shell, desk: Shell) -> None:
    """Doctor D10: decided and not told is a warning; the same decision again ends it."""
    asked = ops.ask("bus", "approval", "request", TEXT)["approval"]["id"]
    path = ops.home / f".cortex/bus/approvals/pending/{asked}.json"
    said = {"status": "approved", "resolved_by": "seat:desk", "resolved_at": "2026-01-01T00:00:00Z"}
    path.write_text(json.dumps({**json.loads(path.read_text()), **said}))
    found = row(ops, "D10.approvals")
    assert ("warn", True) == (found["level"], "decided, and not told" in found["evidence"])
    assert not desk.ask("bus", "approval", "resolve", asked, "approved")["changed"]
    assert "pass" == row(ops, "D10.approvals")["level"]
    assert [True] == ["is approved" in one["text"] for one in ops.ask("bus", "inbox")["messages"]]


def test_file_of_the_bus_is_named_as_it_is_found(ops: Shell) -> None:
    """A refusal says where in the Cortex home the file lies."""
    name = task_of(ops, TEXT)["id"]
    path = ops.home / f".cortex/bus/tasks/audit/{name}.jsonl"
    path.rename(path.with_name("away"))
    path.symlink_to("away")
    assert f"bus/tasks/audit/{name}.jsonl" in ops.run("bus", "task", "show", name, status=1).err
