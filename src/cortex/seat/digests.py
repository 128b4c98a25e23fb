"""How is a session staged while its host waits, and written up when nobody does?

Staging writes one file; all else is a later run's. A stage is named by its content and its name
stands in the entry it became, so a run that is killed and begun again writes nothing twice.
Source: OGL 3.9, docs/formats/digests.md, ADR 0188, ADR 0189.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text
from cortex.core.seat.digest import Provenance, digest_of, entry_text, stage_mark
from cortex.core.seat.exchange import AGENT, USER, Message, user_turns
from cortex.core.text.digests import digest
from cortex.hosts.fields import json_of
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import DIGESTS_FOLDER
from cortex.model.session_digests import (
    REPEATED,
    RETRY,
    SET_ASIDE,
    WRITTEN,
    DigestFile,
    RunResult,
    Waiting,
)
from cortex.wire.lean_json import read_object

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from cortex.ports.seat_files import SeatFiles

    Model = Callable[[Sequence[Message]], str]
    """Gives what a model makes of a conversation, clean; raises ModelFailed."""

STAGED = "digests/staged"
ASIDE = "digests/set-aside"

TURNS_MIN = 2
"""A person's words that make a session worth writing up."""

STAGE_CHARS_MAX = 524_288
"""Characters of a stage: a working day of talk; of more the newest stay."""

STAGE_BYTES_MAX = 16 * 1024 * 1024

WAITING_MAX = 500
"""Stages that may wait; with more, nobody has run them for months."""

TRIES_MAX = 3
DAY_BYTES_MAX = 4 * 1024 * 1024
"""Bytes of the file of one day: a hundred sessions have some hundred kilobytes."""

_DOMAIN = "cortex/seat-stage/1"
_ID_CHARS = 16


class ModelFailed(Exception):
    """The operator's command gave nothing; the message says why, in a few words."""


class Staging(NamedTuple):
    """A session that is to be written up.

    Attributes:
        session_id: the host's id of it.
        host: whose session.
        cause: the host's word for why it ends or is compacted.
        transcript: where it stands; may be empty.
        messages: what was said since the last stage of it.
        left_out: bytes before those that nobody read.
    """

    session_id: str
    host: str
    cause: str
    transcript: str
    messages: tuple[Message, ...]
    left_out: int


def stage(kept: SeatFiles, staging: Staging, now_us: int) -> str:
    """Stage a session and give the stage's name; empty when too little was said in it.

    Raises:
        SeatFileRefused, OSError: it cannot be written, or too many wait.
    """
    if user_turns(staging.messages) < TURNS_MIN:
        return ""
    waiting = _names(kept, STAGED)
    if len(waiting) >= WAITING_MAX:
        message = f"{STAGED}: {len(waiting)} sessions wait; run `cortex digest run`"
        raise SeatFileRefused(message)
    said = [
        {"speaker": one.speaker, "text": one.text, "key": one.key, "at_us": one.at_us}
        | ({"tools": list(one.tools)} if one.tools else {})
        for one in _newest(staging.messages)
    ]
    text = json_of(said)
    named = f"{staging.session_id}\n{text}".encode("utf-8", "replace")
    name = digest(_DOMAIN, named)[:_ID_CHARS]
    fields = {
        "stage": name,
        "session_id": staging.session_id,
        "host": staging.host,
        "cause": staging.cause,
        "transcript": staging.transcript,
        "left_out": staging.left_out,
        "staged_us": now_us,
        "tries": 0,
        "messages": said,
    }
    if not any(one.endswith(f"-{name}.json") for one in waiting):
        _write(kept, f"{STAGED}/{now_us:020}-{name}.json", fields)
    return name


def run_staged(
    files: SeatFiles, kept: SeatFiles, model: Model | None, limit: int = WAITING_MAX
) -> tuple[RunResult, ...]:
    """Write up what waits, oldest first. The caller sees to it that no other run is at it.

    Raises:
        SeatFileRefused, OSError: what waits cannot be listed.
    """
    return tuple(_run(files, kept, model, name) for name in _names(kept, STAGED)[:limit])


def waiting(kept: SeatFiles) -> Waiting:
    """Give what waits and what was set aside."""
    staged = [(name, int(name[:20])) for name in _names(kept, STAGED)]
    return Waiting(tuple(staged), tuple(_names(kept, ASIDE)))


def digest_days(files: SeatFiles) -> tuple[DigestFile, ...]:
    """Give the days that have digests, oldest first."""
    days = []
    for name in files.names(DIGESTS_FOLDER):
        if name.endswith(".md"):
            path = f"{DIGESTS_FOLDER}/{name}"
            content = files.find(path, DAY_BYTES_MAX) or b""
            days.append(DigestFile(name[:-3], path, content.count(b"\n## Session ")))
    return tuple(days)


def _run(files: SeatFiles, kept: SeatFiles, model: Model | None, name: str) -> RunResult:
    path = f"{STAGED}/{name}"
    stage_name = name[21:].removesuffix(".json")
    fields = _read(kept, path)
    if fields is None:
        return _set_aside(kept, name, RunResult(stage_name, "", SET_ASIDE, detail="unreadable"))
    result = RunResult(stage_name, fields["session_id"], WRITTEN)
    fields["tries"] += 1
    try:
        _write(kept, path, fields)  # Counted before it is tried: a killed run is a try as well.
        if fields["tries"] > TRIES_MAX:
            return _set_aside(kept, name, result._replace(became=SET_ASIDE, detail="tried thrice"))
        messages = _messages(fields["messages"])
        text, note = "", ""
        if model is not None:
            try:
                text = model(messages)
            except ModelFailed as error:
                if fields["tries"] < TRIES_MAX:
                    return result._replace(became=RETRY, detail=str(error))
                note = f"no text of a model: {error}"
        entry = entry_text(digest_of(messages), _provenance(fields, messages), text, note)
        result = result._replace(by_model=bool(text), detail=note)
        day = f"{DIGESTS_FOLDER}/{day_text(fields['staged_us'])}.md"
        with files.turn():
            became = _append(files, day, entry, fields["stage"])
        kept.remove(path)
        return result._replace(became=became, file=day)
    except (SeatFileRefused, OSError) as error:
        return result._replace(became=RETRY, detail=str(error)[:200])


def _append(files: SeatFiles, day: str, entry: str, stage_name: str) -> str:
    """Add an entry to the file of a day, unless it stands there."""
    old = files.find(day, DAY_BYTES_MAX)
    if old is not None and stage_mark(stage_name).encode() in old:
        return REPEATED
    head = (
        f"# Session digests {day[-13:-3]}\n\n".encode() if old is None else old.rstrip() + b"\n\n"
    )
    files.replace(day, head + entry.encode("utf-8", "replace"))
    return WRITTEN


def _set_aside(kept: SeatFiles, name: str, result: RunResult) -> RunResult:
    content = kept.find(f"{STAGED}/{name}", STAGE_BYTES_MAX) or b""
    kept.replace(f"{ASIDE}/{name}", content)
    kept.remove(f"{STAGED}/{name}")
    return result


def _newest(messages: Sequence[Message]) -> list[Message]:
    chars = 0
    kept: list[Message] = []
    for message in reversed(messages):
        chars += len(message.text)
        if chars > STAGE_CHARS_MAX:
            break
        kept.append(message)
    return kept[::-1]


def _names(kept: SeatFiles, folder: str) -> list[str]:
    """Give the stages in a folder, oldest first; other files there are nobody's business."""
    return [
        name
        for name in kept.names(folder)
        if name.endswith(".json") and name[:20].isdecimal() and name[20:21] == "-"
    ]


def _write(kept: SeatFiles, path: str, fields: dict[str, Any]) -> None:
    kept.replace(path, json_of(fields).encode("utf-8", "replace") + b"\n")


def _read(kept: SeatFiles, path: str) -> dict[str, Any] | None:
    """Give a stage, or None when it is none that we wrote."""
    texts = ("stage", "session_id", "host", "cause", "transcript")
    try:
        content = kept.find(path, STAGE_BYTES_MAX) or b""
        fields: dict[str, Any] | None = read_object(content.decode("utf-8"))
    except (UnicodeDecodeError, SeatFileRefused):
        return None
    if fields is None or not isinstance(fields.get("messages"), list):
        return None
    is_whole = all(isinstance(fields.get(name), str) for name in texts) and all(
        isinstance(fields.get(name), int) for name in ("left_out", "staged_us", "tries")
    )
    return fields if is_whole else None


def _messages(rows: list[Any]) -> list[Message]:
    messages = []
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("text"), str):
            at_us, key, tools = row.get("at_us"), row.get("key"), row.get("tools")
            messages.append(
                Message(
                    USER if row.get("speaker") == USER else AGENT,
                    row["text"],
                    key if isinstance(key, str) else "",
                    at_us if isinstance(at_us, int) else None,
                    tuple(map(str, tools)) if isinstance(tools, list) else (),
                )
            )
    return messages


def _provenance(fields: dict[str, Any], messages: Sequence[Message]) -> Provenance:
    keys = [one.key for one in messages if one.key]
    return Provenance(
        fields["stage"],
        fields["session_id"],
        fields["host"],
        fields["cause"],
        fields["transcript"],
        keys[0] if keys else "",
        keys[-1] if keys else "",
        fields["staged_us"],
        fields["left_out"],
    )
