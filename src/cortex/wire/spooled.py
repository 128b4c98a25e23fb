"""How does an event of a host become one line of the spool, and an event again?

One JSON object a line, fields that are empty left out. Hooks load this on every event.
Source: docs/formats/spool.md.
"""

from __future__ import annotations

from cortex.model.host_events import KINDS, HostEvent
from cortex.model.spooled import SpooledEvent
from cortex.wire.lean_json import quoted, read_object

VERSION = 1

# (name in the line, attribute of the event) of every text, in the order they are written.
_TEXTS = (
    ("host", "host"),
    ("kind", "kind"),
    ("session", "session_id"),
    ("cwd", "cwd"),
    ("key", "key"),
    ("role", "role"),
    ("tool", "tool"),
    ("command", "command"),
    ("path", "path"),
    ("cause", "cause"),
    ("agent", "agent_id"),
    ("host_version", "host_version"),
    ("text", "text"),
)


def spooled_line(spooled: SpooledEvent) -> bytes:
    """Give one line without its end: UTF-8, no line break inside."""
    event = spooled.event
    parts = [f'{{"v":{VERSION},"captured_us":{spooled.captured_us}']
    if event.occurred_us is not None:
        parts.append(f'"occurred_us":{event.occurred_us}')
    if event.is_failed:
        parts.append('"failed":true')
    if spooled.cut_bytes:
        parts.append(f'"cut_bytes":{spooled.cut_bytes}')
    if spooled.owner_id is not None:
        parts.append(f'"owner":{spooled.owner_id}')
    for name, attribute in _TEXTS:
        value = getattr(event, attribute)
        if value:
            parts.append(f'"{name}":{quoted(value)}')
    return (",".join(parts) + "}").encode("utf-8", "replace")


def read_spooled(line: bytes) -> SpooledEvent | None:
    """Give the event of a line, or None when it is none of ours: torn, foreign or too new."""
    try:
        fields = read_object(line.decode("utf-8"))
    except UnicodeDecodeError:
        return None
    if fields is None or fields.get("v") != VERSION:
        return None
    captured_us = fields.get("captured_us")
    host, kind = fields.get("host"), fields.get("kind")
    if not isinstance(captured_us, int) or not isinstance(host, str) or kind not in KINDS:
        return None
    event = HostEvent(host, str(kind))
    for name, attribute in _TEXTS:
        value = fields.get(name, "")
        if not isinstance(value, str):
            return None
        setattr(event, attribute, value)
    event.is_failed = fields.get("failed") is True
    event.occurred_us = _number(fields, "occurred_us")
    return SpooledEvent(
        event, captured_us, _number(fields, "owner"), _number(fields, "cut_bytes") or 0
    )


def _number(fields: dict[str, object], name: str) -> int | None:
    value = fields.get(name)
    return value if isinstance(value, int) else None
