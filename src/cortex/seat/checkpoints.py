"""How is a conversation kept before its compaction, and who was told what was kept?

What goes wrong is written down as well, and told at every start until a later checkpoint works. A
session's start loads this, so what only writing needs is imported there. Source: OGL 3.3,
docs/formats/checkpoints.md, ADR 0186.
"""

from __future__ import annotations

from cortex.core.boot.calendar import second_text
from cortex.core.seat.checkpoint import (
    CAPTURED,
    CHECKPOINT_BYTES_MAX,
    FAILED_MARK,
    LATEST,
    NOT_READ,
    Captured,
    checkpoint_name,
    checkpoint_text,
    failure_of,
    is_checkpoint_name,
    told_checkpoint,
)
from cortex.core.seat.fitting import fitted
from cortex.hosts.fields import json_of
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import CHECKPOINTS_FOLDER
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.seat.exchange import Message
    from cortex.ports.seat_files import SeatFiles
    from cortex.seat.exchanges import Talk

STATE = "checkpoint.json"
BEGUN = "checkpoint-begun.json"
_NOTE_BYTES_MAX = 16_384

# Microseconds within which a second call for one session is the same compaction: some builds of a
# host fire two to four times.
SAME_US = 10_000_000

# Checkpoints that stay; of more the oldest go. At some 10 KB each, 2 MB.
CHECKPOINTS_MAX = 200

# Sessions that are remembered to have been told the latest checkpoint.
TOLD_MAX = 32

# Microseconds after which what was begun and never finished is told: a hook has two seconds.
UNFINISHED_US = 10_000_000

WRITTEN = "written"
REPEATED = "repeated"
FAILED = "failed"


class Heard:
    """What is known of a conversation that is to be kept; plain, as all that hooks load.

    Attributes:
        session_id: the host's id of the session.
        cause: the host's word for why it is compacted.
        path: its transcript; may be empty.
        talk: what the transcript says, or None when it could not be read.
        why: why it could not be read; empty when it could.
        left_out: bytes at the transcript's beginning that were not read.
        live: what was noted of the same session while it went on.
        is_back_fill: nobody told of the compaction before it came.
    """

    __slots__ = ("cause", "is_back_fill", "left_out", "live", "path", "session_id", "talk", "why")

    def __init__(self, session_id: str, cause: str, path: str) -> None:
        self.session_id = session_id
        self.cause = cause
        self.path = path
        self.talk: Talk | None = None
        self.why = ""
        self.left_out = 0
        self.live: tuple[Message, ...] = ()
        self.is_back_fill = False


class State:
    """What is known about the checkpoints of a seat.

    Attributes:
        name: file name of the latest one; empty without one.
        session: whose conversation it holds.
        key: what names the last line in it.
        at_us: when it was written.
        failure: why it failed; empty when it did not.
        good: file name of the latest one that did not fail.
        told: sessions that were told it.
    """

    __slots__ = ("at_us", "failure", "good", "key", "name", "session", "told")

    def __init__(self) -> None:
        self.name = self.session = self.key = self.failure = self.good = ""
        self.at_us = 0
        self.told: list[str] = []


def begin(kept: SeatFiles, session_id: str, now_us: int) -> None:
    """Note that a checkpoint is being made, so that one that never ends is not silent.

    It waits for no turn. Where a host fires twice at once, the other hook's note says the same.
    """
    note = json_of({"session": session_id, "at_us": now_us}).encode() + b"\n"
    try:
        kept.replace(BEGUN, note)
    except SeatFileRefused:  # If nothing can be written here at all, the checkpoint says so.
        return


def is_repeat(kept: SeatFiles, session_id: str, now_us: int) -> bool:
    """Tell whether this compaction was kept a moment ago; what was begun is over then."""
    state = read_state(kept)
    since_us = now_us - state.at_us
    is_same = state.session == session_id and 0 <= since_us < SAME_US and not state.failure
    if is_same:
        kept.remove(BEGUN)
    return is_same


def take_checkpoint(files: SeatFiles, kept: SeatFiles, heard: Heard, now_us: int) -> str:
    """Keep a conversation, and tell ``WRITTEN``, ``REPEATED`` or ``FAILED``.

    The caller has the turn. A conversation that gave nothing is written down as a failure.

    Raises:
        SeatFileRefused, OSError: it could not be written.
    """
    state = read_state(kept)
    captured, key = _captured(heard, now_us)
    is_same = state.session == heard.session_id and not state.failure
    if is_same and ((key and key == state.key) or (heard.is_back_fill and captured.failure)):
        kept.remove(BEGUN)
        return REPEATED
    names = files.names(CHECKPOINTS_FOLDER)
    name = checkpoint_name(now_us, frozenset(names))
    content = checkpoint_text(now_us, captured).encode("utf-8", "replace")
    files.replace(f"{CHECKPOINTS_FOLDER}/{name}", content)
    files.replace(LATEST, content)
    state.name, state.session, state.key, state.at_us = name, heard.session_id, key, now_us
    state.failure, state.told = captured.failure, []
    if not captured.failure:
        state.good = name
    _write_state(kept, state)
    kept.remove(BEGUN)
    _prune(files, (*names, name), state.good)
    return FAILED if captured.failure else WRITTEN


def note_failure(kept: SeatFiles, session_id: str, why: str, now_us: int) -> None:
    """Note that no checkpoint could even be written.

    Raises:
        SeatFileRefused, OSError: this could not be written either.
    """
    state = read_state(kept)
    state.session, state.at_us, state.failure = session_id, now_us, why
    state.name, state.key, state.told = "", "", []
    _write_state(kept, state)
    kept.remove(BEGUN)


def checkpoint_notice(files: SeatFiles, kept: SeatFiles, now_us: int) -> str:
    """Give one line about a checkpoint that failed, or an empty text when the latest one is good.

    It is there until a later checkpoint works.
    """
    state = read_state(kept)
    good = f"{CHECKPOINTS_FOLDER}/{state.good}" if state.good else ""
    before = f" The last one that worked is {good}." if good else " None has worked yet."
    begun_us = _begun_us(kept)
    is_under_way = 0 <= now_us - begun_us <= UNFINISHED_US  # Not of a clock that was set back.
    if begun_us > state.at_us and not is_under_way:
        when = second_text(begun_us)
        return f"{FAILED_MARK}: one was begun at {when} and never finished.{before}"
    failure, at_us = state.failure, state.at_us
    if not failure and (latest := latest_text(files)):
        failure = failure_of(latest)
        at_us = at_us or files.changed_us(LATEST) or now_us
    if not failure:
        return ""
    return f"{FAILED_MARK} at {second_text(at_us)}: {failure}.{before}"


def due_checkpoint(
    files: SeatFiles,
    kept: SeatFiles,
    session: tuple[str, str],
    room_chars: int,
    *,
    is_compacted: bool,
) -> tuple[str, str]:
    """Give the latest checkpoint as a session is told it, and its name; empty when none is due.

    It is due to a session that was not told it yet, and to one that has just lost what it was told.

    Args:
        files: the seat's own folder.
        kept: what Cortex keeps for it.
        session: host and id of the one that starts.
        room_chars: how much the host has room for, as ``width_of`` counts it.
        is_compacted: it starts anew after a compaction.
    """
    host, session_id = session
    state = read_state(kept)
    if state.failure or (session_id in state.told and not is_compacted):
        return "", ""
    text = latest_text(files)
    if not text or failure_of(text):
        return "", ""
    path = f"{CHECKPOINTS_FOLDER}/{state.name}" if state.name else LATEST
    told = fitted(lambda chars: told_checkpoint(path, text, chars), host, room_chars)
    return told, state.name if told else ""


def mark_told(kept: SeatFiles, session_id: str, name: str) -> None:
    """Note that a session was told a checkpoint; a later one is pending again."""
    state = read_state(kept)
    if name == state.name and session_id not in state.told:
        state.told = [*state.told, session_id][-TOLD_MAX:]
        _write_state(kept, state)


def read_state(kept: SeatFiles) -> State:
    """Give what is known; an unreadable file says nothing."""
    state = State()
    fields = read_object((kept.find(STATE, _NOTE_BYTES_MAX) or b"").decode("utf-8", "replace"))
    for name in ("name", "session", "key", "failure", "good"):
        value = (fields or {}).get(name)
        if isinstance(value, str):
            setattr(state, name, value)
    if fields:
        at_us, told = fields.get("at_us"), fields.get("told")
        state.at_us = at_us if isinstance(at_us, int) else 0
        state.told = [one for one in told if isinstance(one, str)] if isinstance(told, list) else []
    return state


def _write_state(kept: SeatFiles, state: State) -> None:
    fields = {name: getattr(state, name) for name in State.__slots__}
    kept.replace(STATE, json_of(fields).encode("utf-8", "replace") + b"\n")


def _begun_us(kept: SeatFiles) -> int:
    fields = read_object((kept.find(BEGUN, _NOTE_BYTES_MAX) or b"").decode("utf-8", "replace"))
    at_us = (fields or {}).get("at_us")
    return at_us if isinstance(at_us, int) else 0


def latest_text(files: SeatFiles) -> str:
    """Give the text of the newest checkpoint; empty without one."""
    return (files.find(LATEST, CHECKPOINT_BYTES_MAX) or b"").decode("utf-8", "replace")


def _captured(heard: Heard, now_us: int) -> tuple[Captured, str]:
    """Give what of a conversation is kept, and what names its end."""
    from cortex.core.seat.exchange import captured, last_exchanges, message_text, user_turns

    talk = heard.talk
    messages = list(talk.messages) if talk else []
    failure, parser = heard.why, "none"
    if talk is not None:
        parser = f"{talk.host or 'unknown'} {talk.version}".strip()
        failure = failure or _nobody(heard, talk, user_turns(messages))
    if failure and heard.live:  # What was noted while it went on needs no transcript.
        parser = f"live notes, as the transcript gave nothing: {failure}"
        messages, failure = list(heard.live), ""
    shown = last_exchanges(messages)
    unknown = ", ".join(f"{kind} {count}" for kind, count in talk.unknown) if talk else ""
    key = (talk.last_key if talk else "") or (messages[-1].key if messages else "")
    fields = [
        ("written", second_text(now_us)),
        ("session", heard.session_id or "unknown"),
        ("trigger", heard.cause or "unknown"),
        ("back-filled", "yes" if heard.is_back_fill else "no"),
        ("transcript", heard.path or "none"),
        ("parser", parser),
        (CAPTURED, str(captured(shown))),
        ("user turns", str(user_turns(shown))),
        ("last uuid", key or "none"),
        ("lines read", str(talk.rows if talk else 0)),
        ("unreadable lines", str(talk.bad if talk else 0)),
        ("unknown types", unknown or "none"),
    ]
    if heard.left_out:
        fields.append(("earlier bytes not read", str(heard.left_out)))
    return Captured(fields, "\n".join(map(message_text, shown)), failure), key


def _nobody(heard: Heard, talk: Talk, turns: int) -> str:
    """Give why what was read is nobody's conversation, or an empty text when it is one."""
    from cortex.hosts.transcripts.formats import READABLE

    if talk.host and talk.host not in READABLE:
        return f"{NOT_READ}: {talk.host}"
    if not talk.host:
        return f"nobody knows the format of the transcript ({talk.rows} lines, {talk.bad} bad)"
    if turns or (heard.left_out and any(one.text for one in talk.messages)):
        return ""
    unknown = sum(count for _, count in talk.unknown)
    found = f"{talk.rows} lines, {unknown} of unknown types, {talk.bad} unreadable"
    return f"no words of a person were found in the transcript ({found})"


def _prune(files: SeatFiles, names: tuple[str, ...], good: str) -> None:
    """Take away the oldest checkpoints above the limit; the last good one stays."""
    ours = sorted(name for name in names if is_checkpoint_name(name) and name != good)
    for name in ours[: max(0, len(ours) - CHECKPOINTS_MAX)]:
        files.remove(f"{CHECKPOINTS_FOLDER}/{name}")
