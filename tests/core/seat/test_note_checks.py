"""Does each of the twelve checks find its fault, and pass without it?"""

from typing import Any

import pytest

from cortex.core.imports.dates import instant_us
from cortex.core.seat.note_checks import CHECKS, STALE_DAYS, Folder, check_notes
from cortex.core.seat.note_index import (
    AUTO_NOTES,
    LINES_BUDGET,
    LINES_FAIL,
    SEAT_NOTES,
    NotesPlace,
)
from cortex.core.seat.notes import Note, read_note
from cortex.model.durations import DAY_US
from cortex.model.seat_checks import FAIL, PASS, WARN

NOW_US = instant_us("2026-11-30T12:00:00Z") or 0
BODY = "The gateway listens on port 8443.\n\nWhy: 443 needs root.\n\nHow to apply: write 8443.\n"


def note(slug: str, body: str = BODY, **head: str) -> Note:
    """Give a note that is as it should be but for what is said."""
    fields = {"name": slug, "description": "about it", "type": "project", "modified": "2026-11-01"}
    fields |= head
    lines = [f"{name}: {value}" for name, value in fields.items() if value]
    return read_note(slug, "\n".join(["---", *lines, "---", body]))


def folder(*notes: Note, index: str | None = None, **parts: Any) -> Folder:
    """Give a folder whose index lists every note."""
    listed = "".join(f"- [{one.slug}]({one.slug}.md) — x\n" for one in notes)
    return Folder(AUTO_NOTES, listed if index is None else index, "", notes, frozenset(),
                  **parts)  # fmt: skip


def levels(of: Folder) -> dict[str, str]:
    """Give the checks that found something, with their level."""
    rows = check_notes(of, NOW_US)
    assert CHECKS == tuple(row.check for row in rows)
    assert all(bool(row.remedy) == (row.level != PASS) for row in rows)
    return {row.check: row.level for row in rows if row.level != PASS}


def test_good_folder_passes_every_check() -> None:
    """Doctor D5: nothing is found where nothing is wrong, and in an empty folder."""
    assert {} == levels(folder(note("port")))
    assert {} == levels(Folder(AUTO_NOTES, None, "", (), frozenset()))


def test_dangling_line_fails() -> None:
    """Seat T10, Doctor D5: a line of the index that leads nowhere is named."""
    one = folder(note("port"))._replace(absent=frozenset({"gone.md"}))
    row = next(row for row in check_notes(one, NOW_US) if row.check == "dangling")
    assert (FAIL, True) == (row.level, "gone.md" in row.evidence)


@pytest.mark.parametrize(
    ("place", "command"),
    [
        (SEAT_NOTES, "`cortex note index --apply`"),
        (AUTO_NOTES, "`cortex note index --auto --apply`"),
    ],
)
def test_remedy_names_the_command_for_these_notes(place: NotesPlace, command: str) -> None:
    """Doctor D5: Claude Code's own memory is put right by another command than the seat's notes."""
    one = Folder(place, "x\n" * (LINES_FAIL + 1), "", (), frozenset({"gone.md"}))
    found = {row.check: row.remedy or "" for row in check_notes(one, NOW_US)}
    assert command in found["dangling"]
    assert command in found["budget"]


def test_unlisted_note_fails() -> None:
    """Seat T10, Doctor D5: a note in no line of the index is named."""
    assert {"unlisted": FAIL} == levels(folder(note("port"), index="# Memory\n"))


def test_note_on_the_second_page_is_listed() -> None:
    """What the index leads to counts."""
    second = folder(note("port"), index=f"- [More]({AUTO_NOTES.more})\n")
    assert {} == levels(second._replace(more="- [port](port.md)\n"))


@pytest.mark.parametrize(
    ("lines", "level"),
    [(LINES_BUDGET, None), (LINES_BUDGET + 1, WARN), (LINES_FAIL, WARN), (LINES_FAIL + 1, FAIL)],
)
def test_index_over_budget(lines: int, level: str | None) -> None:
    """Seat T10: 140 lines pass, 141 warn, 181 fail."""
    found = levels(folder(index="x\n" * lines))
    assert ({"budget": level} if level else {}) == found


def test_index_over_the_hosts_bytes_fails() -> None:
    """Doctor D5: past 25 KB the host reads no further."""
    assert {"budget": FAIL} == levels(folder(index="x" * (25 * 1024 + 1)))


@pytest.mark.parametrize(
    "body",
    [
        "One thing.\n\nAnother thing.\n\nWhy: x\n\nHow to apply: y",
        "One thing, and also another.\n\nWhy: x\n\nHow to apply: y",
        "Eins und außerdem zwei.\n\nWhy: x\n\nHow to apply: y",
        "x" * 2_001 + "\n\nWhy: x\n\nHow to apply: y",
    ],
)
def test_note_of_several_facts_is_found(body: str) -> None:
    """Seat T10: two paragraphs, 'and also', or too much text."""
    assert {"multi-fact": WARN} == levels(folder(note("port", body)))


def test_doubled_line_warns_and_doubled_name_fails() -> None:
    """Two notes of one name cannot be told apart; two lines only cost room."""
    twice = "- [port](port.md)\n- [port](port.md)\n"
    assert {"duplicate": WARN} == levels(folder(note("port"), index=twice))
    same = folder(note("port"), note("other", BODY.replace("gateway", "mail"), name="port"))
    assert {"duplicate": FAIL, "name": WARN} == levels(same)


@pytest.mark.parametrize(
    ("head", "check"),
    [
        ({"name": "other"}, "name"),
        ({"type": ""}, "head"),
        ({"type": "gossip"}, "head"),
        ({"description": ""}, "head"),
    ],
)
def test_faulty_head_is_found(head: dict[str, str], check: str) -> None:
    """A name that is not the file's, and a head that says too little."""
    assert {check: WARN} == levels(folder(note("port", **head)))


def test_note_without_a_head_and_one_that_cannot_be_read_are_named() -> None:
    """A link in the place of a note is a failure, a plain text a warning."""
    plain = read_note("port", "The port is 8443.")
    assert {"head": WARN} == levels(folder(plain))
    assert {"head": FAIL} == levels(folder(unreadable=("x.md: is a link",)))


def test_missing_reason_and_use_are_found_where_they_belong() -> None:
    """Feedback and project notes say why and how; what a user is needs neither."""
    assert {"shape": WARN} == levels(folder(note("port", "Port 8443.")))
    assert {} == levels(folder(note("port", "Speaks German.", type="user")))
    bold = "Port.\n\n**Why:** x\n\n**How to apply:** y"
    assert {} == levels(folder(note("port", bold)))


def test_long_line_is_found() -> None:
    """160 characters pass, 161 do not."""
    line = "- [port](port.md) — "
    fits = line + "x" * (160 - len(line))
    assert {} == levels(folder(note("port"), index=fits))
    assert {"long-line": WARN} == levels(folder(note("port"), index=f"{fits}x"))


def test_broken_wikilink_is_found() -> None:
    """A link to no note and no noun; one in code is an example."""
    body = f"{BODY}\nSee [[nowhere]], [[port|here]], [[Acme]] and `[[code]]`."
    row = check_notes(folder(note("port", body), nouns=frozenset({"Acme"})), NOW_US)[9]
    assert ("wikilink", WARN, "port links to nowhere") == row[:3]


def test_stale_note_is_found_unless_it_was_recalled() -> None:
    """One day past the limit, and nobody asked for it."""
    old = note("port")._replace(modified_us=NOW_US - STALE_DAYS * DAY_US)
    assert {} == levels(folder(old))
    older = old._replace(modified_us=NOW_US - STALE_DAYS * DAY_US - 1)
    assert {"stale": WARN} == levels(folder(older))
    assert {} == levels(folder(older, recalled=frozenset({"port"})))


def test_notes_that_disagree_fail() -> None:
    """The same subject and predicate with another value, or a sentence with another value."""
    words = folder(note("port"), note("other", BODY.replace("8443", "9000")))
    assert {"conflict": FAIL} == levels(words)
    named = [note(slug, BODY.replace("The gateway", slug), subject="gw", predicate="port",
                  value=value) for slug, value in (("a", "1"), ("b", "2"))]  # fmt: skip
    assert {"conflict": FAIL} == levels(folder(*named))
    apart = folder(note("port"), note("mail", BODY.replace("gateway", "mail server")))
    assert {} == levels(apart)
