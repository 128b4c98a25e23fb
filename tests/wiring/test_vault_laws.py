"""Does a vault keep its laws, whatever is in it and whatever is asked?"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import pytest
from hypothesis import Phase, example, given, seed, settings
from hypothesis import strategies as st

from cortex.core.text.private_spans import openings, remove_private
from cortex.core.vault.notes import read_note, slugs
from cortex.core.vault.rows import iter_rows
from cortex.core.vault.script import NOT_WHITE_OR_HASH, WHITE_CLASS
from cortex.model.vault import VaultCode, VaultFault, VaultRecord, record_fields
from cortex.wiring.vault import answer
from cortex.wiring.vault_doctor import diagnose
from tests.wiring.vault_texts import (
    SECRET,
    file_bytes,
    guarded,
    note_texts,
    rows,
    sound_text,
    vaults,
    words,
)

FUZZ_S = 600
"""Seconds of `make soak`, over all laws together."""

FUZZ_EXAMPLES = 300
TOLERANT = ["--tolerant"]
KEYS = ["schema", "ok", "command", "data", "error"]
EVERYTHING = (
    ["status"],
    ["search", "alpha", "--expand", "a", "--page-size", "100"],
    ["search", SECRET],
    ["timeline", "--anchor", "2026-01-01", "--after", "100"],
    ["get", "a"],
    ["export", "j"],
    ["rebuild", "--from-canonical"],
)


def put(root: Path, files: Mapping[str, bytes]) -> None:
    """Write files below KNOWLEDGE; a name that stands in the way of another is passed over."""
    (root / "KNOWLEDGE").mkdir()
    for name, content in sorted(files.items()):
        path = root / "KNOWLEDGE" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def replies(files: Mapping[str, bytes], *commands: list[str]) -> list[bytes]:
    """Give what the commands print over a vault of these files, strictly and tolerantly."""
    with TemporaryDirectory() as folder:
        put(Path(folder), files)
        root = ["--memory-root", folder]
        return [
            *(answer([*one, *root, *more]).output for one in commands for more in ([], TOLERANT)),
            *(diagnose([*root, *more]).output for more in (["--json"], [])),
        ]


def envelope(output: bytes) -> dict[str, Any]:
    """Give the one envelope of an output, checked for its shape."""
    assert output.endswith(b"\n")
    assert 1 == output.count(b"\n")
    found: dict[str, Any] = json.loads(output)
    assert KEYS == list(found)
    if not found["ok"]:
        code = found["error"]["code"]
        assert code in set(VaultCode)
        assert VaultCode.INTERNAL != code, found
    return found


@given(vaults)
def law_of_whole_answers(files: dict[str, bytes]) -> None:
    """Every command answers every vault with an envelope, and none of them is our own mistake."""
    *outputs, report, text = replies(files, *EVERYTHING)
    for output in outputs:
        envelope(output)
    tolerant = [envelope(output) for output in outputs[1::2]]
    assert tolerant[0]["ok"]
    assert {"schema", "ok", "root", "records", "faults", "hidden"} <= set(json.loads(report))
    assert json.loads(report)["records"] == tolerant[0]["data"]["canonical"]["records"]
    assert text.endswith(b"\n")


@given(words)
@example(["timeline", "--anchor", "9999-12-31T23:59-23:59"])
@example(["search", "alpha", "--recency", "1e308"])
@example(["search", "alpha", "--page", "0x" + "f" * 400])
def law_of_words(asked: list[str]) -> None:
    """Every command line gets an envelope, whatever its words are."""
    with TemporaryDirectory() as folder:
        put(Path(folder), {"a.md": b"---\nid: a\n---\nalpha [[b]]", "b.md": b"---\nid: b\n---\n"})
        given_root = ["--memory-root", folder]
        output = answer([*asked, *given_root]).output
        envelope(output)
        diagnose([*asked[:1], *given_root])


@given(guarded(), guarded(is_open=False), st.booleans(), guarded(is_open=False))
def law_of_hidden_words(body: str, field: str, is_escaped: bool, related: str) -> None:
    """A word inside a span leaves through no command: not from heads, bodies, rows or names."""
    note = f"---\nid: a\ntitle: t{field}\ntype: y{field}\nsource: {field}\n---\nalpha {body}"
    row = {
        "id": f"j{field}",
        "type": f"t{field}",
        "title": f"T{field}",
        "created": "2026-01-01",
        "updated": "2026-01-01",
        "source_session": field,
        "related": [f"r{related}"],
        "content": f"alpha {body}",
    }
    line = json.dumps(row)
    if is_escaped:
        line = line.replace("<", "\\u003c").replace(">", "\\u003e")
    files = {"a.md": note.encode(), "b.jsonl": line.encode()}
    name = body.replace("/", "").replace("\x00", "")
    if len(name.encode()) < 200 and SECRET in name and SECRET not in remove_private(name).text:
        files[f"f{name}.md"] = b"\xff" if is_escaped else b"alpha"
    for output in replies(files, *EVERYTHING):
        assert SECRET.encode() not in output


@given(st.one_of(guarded(), note_texts))
def law_of_removal(text: str) -> None:
    """Removing twice changes nothing more, and nothing is left that a doctor would name."""
    once = remove_private(text).text
    assert once == remove_private(once).text
    assert [] == openings(once)


@given(rows)
def law_of_rows(row: dict[str, Any]) -> None:
    """A row that was read, written out and read again is the same record."""
    first = only_row(json.dumps(row, ensure_ascii=False))
    fields: dict[str, Any] = record_fields(first)
    source = fields.pop("provenance")
    again = {**fields, "source": source["source"], "source_session": source["session"]}
    assert first == only_row(json.dumps(again))
    assert [row["id"], row["content"]] == [first.id, first.content] or "<" in json.dumps(row)


def only_row(line: str) -> VaultRecord:
    """Give the record of a file of one row."""
    (found,) = iter_rows(line.encode(), "KNOWLEDGE/j.jsonl")
    assert isinstance(found, VaultRecord), found
    return found


@given(st.one_of(note_texts, sound_text, guarded()))
def law_of_notes(text: str) -> None:
    """The text a record carries, written to its file again, is the same record."""
    try:
        first = read_note(text.encode("utf-8", "surrogatepass"), "KNOWLEDGE/a.md")
    except VaultFault:
        return
    if first.content.startswith("\ufeff"):
        return  # A second mark would be taken for the file's.
    assert first == read_note(first.content.encode(), "KNOWLEDGE/a.md")


SLUG = re.compile(
    rf"(?:\A|(?<=[\n\r\u2028\u2029])){WHITE_CLASS}*-?{WHITE_CLASS}*slug:{WHITE_CLASS}+"
    rf"({NOT_WHITE_OR_HASH}+)"
)
"""The published rule as one pattern: right, and far too slow for a long text."""


@given(
    st.lists(
        st.sampled_from(
            ["slug:", "slug: ", "-", " ", "\n", "\r", "\u2028", "\u2003", "a", "#", "b c"]
        ),
        max_size=14,
    ).map("".join)
)
@example("a slug:\nslug: b")
@example("slug:\n- \nslug: b")
def law_of_slugs(text: str) -> None:
    """Reading backwards from each slug finds what the published pattern finds."""
    assert tuple(SLUG.findall(text)) == slugs(text)


@given(file_bytes)
def law_of_lines(content: bytes) -> None:
    """Every row gives one record or one fault, with its line, in order."""
    found = list(iter_rows(content, "a.jsonl"))
    lines = [one.line or 0 for one in found]
    assert sorted(lines) == lines
    assert len(found) <= content.count(b"\n") + 1


LAWS = (
    law_of_whole_answers,
    law_of_words,
    law_of_hidden_words,
    law_of_removal,
    law_of_rows,
    law_of_notes,
    law_of_slugs,
    law_of_lines,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_holds(law: Callable[[], None]) -> None:
    """Each law above holds for a hundred examples, the same ones every time."""
    law()


@pytest.mark.soak
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law_holds_for_long(law: Callable[[], None]) -> None:
    """Each law holds for as many other examples as there is time for."""
    longer = settings(
        max_examples=FUZZ_EXAMPLES,
        derandomize=False,
        database=None,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )(law)
    end = monotonic() + FUZZ_S / len(LAWS)
    rounds = 0
    while monotonic() < end:
        rounds += 1
        seed(rounds)(longer)()
    assert rounds
