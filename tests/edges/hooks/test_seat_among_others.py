"""Is a seat told what it must know while others write in it, and where its STATE.md is long?"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.host_events import CONTEXT_CHARS_MAX
from cortex.wiring.hook import DEADLINE_US, DEADLINES_US
from tests.edges.hooks.seated import SESSION, STATE, Seated

HANDED = "Seat ops: the context was compacted"
RULE = "Run the linter before each commit"
GRACE_SECONDS = 1.0
"""A busy machine: the hooks below are bound by what they wait for, not by what they do."""

EVENTS = {
    "prompt": ("UserPromptSubmit", {"prompt": "go on", "prompt_id": "p1"}),
    "tool-after": ("PostToolUse", {"tool_name": "Bash", "tool_use_id": "t1", "tool_response": "a"}),
    "compact-before": ("PreCompact", {"trigger": "auto"}),
    "compact-after": ("PostCompact", {"trigger": "auto", "compact_summary": "It was moved."}),
    "session-end": ("SessionEnd", {"reason": "other"}),
}


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Give a seat with a STATE.md and a conversation."""
    seated = Seated(tmp_path)
    seated.state.write_text(STATE)
    seated.kept.mkdir(parents=True)
    seated.row(type="user", message={"role": "user", "content": "Move it."}, sessionId=SESSION)
    seated.answer(50_000)
    return seated


@pytest.fixture
def held(seated: Seated) -> Iterator[None]:
    """Let another process be at its turn in both folders of the seat, as one that packs it is."""
    folders = [os.open(path, os.O_RDONLY) for path in (seated.kept, seated.root)]
    for folder in folders:
        fcntl.flock(folder, fcntl.LOCK_EX)
    yield
    for folder in folders:
        os.close(folder)


@pytest.mark.usefixtures("held")
def test_state_comes_back_while_another_process_is_at_its_turn(seated: Seated) -> None:
    """Whoever copies the seat does not keep it from its STATE.md."""
    assert HANDED in seated.start("compact")
    assert "exact next step: book them" in seated.start("startup")


@pytest.mark.usefixtures("held")
@pytest.mark.parametrize("kind", EVENTS)
def test_a_hook_does_not_wait_for_another_process(seated: Seated, kind: str) -> None:
    """It ends before its time is over, and the journal does not call it late."""
    name, fields = EVENTS[kind]
    bound_seconds = DEADLINES_US.get(kind, DEADLINE_US) / 1_000_000
    began = time.monotonic()
    ended = seated.fire(kind, seated.payload(name, **fields))
    assert (0, b"") == (ended.returncode, ended.stderr)
    assert time.monotonic() - began < bound_seconds + GRACE_SECONDS
    if kind in {"compact-before", "session-end"}:  # The others are short on a busy machine.
        assert 0 == seated.deadlines()


def test_a_long_state_leaves_room_for_the_rules(seated: Seated) -> None:
    """What binds is told again after a compaction, behind a STATE.md of 30,000 characters."""
    seated.run("commit", RULE, "--type", "rule", "--pin")
    seated.state.write_text(STATE + "## Dead ends\n" + "tried and failed\n" * 1_800)
    said = seated.start("compact")
    assert len(said) <= CONTEXT_CHARS_MAX
    assert HANDED in said
    assert RULE in said


def test_rules_that_found_no_room_stand_beside_the_next_prompt(seated: Seated) -> None:
    """A STATE.md that is just given whole puts them off, once."""
    seated.run("commit", RULE, "--type", "rule", "--pin")
    seated.state.write_text(STATE + "x" * (9_200 - len(STATE)))
    said = seated.start("compact")
    assert "x" * 1_000 in said
    assert RULE not in said
    assert RULE in seated.prompt()
    assert "" == seated.prompt(prompt_id="p2")


def test_a_checkpoint_that_failed_is_told_beside_a_state_that_fills_the_room(
    seated: Seated,
) -> None:
    """Its notice is never what is left out (Seat T3)."""
    seated.state.write_text(STATE + "x" * (9_400 - len(STATE)))
    seated.transcript.unlink()
    seated.compact("PreCompact")
    said = seated.start("compact")
    assert HANDED in said
    assert "CHECKPOINT FAILED at" in said


@pytest.mark.parametrize(
    ("host", "letter", "encoding", "bytes_each"),
    [
        ("claude-code", "😀", "utf-16-le", 2),
        ("codex", "端", "utf-8", 1),
        ("codex", "é", "utf-8", 1),
    ],
)
def test_a_host_is_told_no_more_than_it_counts(
    seated: Seated, host: str, letter: str, encoding: str, bytes_each: int
) -> None:
    """Seat T5: Claude Code counts as JavaScript does and puts more into a file; Codex counts bytes
    and cuts out the middle. The sections that matter most are whole for both.
    """
    seated.run("commit", RULE, "--type", "rule", "--pin")
    seated.state.write_text(STATE + f"## Dead ends\n- {letter * 60}\n" * 140)
    payload = seated.payload("SessionStart", source="compact")
    ended = seated.run("hook", "session-start", "--host", host, given=payload)
    said: str = json.loads(ended.stdout)["hookSpecificOutput"]["additionalContext"]
    assert len(said.encode(encoding)) // bytes_each <= CONTEXT_CHARS_MAX
    assert "exact next step: book them" in said
    assert letter * 60 in said
    assert RULE in said


def test_rules_are_still_put_off_after_a_late_event(seated: Seated) -> None:
    """The host tells that the compaction is over behind the start of the session."""
    seated.run("commit", RULE, "--type", "rule", "--pin")
    seated.state.write_text(STATE + "x" * (9_200 - len(STATE)))
    assert RULE not in seated.start("compact")
    seated.compact("PostCompact", compact_summary="It was moved.")
    assert RULE in seated.prompt()
