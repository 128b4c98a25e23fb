"""Which records are the rows of a JSONL file?"""

import json
from typing import Any

import pytest

from tests.black_box.vault.desk import ROW, Desk

INTEGRITY = (4, "integrity_error")


def test_row_is_a_record(desk: Desk) -> None:
    """A row with nothing but what it needs has the defaults of the rest. Vault E1"""
    desk.row()
    found = desk.get("j")
    assert {"source": "canonical", "session": None, "path": "KNOWLEDGE/j.jsonl"} == found[
        "provenance"
    ]
    assert ([], None, None, "alpha") == (
        found["related"], found["valid_from"], found["valid_until"], found["content"],
    )  # fmt: skip


def test_blank_lines_are_skipped(desk: Desk) -> None:
    """Blank lines and line ends of Windows are no rows. Vault E2"""
    desk.put("KNOWLEDGE/j.jsonl", f"\r\n \t \r\n{json.dumps(ROW)}\r\n\n")
    assert 1 == desk.ask("status").data["canonical"]["records"]


@pytest.mark.parametrize("line", ["{bad", "[1]", "null", '"x"', "1", '{"id":NaN}', "{} {}"])
def test_row_must_be_an_object(desk: Desk, line: str) -> None:
    """What is no JSON object is at fault, by its line. Vault E3"""
    desk.put("KNOWLEDGE/j.jsonl", f"{json.dumps(ROW)}\n{line}\n")
    reply = desk.ask("status")
    assert INTEGRITY == reply.refusal
    assert "KNOWLEDGE/j.jsonl:2" in reply.envelope["error"]["message"]


@pytest.mark.parametrize("name", sorted(ROW))
@pytest.mark.parametrize("value", [..., "", "  ", 5, None])
def test_what_a_row_needs(desk: Desk, name: str, value: Any) -> None:
    """Each needed field is a text that is not blank. Vault E5"""
    desk.row(**{name: value})
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize(
    "changes",
    [
        *({"source": ""}, {"source": None}, {"source_kind": " "}, {"source_session": 5}),
        *({"related": "x"}, {"related": ["a", " "]}, {"related": None}, {"related": [1]}),
        *({"valid_from": 1}, {"unknown": "x"}, {"__proto__": "x"}),
    ],
)
def test_other_fields_have_types(desk: Desk, changes: dict[str, Any]) -> None:
    """A source is a name, a session a text, related a list of names. Vault E6, E7"""
    desk.row(**changes)
    assert INTEGRITY == desk.ask("status").refusal


def test_session_may_be_null_or_empty(desk: Desk) -> None:
    """No session and an empty one are told apart. Vault E6"""
    desk.row(source_session=None)
    assert desk.get("j")["provenance"]["session"] is None
    desk.row(source_session="")
    assert "" == desk.get("j")["provenance"]["session"]


def test_related_is_kept_as_it_is(desk: Desk) -> None:
    """Repeats stay. Vault E7"""
    desk.row(related=["a", "a"])
    assert ["a", "a"] == desk.get("j")["related"]


@pytest.mark.parametrize("escape", ["\\u0001", "\\u0000", "\\ud800", "\\u0085"])
def test_escaped_control_characters_are_at_fault(desk: Desk, escape: str) -> None:
    """What no text may hold cannot be smuggled in as an escape; a pair is fine. Vault E9"""
    line = json.dumps(ROW).replace("alpha", f"al{escape}pha")
    desk.put("KNOWLEDGE/j.jsonl", line)
    assert INTEGRITY == desk.ask("status").refusal
    desk.put("KNOWLEDGE/j.jsonl", json.dumps(ROW).replace("alpha", "\\ud83d\\ude00"))
    assert "😀" == desk.get("j")["content"]


def test_last_of_equal_keys_wins(desk: Desk) -> None:
    """A key given twice has its last value. Vault E10"""
    desk.put("KNOWLEDGE/j.jsonl", json.dumps(ROW)[:-1] + ', "title": "last"}')
    assert "last" == desk.get("j")["title"]


def test_span_in_content_is_removed(desk: Desk) -> None:
    """A private span does not leave. Vault E11"""
    desk.row(content="p <private>x</private> q")
    assert "p  q" == desk.get("j")["content"]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"title": "<private>x</private>"}, id="E13"),
        pytest.param({"title": "a<private>", "content": "x</private>b"}, id="E14"),
        pytest.param({"content": "a <private> b"}, id="unclosed"),
    ],
)
def test_span_that_breaks_a_row_is_at_fault(desk: Desk, changes: dict[str, Any]) -> None:
    """A row whose fields a span swallows is refused, not half read. Vault E13, E14"""
    desk.put("KNOWLEDGE/j.jsonl", json.dumps({**ROW, **changes}))
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize("name", ["content", "title", "related", "source", "source_session"])
def test_escaped_tags_hide_as_well(desk: Desk, name: str) -> None:
    """A tag spelled with JSON escapes is a tag, in every field. Vault E15"""
    value = "p \\u003cprivate\\u003ehidden\\u003c/private\\u003e"
    fields = {**ROW, name: [value] if name == "related" else value}
    desk.put("KNOWLEDGE/j.jsonl", json.dumps(fields).replace("\\\\u", "\\u"))
    assert "hidden" not in str(desk.get("j"))
    desk.put("KNOWLEDGE/j.jsonl", json.dumps({**ROW, "content": "@"}).replace("@", value[2:]))
    assert "" == desk.get("j")["content"]


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_json_does_not_have_are_at_fault(desk: Desk, word: str) -> None:
    """JSON is read strictly. Vault E17"""
    desk.put("KNOWLEDGE/j.jsonl", json.dumps(ROW).replace('"alpha"', word))
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize("opener", ["[", '{"a":'])
def test_endless_nesting_is_at_fault(desk: Desk, opener: str) -> None:
    """A row that nests without end is a fault of the row, not of the parser."""
    desk.put("KNOWLEDGE/j.jsonl", opener * 100_000)
    assert INTEGRITY == desk.ask("status").refusal


@pytest.mark.parametrize(
    "changes",
    [
        *({"valid_from": ""}, {"valid_until": "soon"}, {"updated": "2025-12-31"}),
        {"valid_from": "2026-01-02", "valid_until": "2026-01-01"},
    ],
)
def test_times_of_a_row_are_checked(desk: Desk, changes: dict[str, Any]) -> None:
    """A row keeps the rules of every record, and is named by its line."""
    desk.row(**changes)
    reply = desk.ask("status")
    assert INTEGRITY == reply.refusal
    assert "KNOWLEDGE/j.jsonl:1" in reply.envelope["error"]["message"]


def test_row_may_hold_every_field(desk: Desk) -> None:
    """The kind of source wins; the window is open where it is null."""
    desk.row(source_kind="k", source="s", valid_from=None, valid_until="9999-12-31", related=["x"])
    found = desk.get("j")
    assert ("k", None, "9999-12-31", ["x"]) == (
        found["provenance"]["source"], found["valid_from"], found["valid_until"], found["related"],
    )  # fmt: skip


def test_file_of_rows_may_begin_with_a_mark(desk: Desk) -> None:
    """A byte order mark is dropped; a break inside a value is an escape, not a line."""
    desk.put("KNOWLEDGE/j.jsonl", b"\xef\xbb\xbf" + json.dumps({**ROW, "content": "a\nb"}).encode())
    assert "a\nb" == desk.get("j")["content"]
