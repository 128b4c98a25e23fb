"""Is nothing called absent that stands somewhere in a seat, in whatever place or form?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.black_box.ask_shell import asked, layer
from tests.black_box.seat_shell import make_seat
from tests.black_box.shell import Shell

FOUND = 4
UNPROVED = 1


@pytest.fixture
def ops(shell: Shell) -> Shell:
    """Give a shell in a seat that has a memory folder."""
    ops = make_seat(shell)
    ops.ask("log", "note", "The export job timed out twice")
    return ops


def status(shell: Shell, question: str) -> int:
    """Ask for absence and give the exit status; 0 is a certificate."""
    return shell.run("ask", question, "--absence").status


def write(shell: Shell, path: str, content: bytes | str) -> Path:
    """Write a file below the seat's folder."""
    place = shell.folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return place


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("memory/plan.txt", "the quandong depot"),
        ("memory/data.json", '{"depot": "quandong"}'),
        ("memory/utf16.md", "the quandong depot".encode("utf-16")),
        ("memory/notes/utf16.md", "the quandong depot".encode("utf-16")),
        ("memory/a/b/c/d/e/f/g/h/i/deep.txt", "the quandong depot"),
        ("memory/notes/plan.txt", "the quandong depot"),
        ("STATE.md", b"# STATE\n\n\xff\xfequandong is \x00q\x00u\x00a\x00n\x00d"),
    ],
)
def test_what_is_not_read_is_no_absence(ops: Shell, path: str, content: bytes | str) -> None:
    """Seat T15: files of other kinds, of other encodings and too deep are named, and nothing is
    certified."""
    assert 0 == status(ops, "quandong depot")
    write(ops, path, content)
    answer = ops.run("ask", "zanzibar quota", "--absence", status=UNPROVED)
    assert path[:20] in answer.out or "UTF-8" in answer.out


def test_a_link_into_another_folder_is_no_absence(ops: Shell, tmp_path: Path) -> None:
    """Seat T15: what stands behind a link is not followed, and so not called absent."""
    (tmp_path / "elsewhere").mkdir()
    (ops.folder / "memory" / "more").symlink_to(tmp_path / "elsewhere")
    assert UNPROVED == status(ops, "zanzibar quota")


@pytest.mark.parametrize(
    "path", ["memory/v1.2/x.md", "memory/a/b/c/d/e.md", "memory/UP.MD", "memory/notes/a/b.md"]
)
def test_folders_and_files_of_any_name_are_read(ops: Shell, path: str) -> None:
    """A dot in a folder's name, five folders deep and capitals in an ending hide nothing."""
    write(ops, path, "the quandong depot is in Ulm")
    assert FOUND == status(ops, "quandong depot")


def test_what_was_known_once_is_no_absence(ops: Shell) -> None:
    """Seat T15: former states and former notes stand in the way, with their place."""
    write(ops, "memory/state-history/2026-10-01T10:00:00Z.md", "- promised Quentin a refund\n")
    write(ops, "memory/more-notes.md", "- [n](notes/n.md) - the rollinia hook\n")
    write(ops, "memory/former-notes/old.md", "---\nname: old\n---\n\nthe ackee contract ended\n")
    for question, place in (
        ("refund Quentin", "state-history"),
        ("ackee contract", "former-notes"),
        ("rollinia", "more-notes"),
    ):
        answer = ops.run("ask", question, "--absence", status=FOUND)
        assert place in answer.out
    assert 0 == status(ops, "zanzibar quota")


def test_facts_that_do_not_hold_any_more_are_no_absence(ops: Shell) -> None:
    """Seat T15: what was replaced or has ended was known, and stands in the way."""
    about = ("--subject", "gateway", "--attribute", "place")
    ops.commit("The gateway is in Ulmhausen", *about)
    ops.commit("The gateway is in Bonnstadt", *about)
    ops.commit("The badge colour is chartreuse", "--valid-until", "2026-01-01T00:00:00Z")
    for question in ("Ulmhausen", "chartreuse"):
        assert FOUND == status(ops, question), question
    assert 0 == status(ops, "zanzibar quota")


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Die Übergabeprotokolle liegen bereit.", "Übergabeprotokoll"),
        ("Die Übergabeprotokolle liegen bereit.", "Wo sind die Protokolle?"),
        ("Поставщик задержал оплату.", "поставщики"),
        ("Поставщик задержал оплату.", "оплата"),
        ("Se pagó el alquiler.", "los alquileres"),
        ("The mangosteen-plan is late.", "mangosteenplan"),
    ],
)
def test_another_form_of_a_word_is_no_absence(ops: Shell, said: str, question: str) -> None:
    """Seat T15: inflected and compounded words stand in the way of a certificate."""
    write(ops, "memory/words.md", said)
    assert FOUND == status(ops, question)


def test_every_part_of_a_record_is_searched(ops: Shell) -> None:
    """Senders, the end of a long message, what a note is about, and archived tasks are found."""
    row = {"message_id": 1, "chat_id": 5, "from": 9, "from_name": "Mara Pulasan"}
    text = f"We buy it. {'so ' * 1_000}longan"
    ops.run("bus", "record-message", "--in", given=json.dumps({**row, "text": text}).encode())
    head = "---\nname: n\ndescription: d\nmetadata:\n  subject: langsat\n---\n\nbody\n"
    write(ops, "memory/notes/n.md", head)
    task = ops.ask("bus", "task", "add", "Ship the soursop box")["task"]["id"]
    ops.ask("bus", "task", "claim", task)
    ops.ask("bus", "task", "complete", task, "--result", "done")
    shared = ops.home / ".cortex" / "bus" / "tasks"
    (shared / "archive").mkdir(exist_ok=True)
    (shared / f"{task}.json").rename(shared / "archive" / f"{task}.json")
    (ops.home / ".cortex/seats/ops/events").rename(ops.home / "events")
    for question in ("pulasan", "longan", "langsat", "soursop box"):
        assert FOUND == status(ops, question), question


def test_rows_that_cannot_be_read_are_no_absence(ops: Shell) -> None:
    """Seat T15: a torn line of a message log and a broken task make a layer searched in part."""
    row = {"message_id": 1, "chat_id": 5, "from": 9, "text": "We buy it."}
    ops.run("bus", "record-message", "--in", given=json.dumps(row).encode())
    ops.ask("bus", "task", "add", "Ship the box")
    assert 0 == status(ops, "zanzibar quota")
    log = ops.home / ".cortex/seats/ops/logs/inbound-messages.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"message_id": 2, "text": "zanziba\n')
    assert UNPROVED == status(ops, "zanzibar quota")
    log.write_bytes(whole)
    [path] = (ops.home / ".cortex/bus/tasks").glob("task_*.json")
    path.write_text("zanzibar")
    assert UNPROVED == status(ops, "zanzibar quota")


def test_an_empty_section_is_no_answer(ops: Shell) -> None:
    """A heading of STATE.md that holds a word of the question says nothing above "none"."""
    write(ops, "STATE.md", "# STATE\n\n## The user's rules in their own words\n\n- none\n")
    assert [] == ops.ask("ask", "genip rule")["hits"]


def test_index_that_lies_is_caught(ops: Shell) -> None:
    """Seat T15: the controls go through the index of the memory folder; if it lost words, they
    are not found and nothing is certified.
    """
    asked(ops, "export job")
    index = ops.home / ".cortex" / "seats" / "ops" / "memory-index.json"
    index.write_text(index.read_text().replace('"export"', '"eksport"'))
    told = ops.run("ask", "zanzibar quota", "--absence", "--json", status=1).envelope["data"]
    assert ["log"] == told["absence"]["not_proved"]
    assert not layer(told, "log")["control_matched"]
    index.unlink()
    assert 0 == ops.run("ask", "zanzibar quota", "--absence").status


def test_absence_is_refused_when_something_is_there(ops: Shell) -> None:
    """Seat T15: a claim of absence that a hit speaks against exits 4 and shows the hit."""
    ops.ask("state", "set", "--section", "promises", given=b"- [open] refund Ada by Friday")
    told = ops.run("ask", "refund for Ada", "--absence", "--json", status=4)
    assert "refund Ada" in told.out
    assert "not_proved" in told.out
