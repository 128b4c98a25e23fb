"""What is noted of a session while it goes on, so that nothing hangs on the form of a transcript?

Prompts and ends of turns call this. Nothing here raises and nothing costs at import.
"""

from __future__ import annotations

from cortex.model.host_events import ROLE_USER
from cortex.model.seats import LIVE_FILE

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.seat.exchange import Message
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat

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
            "host": event.host,
            "transcript": event.transcript_path,
            "text": text,
        }
        line = json_of(fields).encode("utf-8", "replace") + b"\n"
        append_note(seat.home, LIVE_FILE, line, LIVE_BYTES_MAX)
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return


class LiveRow:
    """One text of one session, as it was noted.

    Attributes:
        session_id, host: whose.
        transcript_path: where the host writes that session down; may be empty.
        is_user: a person said it.
        key: what names it in its session.
        at_us: when.
        text: what was said, clean.
    """

    __slots__ = ("at_us", "host", "is_user", "key", "session_id", "text", "transcript_path")

    def __init__(self, fields: dict[str, object], key: str, at_us: int, text: str) -> None:
        from cortex.hosts.fields import text_of

        self.session_id = text_of(fields, "session")
        self.host = text_of(fields, "host")
        self.transcript_path = text_of(fields, "transcript")
        self.is_user = fields.get("speaker") == "user"
        self.key = key
        self.at_us = at_us
        self.text = text


def live_rows(seat: Seat) -> list[LiveRow]:
    """Give what was noted of all sessions, in order; what cannot be read is left out."""
    from cortex.stores.system.seat_notes import read_note
    from cortex.wire.lean_json import read_object

    content = b"".join(
        [read_note(seat.home, name, LIVE_BYTES_READ) for name in (f"{LIVE_FILE}.old", LIVE_FILE)]
    )
    rows = []
    for line in content.split(b"\n"):
        fields = read_object(line.decode("utf-8", "replace")) if line else None
        if not fields:
            continue
        text, key, at_us = fields.get("text"), fields.get("key"), fields.get("at_us")
        if isinstance(text, str) and isinstance(key, str) and isinstance(at_us, int):
            rows.append(LiveRow(fields, key, at_us, text))
    return rows


def live_messages(seat: Seat, session_id: str) -> tuple[Message, ...]:
    """Give what was noted of a session while it went on, in order."""
    from cortex.core.seat.exchange import AGENT, MESSAGE_CHARS_MAX, USER, Message, clipped

    return tuple(
        Message(
            USER if row.is_user else AGENT, clipped(row.text, MESSAGE_CHARS_MAX), row.key, row.at_us
        )
        for row in live_rows(seat)
        if row.session_id == session_id
    )


def session_at(seat: Seat, at_us: int) -> tuple[str, str]:
    """Give (id, transcript) of the session that last spoke at an instant or before it.

    Empty where nobody knows. Never raises.
    """
    found = ("", "")
    for row in live_rows(seat):
        if row.at_us <= at_us:
            found = (row.session_id, row.transcript_path)
    return found
