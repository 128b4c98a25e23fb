"""How many tokens does a session hold now, and is that worth a line?

The status line's word comes first: the host counts itself. Without it the end of the transcript is
read backwards, up to the newest answer. Right after a compaction nobody knows, and nothing is said.
Hooks load this on every prompt and tool. Source: OGL 3.1, docs/formats/context-meter.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.seat.bridge import bridged_of
from cortex.core.seat.meter import (
    NONE,
    age_text,
    judge,
    levels_of,
    sentence,
    window_of,
)
from cortex.hosts.usage import SIGNS, usage_of
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.core.seat.meter import Record
    from cortex.hosts.usage import Usage
    from cortex.model.host_events import HostEvent
    from cortex.seat.desk import Desk

# Bytes of a transcript's end that are read, one after the other until something is found: most
# often the newest answer stands in the first. What a tool gave can be megabytes.
TAIL_BYTES = (65_536, 524_288, 4_194_304)

# Bytes of a line that is parsed: an answer with its usage has a few thousand.
LINE_BYTES_MAX = 1_048_576


class Context:
    """What is known of a session's context.

    Attributes:
        tokens: how many it holds; 0 when nobody knows.
        is_compacted: its transcript ends with a compaction, and no answer after it.
    """

    __slots__ = ("is_compacted", "tokens")

    def __init__(self, tokens: int, *, is_compacted: bool = False) -> None:
        self.tokens = tokens
        self.is_compacted = is_compacted


def context_of(event: HostEvent, desk: Desk, record: Record, now_us: int) -> Context:
    """Give what a session's context holds; its window is noted in the record."""
    kept = desk.bridge.find(event.session_id)
    bridged = bridged_of(read_object(kept.decode("utf-8", "replace")) if kept else None, now_us)
    if bridged is not None and bridged.is_counted and bridged.written_us > record.compacted_us:
        record.window = bridged.window or record.window
        return Context(bridged.tokens)
    for usage in usages(event.transcript_path, desk):
        record.window = usage.window or record.window
        if not usage.tokens:
            return Context(0, is_compacted=True)
        is_fresh = usage.second > second_text(record.compacted_us)[:19]
        return Context(usage.tokens if is_fresh else 0)
    return Context(0)


def meter_line(event: HostEvent, desk: Desk, record: Record, now_us: int) -> tuple[str, Context]:
    """Give (the line to say now, what the context holds); the record is brought up to date."""
    context = context_of(event, desk, record, now_us)
    if not context.tokens:
        return "", context
    limits = desk.limits(context.tokens)
    window = window_of(context.tokens, record.window, limits.windows)
    levels = levels_of(window, limits.asked, limits.percent)
    state_us = desk.state_us()
    level = judge(record, context.tokens, levels, state_us)
    if level == NONE:
        return "", context
    age = age_text(now_us - state_us) if state_us else ""
    return sentence(level, context.tokens, levels, age), context


def compacted_second(transcript_path: str, desk: Desk) -> str | None:
    """Give when a transcript was last compacted, as ``YYYY-MM-DDTHH:MM:SS``.

    Empty when what is read of it knows no compaction; None when it cannot be read or understood.
    """
    is_read = False
    for usage in usages(transcript_path, desk):
        is_read = True
        if not usage.tokens:
            return usage.second
    return "" if is_read else None


def usages(transcript_path: str, desk: Desk) -> Iterator[Usage]:
    """Give what a transcript says of its context, newest first. Never raises."""
    seen_from = -1
    for size in TAIL_BYTES if transcript_path else ():
        tail = desk.tail(transcript_path, size)
        if tail is None:
            return
        content = tail.content if seen_from < 0 else tail.content[: seen_from - tail.start]
        for line in reversed(content.split(b"\n")):
            usage = _usage(line)
            if usage is not None:
                yield usage
        seen_from = tail.start
        if not seen_from:
            return


def _usage(line: bytes) -> Usage | None:
    if len(line) > LINE_BYTES_MAX or not any(sign in line for sign in SIGNS):
        return None
    row = read_object(line.decode("utf-8", "replace"))
    return None if row is None else usage_of(row)
