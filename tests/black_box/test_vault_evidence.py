"""May a fact rest on a record of the vault, and is a later edit noticed?"""

from pathlib import Path
from typing import Any

import pytest

from tests.black_box.shell import Shell

NOTE = "---\nid: gw\ncreated: 2026-01-01\n---\nThe gateway needs root for 443."
ROW = (
    '{"id":"issue#7","type":"t","title":"T","created":"2026-01-01","updated":"2026-01-01",'
    '"content":"x"}\n'
)
FACT = "The gateway listens on port 8443"


@pytest.fixture
def vault(shell: Shell) -> Shell:
    """Give a shell whose configured vault has one note."""
    note = shell.folder / "vault" / "KNOWLEDGE" / "gateway.md"
    note.parent.mkdir(parents=True)
    note.write_text(NOTE)
    return shell.having(CORTEX_MEMORY_ROOT=str(shell.folder / "vault"))


def note_of(shell: Shell) -> Path:
    """Give the file of the note."""
    return shell.folder / "vault" / "KNOWLEDGE" / "gateway.md"


def record(shell: Shell, reference: str) -> Any:
    """Give how the record a fact cites stands now."""
    (found,) = shell.ask("why", reference)["evidence"]["records"]
    return found


def test_record_is_cited_and_an_edit_is_noticed(vault: Shell) -> None:
    """The cite keeps file, id, line and digest; later it is the same, edited, or gone."""
    fact = vault.commit(FACT, "--evidence", "vault:KNOWLEDGE/gateway.md#gw")
    found = record(vault, fact)
    assert ("vault:KNOWLEDGE/gateway.md#gw", 1, "same") == (
        found["reference"], found["line"], found["standing"],
    )  # fmt: skip
    (card,) = vault.ask("query", "gateway port")["cards"]
    assert ["vault:KNOWLEDGE/gateway.md#gw"] == card["evidence"]
    assert "{from vault:KNOWLEDGE/gateway.md#gw line 1}" in vault.run("boot").out
    note_of(vault).write_text(NOTE + " Not any more.")
    assert "edited" == record(vault, fact)["standing"]
    assert "gateway.md#gw, line 1: edited since" in vault.run("why", fact).out
    note_of(vault).write_text(NOTE)
    assert "same" == record(vault, fact)["standing"]
    note_of(vault).unlink()
    assert "gone" == record(vault, fact)["standing"]
    elsewhere = vault.having(CORTEX_MEMORY_ROOT=str(vault.folder / "other"))
    assert "elsewhere" == record(elsewhere, fact)["standing"]
    assert "443" not in str(record(elsewhere, fact))


@pytest.mark.parametrize(
    "cite",
    [
        *(
            "vault:KNOWLEDGE/gateway.md#no",
            "vault:KNOWLEDGE/none.md",
            "vault:",
            "vault:/etc/passwd",
        ),
        *("vault:KNOWLEDGE/../../secret.md", "vault:KNOWLEDGE/link.md"),
        *("vault:KNOWLEDGE/_draft.md", "vault:outside.md", "vault:KNOWLEDGE/plain.txt"),
    ],
)
def test_what_cannot_be_cited_keeps_nothing(vault: Shell, cite: str) -> None:
    """No record, no file, no way out of the root and no link: the commit is refused whole."""
    (vault.folder / "secret.md").write_text("secret")
    for passed_over in ("_draft.md", "plain.txt", "../outside.md"):
        (note_of(vault).parent / passed_over).write_text(NOTE)
    (note_of(vault).parent / "link.md").symlink_to(vault.folder / "secret.md")
    refused = vault.run("commit", FACT, "--evidence", cite, status=2)
    assert "secret" not in refused.err.replace("secret.md", "")
    assert [] == vault.ask("list")["facts"]


def test_without_a_vault_nothing_can_be_cited(shell: Shell) -> None:
    """The refusal says how one is configured."""
    refused = shell.run("commit", FACT, "--evidence", "vault:a.md", status=2)
    assert "CORTEX_MEMORY_ROOT" in refused.err


def test_file_with_one_record_needs_no_id(vault: Shell) -> None:
    """A note is named by its path alone."""
    fact = vault.commit(FACT, "--evidence", "vault:KNOWLEDGE/gateway.md")
    assert "gw" == record(vault, fact)["record"]


@pytest.mark.parametrize(
    ("file", "content", "cite"),
    [
        ("a#1.md", NOTE, "a#1.md#gw"),
        ("a#1.md", NOTE, "a#1.md"),
        ("b.jsonl", ROW, "b.jsonl#issue#7"),
        ("b.jsonl", ROW, "b.jsonl"),
    ],
)
def test_number_signs_belong_to_names_and_ids(
    vault: Shell, file: str, content: str, cite: str
) -> None:
    """A file and an id may both hold the sign that stands between them."""
    note_of(vault).with_name(file).write_text(content)
    note_of(vault).unlink()
    fact = vault.commit(FACT, "--evidence", f"vault:KNOWLEDGE/{cite}")
    assert "same" == record(vault, fact)["standing"]
    assert record(vault, fact)["reference"].startswith(f"vault:KNOWLEDGE/{cite}")


def test_private_part_of_a_file_name_stays_private(vault: Shell) -> None:
    """A file whose name hides a word cannot be cited: every answer would show that name."""
    name = "plan<private zebra.md"
    note_of(vault).with_name(name).write_text(NOTE.replace("id: gw", "id: plan"))
    for cite in (f"{name}#plan", name, f"{name}/../x.md"):
        refused = vault.run("commit", FACT, "--evidence", f"vault:KNOWLEDGE/{cite}", status=2)
        assert "zebra" not in refused.out + refused.err
    assert [] == vault.ask("list")["facts"]


@pytest.mark.parametrize("cite", ["vault:KNOWLEDGE/gateway.md#\udcff", "obs:\udcff"])
def test_evidence_that_is_no_text_is_refused(vault: Shell, cite: str) -> None:
    """A byte that is no UTF-8 is the caller's mistake and not ours."""
    refused = vault.run("commit", FACT, "--evidence", cite, status=2)
    assert "no valid Unicode" in refused.err
    assert [] == vault.ask("list")["facts"]
