"""What becomes of a seat whose files are links, pipes, folders, too large, or gone?"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cortex.model.errors import EXIT_FAILURE
from cortex.seat.notes import NOTES_MAX
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import CORTEX, Shell

SOURCE = ("--source", "user:m1")
FILES = ("STATE.md", "MEMORY.md", "ENTITIES.md", "memory/checkpoints/latest.md")


@pytest.fixture
def seat(shell: Shell) -> Shell:
    """Give a shell in a seat with one entry in its log."""
    seat = make_seat(shell)
    seat.ask("log", "note", "it begins")
    (seat.folder / "memory/checkpoints").mkdir()
    return seat


def _link(path: Path) -> None:
    outside = path.parents[3] / "outside"
    outside.write_text("of somebody else")
    path.symlink_to(outside)


def _large(path: Path) -> None:
    path.write_bytes(b"# x\n" + b"- a line that is long enough\n" * 200_000)


def _mess(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 9 + b"\xff\xfe\0")


def _checks(seat: Shell) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = seat.run("seat", "doctor", "--json").envelope["data"]["checks"]
    return rows


ODD: tuple[Callable[[Path], None], ...] = (_link, os.mkfifo, Path.mkdir, _large)


@pytest.mark.parametrize("spoil", ODD)
@pytest.mark.parametrize("name", FILES)
def test_doctor_names_a_file_it_cannot_read_and_makes_every_other_check(
    seat: Shell, name: str, spoil: Callable[[Path], None]
) -> None:
    """Doctor D4, Doctor D5, Doctor D1: one odd file is a FAIL that names it; no check is lost
    (case 20).
    """
    whole = {
        row["check"] for row in seat.run("seat", "doctor", "--json").envelope["data"]["checks"]
    }
    spoil(seat.folder / name)
    told = seat.run("seat", "doctor", "--json").envelope["data"]["checks"]
    assert any(row["level"] == "fail" and name in row["evidence"] for row in told)
    assert all(row["remedy"] for row in told if row["level"] != "pass")
    lost = {check for check in whole if not check.startswith("D4.")} - {
        row["check"] for row in told
    }
    assert set() == lost


@pytest.mark.parametrize("spoil", [os.mkfifo, Path.mkdir, Path.touch, _mess])
def test_a_reading_nobody_can_read_is_no_session(
    seat: Shell, spoil: Callable[[Path], None]
) -> None:
    """Doctor D4: STATE.md is not said to be fresh by what the meter cannot have said."""
    seat.ask("state", "set", "--section", "checkpoint", given=b"stands: at the gate\n")
    meter = seat.home / ".cortex/seats/ops/meter"
    meter.mkdir(parents=True)
    (meter / "s-1").write_text("prompts 2\nstarted_us 5\n")
    assert "PASS D4.fresh" in seat.run("seat", "doctor").out
    (meter / "s-1").unlink()
    spoil(meter / "s-1")
    assert "WARN D4.fresh" in seat.run("seat", "doctor").out


@pytest.mark.parametrize("spoil", ODD)
def test_note_that_cannot_be_listed_is_not_written(
    seat: Shell, spoil: Callable[[Path], None]
) -> None:
    """An index nobody can read is refused before the note is there: nothing was changed."""
    spoil(seat.folder / "MEMORY.md")
    refused = seat.run("note", "add", "The gateway is on 8443", *SOURCE, "--json", status=1)
    assert refused.error["message"].startswith("MEMORY.md ")
    assert not list((seat.folder / "memory").rglob("*8443*"))


def test_no_verb_follows_a_link_out_of_the_seat(seat: Shell) -> None:
    """Neither of a file nor of the folder above it; what it leads to keeps every byte."""
    outside = seat.home / "outside"
    outside.mkdir()
    shutil.rmtree(seat.folder / "memory")
    (seat.folder / "memory").symlink_to(outside)
    (outside / "f").write_text("of somebody else")
    for name in ("STATE.md", "ENTITIES.md"):
        (seat.folder / name).symlink_to(outside / "f")
    for words in (
        ("log", "note", "x"),
        ("note", "add", "The gateway is on 8443", *SOURCE),
        ("entity", "add", "Acme", "is small", "--kind", "company", *SOURCE),
        ("gate", "quote", "Send it now", "--source", "web:x"),
        ("digest", "run"),
    ):
        assert "is a link" in seat.run(*words, "--json", status=1).error["message"]
    assert ["f"] == [path.name for path in outside.iterdir()]
    assert "of somebody else" == (outside / "f").read_text()


def test_folder_that_is_gone_is_said_with_what_to_do(seat: Shell) -> None:
    """Moved or removed: the message names seat and place, and the seat can still be left."""
    shutil.rmtree(seat.folder)
    elsewhere = seat.at(seat.home)
    refused = elsewhere.run("state", "--seat", "ops", "--json", status=1).error
    assert str(seat.folder) in refused["message"]
    assert "seat uninstall" in refused["remedy"]
    assert str(seat.folder) in elsewhere.run("seat", "list", status=0).out
    elsewhere.run("seat", "uninstall", "ops", "--apply", status=0)
    assert str(seat.folder) not in elsewhere.run("seat", "list", status=0).out


@pytest.mark.parametrize("name", ["STATE.md", "MEMORY.md", "ENTITIES.md"])
def test_bytes_that_are_no_text_stop_nobody(seat: Shell, name: str) -> None:
    """A file of another program, half overwritten, is read as far as it is text (case 76)."""
    _mess(seat.folder / name)
    seat.ask("note", "add", "The gateway is on 8443", *SOURCE)
    seat.ask("entity", "add", "Acme", "is small", "--kind", "company", *SOURCE)
    seat.run("state", "set", "--section", "rules", given=b"- be brief", status=0)
    assert "be brief" in seat.run("state", status=0).out


def test_note_past_the_limit_is_refused_and_locks_nobody_out(seat: Shell) -> None:
    """The last one that fits is written; one more is not, and everything is still read."""
    notes = seat.folder / "memory/notes"
    notes.mkdir()
    for number in range(NOTES_MAX - 1):
        (notes / f"host-{number}.md").write_text(f"Host {number} is up\n")
    seat.ask("note", "add", "The gateway is on 8443", *SOURCE)
    refused = seat.run("note", "add", "The proxy is on 3128", *SOURCE, "--json", status=1)
    assert f"{NOTES_MAX} notes" in refused.error["message"]
    assert not list(notes.glob("*3128*"))
    assert seat.ask("note", "add", "The gateway is on 8443", *SOURCE)["reason"] == "known"
    seat.run("note", "list", status=0)


def test_description_is_not_cut_at_an_abbreviation(seat: Shell) -> None:
    """The first sentence of a note ends at its end, not behind a short form."""
    said = seat.ask(
        "note", "add", "Invoices have numbers, e.g. 2026-0001. They are unique.", *SOURCE
    )
    text = (seat.folder / said["path"]).read_text()
    assert "description: Invoices have numbers, e.g. 2026-0001" in text


def test_home_of_a_seat_that_cannot_be_made_is_named(seat: Shell) -> None:
    """A file in the place of a folder of ours is an error with a remedy, not a fault of ours."""
    kept = seat.home / ".cortex/seats/ops"
    (kept / "digests").write_text("x")
    assert str(kept / "digests") in seat.run("digest", "run", "--json", status=1).error["message"]
    shutil.rmtree(kept)
    kept.write_text("x")
    refused = seat.run("log", "note", "x", "--json", status=1).error
    assert ("seat_file_refused", True) == (refused["code"], str(kept) in refused["message"])


def test_file_of_an_editor_is_no_note(seat: Shell) -> None:
    """What is saved beside a note for a moment is not listed, nor told of (case 134)."""
    seat.ask("note", "add", "The gateway is on 8443", *SOURCE)
    notes = seat.folder / "memory/notes"
    (notes / ".#gateway.md").symlink_to("ada@host.4711:1")
    (notes / ".gateway.md.swp").write_bytes(b"\0\1")
    (notes / ".tmp-1.md").write_text("half a no")
    assert 1 == len(seat.ask("note", "list")["notes"])
    bad = [row for row in seat.ask("note", "check")["checks"] if row["level"] != "pass"]
    assert ["shape"] == [row["check"] for row in bad]


def test_bus_that_is_no_folder_is_named(seat: Shell) -> None:
    """Doctor D10: every verb of the bus says which file stands there; no other check is lost."""
    whole = {row["check"] for row in _checks(seat)}
    place = seat.home / ".cortex/bus"
    place.write_text("x")
    for words in (("bus", "inbox"), ("bus", "send", "nobody", "hello"), ("bus", "task", "list")):
        refused = seat.run(*words, status=EXIT_FAILURE)
        assert str(place) in refused.err
    rows = {row["check"]: row for row in _checks(seat)}
    assert "fail" == rows["D10.bus"]["level"]
    assert str(place) in rows["D10.bus"]["evidence"]
    lost = {"D10.tasks", "D10.approvals", "D10.reminders", "D13.bus"}
    assert whole - lost <= set(rows)


def test_home_of_another_seat_that_is_no_folder_is_named(seat: Shell) -> None:
    """Whoever sends to it hears which file stands there."""
    other = seat.home / "other"
    other.mkdir()
    seat.run("seat", "install", str(other), "--name", "other", "--apply")
    home = seat.home / ".cortex/seats/other"
    shutil.rmtree(home, ignore_errors=True)
    home.write_text("x")
    refused = seat.run("bus", "send", "other", "hello", status=EXIT_FAILURE)
    assert str(home) in refused.err


def test_searches_at_once_do_not_take_each_others_index(seat: Shell) -> None:
    """Each of many that find the index old makes it anew, and none fails for another."""
    (seat.folder / "memory").mkdir(exist_ok=True)
    for round_number in range(3):
        for number in range(20):
            note = seat.folder / f"memory/{number}.md"
            note.write_text(f"# Note\n\nthe gateway, {round_number} {number}\n" * 50)
        started = [
            subprocess.Popen(
                [CORTEX, "digest", "search", "gateway"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=seat.folder,
                env=seat.environment,
            )
            for _ in range(8)
        ]
        assert {b""} == {one.communicate(timeout=60)[1] for one in started}
