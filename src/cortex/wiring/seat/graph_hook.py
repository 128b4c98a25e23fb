"""What does a seat's client graph say beside a prompt? Told only where the operator wants it.

The wish is a file ``client-graph`` in the seat's home, which no repository can make. The cheap
looks come first: the wish, whose words the prompt is, and a short list of names; the graph is
opened only for a noun that somebody asks about. Nothing here raises.
Source: OGL 3.10, docs/formats/client-graph.md, ADR 0206.
"""

# ruff: noqa: PTH118  # pathlib costs a hook 11 ms.

from __future__ import annotations

import os

from cortex.model.seat_said import SeatSaid
from cortex.model.seats import (
    CLIENT_GRAPH,
    GRAPH_DATABASE,
    GRAPH_FOLDER,
    GRAPH_NAMES,
    INBOUND_STEM,
    LOGS_FOLDER,
    OUTBOUND_STEM,
)

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.seat.graph.telling import Told
    from cortex.model.host_events import HostEvent
    from cortex.model.seats import Seat
    from cortex.wiring.deadline import Deadline
    from cortex.wiring.settings import Settings

KEYS_MAX = 8
"""Nouns of one prompt that are looked up: more facts than that are not told."""

BUDGET_US = 150_000
"""Microseconds after which the graph is not opened any more: what is left are a few of them."""

INJECTIONS_FILE = "injections.jsonl"
INJECTIONS_BYTES_MAX = 1_048_576
"""Bytes of the log of what was told, before it begins anew: some five thousand prompts."""

BUILD_AGAIN_US = 60_000_000
"""Microseconds between two builds that hooks start."""

_OTHERS = ("[replying to:", "[recent conversation", "[your last message:", "```")


def is_wanted(seat: Seat) -> bool:
    """Tell whether the operator wants facts of the graph beside prompts of a seat."""
    return os.path.lexists(os.path.join(seat.home, CLIENT_GRAPH))


def graph_said(event: HostEvent, seat: Seat, room_chars: int, deadline: Deadline) -> SeatSaid:
    """Give what a seat's graph says to a prompt; nothing to schedules, commands and notices."""
    if not event.text or not is_wanted(seat):
        return SeatSaid()
    try:
        return _said(event, seat, room_chars, deadline)
    except Exception:  # noqa: BLE001 - A hook never fails its host (ADR 0007).
        return SeatSaid()


def graph_forgotten(seat: Seat, session_id: str) -> None:
    """Note that a session has nothing of it in view any more: it is compacted."""
    if is_wanted(seat):
        from cortex.stores.system.session_marks import FileTold

        FileTold(_folder(seat)).forget(session_id)


def start_build(settings: Settings, seat: Seat, now_us: int, *, has_model: bool) -> None:
    """Have a process of its own bring the graph up to date, when messages came since."""
    if settings.is_nested or not is_wanted(seat):
        return
    built_us = _built_us(seat)
    if _logs_changed_us(seat) <= built_us or now_us - built_us < BUILD_AGAIN_US:
        return
    import sys

    from cortex.stores.system.environment import runner_environment
    from cortex.stores.system.running import start_program

    words = [sys.executable, "-m", "cortex", "graph", "build", "--seat", seat.name]
    words += ["--home", settings.home, *([] if has_model else ["--no-model"])]
    start_program(words, runner_environment(), seat.home)


def words_asked(prompt: str) -> str:
    """Give what the sender of a prompt wrote in it; empty for schedules, commands and notices."""
    from cortex.core.brief.prompts import own_words

    words, _ = own_words(prompt)
    lower = words.lower()
    is_quoting = ">" in words and any(row.lstrip()[:1] == ">" for row in words.split("\n"))
    if not is_quoting and not any(mark in lower for mark in _OTHERS):
        return words
    from cortex.core.seat.graph.evidence import own_spans

    return "\n".join(words[span.start : span.end] for span in own_spans(words))


def _said(event: HostEvent, seat: Seat, room_chars: int, deadline: Deadline) -> SeatSaid:
    began_us = deadline.now_us()
    words = words_asked(event.text)
    if not words:
        return SeatSaid()
    from cortex.core.seat.graph.names_file import NAMES_BYTES_MAX, read_names
    from cortex.stores.system.seat_notes import read_note

    names = read_names(
        read_note(_folder(seat), GRAPH_NAMES, NAMES_BYTES_MAX).decode("utf-8", "replace")
    )
    if names is None:
        return SeatSaid()
    from cortex.core.seat.graph.mentions import asked_about

    keys = asked_about(words, names.rows)[:KEYS_MAX]
    if not keys or deadline.now_us() - began_us > BUDGET_US:
        return SeatSaid()
    from cortex.stores.sqlite.lean_driver import load_driver

    load_driver()
    from cortex.core.seat.graph.telling import told
    from cortex.stores.sqlite.graph.store import SqliteGraph
    from cortex.stores.system.session_marks import FileTold

    store = SqliteGraph(os.path.join(_folder(seat), GRAPH_DATABASE))
    changed_us = _logs_changed_us(seat)
    said = told(
        store.facts_of(keys),
        store.roles_of(keys),
        words,
        seat=seat.name,
        built_us=names.built_us,
        behind_us=changed_us if changed_us > names.built_us else 0,
        known=FileTold(_folder(seat)).find(event.session_id)[0],
        chars_max=room_chars,
    )
    if not said.text:
        return SeatSaid()
    took_us = deadline.now_us() - began_us
    session_id = event.session_id
    return SeatSaid(said.text, after=(lambda: _note(seat, session_id, said, began_us, took_us),))


def _note(seat: Seat, session_id: str, said: Told, at_us: int, took_us: int) -> None:
    """Note what a session was told, so that it is told once, and what recall was worth later."""
    from cortex.core.boot.calendar import second_text
    from cortex.hosts.fields import json_of
    from cortex.stores.system.seat_notes import append_note
    from cortex.stores.system.session_marks import FileTold

    FileTold(_folder(seat)).tell(session_id, list(said.names), 0)
    row = {
        "at": second_text(at_us),
        "session": session_id,
        "facts": list(said.names),
        "chars": len(said.text),
        "ms": took_us // 1_000,
    }
    line = json_of(row).encode("utf-8", "replace") + b"\n"
    append_note(_folder(seat), INJECTIONS_FILE, line, INJECTIONS_BYTES_MAX)


def _folder(seat: Seat) -> str:
    return os.path.join(seat.home, GRAPH_FOLDER)


def _built_us(seat: Seat) -> int:
    """Give when the list of names was written; 0 without one."""
    try:
        return os.lstat(os.path.join(_folder(seat), GRAPH_NAMES)).st_mtime_ns // 1_000
    except OSError:
        return 0


def _logs_changed_us(seat: Seat) -> int:
    """Give when a message was last logged; 0 when none ever was."""
    changed_us = 0
    for stem in (INBOUND_STEM, OUTBOUND_STEM):
        path = os.path.join(seat.home, LOGS_FOLDER, f"{stem}.jsonl")
        try:
            changed = os.lstat(path).st_mtime_ns // 1_000
        except OSError:
            continue
        changed_us = max(changed_us, changed)
    return changed_us
