"""How is the STATE.md of a seat reached from the command line and from the doctor?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.meter import asked_levels, levels_of, read_record, record_bytes, window_of
from cortex.core.seat.state import parse_state, section_of
from cortex.core.seat.state_checks import level_checks, state_checks
from cortex.model.errors import NotFound
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import SeatFileRefused
from cortex.model.seats import STATE_FILE
from cortex.seat.looking import unreadable
from cortex.seat.state import restore_state, set_section, set_state
from cortex.seat.state_copies import STATE_BYTES_MAX, list_copies, read_copy, read_state
from cortex.stores.system.seat_sessions import FileSeatSessions
from cortex.wiring.seat.desk import RECORDS, SEAT_TOML_BYTES_MAX, limits_of
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from cortex.core.seat.meter import Record
    from cortex.core.seat.state import State
    from cortex.model.seat_checks import SeatCheck
    from cortex.model.seat_states import Copy, Rewritten
    from cortex.wiring.settings import Settings

INPUT_BYTES_MAX = STATE_BYTES_MAX
"""Bytes of standard input that a rewrite takes."""


class Shown(NamedTuple):
    """A STATE.md, or a copy of it.

    Attributes:
        seat: name of the seat.
        path: absolute path.
        text: what it says, whole.
        written_us: when it was written; 0 for a copy.
        state: its sections.
    """

    seat: str
    path: str
    text: str
    written_us: int
    state: State


def show_state(settings: Settings, name: str | None, copy: str | None) -> Shown:
    """Give a seat's STATE.md, or a copy of a former version.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
        NotFound: there is no such file.
    """
    with open_seat(settings, name) as opened:
        path = f"{opened.seat.root}/{STATE_FILE}"
        if copy is not None:
            text, written_us = read_copy(opened.files, copy), 0
        else:
            found, written_us = read_state(opened.files)
            if found is None:
                message = f"there is no {path}"
                raise NotFound(message, remedy="`cortex state set` writes it")
            text = found
    return Shown(opened.seat.name, path, text, written_us, parse_state(text))


def write_state(settings: Settings, name: str | None, section: str | None, text: str) -> Rewritten:
    """Rewrite a seat's STATE.md, or one section of it.

    Args:
        section: title or word of the section; None for the whole file.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
        InvalidRequest: as ``seat.state.set_state``.
        UnknownName: no section is called that.
    """
    with open_seat(settings, name) as opened:
        if section is None:
            return set_state(opened.files, text, opened.now_us)
        return set_section(opened.files, section_title(section), text, opened.now_us)


def section_title(word: str) -> str:
    """Give the section a word means.

    Raises:
        UnknownName: it means none.
    """
    title = section_of(word)
    if title:
        return title
    from cortex.core.seat.state import WORDS
    from cortex.model.errors import UnknownName

    what = "section"
    raise UnknownName(what, word, tuple(WORDS))


def bring_back(settings: Settings, name: str | None, copy: str | None) -> Rewritten:
    """Make STATE.md say what a copy says; the newest other one when none is named.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
        NotFound: there is no such copy.
    """
    with open_seat(settings, name) as opened:
        return restore_state(opened.files, copy, opened.now_us)


def former_states(settings: Settings, name: str | None) -> list[Copy]:
    """Give the copies of former versions, the newest first.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
    """
    with open_seat(settings, name) as opened:
        return list_copies(opened.files)


def check_state(settings: Settings, name: str | None) -> list[SeatCheck]:
    """Give what is wrong or right with a seat's STATE.md and its warnings, in a fixed order.

    Raises:
        NoSeat, SeatFileRefused: as ``open_seat``.
    """
    with open_seat(settings, name) as opened:
        return checks_of_state(opened, settings)


def checks_of_state(opened: OpenSeat, settings: Settings) -> list[SeatCheck]:
    """Give the rows for a seat that is open: D3 and D4 of the doctor."""
    record = _last_record(opened)
    root = opened.seat.root
    limits = limits_of(root, settings.user_home)
    tokens, known = (0, 0) if record is None else (record.tokens, record.window)
    window = window_of(tokens, known, limits.windows)
    levels = levels_of(window, limits.asked, limits.percent)
    rows = level_checks(levels, _doubts(opened))
    try:
        text, written_us = read_state(opened.files)
    except SeatFileRefused as refused:
        return [*rows, unreadable("D4.file", refused)]
    return [*rows, *state_checks(text, written_us, record, opened.now_us)]


def _doubts(opened: OpenSeat) -> list[str]:
    """Give what of seat.toml cannot be read."""
    try:
        toml = opened.files.find("seat.toml", SEAT_TOML_BYTES_MAX) or b""
    except SeatFileRefused as refused:
        return [refused.message]
    return asked_levels(toml.decode("utf-8", "replace"))[1]


def _last_record(opened: OpenSeat) -> Record | None:
    """Give what is known of the session that was last heard of; nothing when it cannot be read."""
    _, content = FileSeatSessions(f"{opened.seat.home}/{RECORDS}").newest()
    record = read_record(content)
    return record if record_bytes(record) else None
