"""Is a recorded transcript read as what happened?"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.hosts.registry import adapter_of
from cortex.hosts.transcripts.formats import READABLE, format_of, reader_of
from cortex.hosts.transcripts.reading import instant_us
from cortex.model.host_events import ROLE_AGENT, ROLE_TOOL, ROLE_USER, HostEvent
from tests.hosts.test_payloads import PAYLOADS

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
CLAUDE = GOLDEN / "claude-code-2.1.197.jsonl"
CODEX = GOLDEN / "codex-0.171.0.jsonl"


def rows(path: Path) -> list[dict[str, Any]]:
    """Give the rows of a recorded transcript."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def events_of(host: str, these: list[dict[str, Any]], state: str = "") -> list[HostEvent]:
    """Give every event of rows."""
    reader = reader_of(host, "named-by-file", lambda value: value, state)
    return [*(event for row in these for event in reader.read(row)), *reader.finish()]


def keys_and_roles(events: list[HostEvent]) -> list[tuple[str, str]]:
    """Give what names each event, and whose it is."""
    return [(event.role, event.key) for event in events]


def test_claude_transcript_gives_prompts_answers_and_ends() -> None:
    """Prompts have the id their hook got, tools their call's, the last words their prompt's."""
    events = events_of("claude-code", rows(CLAUDE))
    roles = [event.role for event in events]
    # Nine prompts; the compaction's row holds only what the host wrapped, which goes later.
    assert (11, 9, 7) == tuple(map(roles.count, (ROLE_USER, ROLE_AGENT, ROLE_TOOL)))
    first, answer = events[0], events[1]
    assert "Why did we pin the driver?" == first.text
    assert (ROLE_AGENT, f"final:{first.key}") == (answer.role, answer.key)
    assert "It is done." == answer.text
    bash = next(event for event in events if event.tool == "Bash")
    assert ("toolu_000006", "echo hi && ls") == (bash.key, bash.command)
    assert bash.text.startswith('{"stdout":"hi\\nREADME.md","stderr":""')
    failed = next(event for event in events if event.is_failed)
    assert failed.text.startswith("Exit code 3\n")
    assert {"2.1.197"} == {event.host_version for event in events}
    assert {"/home/ada/project"} == {event.cwd for event in events}
    assert all(event.occurred_us for event in events)


def test_live_and_written_form_have_one_key() -> None:
    """CQR I2: each event whose payload was recorded has the key of its row in the transcript."""
    events = events_of("claude-code", rows(CLAUDE))
    written = {(event.session_id, event.role, event.key) for event in events}
    live = set()
    for path in sorted((GOLDEN.parent / "hosts" / "claude-code" / "2.1.197").glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        if golden["source"] != "recorded":
            continue
        event = adapter_of("claude-code").read_event(golden["payload"])
        if event is not None and event.text:
            live.add((event.session_id, event.role, event.key))
    assert len(live) >= 9
    assert live <= written


def test_codex_rollout_gives_each_word_once() -> None:
    """What the model got is read; what the screen was told of the same is not."""
    events = events_of("codex", rows(CODEX))
    turn = events[0].key
    assert [(ROLE_USER, turn), (ROLE_TOOL, "call_00000004"), (ROLE_AGENT, f"final:{turn}")] == (
        keys_and_roles(events)
    )
    assert ("hi\n", False) == (events[1].text, events[1].is_failed)
    assert "0.171.0" == events[0].host_version


@pytest.mark.parametrize(
    ("output", "text", "is_failed"),
    [
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nhi\n", "hi\n", False),
        ("Chunk ID: 1\nProcess exited with code 10\nOutput:\nno\n", "no\n", True),
        ("Wall time: 1 seconds\nOutput:\nso\n", "so\n", False),
        ("Exit code: 2 and no more", "Exit code: 2 and no more", False),
        ("plain\nOutput:\nx", "plain\nOutput:\nx", False),
    ],
)
def test_frame_of_a_shell_command_is_the_hosts(
    output: str, text: str, is_failed: bool
) -> None:  # A row of the table.
    """What a command printed is kept as its hook gets it, without the lines about its run."""
    item = {"type": "function_call_output", "call_id": "c", "output": output}
    row = {"type": "response_item", "timestamp": "x", "payload": item}
    event = events_of("codex", [row])[0]
    assert (text, is_failed) == (event.text, event.is_failed)


def test_message_on_several_lines_is_one() -> None:
    """Rows of one message id are one message; one that a tool follows is no end of the turn."""

    def said(message_id: str, block: dict[str, Any], stop: str | None) -> dict[str, Any]:
        message = {"id": message_id, "content": [block], "stop_reason": stop}
        return {"type": "assistant", "sessionId": "s", "uuid": f"u{message_id}", "message": message}

    these = [
        {"type": "user", "sessionId": "s", "promptId": "p", "message": {"content": "go"}},
        said("m1", {"type": "thinking", "thinking": "hm"}, None),
        said("m1", {"type": "text", "text": "first"}, None),
        {"type": "attachment"},
        said("m1", {"type": "text", "text": "second"}, "tool_use"),
        said("m1", {"type": "tool_use", "id": "t1", "name": "Read", "input": {}}, "tool_use"),
        said("m2", {"type": "text", "text": " done "}, "end_turn"),
        said("m3", {"type": "text", "text": "done again"}, "end_turn"),
    ]
    events = events_of("claude-code", these)
    assert ["go", "first\nsecond", "done", "done again"] == [event.text for event in events]
    assert ["p", "message:m1", "final:p"] == [event.key for event in events[:3]]
    assert events[3].key.startswith("final:p:")


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"isMeta": True}, "meta"),
        ({"isCompactSummary": True}, "compact_summary"),
        ({"isSidechain": True}, "subagent_prompt"),
        ({"origin": {"kind": "task-notification"}}, "not_typed"),
    ],
)
def test_what_nobody_typed_is_no_prompt(fields: dict[str, Any], kind: str) -> None:
    """CQR I3: a row in the user's place that no person typed is counted and not kept."""
    reader = reader_of("claude-code", "s", lambda value: value)
    assert [] == reader.read({"type": "user", "message": {"content": "x"}, "uuid": "u", **fields})
    assert 1 == reader.memory.ignored[kind]


def test_second_prompt_of_a_turn_is_not_the_first() -> None:
    """A prompt typed while the agent works has the turn's id too, and is named after its row."""
    row = {"type": "user", "sessionId": "s", "promptId": "p", "message": {"content": "a"}}
    events = events_of("claude-code", [{**row, "uuid": "u1"}, {**row, "uuid": "u2"}])
    assert ["p", "u2"] == [event.key for event in events]


def test_our_own_answer_in_a_transcript_is_not_taken() -> None:
    """Case 94: the answer of our server stands in a transcript as well, and is left there."""
    call = {"type": "tool_use", "id": "t1", "name": "mcp__cortex__cortex_query", "input": {}}
    asked = {"type": "assistant", "message": {"id": "m", "content": [call]}}
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": "we pin"}
    given_back = {"type": "user", "message": {"content": [answer]}}
    assert [] == events_of("claude-code", [asked, given_back])
    reader = reader_of("claude-code", "s", lambda value: value)
    reader.read(asked)
    assert [] == events_of("claude-code", [given_back], reader.memory.state())


@pytest.mark.parametrize("path", [CLAUDE, CODEX], ids=["claude", "codex"])
def test_reading_goes_on_anywhere(path: Path) -> None:
    """A transcript read in two parts, at any line where nothing is open, gives the same events."""
    these = rows(path)
    host = format_of(these[0])
    whole = keys_and_roles(events_of(host, these))
    for cut in range(len(these)):
        reader = reader_of(host, "named-by-file", lambda value: value)
        first = [event for row in these[:cut] for event in reader.read(row)]
        if reader.is_open:
            continue
        rest = events_of(host, these[cut:], reader.memory.state())
        assert whole == keys_and_roles([*first, *rest]), cut


def test_unknown_rows_are_counted_and_passed_over() -> None:
    """A row of a kind that nobody knows changes nothing else."""
    reader = reader_of("claude-code", "s", lambda value: value)
    assert [] == reader.read({"type": "hologram"})
    assert [] == reader.read({"kind": 7})
    assert {"hologram": 1, "untyped": 1} == dict(reader.memory.unknown)


@pytest.mark.parametrize("host", READABLE)
@given(these=st.lists(PAYLOADS, max_size=3), state=st.text(max_size=20))
def test_any_rows_are_read(host: str, these: list[dict[str, object]], state: str) -> None:
    """Whatever rows hold, a reader gives events with words, and never fails."""
    kinds = ["user", "assistant", "response_item", "event_msg", "turn_context"]
    dressed = [
        {**row, "type": kinds[at % len(kinds)], "message": row, "payload": row}
        for at, row in enumerate(these)
    ]
    for event in events_of(host, [*these, *dressed], state):
        assert event.text
        assert event.role


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-11-30T15:03:15.744Z", 1_796_050_995_744_000),
        ("2026-11-30T15:03:15", None),
        ("soon", None),
        (7, None),
        (None, None),
        ("9999-12-31T23:59:59-14:00", None),
        ("0001-01-01T00:00:00+14:00", None),
    ],
)
def test_instant_is_read_or_none(text: object, instant: int | None) -> None:
    """An instant needs its offset; anything else is none."""
    assert instant == instant_us(text)
