"""What was said in a transcript, and where was its conversation compacted?"""

from __future__ import annotations

from cortex.core.seat.exchange import MESSAGE_CHARS_MAX, Message, messages_of
from cortex.hosts.fields import id_of, object_of, text_of
from cortex.hosts.transcripts.formats import READABLE, format_of, reader_of
from cortex.hosts.transcripts.reading import instant_us, texts_of
from cortex.model.lean_classes import NamedTuple
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LINE_BYTES_MAX = 16 * 1024 * 1024
"""Bytes of a line that is read; a longer one holds pictures, and counts as one that cannot be."""

_RAN = "ran"  # Stands for what a tool gave: nothing of it is kept.


class Compaction(NamedTuple):
    """One compaction, as a transcript tells it.

    Attributes:
        key: what names it in its session.
        at_us: when, by the host's word, or None.
        cause: the host's word for why; may be empty.
        summary: what the host made of the conversation, raw; empty when it is not there.
    """

    key: str
    at_us: int | None
    cause: str
    summary: str


class Talk(NamedTuple):
    """What lines of a transcript say.

    Attributes:
        host: who wrote it; empty when nobody knows.
        version: the host's version; empty when no line says it.
        session_id: the host's id of the session.
        messages: what was said, in order.
        last_key: what names the last line of either of the two; empty without one.
        rows: lines that could be read.
        unknown: lines that nobody knows, by kind.
        bad: lines that could not be read.
        compactions: in order.
    """

    host: str
    version: str
    session_id: str
    messages: tuple[Message, ...]
    last_key: str
    rows: int
    unknown: tuple[tuple[str, int], ...]
    bad: int
    compactions: tuple[Compaction, ...]


def read_talk(
    lines: Iterable[bytes],
    session_id: str,
    *,
    host: str = "",
    chars_max: int = MESSAGE_CHARS_MAX,
    turns_max: int = 0,
    is_until_compaction: bool = False,
) -> Talk:
    """Give what lines of a transcript say. Never raises.

    Args:
        lines: whole lines, in order; a last one that is torn is passed over.
        session_id: the session's id as long as no line says it.
        host: whose transcript it is, when no line says it.
        chars_max: most characters of one message.
        turns_max: the newest words of a person that are wanted; 0: all, and what stands before.
        is_until_compaction: leave out what came after the last compaction began.
    """
    rows, bad = _rows(lines)
    if is_until_compaction:
        cut = max((at for at, row in enumerate(rows) if _is_boundary(row)), default=len(rows))
        rows = rows[:cut]
    known = next((found for row in rows if (found := format_of(row))), host)
    if known not in READABLE:
        return Talk(known, "", session_id, (), "", len(rows), (), bad, ())
    reader = reader_of(known, session_id, lambda _: _RAN)
    events = [
        event for row in rows if not row.get("isSidechain") for event in reader.read(row)
    ] + reader.finish()
    memory = reader.memory
    return Talk(
        known,
        memory.version,
        memory.session_id,
        tuple(messages_of(events, chars_max, turns_max)),
        next((key for row in reversed(rows) if _is_talk(row) and (key := _key(row))), ""),
        len(rows),
        tuple(sorted(memory.unknown.items())),
        bad,
        tuple(_compactions(rows)),
    )


def find_compactions(lines: Iterable[bytes]) -> tuple[Compaction, ...]:
    """Give the compactions that lines of a transcript tell of, in order. Never raises."""
    return tuple(_compactions(_rows(lines)[0]))


def _rows(lines: Iterable[bytes]) -> tuple[list[dict[str, Any]], int]:
    rows: list[dict[str, Any]] = []
    bad = 0
    for line in lines:
        row = _row(line) if len(line) <= LINE_BYTES_MAX else None
        if row is None:
            bad += 1
        else:
            rows.append(row)
    return rows, bad


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        return read_object(line.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None


def _key(row: dict[str, Any]) -> str:
    payload = object_of(row, "payload")
    return id_of(row, "uuid") or id_of(payload, "id") or id_of(payload, "call_id")


def _is_talk(row: dict[str, Any]) -> bool:
    is_ours = row.get("isCompactSummary") or row.get("isMeta") or row.get("isSidechain")
    return row.get("type") in {"user", "assistant", "response_item"} and not is_ours


def _is_boundary(row: dict[str, Any]) -> bool:
    kind = text_of(row, "type")
    return kind == "compacted" or (kind == "system" and row.get("subtype") == "compact_boundary")


def _compactions(rows: list[dict[str, Any]]) -> list[Compaction]:
    found: list[Compaction] = []
    is_open = False
    for row in rows:
        at_us = instant_us(row.get("timestamp"))
        if _is_boundary(row):
            cause = id_of(object_of(row, "compactMetadata"), "trigger")
            key = _key(row) or text_of(row, "timestamp")[:40]
            summary = text_of(object_of(row, "payload"), "message")
            found.append(Compaction(key, at_us, cause, summary))
            is_open = not summary
        elif row.get("isCompactSummary"):
            summary = texts_of(object_of(row, "message").get("content"), ("text",))
            if is_open:
                found[-1] = found[-1]._replace(summary=summary)
            elif summary:  # Its boundary stands before what was read.
                found.append(Compaction(_key(row), at_us, "", summary))
            is_open = False
    return found
