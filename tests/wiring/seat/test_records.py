"""Do the doctor, a search and a question about what was told see a seat's records as they are?"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.seat.events import EventsRead
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import Seat
from cortex.ports.seat_files import SeatFiles
from cortex.seat.events import append_event, events_of
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.local_day import local_date, local_day
from cortex.stores.system.seats import write_seats
from cortex.wiring.seat import records
from cortex.wiring.seat.ledger import add, move
from cortex.wiring.seat.message_log import promises, record, was_told
from cortex.wiring.seat.opening import OpenSeat
from cortex.wiring.seat.record_lines import lines_of
from cortex.wiring.seat.records import (
    Asked,
    Old,
    check,
    checks_of,
    events,
    log_event,
    prune_records,
)
from cortex.wiring.settings import Settings, read_settings

NOW_US = 1_780_000_000_000_000
SAID = {
    "kind": "self_correction",
    "claim": "The invoice went out on Monday",
    "correction": "The invoice went out on Tuesday",
    "evidence": "mail:812",
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a machine with one seat."""
    root, home = tmp_path / "ops", tmp_path / "home"
    root.mkdir()
    write_seats(str(home), [Seat("ops", str(root), str(home / "seats" / "ops"), "acme")])
    return read_settings(str(home), None, {"HOME": str(tmp_path)})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give the folder in which Cortex keeps the seat's records."""
    return tmp_path / "home" / "seats" / "ops"


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stand eight hours behind UTC, seven in summer, where 2025-11-02 had an hour twice."""
    monkeypatch.setenv("TZ", "PST8PDT,M3.2.0,M11.1.0")  # Needs no zone database.
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def seen(settings: Settings, asked: Asked) -> tuple[list[str], int]:
    """Give the names of the events that are listed, and how many are left out."""
    listed = events(settings, "ops", asked)
    return [one.name for one in listed.events], listed.left_out


def row(settings: Settings, name: str) -> SeatCheck:
    """Give one check."""
    return {one.check: one for one in check(settings, "ops")}[name]


def test_a_ledger_by_the_rules_passes(settings: Settings) -> None:
    """Corrections that keep the schema, none of them twice, pass (Doctor D10)."""
    add(settings, "ops", SAID, "invoice-day")
    assert PASS == row(settings, "D10").level
    assert ["D10", "D10.events", "D10.messages"] == [one.check for one in check(settings, "ops")]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace(b"self_correction", b"somebody"),
        lambda line: line.replace(b'"evidence":"mail:812",', b""),
        lambda line: line + line,
        lambda line: line[:-30] + b"\n",
    ],
)
def test_a_ledger_row_that_breaks_a_rule_fails(
    settings: Settings, home: Path, spoil: object
) -> None:
    """A row of a bad shape, one that is there twice and a torn one are named (Doctor D10)."""
    add(settings, "ops", SAID, "invoice-day")
    path = next((home / "events").iterdir())
    assert callable(spoil)
    path.write_bytes(spoil(path.read_bytes()))
    found = row(settings, "D10")
    assert (FAIL, True) == (found.level, f"events/{path.name}:" in found.evidence)
    assert found.remedy


def test_records_that_cannot_be_read_fail(settings: Settings, home: Path) -> None:
    """What could not be looked at is no pass (Doctor D10)."""
    add(settings, "ops", SAID, "invoice-day")
    path = next((home / "events").iterdir())
    path.unlink()
    path.symlink_to("/dev/null")
    assert [FAIL, FAIL, PASS] == [one.level for one in check(settings, "ops")]


def test_a_torn_line_of_events_or_messages_warns(settings: Settings, home: Path) -> None:
    """A line nobody can read is told with its place, and stays (Doctor D10)."""
    log_event(settings, "ops", ("metric", "x_mails", "info"), {"count": 1})
    record(settings, "ops", "out", {"message_id": 1, "chat_id": 2, "text": "sent"})
    for path in (next((home / "events").iterdir()), home / "logs" / "outbound-messages.jsonl"):
        path.write_bytes(path.read_bytes() + b'{"torn')
    assert [PASS, WARN, WARN] == [one.level for one in check(settings, "ops")]


def test_a_correction_nobody_delivers_warns_after_a_day(settings: Settings, home: Path) -> None:
    """What is owed is told until somebody says where it was told (Doctor D10)."""
    add(settings, "ops", SAID, "invoice-day")
    now_us = time.time_ns() // 1_000
    with_seat = Seat("ops", "", "", "acme")
    kept = SeatFolder(str(home))
    later = OpenSeat(with_seat, kept, kept, now_us + DAY_US + SECOND_US)
    assert WARN == {one.check: one.level for one in checks_of(later)}["D10.owed"]
    move(settings, "ops", "invoice-day", "delivered", "mail:815")
    assert "D10.owed" not in {one.check for one in checks_of(later)}
    kept.close()


def test_what_was_told_is_found_wherever_it_was_said(
    settings: Settings, home: Path, tmp_path: Path
) -> None:
    """Sent messages, live notes and raw records are looked through, and said to be."""
    sent = {"message_id": 1, "chat_id": 2, "text": "The invoice is out since Tuesday."}
    record(settings, "ops", "out", sent)
    record(settings, "ops", "in", {**sent, "from": 9, "text": "Is the invoice out since Tuesday?"})
    live = [
        {"speaker": "user", "text": "invoice out on Tuesday?", "at_us": NOW_US},
        {"speaker": "agent", "text": "Yes, the invoice is out; Tuesday.", "at_us": NOW_US},
    ]
    lines = [json.dumps(one) for one in live]
    (home / "live.jsonl").write_text("\n".join(lines) + "\n{torn\n", encoding="utf-8")
    folder = tmp_path / "ops" / "memory" / "checkpoints"
    folder.mkdir(parents=True)
    body = "### user\ninvoice?\n### agent 2026-05-01T00:00:00Z\nThe invoice goes out on Tuesday."
    (folder / "2026-05-28T20-26-40Z.md").write_text(f"# Checkpoint\n\n{body}\n", encoding="utf-8")
    answer = was_told(settings, "ops", "invoice out tuesday", 10)
    assert {"logs/outbound-messages.jsonl:1", "live.jsonl:2"} < {one.where for one in answer.found}
    assert 3 == len(answer.found)
    places = {one.place: (one.rows, one.bad) for one in answer.looked}
    assert (1, 1) == places["live.jsonl"]
    assert {"logs/outbound-messages.jsonl", "live.jsonl", "memory/checkpoints"} == set(places)


def test_nothing_found_says_what_was_looked_through(settings: Settings) -> None:
    """An empty answer is no proof, and says how little there was to look at."""
    assert ((), ()) == was_told(settings, "ops", "invoice", 10)[::3]
    record(settings, "ops", "out", {"message_id": 1, "chat_id": 2, "text": "Hello"})
    answer = was_told(settings, "ops", "invoice", 10)
    assert ((), 1) == (answer.found, answer.looked[0].rows)
    with pytest.raises(InvalidRequest):
        was_told(settings, "ops", "  ", 10)


def test_promises_are_told_with_what_is_due_first(settings: Settings, tmp_path: Path) -> None:
    """Open promises of STATE.md stand in the order they are due, the others behind them."""
    state = (
        "# STATE\n\n## Promises to the user\n\n- [open] call Mara\n- [done] send it\n"
        "- [open] report (made 2026-01-01, due 2026-03-01)\n- [open] books (due 2026-02-01)\n"
    )
    (tmp_path / "ops" / "STATE.md").write_text(state, encoding="utf-8")
    found, now_us = promises(settings, "ops")
    assert ["books", "report", "call"] == [one.text.split()[0] for one in found]
    assert [True, True, False] == [one.due_us is not None and one.due_us < now_us for one in found]


@pytest.mark.usefixtures("zone")
def test_a_local_evening_is_one_day(settings: Settings, home: Path) -> None:
    """With the local zone a day has what two UTC files hold of it, and nothing of the next."""
    home.mkdir(parents=True)
    kept = SeatFolder(str(home))
    first = 1_780_036_200 * SECOND_US  # 2026-05-29T06:30Z: half past eleven of the evening before.
    for number, at_us in enumerate((first - 8 * 3_600 * SECOND_US, first, first + DAY_US // 24)):
        said = {"number": number}
        append_event(kept, Seat("ops", "", ""), at_us, "metric", "x_at", "info", said)
    kept.close()
    local = events(settings, "ops", Asked("2026-05-28", is_local=True)).events
    plain = events(settings, "ops", Asked("2026-05-28")).events
    assert [[0, 1], [0]] == [[one.metadata["number"] for one in found] for found in (local, plain)]


@pytest.mark.usefixtures("zone")
def test_a_day_with_an_hour_twice_has_25_hours() -> None:
    """The zone's own calendar decides how long a day is."""
    begins, ends = local_day(2025, 11, 2)
    assert 25 * 3_600 * SECOND_US == ends - begins
    assert (2025, 11, 2) == local_date(begins) == local_date(ends - SECOND_US)


def test_older_days_are_counted_and_not_read(
    settings: Settings, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the log is, the newest events cost what their own days cost."""
    (home / "events").mkdir(parents=True)
    for day in ("2026-05-25", "2026-05-26", "2026-05-27"):
        for name in ("x_a", "x_b"):
            row = {"id": f"{day}{name}", "agent": "ops", "org": "acme", "category": "metric"}
            row |= {"timestamp": f"{day}T10:00:00Z", "event": name, "severity": "info"}
            line = json.dumps({**row, "metadata": {}}, separators=(",", ":"))
            with (home / f"events/{day}.jsonl").open("a") as file:
                file.write(line + "\n")
    whole, named = Asked(limit=1), Asked(name="x_a", limit=2)
    assert (["x_b"], 5) == seen(settings, whole)
    assert (["x_a", "x_a"], 1) == seen(settings, named)
    read: list[str] = []
    real = events_of

    def noted(kept: SeatFiles, day: str) -> EventsRead:
        read.append(day)
        return real(kept, day)

    monkeypatch.setattr(records, "events_of", noted)
    seen(settings, whole)
    assert ["2026-05-27"] == read


@pytest.mark.parametrize("day", ["2026-1-1", "2026-13-01", "tomorrow", "20260101", "2999-01-01"])
def test_pruning_needs_a_day_that_has_come(settings: Settings, day: str) -> None:
    """What is no day, or one ahead, is refused before anything is read."""
    with pytest.raises(InvalidRequest):
        prune_records(settings, "ops", Old(day), is_applied=True)


def test_a_search_gets_every_record_newest_first(settings: Settings, home: Path) -> None:
    """Events, corrections and messages are lines with a place, and words of others say so."""
    log_event(settings, "ops", ("metric", "x_mails", "info"), {"names": ["a", "b"]})
    add(settings, "ops", SAID, "invoice-day")
    at = {"timestamp": "2026-01-01T00:00:00Z"}
    record(settings, "ops", "in", {"message_id": 1, "chat_id": 2, "from": "m", "text": "Hi", **at})
    kept = SeatFolder(str(home))
    lines = list(lines_of(OpenSeat(Seat("ops", "", ""), kept, kept, NOW_US)))
    kept.close()
    assert 3 == len(lines)
    assert ("m: Hi", True) == (lines[-1].text, "words of others" in lines[-1].note)
    assert all(line.where for line in lines)
    instants = [line.at_us or 0 for line in lines]
    assert sorted(instants, reverse=True) == instants


def test_records_are_for_their_owner_alone(settings: Settings, home: Path) -> None:
    """Nobody else on this machine reads what was written and sent."""
    log_event(settings, "ops", ("metric", "x_mails", "info"), {})
    record(settings, "ops", "out", {"message_id": 1, "chat_id": 2, "text": "sent"})
    files = list(home.rglob("*.jsonl"))
    assert 2 == len(files)
    assert {0o600} == {path.stat().st_mode & 0o777 for path in files}
