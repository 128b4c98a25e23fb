"""What is noted of a session while it goes on, so that nothing hangs on the form of a transcript?

Prompts and ends of turns call this. Nothing here raises and nothing costs at import.
"""

from __future__ import annotations

from cortex.model.host_events import ROLE_USER

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.seat.exchange import Message
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat

LIVE = "live.jsonl"

# Bytes of the live notes before they begin anew, and how many are read: some forty exchanges.
LIVE_BYTES_MAX = 262_144
LIVE_BYTES_READ = 131_072

# Bytes of one text: its head and its tail.
TEXT_BYTES_MAX = 4_500


def note_turn(event: HostEvent, seat: Seat, now_us: int) -> None:
    """Note what was said, so that a checkpoint does not hang on the form of a transcript.

    For prompts and ends of turns; what was said stays in the seat's home, clean and cut short.
    """
    if not event.text or not event.role or event.agent_id:
        return
    try:
        from cortex.core.observe.host_text import kept_text
        from cortex.hosts.fields import json_of
        from cortex.stores.system.seat_notes import append_note

        text = kept_text(event.role, event.text, TEXT_BYTES_MAX).text.strip()
        if not text:
            return
        fields = {
            "session": event.session_id,
            "speaker": "user" if event.role == ROLE_USER else "agent",
            "key": event.key,
            "at_us": event.occurred_us or now_us,
            "text": text,
        }
        line = json_of(fields).encode("utf-8", "replace") + b"\n"
        append_note(seat.home, LIVE, line, LIVE_BYTES_MAX)
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return


def live_messages(seat: Seat, session_id: str) -> tuple[Message, ...]:
    """Give what was noted of a session while it went on, in order."""
    from cortex.core.seat.exchange import AGENT, MESSAGE_CHARS_MAX, USER, Message, clipped
    from cortex.stores.system.seat_notes import read_note
    from cortex.wire.lean_json import read_object

    content = b"".join(
        read_note(seat.home, name, LIVE_BYTES_READ) for name in (f"{LIVE}.old", LIVE)
    )
    found = []
    for line in content.split(b"\n"):
        fields = read_object(line.decode("utf-8", "replace")) if line else None
        if not fields or fields.get("session") != session_id:
            continue
        text, key, at_us = fields.get("text"), fields.get("key"), fields.get("at_us")
        if isinstance(text, str) and isinstance(key, str) and isinstance(at_us, int):
            speaker = USER if fields.get("speaker") == USER else AGENT
            found.append(Message(speaker, clipped(text, MESSAGE_CHARS_MAX), key, at_us))
    return tuple(found)
