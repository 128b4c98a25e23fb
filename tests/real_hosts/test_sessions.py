"""Does Cortex serve the hosts themselves, and not only payloads we imagine?

`make hosts` runs these: the hosts come from their registry, the model is a stand-in on loopback.
"""

import html
import json
from pathlib import Path

import pytest

from cortex.core.text.fence import FENCE_CLOSE, FENCE_OPEN
from tests.real_hosts.conftest import Life, keep_payloads
from tests.real_hosts.hooks_seen import BUDGET_MS, START_MS
from tools.hosts.packages import PACKAGES

pytestmark = pytest.mark.hosts

RULE = "Run the linter before each commit"
FACT = "The gateway listens on port 8443"
QUESTION = "Which port does the gateway listen on?"
SHELL = {
    "claude-code": '@call Bash {"command": "echo tide table", "description": "print"}',
    "codex": '@call exec_command {"cmd": "echo tide table"}',
    "gemini-cli": '@call run_shell_command {"command": "echo tide table", "description": "print"}',
    "opencode": '@call bash {"command": "echo tide table", "description": "print"}',
}
# What makes a host compact its session before the next prompt. Gemini CLI does so without a screen
# only at half a million tokens of a history that is really there.
COMPACTING = {
    "claude-code": ("hello", SHELL["claude-code"], "/compact keep the names"),
    "codex": ("hello\n@spend 900000",),
    "gemini-cli": ("hello",),
    "opencode": ("hello\n@spend 900000",),
}
# A brief of a session start, or one beside a prompt, and what a host may keep in its conversation.
BRIEF_BYTES_MAX = 2_000


def blocks(text: str) -> list[str]:
    """Give every block of ours in a text the model saw; Gemini CLI shows hooks as escaped HTML."""
    parts = html.unescape(text).split(FENCE_OPEN)[1:]
    return [part.split(FENCE_CLOSE)[0] for part in parts]


def tool_call(life: Life, tool: str, **arguments: str) -> str:
    """Give the prompt that makes the model call a tool of ours, by the name this host gives it."""
    names = [
        f"{group['name']}.{tool['name']}" if group.get("tools") else str(tool.get("name", ""))
        for seen in life.model.seen
        for group in seen.body.get("tools", [])
        for tool in (*group.get("functionDeclarations", ()), *group.get("tools", ()), group)
    ]
    name = next(name for name in names if name.endswith(tool))
    return f"@call {name} {json.dumps(arguments)}"


def test_brief_of_the_start_arrives_once_and_small(life: Life) -> None:
    """The model sees the brief once in a session's first request, within the size promised."""
    life.talk("hello")
    first = next(seen for seen in life.model.seen if "hello" in seen.text and RULE in seen.text)
    told = [block for block in blocks(first.text) if RULE in block]
    assert 1 == len(told)
    assert len(told[0].encode()) <= BRIEF_BYTES_MAX


def test_second_session_is_told_again(life: Life) -> None:
    """A new session knows what the first one was told and what was kept since."""
    life.talk("hello")
    life.cortex("commit", FACT)
    before = len(life.model.seen)
    life.talk("good morning")
    assert any(RULE in s.text and FACT in s.text for s in life.model.seen[before:])


def test_each_event_is_captured_once(life: Life) -> None:
    """A prompt, a tool's report and an answer are each kept exactly once, in their own words."""
    life.talk("hello there, ship", SHELL[life.host])
    prompts = life.kept("user_statement")
    assert ["hello there, ship", SHELL[life.host]] == prompts
    assert 1 == sum("tide table" in text for text in life.kept("tool_report"))
    assert 2 == len(life.kept("agent_assertion"))


def test_no_hook_fails_or_is_slow(life: Life, recorded: Path) -> None:
    """Each hook ends with 0 within its time; the journal is empty; payloads are kept."""
    life.talk(*COMPACTING[life.host], SHELL[life.host])
    hooks = life.hooks()
    assert {"session-start", "prompt", "tool-after", "turn-end"} <= {seen.kind for seen in hooks}
    assert {0} == {seen.status for seen in hooks}
    slow = [(s.kind, s.ms) for s in hooks if s.ms > BUDGET_MS[s.kind] + START_MS]
    assert [] == slow
    assert not (life.room.home / ".cortex/journal/hooks.log").exists()
    assert keep_payloads(recorded, life).stat().st_size


def test_recorded_shapes_are_those_of_the_goldens(life: Life) -> None:
    """What this version sends has the fields of the kept sample of the same event."""
    life.talk(*COMPACTING[life.host], SHELL[life.host])
    golden = Path("tests/golden/hosts") / life.host / PACKAGES[life.host][1]
    known = [json.loads(path.read_text())["payload"] for path in sorted(golden.glob("*.json"))]
    unknown = [
        (seen.kind, sorted(seen.payload))
        for seen in life.hooks()
        if sorted(seen.payload) not in [sorted(sample) for sample in known]
    ]
    assert [] == unknown


def test_question_over_mcp_is_answered(life: Life) -> None:
    """The host starts our server, and the model gets a card from it."""
    life.cortex("commit", FACT)
    life.talk("hello")
    call = tool_call(life, "cortex_query", need=QUESTION)
    before = len(life.model.seen)
    life.talk(call)
    after = [seen for seen in life.model.seen[before:] if "decision::2" in seen.text]
    assert after, "no answer of the tool reached the model"


def test_prompt_gets_what_the_start_did_not_tell(life: Life) -> None:
    """A fact that was kept after the start is told once, however often it is asked for."""
    life.talk("hello")
    life.talk("hello", tool_call(life, "cortex_commit", text=FACT), QUESTION, QUESTION)
    last = life.model.seen[-1].text
    told = [block for block in blocks(last) if "8443" in block]
    assert 1 == len(told)
    assert len(told[0].encode()) <= BRIEF_BYTES_MAX


def test_compaction_keeps_what_binds(life: Life) -> None:
    """After a compaction the model is told what binds again, and the session goes on."""
    if life.host == "gemini-cli":
        pytest.skip("it compacts nothing in a short session without a screen")
    life.talk(*COMPACTING[life.host], "what now?")
    assert {"compact-before", "compact-after"} <= {seen.kind for seen in life.hooks()}
    assert 1 == len(life.kept("user_statement")) - life.kept("user_statement").index("what now?")
    assert 1 == sum(RULE in block for block in blocks(life.model.seen[-1].text))
