"""Does the installed hook put what is known beside a prompt, as a host would run it?"""

import json
import os
from typing import Any

import pytest

from cortex.wiring.deadline import Deadline
from cortex.wiring.hook import hear, reply
from cortex.wiring.hook_call import HookCall
from tests.edges.hooks.live import SESSION, Live
from tests.faults.holders import holder

QUESTION = "please tell me which port the gateway uses"
FACT = "The gateway listens on port 8443."


@pytest.fixture(autouse=True)
def surroundings(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process see what a hook of the home sees."""
    for name in [name for name in os.environ if name.startswith(("CORTEX_", "CLAUDE_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(live.user_home))


def fire(kind: str, payload: bytes) -> bytes:
    """Give what the launcher says, with time enough on a machine that has much to do."""
    said: list[bytes] = []
    call = HookCall(f"hook {kind}", kind)
    deadline = Deadline(60_000_000)
    heard = hear(payload, call, deadline.now_us())
    reply(heard, call, deadline, said.append)
    assert [] == heard.notes
    return b"".join(said)


def context(output: bytes) -> str:
    """Give what the host is told, or an empty text."""
    if not output:
        return ""
    envelope = json.loads(output)["hookSpecificOutput"]
    assert "UserPromptSubmit" == envelope["hookEventName"]
    told: str = envelope["additionalContext"]
    return told


def stats(live: Live) -> Any:
    """Give the figures, as a person asks for them."""
    return json.loads(live.run("stats", "--json"))["data"]


def test_the_installed_hook_answers_or_leaves_in_time(live: Live) -> None:
    """A whole process, with its real deadline: it tells the fact, or says why it did not."""
    live.know(FACT)
    run = live.fire("prompt", live.prompt(QUESTION))
    assert 0 == run.returncode
    log = live.home / "journal" / "prompts.log"
    noted = log.read_text() if log.exists() else ""
    is_late = "late" in noted or "deadline" in live.journal
    assert "8443" in context(run.stdout) or is_late


def test_prompt_is_answered_once_a_session(live: Live) -> None:
    """The fact stands beside the first prompt about it and beside no other: case 41."""
    live.know(FACT)
    told = context(fire("prompt", live.prompt(QUESTION)))
    assert "[d1] The gateway listens on port 8443." in told
    assert "" == context(fire("prompt", live.prompt(QUESTION, key="p2")))
    assert "" == context(fire("prompt", live.prompt("and who paints the wall", key="p3")))


@pytest.mark.parametrize(
    ("kind", "name", "fields"),
    [
        ("compact-before", "PreCompact", {"trigger": "auto"}),
        ("compact-after", "PostCompact", {"trigger": "auto", "compact_summary": "short"}),
        ("session-start", "SessionStart", {"source": "clear"}),
    ],
)
def test_a_session_that_lost_its_context_may_hear_it_again(
    live: Live, kind: str, name: str, fields: dict[str, str]
) -> None:
    """After a compaction and a clear nothing is in view; but a start tells it itself."""
    live.know(FACT)
    first = context(fire("prompt", live.prompt(QUESTION)))
    start = fire(kind, live.payload(name, **fields))
    again = context(fire("prompt", live.prompt(QUESTION, key="p2")))
    assert (again == first) if kind != "session-start" else (b"8443" in start and not again)


def test_a_writer_that_keeps_its_turn_delays_no_prompt(live: Live) -> None:
    """A lock held by another process costs a prompt neither its answer nor its time: case 31."""
    live.know(FACT)
    with holder(live.home / "cortex.db", "transaction"):
        assert "8443" in context(fire("prompt", live.prompt(QUESTION)))


def test_stats_tell_what_was_captured_told_and_used(live: Live) -> None:
    """From the hook to the figures: events by host and day, prompts, facts, use, time, spool."""
    live.know(FACT)
    fire("prompt", live.prompt(QUESTION))
    fire("prompt", live.prompt("go on", key="p2"))
    fire("tool-after", live.tool("cortex show d1", {"stdout": FACT}))
    data = stats(live)
    assert [("claude-code", 2)] == [(one["host"], one["events"]) for one in data["captured"]]
    assert (2, 1) == (data["prompts"]["seen"], data["prompts"]["injected"])
    assert [{"reason": "short", "prompts": 1}] == data["prompts"]["silent"]
    assert 1 == data["injected"]["facts"]
    assert data["injected"]["bytes"] > 100
    assert data["time_us"]["p95"] >= data["time_us"]["p50"] > 0
    assert 0 == data["spool"]["bytes_waiting"]
    assert "2 prompts seen" in live.run("stats")


def test_what_a_session_was_told_says_no_word(live: Live) -> None:
    """Logs and marks hold ids: neither the prompt nor the fact stands in them."""
    live.know(FACT)
    fire("prompt", live.prompt(QUESTION))
    for path in (live.home / "journal" / "prompts.log", live.home / "told" / SESSION):
        text = path.read_text()
        assert not any(word in text for word in ("gateway", "port", "please", "8443"))
    assert (live.home / "told").stat().st_mode & 0o777 == 0o700


def gemini(live: Live, name: str, **fields: str) -> bytes:
    """Give a payload of Gemini CLI."""
    return live.payload(name, timestamp="2026-11-30T10:00:00.000Z", **fields)


def test_gemini_is_told_what_binds_beside_the_prompt_after_a_compaction(live: Live) -> None:
    """It starts no session anew then, and would go on without a rule; told once, and no other host.

    A host that starts the session anew is told there, and OpenCode's system prompt has it anyway.
    """
    live.run("commit", "Run the linter before each commit", "--type", "rule")
    asked = {"prompt": "and what now?", "text": "and what now?", "message_id": "m1"}
    assert b"linter" in fire("session-start", gemini(live, "SessionStart", source="startup"))
    assert b"" == fire("prompt", gemini(live, "BeforeAgent", **asked))
    assert b"" == fire("compact-before", gemini(live, "PreCompress", trigger="auto"))
    assert b"" == fire("prompt", gemini(live, "BeforeAgent", **asked)), "it only looked"
    assert b"" == fire("compact-before", gemini(live, "PreCompress", trigger="manual"))
    told = json.loads(fire("prompt", gemini(live, "BeforeAgent", **asked)))["hookSpecificOutput"]
    assert "BeforeAgent" == told["hookEventName"]
    assert 1 == told["additionalContext"].count("Run the linter before each commit")
    assert "restated after a compaction" in told["additionalContext"]
    assert b"" == fire("prompt", gemini(live, "BeforeAgent", **asked))
    for name, prompt in (
        ("PreCompact", "UserPromptSubmit"),
        ("experimental.session.compacting", "chat.message"),
    ):
        fire("compact-before", live.payload(name, trigger="auto"))
        assert b"" == fire("prompt", live.payload(prompt, prompt_id="p9", **asked))
