"""What did a status line say of a session's context, and for how long is it believed?

A host tells its status line after every answer how many tokens are used; that is the best there is.
Hooks load this, so it imports nothing heavy. Source: OGL 8.3, 13.8, docs/formats/context-meter.md.
"""

from __future__ import annotations

# Microseconds after which the word of a status line is old.
BELIEVED_US = 600_000_000

_USED = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class Bridged:
    """The word of a status line.

    Attributes:
        tokens: in the context; 0 before the first answer and right after a compaction.
        window: tokens of the model's window; 0 when it was not said.
        written_us: when it was said.
        is_counted: it speaks of the present count, if only to say that nobody knows it now.
    """

    __slots__ = ("is_counted", "tokens", "window", "written_us")

    def __init__(self, tokens: int, window: int, written_us: int, *, is_counted: bool) -> None:
        self.is_counted = is_counted
        self.tokens = tokens
        self.window = window
        self.written_us = written_us


def bridged_of(fields: dict[str, object] | None, now_us: int) -> Bridged | None:
    """Give what a kept word says, or None when it is none, of the future, or too old."""
    if fields is None:
        return None
    written_us = _count(fields.get("written_us"))
    if not written_us <= now_us < written_us + BELIEVED_US:
        return None
    used = fields.get("current_usage")
    tokens = sum([_count(used.get(name)) for name in _USED]) if isinstance(used, dict) else 0
    window = _count(fields.get("context_window_size"))
    return Bridged(tokens, window, written_us, is_counted="current_usage" in fields)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
