"""Are the layers beside a seat's own files asked too, and is the answer bounded?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import apsw
import pytest

from tests.black_box.ask_shell import ABSENT, asked, layer, make_ops
from tests.black_box.shell import Shell


@pytest.fixture
def ops(shell: Shell) -> Shell:
    """Give a shell in a seat that has a little in most of its layers."""
    return make_ops(shell)


def test_vault_is_searched_when_there_is_one(ops: Shell, tmp_path: Path) -> None:
    """A configured vault gives its records; one that is configured and gone is not searched."""
    vault = tmp_path / "vault" / "KNOWLEDGE"
    vault.mkdir(parents=True)
    (vault / "lisbon.md").write_text(
        "---\nid: lisbon\ntype: note\ntitle: Lisbon office\ncreated: 2026-11-01T00:00:00Z\n"
        "updated: 2026-11-01T00:00:00Z\n---\nThe Lisbon office has nine desks.\n"
    )
    having = ops.having(CORTEX_MEMORY_ROOT=str(tmp_path / "vault"))
    told = asked(having, "desks in the Lisbon office")
    assert "vault" == told["hits"][0]["layer"], layer(told, "vault")
    assert layer(told, "vault")["proved"]
    assert not layer(asked(having, "zanzibar Übergabe"), "vault")["proved"]
    shutil.rmtree(tmp_path / "vault")
    gone = having.run("ask", ABSENT, "--absence", "--json", status=1).envelope["data"]
    assert ["vault"] == gone["absence"]["not_proved"]


def test_budget_bounds_the_text(ops: Shell) -> None:
    """All hits fit into the budget together, the first is there, and the rest is counted."""
    for number in range(12):
        ops.ask("log", "note", f"pelican sighting {number} near the harbour " + "and so on " * 20)
    told = asked(ops, "pelican harbour", "--budget", "700", "--limit", "10")
    assert told["hits"]
    assert 700 >= sum(len(hit["text"].encode()) for hit in told["hits"])
    assert told["omitted"] > 0
    small = asked(ops, "pelican harbour", "--budget", "10")
    assert 1 == len(small["hits"])


def test_observations_are_asked_too(ops: Shell) -> None:
    """What was captured answers as a record, in a block."""
    ops.ask("capture", "register", "--source", "ci", "--role", "tool_report")
    put = ("capture", "put", "--source", "ci", "--event-key", "run-1")
    ops.ask(*put, given=b"The walrus budget was approved in Lisbon")
    told = asked(ops, "walrus budget")
    assert "observations" == told["hits"][0]["layer"]
    assert told["hits"][0]["text"].startswith("<cortex-memory ")
    assert layer(told, "observations")["proved"]


def test_records_of_the_seat_answer_last(ops: Shell) -> None:
    """Messages, tasks and what was told stand last, as evidence, each with its place."""
    ops.ask("bus", "task", "add", "paint the lighthouse in Lisbon")
    message = b'{"message_id": 7, "chat_id": 42, "text": "The walrus budget was sent at noon."}'
    ops.ask("bus", "record-message", "--out", given=message)
    [task] = asked(ops, "paint the lighthouse")["hits"][:1]
    assert ("bus", "record") == (task["layer"], task["standing"])
    told = asked(ops, "walrus budget")
    assert "records" == told["hits"][0]["layer"]
    assert told["hits"][0]["where"].startswith("logs/outbound-messages.jsonl")
    assert told["hits"][0]["text"].startswith("<cortex-memory ")
    assert layer(told, "bus")["proved"]
    assert layer(told, "records")["proved"]


def test_what_hooks_took_down_is_taken_in_before(ops: Shell) -> None:
    """A session proves an absence while it goes on, and finds what was just said in it."""
    ops.run("install", "--host", "claude-code", "--apply")
    started = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": str(ops.folder)}
    said = {**started, "prompt": "The osprey nests on the mast.", "prompt_id": "p1"}
    hook = ("hook", "UserPromptSubmit", "--host", "claude-code")
    assert 0 == ops.run(*hook, given=json.dumps(said).encode()).status
    assert 0 == ops.run("ask", ABSENT, "--absence").status
    told = asked(ops, "where does the osprey nest")
    assert ["observations"] == [hit["layer"] for hit in told["hits"]]


def test_held_brain_leaves_them_waiting_and_says_so(ops: Shell) -> None:
    """While another process writes for long the layer is not proved; the others answer."""
    said = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": str(ops.folder),
            "prompt": "The osprey nests on the mast.", "prompt_id": "p1"}  # fmt: skip
    ops.run("hook", "UserPromptSubmit", "--host", "claude-code", given=json.dumps(said).encode())
    brain = apsw.Connection(str(ops.home / ".cortex" / "cortex.db"))
    brain.execute("BEGIN IMMEDIATE")
    try:
        told = ops.run("ask", ABSENT, "--absence", "--json", status=1).envelope["data"]
    finally:
        brain.execute("ROLLBACK")
        brain.close()
    assert ["observations"] == told["absence"]["not_proved"]
