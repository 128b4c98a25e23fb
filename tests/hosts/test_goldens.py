"""Is each event of each host read as recorded, and answered in the exact bytes its host takes?

One file an event under ``tests/golden/hosts/<host>/<version>``: the payload, the event it is read
as (None for one that is none of ours), a context, and the output. ``source`` says whether a real
session wrote the payload.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from cortex.hosts.registry import adapter_of, host_of
from cortex.model.boot import FORM_COMPACT, FORM_FRESH, FORM_RESUMED
from cortex.model.host_events import (
    COMPACT_AFTER,
    COMPACT_BEFORE,
    CONTEXT_CHARS_MAX,
    HOSTS,
    KINDS,
    OPENCODE,
    SESSION_END,
    SESSION_START,
    TURN_END,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "hosts"
FILES = sorted(GOLDEN.glob("*/*/*.json"))
SILENT = {TURN_END, COMPACT_BEFORE, COMPACT_AFTER, SESSION_END}
NOT_SENT = {("cursor", COMPACT_AFTER), ("gemini-cli", COMPACT_AFTER)}


def loaded(path: Path) -> dict[str, Any]:
    """Give one golden file."""
    found = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def named(path: Path) -> str:
    """Give the name of a file for a report."""
    return str(path.relative_to(GOLDEN))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_event_is_read_and_answered_as_recorded(path: Path) -> None:
    """CQR I1, CQR I7: every field of the event and every byte of the answer are as they were.

    Cases 29 and 38: what a host takes for an order, or throws away, gets no answer.
    """
    golden = loaded(path)
    adapter = adapter_of(path.parts[-3])
    event = adapter.read_event(golden["payload"])
    read = None
    if event is not None:
        members = {name: getattr(event, name) for name in event.__slots__}
        read = {name: value for name, value in members.items() if value not in {"", None, False}}
    assert golden["event"] == read
    output = b"" if event is None else adapter.answer(event, golden["context"])
    assert golden["output"] == output.decode("utf-8")
    if (
        event is not None
        and event.kind in SILENT
        and (event.host, event.kind)
        != (
            OPENCODE,
            COMPACT_BEFORE,
        )
    ):
        assert b"" == output


@pytest.mark.parametrize("path", FILES, ids=named)
def test_nothing_to_say_is_no_byte(path: Path) -> None:
    """An answer without a text is empty, and one above the host's limit is not given."""
    adapter = adapter_of(path.parts[-3])
    event = adapter.read_event(loaded(path)["payload"])
    if event is not None:
        assert b"" == adapter.answer(event, "")
        assert b"" == adapter.answer(event, "x" * (CONTEXT_CHARS_MAX + 1))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_host_is_told_by_what_it_sends(path: Path) -> None:
    """Each recorded payload says which host it is of, with what that host sets for its hooks."""
    host = path.parts[-3]
    variables = {"gemini-cli": {"GEMINI_SESSION_ID": "1"}}.get(host, {})
    assert host == host_of(loaded(path)["payload"], variables)


def test_every_event_of_every_host_is_recorded() -> None:
    """No kind of event lacks a golden file, for any host that sends it."""
    there = {
        (path.parts[-3], found["event"]["kind"])
        for path in FILES
        if (found := loaded(path))["event"] is not None
    }
    assert {(host, kind) for host in HOSTS for kind in KINDS} - NOT_SENT == there


@pytest.mark.parametrize(
    ("host", "cause", "form"),
    [
        ("claude-code", "startup", FORM_FRESH),
        ("claude-code", "clear", FORM_FRESH),
        ("claude-code", "resume", FORM_RESUMED),
        ("claude-code", "fork", FORM_RESUMED),
        ("claude-code", "compact", FORM_COMPACT),
        ("claude-code", "tomorrow", FORM_FRESH),
        ("codex", "compact", FORM_COMPACT),
        ("codex", "resume", FORM_RESUMED),
        ("gemini-cli", "resume", FORM_FRESH),
        ("gemini-cli", "clear", FORM_FRESH),
    ],
)
def test_cause_says_what_a_session_still_knows(host: str, cause: str, form: str) -> None:
    """Case 38: each cause of a start has its form, and one that nobody knows is fresh."""
    adapter = adapter_of(host)
    event = adapter.read_event({"hook_event_name": "SessionStart", "source": cause})
    assert event is not None
    assert event.kind == SESSION_START
    assert form == adapter.FORMS_BY_CAUSE.get(event.cause, FORM_FRESH)
