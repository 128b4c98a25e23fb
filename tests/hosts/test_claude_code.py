"""Is Claude Code understood, and does it understand the answer?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.boot.packing import json_bytes
from cortex.hosts.claude_code import (
    ENVELOPE_BYTES,
    FORMS_BY_CAUSE,
    answer,
    read_event,
)
from cortex.model.boot import FORM_FRESH
from cortex.model.host_events import CONTEXT_CHARS_MAX, SESSION_START, HostEvent

START = {
    "session_id": "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7",
    "cwd": "/home/ada/project",
    "hook_event_name": "SessionStart",
    "source": "startup",
}


def form_of(event: HostEvent) -> str:
    return FORMS_BY_CAUSE.get(event.cause, FORM_FRESH)


def start_answer(text: str) -> bytes:
    return answer(HostEvent("claude-code", SESSION_START), text)


def test_session_start_is_read() -> None:
    """The three things a brief needs are taken from the payload; extra fields do not matter."""
    start = read_event({**START, "model": "any", "cortex": "x"})
    assert start is not None
    assert (SESSION_START, START["session_id"], "/home/ada/project", "fresh") == (
        start.kind,
        start.session_id,
        start.cwd,
        form_of(start),
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
    start = read_event({**START, "source": source})
    assert start is not None
    assert form == form_of(start)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"cwd": "/x"},
        {**START, "hook_event_name": "sessionstart"},
        {**START, "agent_id": "agent-1"},
    ],
)
def test_other_events_and_subagents_are_not_for_us(fields: dict[str, object]) -> None:
    """Case 34: what is no event of a whole session is passed over."""
    assert read_event(fields) is None


@pytest.mark.parametrize("cwd", ["", "project", "~", "C:project"])
def test_folder_that_is_no_absolute_path_is_none(cwd: str) -> None:
    """A folder that cannot be placed is not guessed at."""
    start = read_event({**START, "cwd": cwd})
    assert start is not None
    assert "" == start.cwd


@given(st.text(min_size=1, max_size=1_000))
def test_answer_is_json_that_gives_the_text_back(text: str) -> None:
    """Whatever the text, the answer is one line of UTF-8 JSON with exactly it inside."""
    output = start_answer(text)
    expected = text.encode("utf-8", "replace").decode()
    assert {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": expected}
    } == json.loads(output.decode("utf-8"))
    assert 1 == output.count(b"\n")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=1_000))
def test_size_is_known_before_the_answer_is_made(text: str) -> None:
    """The packing's count of bytes is the answer's, envelope aside."""
    around = len(start_answer("x")) - 1
    assert len(start_answer(text)) == json_bytes(text) + around
    assert around <= ENVELOPE_BYTES


def test_answer_as_long_as_the_limit_is_given_and_none_a_character_longer() -> None:
    """What the host would cut off is not sent: a text that is cut has lost its fence."""
    for letter in ("x", "\u7aef"):
        assert letter * CONTEXT_CHARS_MAX in start_answer(letter * CONTEXT_CHARS_MAX).decode()
        assert b"" == start_answer(letter * (CONTEXT_CHARS_MAX + 1))
