"""What do other programs' files say? Forms as in the versions that the modules name."""

import json

import pytest

from cortex.core.imports.chats import chat_items
from cortex.core.imports.claude_mem import claude_mem_items
from cortex.core.imports.dates import instant_us
from cortex.core.imports.decisions import Commit, commit_items, is_decision_record, record_items
from cortex.core.imports.markdown import Note
from cortex.core.imports.memory_notes import memory_items
from cortex.core.imports.memory_server import memory_server_items
from cortex.core.imports.recognition import recognise
from cortex.core.imports.said import said_to_keep
from cortex.core.imports.transcripts import transcript_items
from cortex.model.imports import ImportKind, Item, Skipped

MAY_1_US = 1_714_557_600_000_000


def texts(found: object) -> list[str]:
    """Give the words of each statement."""
    return [one.text for one in found if isinstance(one, Item)]  # type: ignore[attr-defined]  # Any iterable.


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-05-01T10:00:00Z", MAY_1_US),
        ("2024-05-01T12:00:00+02:00", MAY_1_US),
        ("2024-05-01 10:00:00", MAY_1_US),
        (1_714_557_600, MAY_1_US),
        (1_714_557_600.0, MAY_1_US),
        (1_714_557_600_000, MAY_1_US),
        ("yesterday", None),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ("0001-01-01T00:00:00+14:00", None),
        ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
        ("9999-12-31T23:59:59-14:00", None),
        (None, None),
        (True, None),
        (0, None),
        (float("nan"), None),
    ],
)
def test_dates_of_every_spelling_are_one_instant(value: object, expected: int | None) -> None:
    """Seconds, milliseconds and zones give the same instant; anything else gives none. case 82"""
    assert expected == instant_us(value)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Remember that the API is v2", ("memory", "the API is v2")),
        ("please remember: we use tabs", ("memory", "we use tabs")),
        ("Note to self: rotate the keys", ("memory", "rotate the keys")),
        ("Decision: we ship on Fridays", ("decision", "we ship on Fridays")),
        ("We decided to drop Redis", ("decision", "drop Redis")),
        ("Merk dir, dass der Port 8443 ist", ("memory", "der Port 8443 ist")),
        ("记住：网关在8443端口", ("memory", "网关在8443端口")),
        ("Remember when we had no tests", None),
        ("Remember how that went?", None),
        ("Do you remember that the API is v2?", None),
        ("I will remember that", None),
        ("The decision was hard", None),
        ("x" * 5_000, None),
        ("", None),
    ],
)
def test_only_what_asks_to_be_kept_is_kept(line: str, expected: tuple[str, str] | None) -> None:
    """A sentence has to say so itself; a question or a memory of old times does not."""
    assert ([] if expected is None else [expected]) == list(said_to_keep(line))


def test_a_memory_file_is_one_statement_with_its_reasons() -> None:
    """Name, description and type come from the front matter; the index is no memory."""
    text = (
        "---\nname: no-mocks\ndescription: tests use real parts\n"
        "type: feedback\n---\n\nNever mock the store.\n\n"
        "**Why:** a mock passed while the migration failed.\n"
    )
    (item,) = memory_items(text, Note("memory/feedback_tests.md"))
    assert isinstance(item, Item)
    assert ("Never mock the store.", "preference", "no-mocks") == (
        item.text,
        item.type,
        item.subject,
    )
    assert "a mock passed" in (item.context or "")
    (skipped,) = memory_items(
        "# Memory\n- [Tests](feedback_tests.md) — real parts\n", Note("MEMORY.md")
    )
    assert isinstance(skipped, Skipped)
    assert not skipped.is_damage


def test_rules_for_agents_are_conventions() -> None:
    """Each rule of CLAUDE.md is a statement of its own."""
    found = list(memory_items("# Rules\n- Run make check first\n", Note("CLAUDE.md")))
    assert [("Run make check first", "convention")] == [
        (one.text, one.type) for one in found if isinstance(one, Item)
    ]


def lines(*values: str) -> list[tuple[str, str | Skipped]]:
    """Give lines with their places."""
    return [(f"memory.jsonl:{at}", value) for at, value in enumerate(values, start=1)]


def test_observations_and_relations_are_statements() -> None:
    """The name of the entity is added where the observation does not say it."""
    found = memory_server_items(
        lines(
            '{"type":"entity","name":"Anna","entityType":"person",'
            '"observations":["likes tabs","Anna lives in Bern"]}',
            '{"type":"relation","from":"Anna","to":"Gateway","relationType":"works_on"}',
        )
    )
    assert ["Anna: likes tabs", "Anna lives in Bern", "Anna works on Gateway"] == texts(found)


def test_two_records_on_a_line_are_two() -> None:
    """A missing line end loses nothing. case 17"""
    two = '{"type":"relation","from":"a","to":"b","relationType":"uses"}' * 2
    assert 2 == len(texts(memory_server_items(lines(two))))


@pytest.mark.parametrize(
    "broken",
    ['{"type":"entity","name":"x","observ', "<<<<<<< HEAD", "[]", '{"type":"entity"}', "\x00"],
)
def test_a_bad_line_is_named_and_the_others_are_kept(broken: str) -> None:
    """Half a line, a mark of a merge or another shape costs that line only. case 16, case 128"""
    good = '{"type":"relation","from":"a","to":"b","relationType":"uses"}'
    found = list(memory_server_items(lines(good, broken, good)))
    assert ["memory.jsonl:2"] == [one.locator for one in found if isinstance(one, Skipped)]
    assert 2 == len(texts(found))


def chatgpt() -> dict[str, object]:
    """Give a conversation as ChatGPT exports it, with a branch that was given up."""

    def node(
        name: str, parent: str | None, role: str, text: str, **more: object
    ) -> dict[str, object]:
        message = {
            "id": name,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": 1_714_557_600.0,
            "content": {"content_type": "text", "parts": [text]},
            "recipient": "all",
            **more,
        }
        return {"id": name, "message": message, "parent": parent, "children": []}

    return {
        "title": "Ports",
        "create_time": 1_714_557_600.0,
        "conversation_id": "c-1",
        "current_node": "n4",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["n1"]},
            "n1": node("n1", "root", "user", "Remember that the gateway is on 8443\nand hello"),
            "n2": node("n2", "n1", "assistant", "Remember that I am a model"),
            "gone": node("gone", "n1", "user", "Remember that this was edited away"),
            "n3": node("n3", "n2", "assistant", "User prefers tabs", recipient="bio"),
            "n4": node(
                "n4",
                "n3",
                "user",
                "",
                content={
                    "content_type": "user_editable_context",
                    "user_profile": "I work on gateways.",
                    "user_instructions": "Answer in German.",
                },
            ),
        },
    }


def test_of_a_chat_only_what_somebody_chose_is_kept() -> None:
    """Requests of the person, saved memories and instructions; what a model says is never taken."""
    found = list(chat_items(chatgpt(), "conversations.json[1]"))
    assert [
        "the gateway is on 8443",
        "User prefers tabs",
        "I work on gateways.",
        "Answer in German.",
    ] == texts(found)
    assert {MAY_1_US} == {one.said_us for one in found if isinstance(one, Item)}


def test_a_claude_export_gives_requests_memories_and_instructions() -> None:
    """By sender, by memories.json and by the instructions of a project."""
    chat = {
        "uuid": "u-1",
        "name": "x",
        "created_at": "2024-05-01T10:00:00Z",
        "chat_messages": [
            {
                "uuid": "m1",
                "sender": "human",
                "text": "Keep in mind that CI is slow",
                "content": [],
            },
            {"uuid": "m2", "sender": "assistant", "text": "Remember that I said so"},
        ],
    }
    assert ["CI is slow"] == texts(chat_items(chat, "c"))
    memories = {"conversations_memory": "**Work**\n\nAnna builds gateways.", "account_uuid": "a"}
    assert "Anna builds gateways." in texts(chat_items(memories, "memories.json[1]"))
    project = {"uuid": "p", "name": "Gate", "prompt_template": "Use tabs.", "docs": []}
    assert ["Use tabs."] == texts(chat_items(project, "projects.json[1]"))
    assert [] == texts(chat_items([], "c"))


def test_of_a_transcript_only_what_the_person_asked_for_is_kept() -> None:
    """Results of tools, answers and meta lines are never taken."""
    claude = {
        "type": "user",
        "uuid": "e1",
        "timestamp": "2024-05-01T10:00:00Z",
        "message": {"role": "user", "content": "remember that staging is db-2"},
    }
    typed = {
        **claude,
        "uuid": "e2",
        "message": {
            "role": "user",
            "content": "<user-memory-input>use pnpm here</user-memory-input>",
        },
    }
    tool = {
        **claude,
        "uuid": "e3",
        "message": {
            "role": "user",
            "content": [{"type": "tool_result", "content": "remember that SECRET"}],
        },
    }
    meta = {**claude, "uuid": "e4", "isMeta": True}
    codex = {
        "timestamp": "2024-05-01T10:00:00Z",
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "Decision: keep SQLite"}],
        },
    }
    rows = [json.dumps(one) for one in (claude, typed, tool, meta, codex)]
    found = list(transcript_items(lines(*rows, "{half")))
    assert ["staging is db-2", "use pnpm here", "keep SQLite"] == texts(found)
    assert ["memory.jsonl:6"] == [one.locator for one in found if isinstance(one, Skipped)]


def test_commits_give_the_lines_that_call_themselves_a_decision() -> None:
    """A decision goes on to the next blank line or trailer; prose of a message is not taken."""
    body = (
        "Some prose about ports.\n\nDecision: the gateway stays\non 8443\n"
        "Signed-off-by: A <a@b.c>\n\nConstraint: no root\n"
    )
    found = list(commit_items(Commit("a" * 40, MAY_1_US, "Move the gateway", body)))
    assert [("the gateway stays on 8443", "decision"), ("no root", "constraint")] == [
        (one.text, one.type) for one in found if isinstance(one, Item)
    ]


def test_a_decision_record_is_its_title_and_its_decision() -> None:
    """One that was withdrawn, or decides nothing, is told and not taken."""
    record = (
        "# 12. Use SQLite\n\n- Status: accepted\n- Date: 2024-05-01\n\n"
        "## Context\nOne file.\n\n## Decision\nSQLite keeps everything.\n"
    )
    (item,) = record_items(record, "adr/0012-sqlite.md")
    assert isinstance(item, Item)
    assert ("Use SQLite: SQLite keeps everything.", "One file.") == (item.text, item.context)
    (withdrawn,) = record_items(record.replace("accepted", "superseded by 13"), "adr/12.md")
    (empty,) = record_items("# Title\n", "adr/13.md")
    assert isinstance(withdrawn, Skipped)
    assert isinstance(empty, Skipped)
    assert is_decision_record("adr/0012-sqlite.md")
    assert not is_decision_record("adr/README.md")
    assert not is_decision_record("notes/guide.md")


def test_claude_mem_rows_of_other_projects_are_left_alone() -> None:
    """A row of this project is a statement with its reasons; another's is told and skipped."""
    row = {
        "id": 7,
        "project": "gate",
        "type": "decision",
        "title": "Gateway on 8443",
        "subtitle": "443 needs root",
        "narrative": "We tried 443 first.",
        "facts": '["nginx is in front"]',
        "files_modified": '["src/gate.py"]',
        "created_at_epoch": 1_714_557_600_000,
    }
    (item,) = claude_mem_items("observations", row, "gate")
    assert isinstance(item, Item)
    assert ("Gateway on 8443. 443 needs root", "decision", ("src/gate.py",), MAY_1_US) == (
        item.text,
        item.type,
        item.paths,
        item.said_us,
    )
    assert "nginx is in front" in (item.context or "")
    (skipped,) = claude_mem_items("observations", row, "other")
    assert isinstance(skipped, Skipped)
    summary = {
        "id": 3,
        "project": "gate",
        "request": "fix it",
        "learned": "Ports below 1024 need root",
        "completed": "",
    }
    assert ["Ports below 1024 need root"] == texts(
        claude_mem_items("session_summaries", summary, None)
    )


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a/notes.md", b"# Hi", ImportKind.MARKDOWN),
        ("CLAUDE.md", b"# Hi", ImportKind.CLAUDE_MEMORY),
        ("memory/x.md", b"---\nname: x\ndescription: y\n---\n", ImportKind.CLAUDE_MEMORY),
        ("user.md", b"---\ncortex: export-markdown/1\n---\n", ImportKind.CORTEX),
        ("b.jsonl", b'{"brain_id":"x","schema":"cortex-export/1"}', ImportKind.CORTEX),
        ("m.jsonl", b'{"type":"entity","name":"x","entityType":"y"}', ImportKind.MEMORY_SERVER),
        ("t.jsonl", b'{"type":"user","sessionId":"s"}', ImportKind.TRANSCRIPT),
        ("conversations.json", b'[{"title":"x","mapping":{', ImportKind.CHATGPT),
        ("conversations.json", b'[{"uuid":"x","chat_messages":[', ImportKind.CLAUDE),
        ("claude-mem.db", b"SQLite format 3\x00", ImportKind.CLAUDE_MEM),
        ("chroma.sqlite3", b"SQLite format 3\x00", None),
        ("photo.jpg", b"\xff\xd8", None),
        ("empty.jsonl", b"", None),
        ("data.json", b"{}", None),
    ],
)
def test_a_file_is_known_by_name_and_first_bytes(
    name: str, head: bytes, expected: ImportKind | None
) -> None:
    """What nobody we know writes is not guessed at."""
    assert expected == recognise(name, head)
