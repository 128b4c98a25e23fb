"""What became of a statement that was proposed to a seat, and what is decided about it later?"""

# ruff: noqa: PTH118  # Paths are texts here.

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cortex.core.seat.plain import line_text
from cortex.core.seat.quotes import stand_in
from cortex.core.seat.sources import read_source
from cortex.core.text.cleaning import clean
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import CoordinationRefused
from cortex.model.seat_gate import Claim, Decision, Hold, HoldState, Verdict
from cortex.seat.holds import decide, get_hold, hold_claim, holds_of
from cortex.seat.quotes import keep_quote
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.seat_turns import TURN_US, open_files, write_open_files
from cortex.wire.instants import format_instant
from cortex.wire.seat_gate import verdict_json
from cortex.wiring.seat.opening import OpenSeat, open_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.wiring.settings import Settings

WHY_CHARS_MAX = 500
"""Characters of what a person says about a decision."""

LOCKED = "file_already_locked"
HELD, QUOTED = "held_for_verification", "kept_as_quote"
_FIELDS = {"no_source": "source", "future_text": "text"}


class Proposed(NamedTuple):
    """What became of a statement.

    Attributes:
        data: the verdict as JSON, with ``path``, ``replaced``, ``hold`` and ``quote``.
        is_written: it stands where it was meant to.
        code, message, remedy: why not, and what to do.
    """

    data: dict[str, object]
    is_written: bool
    code: str = ""
    message: str = ""
    remedy: str = ""


def concluded(  # A claim, its verdict, and what was done about it.
    opened: OpenSeat,
    claim: Claim,
    verdict: Verdict,
    written: tuple[str, tuple[str, ...]],
    extra: Mapping[str, str],
    words: str,
) -> Proposed:
    """Give what became of a claim; one that was not written is put into the queue or the quotes.

    Args:
        written: the file it was written to (empty when it was not), and what it replaced.
        extra: what is needed to write it later.
        words: everything that was said, for a quote.

    Raises:
        InvalidRequest: it can never be written as it stands.
    """
    path, replaced = written
    data = {
        **verdict_json(verdict, claim),
        "path": path or None,
        "replaced": list(replaced),
        "hold": None,
        "quote": None,
    }
    if path or verdict.reason == "known":
        return Proposed(data, is_written=True)
    if verdict.decision is Decision.HOLD:
        kept = {name: str(clean(value).text) for name, value in extra.items()}
        hold = hold_claim(opened.kept, claim, verdict, kept, opened.now_us)
        remedy = f"look at it with `cortex gate show {hold.hold_id}`"
        data = {**data, "hold": hold.hold_id}
        return Proposed(data, is_written=False, code=HELD, message=verdict.why, remedy=remedy)
    if verdict.reason == "quote_only" and claim.source is not None:
        name = keep_quote(opened.files, words, claim.source, opened.now_us)
        remedy = f"say what it is about in your own words: {stand_in(name, claim.source)}"
        unsaid = verdict_json(verdict, claim._replace(subject="", predicate="", text=name))
        data = {**data, **unsaid, "quote": name}
        return Proposed(data, is_written=False, code=QUOTED, message=verdict.why, remedy=remedy)
    raise InvalidRequest(verdict.why, field=_FIELDS.get(verdict.reason, "as_of"))


def holds(settings: Settings, seat: str | None, *, is_all: bool) -> list[Hold]:
    """Give the claims of a seat that wait, oldest first, or every claim that was held.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return [hold for hold in holds_of(opened.kept) if is_all or hold.state is HoldState.OPEN]


def find_hold(settings: Settings, seat: str | None, hold_id: str) -> Hold:
    """Give one claim that was held.

    Raises:
        NoSeat, NotFound, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return get_hold(opened.kept, hold_id)


def reject(settings: Settings, seat: str | None, hold_id: str, why: str) -> Hold:
    """Decide that a claim is not written.

    Raises:
        NoSeat, NotFound, MoveRefused, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        said = line_text(why, WHY_CHARS_MAX, "why")
        return decide(opened.kept, hold_id, HoldState.REJECTED, said, opened.now_us)


def quote(settings: Settings, seat: str | None, text: str, source: str) -> str:
    """Keep a text of somebody else as evidence, and give its id.

    Raises:
        NoSeat, InvalidRequest, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return keep_quote(opened.files, text, read_source(source), opened.now_us)


def open_file(settings: Settings, seat: str | None, path: str) -> tuple[str, int]:
    """Let a seat write a shared file for ten minutes; give its real path and until when.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
        CoordinationRefused: another seat has it open.
    """
    real = os.path.realpath(os.path.join(settings.cwd, path))
    seats = os.path.join(settings.home, "seats")
    with open_seat(settings, seat) as opened, SeatFolder(seats) as folder, folder.turn():
        rows = open_files(settings.home, opened.now_us)
        for until, name, held in rows:
            if held == real and name != opened.seat.name:
                message = f"{real} is open for the seat {name}"
                when = format_instant(until)
                raise CoordinationRefused(LOCKED, message, locked_by=name, until=when)
        until = opened.now_us + TURN_US
        rows = [row for row in rows if row[2] != real]
        write_open_files(settings.home, [*rows, (until, opened.seat.name, real)])
        return real, until


def close_file(settings: Settings, seat: str | None, path: str) -> tuple[str, bool]:
    """Give a shared file back; give its real path, and whether the seat had it open.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    real = os.path.realpath(os.path.join(settings.cwd, path))
    seats = os.path.join(settings.home, "seats")
    with open_seat(settings, seat) as opened, SeatFolder(seats) as folder, folder.turn():
        rows = open_files(settings.home, opened.now_us)
        left = [row for row in rows if row[1:] != (opened.seat.name, real)]
        if left != rows:
            write_open_files(settings.home, left)
        return real, left != rows
