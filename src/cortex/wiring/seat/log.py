"""How does a command write into a seat's daily log? What others wrote stays a quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.seat.injection import aims_at_agents, overrides
from cortex.core.seat.quotes import stand_in
from cortex.core.seat.sources import read_source
from cortex.model.lean_classes import NamedTuple
from cortex.model.seat_gate import THIRD_PARTY_RANK_MAX, Source, SourceKind
from cortex.seat.daily_log import Logged, log_entry, read_log
from cortex.seat.quotes import keep_quote
from cortex.wiring.seat.opening import open_seat

if TYPE_CHECKING:
    from cortex.wiring.settings import Settings

UNKNOWN = Source(SourceKind.WEB, "unknown")


class Entered(NamedTuple):
    """An entry that was written, and the quote that was made of its text, if one was."""

    seat: str
    logged: Logged
    quote: str


def enter(
    settings: Settings, seat: str | None, kind: str, text: str, source: str | None
) -> Entered:
    """Write an entry into today's log of a seat.

    A text of others that aims at agents goes to the quotes, and the entry says only that it was
    seen.

    Raises:
        NoSeat, SeatFileRefused, InvalidRequest: as their docstrings say.
    """
    known = read_source(source) if source else None
    with open_seat(settings, seat) as opened:
        quote = ""
        if _is_quote(text, known):
            quote = keep_quote(opened.files, text, known or UNKNOWN, opened.now_us)
            text = stand_in(quote, known or UNKNOWN)
        elif known is not None:
            text = f"{text} (source: {known})"
        return Entered(opened.seat.name, log_entry(opened.files, kind, text, opened.now_us), quote)


def read_day(settings: Settings, seat: str | None, day_us: int | None) -> tuple[str, str | None]:
    """Give (seat, log of a day), today's without one; None where nothing was written.

    Raises:
        NoSeat, SeatFileRefused: as their docstrings say.
    """
    with open_seat(settings, seat) as opened:
        return opened.seat.name, read_log(opened.files, opened.now_us if day_us is None else day_us)


def _is_quote(text: str, source: Source | None) -> bool:
    if source is not None and source.rank <= THIRD_PARTY_RANK_MAX:
        return aims_at_agents(text)
    return overrides(text)
