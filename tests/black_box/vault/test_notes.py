"""Which record is a Markdown file?"""

import os

import pytest

from tests.black_box.vault.desk import Desk

INTEGRITY = (4, "integrity_error")


def head(**fields: str) -> str:
    """Give a note with these fields and a body of one word."""
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\n{lines}---\nalpha"


def test_byte_order_mark_is_dropped(desk: Desk) -> None:
    """A mark before the head does not hide the head. Vault D1"""
    desk.put("KNOWLEDGE/a.md", b"\xef\xbb\xbf" + head(id="a").encode())
    assert "a" == desk.only()["id"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80"])
def test_what_is_no_utf8_is_at_fault(desk: Desk, content: bytes) -> None:
    """Broken, overlong and surrogate bytes are refused. Vault D2"""
    desk.put("KNOWLEDGE/a.md", content)
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize("character", ["\0", "\a", "\v", "\f", "\x7f", "\x85"])
def test_control_characters_are_at_fault(desk: Desk, character: str) -> None:
    """No text holds a control character but tab and line ends. Vault D3"""
    desk.put("KNOWLEDGE/a.md", f"a{character}b")
    assert INTEGRITY == desk.ask("status").refusal
    desk.put("KNOWLEDGE/a.md", "a\tb\r\nc\u2028d\u200de")
    assert 1 == desk.ask("status").data["canonical"]["records"]


def test_note_without_a_head(desk: Desk) -> None:
    """Everything has a default, made from the path. Vault D5"""
    (desk.root / "KNOWLEDGE").rmdir()
    desk.put("WORK/t.md", "alpha")
    assert {
        "id": "path:3d81482989146441",
        "type": "work",
        "title": "WORK/t.md",
        "created": "1970-01-01T00:00:00.000Z",
        "updated": "1970-01-01T00:00:00.000Z",
        "provenance": {"source": "canonical", "session": None, "path": "WORK/t.md"},
        "content": "alpha",
        "related": [],
        "valid_from": None,
        "valid_until": None,
    } == desk.only()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a", "path:eff112e5569df787"), ("é", "path:3921349aa4ac5400")],
)
def test_id_of_a_path(desk: Desk, name: str, expected: str) -> None:
    """The id is the first 16 digits of the digest of the path. Vault D6"""
    desk.put(f"KNOWLEDGE/{name}.md", "alpha")
    assert expected == desk.only()["id"]


def test_dates_fall_back(desk: Desk) -> None:
    """Created is date, then ts; updated is last_updated, then created. Vault D7"""
    desk.put("KNOWLEDGE/a.md", head(id="a", ts="2026-01-03", date="2026-01-02"))
    assert ("2026-01-02", "2026-01-02") == (desk.get("a")["created"], desk.get("a")["updated"])
    desk.put("KNOWLEDGE/a.md", head(id="a", ts="2026-01-03", last_updated="2026-01-04"))
    assert ("2026-01-03", "2026-01-04") == (desk.get("a")["created"], desk.get("a")["updated"])


def test_source_and_session(desk: Desk) -> None:
    """The kind of source wins over the source; a session is kept. Vault D9"""
    desk.put("KNOWLEDGE/a.md", head(id="a", source="s", source_kind="k", source_session="7"))
    assert {"source": "k", "session": "7", "path": "KNOWLEDGE/a.md"} == desk.get("a")["provenance"]


def test_one_quote_is_dropped_at_each_end(desk: Desk) -> None:
    """Quotes need not match and are not unescaped. Vault D10"""
    desk.put("KNOWLEDGE/a.md", head(id='"a"', created="'2026-01-01'", type='"x', title="it's"))
    found = desk.get("a")
    assert ("2026-01-01", "x", "it's") == (found["created"], found["type"], found["title"])


def test_empty_id_is_the_paths(desk: Desk) -> None:
    """An id that is nothing but quotes is none. Vault D11"""
    desk.put("KNOWLEDGE/a.md", head(id='""'))
    assert "path:eff112e5569df787" == desk.only()["id"]


def test_line_ends_of_windows(desk: Desk) -> None:
    """A head with CRLF is read. Vault D13"""
    desk.put("KNOWLEDGE/a.md", head(id="a", title="t").replace("\n", "\r\n"))
    assert ("a", "t") == (desk.only()["id"], desk.only()["title"])


def test_last_of_equal_keys_wins(desk: Desk) -> None:
    """A key given twice has its last value. Vault D14"""
    desk.put("KNOWLEDGE/a.md", "---\nid: b\nid: a\n---\n")
    assert "a" == desk.only()["id"]


def test_keys_start_a_line_and_have_no_hyphen(desk: Desk) -> None:
    """Indented keys and keys with a hyphen are none; the blank after a colon may be missing.

    Vault D15
    """
    desk.put("KNOWLEDGE/a.md", "---\nid:a\n  title: no\nsource-kind: no\n---\n")
    found = desk.get("a")
    assert ("KNOWLEDGE/a.md", "canonical") == (found["title"], found["provenance"]["source"])


def test_head_may_end_the_file(desk: Desk) -> None:
    """The closing line needs no line after it. Vault D17"""
    desk.put("KNOWLEDGE/a.md", "---\nid: a\n---")
    assert "a" == desk.only()["id"]


def test_head_must_close(desk: Desk) -> None:
    """An open head is no head; two lines of dashes do not make an empty one."""
    desk.put("KNOWLEDGE/a.md", "---\nid: a\n")
    assert "path:eff112e5569df787" == desk.only()["id"]
    desk.put("KNOWLEDGE/a.md", "---\n---\nid: q\n---\n")
    assert "q" == desk.only()["id"]


def test_content_is_the_whole_file(desk: Desk) -> None:
    """The head is part of the text, private spans are not. Vault D18"""
    desk.put("KNOWLEDGE/a.md", head(id="a") + " <private>x</private>!")
    assert head(id="a") + " !" == desk.get("a")["content"]


def test_related_are_the_slug_lines(desk: Desk) -> None:
    """Lines and list items name an edge; other lines do not. Vault D19"""
    body = (
        '\nslug: one\n- slug: two # c\n  - slug: "three"\ntext slug: four\nslug: five#x\n'
        "* slug: six\n"
    )
    desk.put("KNOWLEDGE/a.md", head(id="a") + body)
    assert ["one", "two", "three", "five"] == desk.get("a")["related"]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"created": "2026-02-30"}, id="D21"),
        pytest.param({"created": "2026-01-01T10:00:00"}, id="D22"),
        pytest.param({"valid_from": "2026-01-01", "valid_until": "2026-01-01"}, id="D23"),
        pytest.param({"created": "2026-01-02", "updated": "2026-01-01"}, id="updated"),
    ],
)
def test_times_that_cannot_be_are_at_fault(desk: Desk, fields: dict[str, str]) -> None:
    """A day that is none, a time without a zone and an empty window are refused.

    Vault D21, D22, D23
    """
    desk.put("KNOWLEDGE/a.md", head(id="a", **fields))
    assert INTEGRITY == desk.ask("status").refusal


def test_ids_are_unique(desk: Desk) -> None:
    """Two notes, a note and a row, or two names of one file may not share an id. Vault D25, D26"""
    first = desk.put("KNOWLEDGE/a.md", head(id="j"))
    second = desk.put("KNOWLEDGE/b.md", head(id="j"))
    assert INTEGRITY == desk.ask("status").refusal
    second.unlink()
    row = desk.row()
    assert INTEGRITY == desk.ask("status").refusal
    row.unlink()
    assert 1 == desk.ask("status").data["canonical"]["records"]
    os.link(first, second)
    reply = desk.ask("status")
    assert INTEGRITY == reply.refusal
    assert "KNOWLEDGE/a.md and KNOWLEDGE/b.md" in reply.envelope["error"]["message"]


def test_title_falls_back(desk: Desk) -> None:
    """A title is the title, then the name, then the path; empty ones are passed over."""
    desk.put("KNOWLEDGE/a.md", head(id="a", title="''", name="N"))
    assert "N" == desk.get("a")["title"]
    desk.put("KNOWLEDGE/a.md", head(id="a", name=""))
    assert "KNOWLEDGE/a.md" == desk.get("a")["title"]
    desk.put("KNOWLEDGE/a.md", head(id="a", created="", date="2026-01-02"))
    assert "2026-01-02" == desk.get("a")["created"]


def test_blank_id_is_at_fault(desk: Desk) -> None:
    """An id of nothing but white space between quotes is one, and none that can be used."""
    desk.put("KNOWLEDGE/a.md", head(id='" "'))
    assert INTEGRITY == desk.ask("status").refusal


def test_type_of_a_path_and_of_a_field(desk: Desk) -> None:
    """A path through WORK makes a work record, unless the note says what it is."""
    desk.put("KNOWLEDGE/WORK/a.md", head(id="a"))
    desk.put("KNOWLEDGE/WORK/b.md", head(id="b", type="note"))
    desk.put("KNOWLEDGE/Work/c.md", head(id="c"))
    assert ["work", "note", "memory"] == [desk.get(name)["type"] for name in "abc"]


def test_times_are_compared_in_whole_milliseconds(desk: Desk) -> None:
    """What differs by less is the same instant; a zone is counted."""
    fields = {"created": "2026-01-01T00:00:00.0009Z", "updated": "2026-01-01T00:00:00.0001Z"}
    desk.put("KNOWLEDGE/a.md", head(id="a", **fields))
    assert 1 == desk.ask("status").data["canonical"]["records"]
    fields = {"created": "2026-01-01T00:00Z", "updated": "2026-01-01T00:59+01:00"}
    desk.put("KNOWLEDGE/a.md", head(id="a", **fields))
    assert INTEGRITY == desk.ask("status").refusal
