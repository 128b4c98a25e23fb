"""Did the agent say this, and what does it still owe?

Looks through what went out, what other seats were sent over the bus, what was said in sessions as
it was heard, and the raw records of conversations. What was looked through is told with the answer:
"not found" is worth what it covers.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from cortex.core.seat.checkpoint import CHECKPOINT_BYTES_MAX, is_checkpoint_name
from cortex.core.seat.exchange import AGENT
from cortex.core.seat.state import open_promises, parse_state
from cortex.core.seat.told import Wanted, agent_words, due_us, held, wanted
from cortex.core.text.cleaning import clean_name
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seat_records import Direction, Looked, Promise, Told
from cortex.model.seats import CHECKPOINTS_FOLDER, LIVE_FILE, STATE_FILE
from cortex.seat.bus_messages import sent_by
from cortex.seat.message_log import message_files, messages_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cortex.ports.seat_files import SeatFiles

SENT, SESSION = "sent", "session"

LIVE = (f"{LIVE_FILE}.old", LIVE_FILE)
LIVE_BYTES_MAX = 1_048_576
"""Bytes of the live notes; a hook begins them anew at a quarter of it."""

CHECKPOINTS_MAX = 200
"""Raw records that are looked through, the newest: some months of compactions."""

STATE_BYTES_MAX = 262_144


class Answer(NamedTuple):
    """What was found, best first, how many more there are, and what was looked through."""

    found: tuple[Told, ...]
    left_out: int
    words: int
    looked: tuple[Looked, ...]


class Boxes(NamedTuple):
    """Where messages lie that a seat sent to others.

    Attributes:
        sender: the seat.
        key: of this machine.
        homes: (name, what Cortex keeps for it) of every other seat.
    """

    sender: str
    key: bytes
    homes: tuple[tuple[str, SeatFiles], ...]


def told(files: SeatFiles, kept: SeatFiles, boxes: Boxes, words: str, limit: int) -> Answer:
    """Give where the agent said something that holds these words.

    A text that holds all of them comes before one that holds most, and the newest first. What was
    heard live and stands in a raw record as well is told once.

    Raises:
        SeatFileRefused: a log cannot be read.
    """
    looked_for = wanted(words)
    looked: list[Looked] = []
    found: dict[tuple[str, str], Told] = {}
    for one in chain(_over_bus(boxes, looked), said_by_agent(files, kept, looked)):
        count = held(looked_for, one.text)
        if count:
            key = (one.channel, one.where if one.channel == SENT else one.text)
            found.setdefault(key, one._replace(words=count))
    hits = sorted(found.values(), key=lambda one: (-one.words, -(one.at_us or 0), one.where))
    shown = _whole_or_most(hits, looked_for)
    return Answer(shown[:limit], len(shown[limit:]), looked_for.words, tuple(looked))


def said_by_agent(files: SeatFiles, kept: SeatFiles, looked: list[Looked]) -> Iterator[Told]:
    """Give everything the agent said that is kept, and put into ``looked`` what was read.

    Raises:
        SeatFileRefused: a log cannot be read.
    """
    yield from _sent(kept, looked)
    yield from _live(kept, looked)
    yield from _records(files, looked)


def promised(files: SeatFiles) -> Iterator[Promise]:
    """Give the promises of STATE.md that are open, in its order.

    Raises:
        SeatFileRefused: the file is a link, or past its limit.
    """
    content = files.find(STATE_FILE, STATE_BYTES_MAX) or b""
    for text in open_promises(parse_state(content.decode("utf-8", "replace"))):
        yield Promise(STATE_FILE, str(clean_name(text).text), due_us(text))


def _whole_or_most(hits: list[Told], looked_for: Wanted) -> tuple[Told, ...]:
    """Give the texts that hold every word; without one those that hold most."""
    whole = [hit for hit in hits if hit.words == looked_for.words]
    return tuple(whole or hits)


def _sent(kept: SeatFiles, looked: list[Looked]) -> Iterator[Told]:
    for path in message_files(kept, Direction.OUT):
        read = messages_in(kept, Direction.OUT, path)
        since = min((one.at_us for one in read.messages), default=None)
        looked.append(Looked(path, len(read.messages), len(read.bad), since))
        for one in read.messages:
            yield Told(one.where, one.at_us, SENT, one.chat_id, one.text, 0)


def _over_bus(boxes: Boxes, looked: list[Looked]) -> Iterator[Told]:
    for name, home in boxes.homes:
        found = []
        bad = 0
        for path, message in sent_by(home, name, boxes.sender, boxes.key):
            bad += message is None
            if message is not None:
                where = f"seats/{name}/{path}"
                found.append(Told(where, message.sent_us, SENT, name, message.text, 0))
        if found or bad:
            since = min((one.at_us for one in found if one.at_us is not None), default=None)
            looked.append(Looked(f"seats/{name}/bus", len(found), bad, since))
        yield from found


def _live(kept: SeatFiles, looked: list[Looked]) -> Iterator[Told]:
    for path in LIVE:
        content = kept.find(path, LIVE_BYTES_MAX)
        if content is None:
            continue
        found = []
        bad = 0
        for number, line in enumerate(content.split(b"\n"), start=1):
            fields = _fields(line)
            if fields is None:
                bad += bool(line.strip())
            elif fields.get("speaker") == AGENT:
                where = f"{path}:{number}"
                text, at_us = str(fields.get("text") or ""), fields.get("at_us")
                at_us = at_us if isinstance(at_us, int) else None
                found.append(Told(where, at_us, SESSION, "", text, 0))
        since = min((one.at_us for one in found if one.at_us is not None), default=None)
        looked.append(Looked(path, len(found), bad, since))
        yield from found


def _records(files: SeatFiles, looked: list[Looked]) -> Iterator[Told]:
    names = sorted(filter(is_checkpoint_name, files.names(CHECKPOINTS_FOLDER)))
    rows = bad = 0
    since: int | None = None
    for name in names[-CHECKPOINTS_MAX:]:
        path = f"{CHECKPOINTS_FOLDER}/{name}"
        try:
            content = files.find(path, CHECKPOINT_BYTES_MAX) or b""
        except SeatFileRefused:
            bad += 1
            continue
        for line, at_us, text in agent_words(content.decode("utf-8", "replace")):
            rows += 1
            if at_us is not None and (since is None or at_us < since):
                since = at_us
            yield Told(f"{path}:{line}", at_us, SESSION, "", text, 0)
    if names:
        looked.append(Looked(CHECKPOINTS_FOLDER, rows, bad, since))


def _fields(line: bytes) -> dict[str, Any] | None:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None
