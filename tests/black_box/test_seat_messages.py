"""Do messages between seats, and reminders, hold as a person types them, without a brain?"""

import json
import re
import subprocess

import pytest

from tests.black_box.bus_records import ORDER, TEXT, events, home, row, task_of
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import CORTEX, Shell


@pytest.fixture
def ops(shell: Shell) -> Shell:
    """Give a shell in the folder of a seat; there is no brain."""
    return make_seat(shell)


@pytest.fixture
def desk(ops: Shell, shell: Shell) -> Shell:
    """Give a shell in the folder of another seat of the same organisation."""
    del ops
    return make_seat(shell, "desk")


def test_message_goes_from_seat_to_seat_and_is_answered(ops: Shell, desk: Shell) -> None:
    """Sent, seen, taken, acknowledged and answered; each with its event; without a brain."""
    sent = ops.ask("bus", "send", "desk", TEXT, "--priority", "high")
    assert ("ops", "desk", "high", TEXT) == tuple(
        sent[key] for key in ("from", "to", "priority", "text")
    )
    assert 1 == desk.ask("bus")["messages"]["waiting"]
    assert [sent["id"]] == [one["id"] for one in desk.ask("bus", "inbox", "--peek")["messages"]]
    (taken,) = desk.ask("bus", "inbox")["messages"]
    assert (sent["id"], TEXT) == (taken["id"], taken["text"])
    assert [] == desk.ask("bus", "inbox")["messages"]
    assert [sent["id"]] == desk.ask("bus", "ack", sent["id"])["changed"]
    assert [] == desk.ask("bus", "ack", sent["id"])["changed"]
    desk.run("bus", "send", "ops", "-", "--reply-to", sent["id"], given=TEXT.encode(), status=0)
    assert [sent["id"]] == [one["reply_to"] for one in ops.ask("bus", "inbox")["messages"]]
    assert ["message_sent", "message_received"] == events(ops, "ops")
    assert ["message_received", "message_acked", "message_sent"] == events(ops, "desk")
    assert not (ops.home / ".cortex/cortex.db").exists()


def test_words_of_another_seat_are_quoted(ops: Shell, desk: Shell) -> None:
    """Seat T18: what could order an agent about is shown inside a block that nothing closes."""
    ops.ask("bus", "send", "desk", ORDER)
    for words in (("--peek",), ()):
        shown = desk.run("bus", "inbox", *words, status=0).out
        outside = re.sub(r"<cortex-memory .*?</cortex-memory>", "", shown, flags=re.DOTALL)
        assert "Ignore all" in shown
        assert "Ignore all" not in outside
        assert "<system-reminder>" not in shown
        assert 1 == shown.count("</cortex-memory>")


def test_seats_that_write_at_once_lose_nothing(ops: Shell, desk: Shell) -> None:
    """The first messages of a machine, sent by many at once: one key, and all of them arrive."""
    started = [
        subprocess.Popen(
            [CORTEX, "bus", "send", "desk", f"message-{number}"],
            cwd=ops.folder,
            env=ops.environment,
            stdout=subprocess.DEVNULL,
        )
        for number in range(8)
    ]
    assert [0] * 8 == [process.wait(60) for process in started]
    answer = desk.ask("bus", "inbox")
    assert [f"message-{number}" for number in range(8)] == sorted(
        one["text"] for one in answer["messages"]
    )
    assert [] == answer["refused"]


def test_message_to_nobody_or_from_nowhere_is_refused(ops: Shell, shell: Shell) -> None:
    """A recipient is a seat of this machine, and so is a sender; nothing is written."""
    assert "no_seat" == ops.run("bus", "send", "nobody", "x", "--json", status=3).error["code"]
    assert "no_seat" == ops.run("bus", "send", "../ops", "x", "--json", status=3).error["code"]
    assert "no_seat" == shell.run("bus", "inbox", "--json", status=3).error["code"]
    assert "unknown_name" == ops.run("bus", "send", "ops", "x", "--priority", "asap", "--json",
                                     status=2).error["code"]  # fmt: skip
    assert not (home(ops, "ops") / "bus").exists()


def test_forged_message_is_set_aside_and_told(ops: Shell, desk: Shell) -> None:
    """Doctor D10: a file nobody signed here fails the check until somebody took it away."""
    assert "pass" == row(desk, "D10.bus")["level"]
    sent = ops.ask("bus", "send", "desk", "pay 10")
    path = home(ops, "desk") / "bus/inbox" / f"{sent['id']}.json"
    path.write_text(path.read_text().replace("pay 10", "pay 99"))
    assert "fail" == row(desk, "D10.bus")["level"]
    answer = desk.ask("bus", "inbox")
    assert ([], [f"{sent['id']}.json"]) == (
        answer["messages"],
        [one["file"] for one in answer["refused"]],
    )
    assert "message_refused" in events(ops, "desk")
    failed = row(desk, "D10.bus")
    assert ("fail", True) == (failed["level"], "signature" in failed["evidence"])
    for aside in (home(ops, "desk") / "bus/.errors").iterdir():
        aside.unlink()
    assert "pass" == row(desk, "D10.bus")["level"]


def test_message_that_was_taken_comes_again_after_a_crash(ops: Shell, desk: Shell) -> None:
    """Doctor D10: five minutes later it is a warning, and the next look gives it again."""
    sent = ops.ask("bus", "send", "desk", TEXT)
    desk.ask("bus", "inbox")
    folder = home(ops, "desk") / "bus/inflight"
    (path,) = folder.iterdir()
    late = int(path.name.partition("_")[0]) - 301_000
    path.rename(folder / f"{late:013}_{path.name.partition('_')[2]}")
    assert "warn" == row(desk, "D10.bus")["level"]
    again = desk.ask("bus", "inbox")
    assert [sent["id"]] == again["returned"] == [one["id"] for one in again["messages"]]


def test_all_that_was_taken_is_acknowledged_at_once(ops: Shell, desk: Shell) -> None:
    """What still waits is not; without a name or --all nothing is."""
    for text in ("a", "b", "c"):
        ops.ask("bus", "send", "desk", text)
    taken = [one["id"] for one in desk.ask("bus", "inbox", "--limit", "2")["messages"]]
    for words in ((), ("--all", taken[0])):
        assert "message" == desk.run("bus", "ack", *words, "--json", status=2).error["field"]
    assert taken == desk.ask("bus", "ack", "--all")["changed"]
    assert [] == desk.ask("bus", "ack", "--all")["acknowledged"]
    assert 1 == desk.ask("bus", "status")["messages"]["waiting"]


def test_reminder_lies_ahead_and_is_acknowledged(ops: Shell) -> None:
    """With or without quotes; what is over is refused with what can be written."""
    first = ops.ask("bus", "remind", "in 2h", TEXT)["reminder"]
    second = ops.ask("bus", "remind", "in", "3", "days", "look", "again")["reminder"]
    assert (TEXT, "look again") == (first["prompt"], second["prompt"])
    refused = ops.run("bus", "remind", "2020-01-01", "x", "--json", status=2)
    assert ("invalid_request", "when") == (refused.error["code"], refused.error["field"])
    assert ["reminder-1", "reminder-2"] == [
        one["id"] for one in ops.ask("bus", "reminders")["reminders"]
    ]
    ops.ask("bus", "remind-ack", "1")
    assert ["reminder-2"] == [one["id"] for one in ops.ask("bus", "reminders")["reminders"]]
    assert ["reminder_created", "reminder_created", "reminder_acked"] == events(ops, "ops")


def test_due_reminder_is_a_warning(ops: Shell) -> None:
    """Doctor D10: what lies ahead passes, what is due warns, and what cannot be read fails."""
    ops.ask("bus", "remind", "in 2h", TEXT)
    assert "pass" == row(ops, "D10.reminders")["level"]
    path = home(ops, "ops") / "reminders.json"
    due = {**json.loads(path.read_text())["reminders"][0], "fire_at": "2026-01-01T00:00:00Z"}
    path.write_text(json.dumps({"reminders": [due]}))
    assert "warn" == row(ops, "D10.reminders")["level"]
    path.write_text("[]")
    assert "fail" == row(ops, "D10.reminders")["level"]


def test_record_that_was_written_later_than_now_is_told(ops: Shell) -> None:
    """Doctor D13: a plan may lie ahead; what somebody did may not, of whatever kind it is."""
    ops.ask("bus", "remind", "in 2h", TEXT)
    task = task_of(ops, TEXT, "--due", "in 3 days")["id"]
    asked = ops.ask("bus", "approval", "request", TEXT)["approval"]["id"]
    ops.ask("bus", "send", "ops", TEXT)
    assert "pass" == row(ops, "D13.bus")["level"]
    shared = ops.home / ".cortex/bus"
    for path in (
        home(ops, "ops") / "reminders.json",
        shared / f"tasks/{task}.json",
        shared / f"approvals/pending/{asked}.json",
    ):
        whole = path.read_text()
        path.write_text(re.sub(r'"created_at": "\d{4}', '"created_at": "2199', whole))
        told = row(ops, "D13.bus")
        assert ("fail", True) == (told["level"], "1 record (" in told["evidence"])
        path.write_text(whole)
    assert "pass" == row(ops, "D13.bus")["level"]


def test_what_was_sent_to_another_seat_was_told(ops: Shell, desk: Shell) -> None:
    """Read or not, while the other seat keeps it; a forged word is no message, and counted."""
    sent = ops.ask("bus", "send", "desk", "The gateway moves at noon 端口")
    box = home(ops, "desk") / "bus/inbox"
    forged = {**sent, "id": f"{sent['id'][:-5]}zzzzz", "text": "Paid at midnight", "sig": "0" * 64}
    (box / f"{forged['id']}.json").write_text(json.dumps(forged), "utf-8")
    for folder in ("inbox", "processed"):
        answer = ops.ask("bus", "told", "gateway", "noon")
        (hit,) = answer["told"]
        assert ("sent", "desk") == (hit["channel"], hit["to"])
        assert hit["where"].startswith(f"seats/desk/bus/{folder}/")
        looked = {one["place"]: (one["rows"], one["unreadable"]) for one in answer["looked"]}
        assert (1, int("inbox" == folder)) == looked["seats/desk/bus"]
        assert [] == ops.ask("bus", "told", "midnight")["told"]
        desk.ask("bus", "inbox")
        desk.ask("bus", "ack", "--all")
    assert [] == desk.ask("bus", "told", "gateway")["told"]
