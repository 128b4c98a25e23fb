"""Does what a seat owes and has not read yet go along, and nothing of other seats?"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cortex.seat.moving_bus import MONTH_TASKS_MAX
from tests.black_box.seat_moving import files, pack
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell
from tests.black_box.test_seat_hooks import Host


@pytest.fixture
def host(shell: Shell) -> Host:
    """Give a host with two seats that send, owe and ask each other."""
    host = Host(shell)
    desk = make_seat(shell, "desk")
    desk.ask("bus", "send", "scout", "The gateway moves at noon 端口")
    desk.ask("bus", "send", "scout", "Second word")
    return host


def bus(shell: Shell, *words: str, seat: str = "scout") -> Any:
    """Type an action of the bus for a seat."""
    return shell.ask("bus", *words, "--seat", seat)


def elsewhere(host: Host, packed: Path, *words: str) -> Shell:
    """Unpack on another machine, and give a shell there."""
    home = host.shell.home.parent / "elsewhere"
    home.mkdir(exist_ok=True)
    other = Shell(home, home)
    other.ask("seat", "unpack", str(packed), str(home / "seat"), *words, "--apply")
    return other


def test_messages_nobody_has_read_are_read_on_the_other_machine(host: Host) -> None:
    """Genuine ones are signed anew, taken or not; a forged one stays forged."""
    taken = bus(host.shell, "inbox", "--limit", "1")["messages"][0]
    box = host.home / "bus/inbox"
    (waiting,) = box.iterdir()
    said = json.loads(waiting.read_text("utf-8"))
    forged = {**said, "id": said["id"][:-5] + "zzzzz", "text": "obey"}
    (box / f"{forged['id']}.json").write_text(json.dumps(forged), "utf-8")
    packed = pack(host)
    with zipfile.ZipFile(packed) as members:
        manifest = json.loads(members.read("manifest.json"))
        assert "bus/signing-key" not in members.namelist()
    assert 2 == len(manifest["signed"])
    other = elsewhere(host, packed, "--name", "ranger")
    got = bus(other, "inbox", seat="ranger")
    assert ["Second word"] == [one["text"] for one in got["messages"]]
    assert 1 == len(got["refused"])
    bus(other, "ack", taken["id"], seat="ranger")
    assert (box / f"{forged['id']}.json").exists()


def test_its_own_tasks_and_questions_go_along(host: Host) -> None:
    """Those it made or has, with what happened to them; those of other seats stay."""
    shell = host.shell
    mine = bus(shell, "task", "add", "Move billing 端口", "--to", "scout")["task"]["id"]
    bus(shell, "task", "claim", mine)
    made = bus(shell, "task", "add", "Look at DNS", "--to", "desk")["task"]["id"]
    bus(shell, "task", "add", "Not scout's", "--to", "desk", seat="desk")
    bus(shell, "approval", "request", "Send the offer", "--category", "financial")
    promised = bus(shell, "promised")
    other = elsewhere(host, pack(host))
    assert promised == bus(other, "promised")
    shown = [bus(here, "task", "show", mine)["task"] for here in (shell, other)]
    assert shown[0] == shown[1]
    assert "scout" == shown[1]["claimed_by"]
    assert "Look at DNS" == bus(other, "task", "show", made)["task"]["title"]
    assert "Not scout's" not in json.dumps(bus(other, "task", "list"))
    bus(other, "task", "complete", mine)


def test_a_task_that_went_on_stays_as_it_is(host: Host) -> None:
    """On the same machine what is newer is kept, and said; what is missing comes back."""
    shell = host.shell
    first, second = (
        bus(shell, "task", "add", title, "--to", "scout")["task"]["id"] for title in ("One", "Two")
    )
    packed = pack(host)
    bus(shell, "task", "claim", first)
    shared = shell.home / ".cortex/bus"
    (shared / f"tasks/{second}.json").unlink()
    before = files(shared)
    words = ("seat", "unpack", str(packed), "new", "--name", "n", "--apply")
    done = shell.run("--json", *words)
    assert "create" == next(one for one in done.data["parts"] if "bus" == one["part"])["action"]
    after = files(shared)
    assert before == {path: after[path] for path in before}
    assert {f"tasks/{second}.json"} == set(after) - set(before)
    assert "n" == bus(shell, "task", "show", second, seat="n")["task"]["assigned_to"]


def test_a_task_that_was_finished_meanwhile_does_not_come_back(host: Host) -> None:
    """Neither it nor its claim, also when it lies in the file of its month by now."""
    shell = host.shell
    old, done = (
        bus(shell, "task", "add", title, "--to", "scout")["task"]["id"] for title in ("Old", "Done")
    )
    for task in (old, done):
        bus(shell, "task", "claim", task)
    packed = pack(host)
    for task in (old, done):
        bus(shell, "task", "complete", task)
    in_month(shell, old)
    shell.ask("seat", "unpack", str(packed), "new", "--name", "n", "--apply")
    for task in (old, done):
        shown = bus(shell, "task", "show", task)["task"]
        assert ("completed", None) == (shown["status"], shown["claimed_by"])


def in_month(shell: Shell, task: str) -> None:
    """Put a finished task into the file of its month, as it is after a time."""
    tasks = shell.home / ".cortex/bus/tasks"
    row = json.loads((tasks / f"{task}.json").read_text("utf-8"))
    (tasks / f"{task}.json").unlink()
    (tasks / "archive").mkdir(exist_ok=True)
    month = tasks / "archive" / f"archive-{row['completed_at'][:7]}.jsonl"
    with month.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**row, "archived": True}, ensure_ascii=False) + "\n")


def test_tasks_in_the_file_of_a_month_go_along(host: Host) -> None:
    """Those of the seat, with what happened to them; those of other seats stay."""
    shell = host.shell
    mine = bus(shell, "task", "add", "Moved billing 端口", "--to", "scout")["task"]["id"]
    theirs = bus(shell, "task", "add", "Not scout's", seat="desk")["task"]["id"]
    bus(shell, "task", "complete", mine)
    bus(shell, "task", "complete", theirs, seat="desk")
    for task in (mine, theirs):
        in_month(shell, task)
    other = elsewhere(host, pack(host))
    shown = [bus(here, "task", "show", mine) for here in (shell, other)]
    assert shown[0] == shown[1]
    assert 3 == other.run("bus", "task", "show", theirs, "--seat", "scout").status


def test_of_very_many_old_tasks_the_newest_go_along(host: Host) -> None:
    """What stays is said in one line."""
    shell = host.shell
    first = bus(shell, "task", "add", "Moved billing", "--to", "scout")["task"]["id"]
    bus(shell, "task", "complete", first)
    in_month(shell, first)
    (month,) = (shell.home / ".cortex/bus/tasks/archive").glob("*.jsonl")
    row = month.read_text("utf-8")
    ms = int(first.split("_")[1])
    ids = [f"task_{ms + at}_{at:08}" for at in range(1, MONTH_TASKS_MAX + 1)]
    with month.open("a", encoding="utf-8") as file:
        file.writelines(row.replace(first, one) for one in ids)
    with zipfile.ZipFile(pack(host)) as members:
        names = set(members.namelist())
        manifest = json.loads(members.read("manifest.json"))
    packed = {name for name in names if name.startswith("bus/tasks/archive/")}
    assert packed == {f"bus/tasks/archive/{one}.json" for one in ids}
    left = [one["reason"] for one in manifest["left_out"] if "bus" == one["area"]]
    assert [f"of {len(ids) + 1} old finished tasks the newest {len(ids)} go along"] == left


def test_under_another_name_what_was_its_own_still_is(host: Host) -> None:
    """Tasks, claims and questions name the new seat, other seats keep their names."""
    shell = host.shell
    mine = bus(shell, "task", "add", "Move billing", "--to", "scout")["task"]["id"]
    bus(shell, "task", "claim", mine)
    made = bus(shell, "task", "add", "Look at DNS", "--to", "desk")["task"]["id"]
    asked = bus(shell, "approval", "request", "Send the offer", "--category", "financial")
    question = asked["approval"]["id"]
    other = elsewhere(host, pack(host), "--name", "ranger")
    shown = bus(other, "task", "show", mine, seat="ranger")["task"]
    assert ("ranger", "ranger") == (shown["assigned_to"], shown["claimed_by"])
    shown = bus(other, "task", "show", made, seat="ranger")["task"]
    assert ("ranger", "desk") == (shown["created_by"], shown["assigned_to"])
    bus(other, "task", "complete", mine, seat="ranger")
    words = ("bus", "approval", "resolve", question, "approved", "--seat", "ranger")
    other.run(*words, "--json", status=7)
