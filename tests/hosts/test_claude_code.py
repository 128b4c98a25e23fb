"""Is Claude Code understood, and does it understand the answer?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.boot.packing import json_bytes
from cortex.hosts.claude_code import (
    ENVELOPE_BYTES,
    is_nested,
    read_session_start,
    start_answer,
)

START = {
    "session_id": "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7",
    "cwd": "/home/ada/project",
    "hook_event_name": "SessionStart",
    "source": "startup",
}


def test_session_start_is_read() -> None:
    """The three things a brief needs are taken from the payload; extra fields do not matter."""
    start = read_session_start({**START, "model": "any", "cortex": "x"})
    assert start is not None
    assert (START["session_id"], "/home/ada/project", "fresh") == (
        start.session_id,
        start.cwd,
        start.form,
    )


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("startup", "fresh"),
        ("clear", "fresh"),
        ("resume", "resumed"),
        ("compact", "compact"),
        ("something-new", "fresh"),
        ("", "fresh"),
    ],
)
def test_source_says_what_the_session_still_knows(source: str, form: str) -> None:
    """Case 38: each source has its form; one nobody knows yet is told everything."""
    start = read_session_start({**START, "source": source})
    assert start is not None
    assert form == start.form


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"cwd": "/x"},
        {**START, "hook_event_name": "UserPromptSubmit"},
        {**START, "hook_event_name": "sessionstart"},
        {**START, "agent_id": "agent-1"},
    ],
)
def test_other_events_and_subagents_are_not_for_us(fields: dict[str, str]) -> None:
    """Case 34: an event that is no session start of a whole session is not answered."""
    assert read_session_start(fields) is None


@pytest.mark.parametrize("cwd", ["", "project", "~", "C:project"])
def test_folder_that_is_no_absolute_path_is_none(cwd: str) -> None:
    """A folder that cannot be placed is not guessed at."""
    start = read_session_start({**START, "cwd": cwd})
    assert start is not None
    assert "" == start.cwd


def test_nested_session_is_told_from_the_variable_its_parent_leaves() -> None:
    """Case 28: only what the host puts into its tools' shell marks a session started from there."""
    hook_of_outer_session = {"CLAUDECODE": "1", "CLAUDE_CODE_CHILD_SESSION": "1"}
    assert not is_nested(hook_of_outer_session)
    assert is_nested({**hook_of_outer_session, "CLAUDE_CODE_EXECPATH": "/usr/bin/claude"})


@given(st.text())
def test_answer_is_json_that_gives_the_text_back(text: str) -> None:
    """Whatever the text, the answer is one line of UTF-8 JSON with exactly it inside."""
    answer = start_answer(text)
    expected = text.encode("utf-8", "replace").decode()
    assert {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": expected}
    } == json.loads(answer.decode("utf-8"))
    assert 1 == answer.count(b"\n")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_size_is_known_before_the_answer_is_made(text: str) -> None:
    """The packing's count of bytes is the answer's, envelope aside."""
    assert len(start_answer(text)) == json_bytes(text) + len(start_answer(""))
    assert len(start_answer("")) <= ENVELOPE_BYTES
