"""Is a context counted as its host counts it, and is what is no count passed over?"""

import json

import pytest

from cortex.hosts.denials import denial
from cortex.hosts.usage import SIGNS, usage_of
from cortex.model.host_events import HOSTS, OPENCODE, TOOL_AFTER, TOOL_BEFORE, HostEvent

AT = "2026-01-01T10:15:00.123Z"
ANSWER: dict[str, object] = {
    "type": "assistant",
    "timestamp": AT,
    "message": {
        "usage": {
            "input_tokens": 5,
            "cache_read_input_tokens": 100,
            "cache_creation_input_tokens": 20,
            "output_tokens": 900,
        }
    },
}


def seen(row: dict[str, object]) -> tuple[int, int, str] | None:
    """Give (tokens, window, second) of a row, and check that its line would be parsed at all."""
    usage = usage_of(row)
    if usage is None:
        return None
    assert any(sign in json.dumps(row).encode() for sign in SIGNS)
    return usage.tokens, usage.window, usage.second


def test_answer_of_claude_code_counts_what_went_in() -> None:
    """New, cached and newly cached tokens; what came out is not in the window's count."""
    assert (125, 0, "2026-01-01T10:15:00") == seen(ANSWER)


def test_request_of_codex_counts_with_its_window() -> None:
    """The last request, not the sum of all, which only grows."""
    info = {
        "total_token_usage": {"input_tokens": 9_000_000},
        "last_token_usage": {"input_tokens": 70},
        "model_context_window": 272_000,
    }
    payload = {"type": "token_count", "info": info}
    row: dict[str, object] = {"type": "event_msg", "timestamp": AT, "payload": payload}
    assert (70, 272_000, "2026-01-01T10:15:00") == seen(row)


@pytest.mark.parametrize(
    "row", [{"type": "system", "subtype": "compact_boundary"}, {"type": "compacted"}]
)
def test_compaction_is_a_context_of_no_tokens(row: dict[str, object]) -> None:
    """Where a conversation was compacted older counts end, for either host."""
    assert (0, 0, "2026-01-01T10:15:00") == seen({**row, "timestamp": AT})


@pytest.mark.parametrize(
    "row",
    [
        {},
        {**ANSWER, "isSidechain": True},
        {**ANSWER, "message": {"usage": None}},
        {**ANSWER, "message": {"usage": {"input_tokens": -1, "cache_read_input_tokens": True}}},
        {**ANSWER, "message": "text"},
        {"type": "user", "message": {"usage": {"input_tokens": 5}}},
        {"type": "event_msg", "payload": {"type": "token_count", "info": None}},
        {"type": ["assistant"]},
    ],
)
def test_what_is_no_count_is_none(row: dict[str, object]) -> None:
    """Subagents, fields of another type and rows of another kind say nothing."""
    assert None is seen(row)


@pytest.mark.parametrize("host", HOSTS)
def test_tool_is_denied_in_the_words_of_its_host(host: str) -> None:
    """One JSON object with the reason before a tool; nothing after one, or where no words exist."""
    before = HostEvent(host, TOOL_BEFORE)
    said = denial(before, 'it is "10:15" \u7aef\n')
    if host == OPENCODE:
        assert b"" == said
    else:
        assert 'it is "10:15" \u7aef\n' in str(json.loads(said)).replace("\\n", "\n")
        assert said.endswith(b"}\n")
    assert b"" == denial(before, "")
    assert b"" == denial(HostEvent(host, TOOL_AFTER), "no")
