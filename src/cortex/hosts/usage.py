"""How many tokens does a session hold, by what its host wrote down?

Claude Code writes the usage beside each message of the agent, Codex an event of its own. A context
that was compacted has none until the agent speaks again. Hooks load this, so it imports nothing
that costs. Source: OGL 13.7, docs/formats/context-meter.md.
"""

from __future__ import annotations

from cortex.hosts.fields import object_of, text_of

# What a line has to hold to be worth parsing.
SIGNS = (b'"usage"', b"token_count", b"compact")

_INPUTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class Usage:
    """What one row says.

    Attributes:
        tokens: in the context; 0 at the beginning of one that was compacted.
        window: tokens of the model's window; 0 when the row does not say.
        second: when, as ``YYYY-MM-DDTHH:MM:SS`` in UTC; empty when it does not say.
    """

    __slots__ = ("second", "tokens", "window")

    def __init__(self, tokens: int, window: int, second: str) -> None:
        self.tokens = tokens
        self.window = window
        self.second = second


def usage_of(row: dict[str, object]) -> Usage | None:
    """Give what a row of a transcript says about the context, or None. Never raises."""
    second = text_of(row, "timestamp")[:19]
    kind = text_of(row, "type")
    if kind == "compacted" or (kind == "system" and row.get("subtype") == "compact_boundary"):
        return Usage(0, 0, second)
    if kind == "assistant" and row.get("isSidechain") is not True:
        tokens = input_tokens(object_of(object_of(row, "message"), "usage"))
        return Usage(tokens, 0, second) if tokens else None
    if kind == "event_msg":
        payload = object_of(row, "payload")
        info = object_of(payload, "info")
        tokens = count_of(object_of(info, "last_token_usage"), "input_tokens")
        if text_of(payload, "type") == "token_count" and tokens:
            return Usage(tokens, count_of(info, "model_context_window"), second)
    return None


def input_tokens(usage: dict[str, object]) -> int:
    """Give what a request of Claude Code held, read from the cache or not."""
    return sum([count_of(usage, name) for name in _INPUTS])


def count_of(fields: dict[str, object], name: str) -> int:
    """Give a field that is a count, or 0."""
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
