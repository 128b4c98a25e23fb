"""Who may write into a vault, in which order is that asked, and what does a refusal leave?"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.black_box.vault.desk import Desk
from tests.black_box.vault.writer import (
    GRANTED,
    IDEA,
    INPUT,
    PERSON,
    RULE,
    STYLE,
    WRITE,
    Writer,
)

NO_ITEMS: list[object] = [None, [], {}, 5, "x", {"type": 5}, {"type": "frob"}]


@pytest.mark.parametrize("words", [(), ("--adapter", "claude"), ("--allow-write",)])
@pytest.mark.parametrize("payload", [(), (json.dumps(IDEA),), ("{",)])
def test_both_authorizations_are_needed(
    desk: Desk, words: tuple[str, ...], payload: tuple[str, ...]
) -> None:
    """Without adapter and allowance nothing else is even looked at. Vault L1, L7"""
    before = list(desk.states())
    assert WRITE == desk.ask("remember", *payload, *words).refusal
    assert WRITE == desk.ask("propose", *payload, *words).refusal
    assert before == list(desk.states())


def test_words_are_judged_before_the_allowance(desk: Desk) -> None:
    """A bad adapter is a fault of the words. Vault L2"""
    assert INPUT == desk.ask("remember", "{}", "--adapter", "gpt", "--allow-write").refusal


@pytest.mark.parametrize("payloads", [(), ("{}", "{}")])
def test_exactly_one_payload(desk: Desk, payloads: tuple[str, ...]) -> None:
    """No payload, or two, is a fault of the words. Vault L3"""
    assert INPUT == desk.ask("remember", *payloads, *GRANTED).refusal


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"type":NaN}', "[" * 100_000, '"\udcff"'])
def test_payload_must_be_json(writer: Writer, text: str) -> None:
    """What is no JSON is a fault of the words, however deep or odd."""
    assert INPUT == writer.send("remember", text).refusal


@pytest.mark.parametrize(
    ("command", "item"),
    [
        *(("remember", item) for item in NO_ITEMS),
        ("remember", STYLE),
        *(("propose", item) for item in (IDEA, PERSON, RULE)),
    ],
)
def test_each_command_takes_its_own_types(writer: Writer, command: str, item: object) -> None:
    """What is no object, or of another command's type, is not for this command. Vault L5, L7"""
    before = list(writer.desk.states())
    assert WRITE == writer.send(command, json.dumps(item)).refusal
    assert before == list(writer.desk.states())


def test_payload_has_a_limit_to_the_byte(writer: Writer) -> None:
    """On standard input the whole limit can be used, and not one byte more. Vault L6"""
    bare = json.dumps(IDEA).encode()
    exact = bare + b" " * (262_144 - len(bare))
    assert INPUT == writer.send("remember", "-", given=exact + b" ").refusal
    assert [] == list((writer.desk.root / "KNOWLEDGE").iterdir())
    assert writer.send("remember", "-", given=exact).data["result"]["ok"]
    assert INPUT == writer.send("remember", "-", given=b"\xff").refusal


def test_answer_names_what_was_written(writer: Writer) -> None:
    """The data are the adapter and the result, and the file is where they say. Vault L9"""
    data = writer.put(IDEA).data
    assert ["adapter", "result"] == list(data)
    assert "claude" == data["adapter"]
    assert ["ok", "type", "path", "detail"] == list(data["result"])
    assert "idea" == data["result"]["type"]
    file = Path(data["result"]["path"])
    assert file == writer.desk.root.resolve() / "KNOWLEDGE" / "Ideas" / "warm-tea.md"
    assert file.is_file()


def test_write_goes_to_the_root_that_was_named(writer: Writer) -> None:
    """Option and variable mean the same root for writing as for reading, the option first."""
    desk = writer.desk
    named = replace(desk, variables={"CORTEX_MEMORY_ROOT": str(desk.root)})
    assert named.bare("remember", json.dumps(IDEA), *GRANTED).data
    assert 1 == desk.ask("status").data["canonical"]["records"]
    other = desk.home / "other"
    other.mkdir()
    words = ("remember", json.dumps(PERSON), *GRANTED, "--memory-root", str(other))
    assert named.bare(*words).data
    assert 1 == desk.ask("status").data["canonical"]["records"]
    assert [] == list((desk.home).glob(".claude"))


def test_root_must_exist(writer: Writer) -> None:
    """A root that is missing is the fault it is for readers, and is not made."""
    missing = Writer(replace(writer.desk, root=writer.desk.home / "no"))
    assert (4, "integrity_error") == missing.put(IDEA).refusal
    assert not missing.desk.root.exists()


def test_item_is_judged_before_the_root(writer: Writer) -> None:
    """A bad item is refused as such, whether or not there is a vault for it."""
    missing = Writer(replace(writer.desk, root=writer.desk.home / "no"))
    assert (5, "governance_refused") == missing.put(IDEA, frob=1).refusal


@pytest.mark.parametrize("item", [STYLE, RULE, IDEA])
def test_new_vault_is_readable_after_its_first_write(
    writer: Writer, item: Mapping[str, object]
) -> None:
    """The queue and the logs never become records, also where nothing was before them."""
    (writer.desk.root / "KNOWLEDGE").rmdir()
    if item is RULE:
        writer.hot()
    assert writer.put(item).data
    count = writer.desk.ask("status").data["canonical"]["records"]
    assert (0 if item is STYLE else 1) == count


def test_plain_folder_of_notes_stays_one(writer: Writer) -> None:
    """Where a root is walked whole, a KNOWLEDGE folder would hide its notes, so none is made."""
    desk = writer.desk
    (desk.root / "KNOWLEDGE").rmdir()
    desk.put("daily/monday.md", "A note of a person.")
    file = writer.file(IDEA)
    assert desk.root.resolve() / "Ideas" / "warm-tea.md" == file
    assert writer.put(STYLE).data
    assert 2 == desk.ask("status").data["canonical"]["records"]


def test_nested_knowledge_is_written_where_it_is_read(writer: Writer) -> None:
    """Below MEMORY, notes, logs and queue stay below MEMORY."""
    desk = writer.desk
    (desk.root / "KNOWLEDGE").rmdir()
    desk.put("MEMORY/KNOWLEDGE/a.md", "x")
    file = writer.file(IDEA)
    assert desk.root.resolve() / "MEMORY" / "KNOWLEDGE" / "Ideas" / "warm-tea.md" == file
    assert writer.put(STYLE).data
    assert 2 == desk.ask("status").data["canonical"]["records"]


@pytest.mark.parametrize("path", ["KNOWLEDGE/Ideas", "KNOWLEDGE/Ideas/warm-tea.md"])
def test_no_write_through_a_link(writer: Writer, path: str) -> None:
    """A link on the way or at the end is refused, and what it leads to keeps its bytes."""
    outside = writer.desk.home / "outside"
    outside.mkdir()
    (outside / "warm-tea.md").write_text("theirs")
    link = writer.desk.root / path
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside if path.endswith("Ideas") else outside / "warm-tea.md")
    writer.refuses(IDEA)
    assert "theirs" == (outside / "warm-tea.md").read_text()
    assert ["warm-tea.md"] == [entry.name for entry in outside.iterdir()]


@pytest.mark.parametrize("name", ["tier-b-writes.jsonl", "memory-locks.jsonl"])
@pytest.mark.parametrize("is_hard", [True, False])
def test_what_cannot_be_accounted_for_is_not_written(
    writer: Writer, name: str, is_hard: bool
) -> None:
    """An audit log that is a link, or has a second name, refuses the write before it happens."""
    theirs = writer.desk.home / "theirs"
    theirs.write_text("theirs\n")
    log = writer.desk.root / "OBSERVABILITY" / name
    log.parent.mkdir()
    if is_hard:
        log.hardlink_to(theirs)
    else:
        log.symlink_to(theirs)
    writer.refuses(IDEA)
    assert "theirs\n" == theirs.read_text()


def test_evidence_behind_a_link_refuses_the_write(writer: Writer) -> None:
    """A folder of evidence that leads elsewhere gets no row."""
    outside = writer.desk.home / "outside"
    outside.mkdir()
    (writer.desk.root / "OBSERVABILITY").symlink_to(outside)
    writer.refuses(IDEA)
    assert [] == list(outside.iterdir())
