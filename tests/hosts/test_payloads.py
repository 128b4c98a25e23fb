"""Does no payload break an adapter, whatever it holds?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.hosts.fields import DEPTH_MAX, json_of
from cortex.hosts.registry import adapter_of, host_of, is_nested
from cortex.model.host_events import CURSOR, HOSTS, KINDS

NAMES = st.sampled_from(
    """hook_event_name session_id cwd prompt prompt_id turn_id tool_name tool_input tool_response
    tool_use_id call_id error last_assistant_message stop_hook_active agent_id source trigger reason
    timestamp prompt_response mcp_context conversation_id generation_id workspace_roots text
    tool_output error_message cursor_version hook directory input output event type properties info
    message parts role parentID sessionID callID args llmContent transcript_path command""".split()
)
WORDS = st.sampled_from(
    """SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop PreCompact
    PostCompact SessionEnd BeforeAgent AfterAgent BeforeTool AfterTool PreCompress sessionStart
    beforeSubmitPrompt preToolUse postToolUse postToolUseFailure afterAgentResponse stop preCompact
    sessionEnd chat.message tool.execute.before tool.execute.after event session.created
    session.idle session.compacted session.deleted text assistant""".split()
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(), inner, max_size=3)
    ),
    max_leaves=8,
)
PAYLOADS = st.dictionaries(NAMES | st.text(), VALUES, max_size=6)


@pytest.mark.parametrize("host", HOSTS)
@given(payload=PAYLOADS, context=st.text(max_size=40))
def test_any_object_is_read_or_passed_over(
    host: str, payload: dict[str, object], context: str
) -> None:
    """Case 34: whatever a field holds, an adapter gives an event of known form, or none."""
    adapter = adapter_of(host)
    event = adapter.read_event(payload)
    assert host_of(payload, {}) in HOSTS
    if event is None:
        return
    assert event.host == host
    assert event.kind in KINDS
    assert bool(event.text) == bool(event.role)
    output = adapter.answer(event, context)
    assert not output or isinstance(json.loads(output), dict)


@given(VALUES)
def test_written_json_is_read_back(value: object) -> None:
    """A tool's answer is kept as JSON that says the same, its fields in their order."""
    written = json_of(value)
    assert json.loads(written) == json.loads(json.dumps(_finite(value)))


def test_deep_answer_is_cut_where_no_tool_goes() -> None:
    """An answer nested deeper than any tool's is kept up to the limit, and nothing overflows."""
    deep: object = "end"
    for _ in range(5_000):
        deep = [deep]
    assert json_of(deep).startswith("[" * DEPTH_MAX + '"\\u2026"')


def test_number_too_long_to_write_is_null() -> None:
    """A number with more digits than Python converts is no reason to fail."""
    assert "null" == json_of(10**5000)


@pytest.mark.parametrize(
    ("payload", "environment", "host"),
    [
        ({"hook_event_name": "SessionStart"}, {}, "claude-code"),
        ({"hook_event_name": "Stop", "turn_id": "t"}, {}, "codex"),
        (
            {"hook_event_name": "SessionStart", "transcript_path": "/h/sessions/rollout-1.jsonl"},
            {},
            "codex",
        ),
        ({"hook_event_name": "BeforeAgent"}, {}, "gemini-cli"),
        ({"hook_event_name": "SessionStart"}, {"GEMINI_SESSION_ID": "1"}, "gemini-cli"),
        ({"hook_event_name": "stop", "cursor_version": "1.7.2"}, {}, CURSOR),
        ({"hook_event_name": "SessionStart"}, {"CURSOR_VERSION": "1.7.2"}, CURSOR),
        ({"hook_event_name": "chat.message"}, {}, "opencode"),
        ({}, {}, "claude-code"),
    ],
)
def test_host_is_told_by_its_payload_and_variables(
    payload: dict[str, object], environment: dict[str, str], host: str
) -> None:
    """Without a word from the command line a payload says whose it is."""
    assert host == host_of(payload, environment)


def test_session_inside_another_is_told_by_its_shell() -> None:
    """Case 28: a host started from the shell of another's tools is nested; a hook of it is not."""
    outer = {
        "CLAUDECODE": "1",
        "CLAUDE_CODE_CHILD_SESSION": "1",
        "CODEX_MANAGED_BY_NPM": "1",
        "GEMINI_SESSION_ID": "1",
        "CURSOR_VERSION": "1.7",
    }
    assert not is_nested(outer)
    for name in ("CLAUDE_CODE_EXECPATH", "CODEX_TOOL_CALL_ID", "CODEX_SANDBOX", "GEMINI_CLI"):
        assert is_nested({**outer, name: "1"})


def test_unknown_host_has_no_adapter() -> None:
    """A host nobody knows is an error, and no guess."""
    with pytest.raises(KeyError):
        adapter_of("other")


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return value
