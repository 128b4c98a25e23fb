"""What did the compactions of the last days say, one line each, and how long is it kept?

One JSON line a compaction in ``facts/<UTC day>.jsonl`` of the seat's home, in the day on which it
came about. Source: OGL 3.8, docs/formats/session-facts.md.
"""

from __future__ import annotations

from cortex.core.boot.calendar import day_text
from cortex.core.seat.summary import FACT_CHARS_MAX, SAME_US, is_same_summary, keywords
from cortex.hosts.fields import json_of
from cortex.model.durations import DAY_US
from cortex.model.session_facts import DAYS_MAX, Facts, Pruned, SessionFact
from cortex.wire.session_facts import fact_json, fact_of

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles

FACTS_FOLDER = "facts"
FACTS_BYTES_MAX = 32 * 1024 * 1024
"""Bytes of one day that are read: more than a thousand compactions."""

_END = ".jsonl"


def read_facts(kept: SeatFiles, days: int, now_us: int) -> Facts:
    """Give what the compactions of so many UTC days said, today counted, oldest first."""
    days = max(1, min(DAYS_MAX, days))
    since = day_text(now_us - (days - 1) * DAY_US)
    return _read(kept, [day for day in _days(kept) if since <= day <= day_text(now_us)])


def every_fact(kept: SeatFiles, rows_max: int) -> tuple[tuple[SessionFact, ...], bool]:
    """Give the newest rows of all days, newest first, and whether there are more.

    Raises:
        SeatFileRefused: a day cannot be read.
    """
    rows: list[SessionFact] = []
    for day in reversed(_days(kept)):
        rows += reversed(_read(kept, [day]).facts)
        if len(rows) > rows_max:
            return tuple(rows[:rows_max]), True
    return tuple(rows), False


def find_same(kept: SeatFiles, fact: SessionFact) -> SessionFact | None:
    """Give the row that tells the same compaction already, or None."""
    around = {day_text(fact.at_us + days * DAY_US) for days in (-1, 0, 1)}
    around.add(day_text(fact.kept_us))
    for row in _read(kept, [day for day in _days(kept) if day in around]).facts:
        if row.session_id != fact.session_id:
            continue
        if row.key and row.key == fact.key:
            return row
        if abs(row.at_us - fact.at_us) <= SAME_US and is_same_summary(row.summary, fact.summary):
            return row
    return None


def add_fact(kept: SeatFiles, fact: SessionFact) -> None:
    """Add a row; the caller has the turn and looked whether it is there."""
    kept.append(
        f"{FACTS_FOLDER}/{day_text(fact.at_us)}{_END}",
        json_of(fact_json(fact)).encode("utf-8", "replace") + b"\n",
    )


def prune_facts(kept: SeatFiles, days: int, now_us: int, *, is_preview: bool) -> Pruned:
    """Take away the files of days that are so many days past, and tell which they were."""
    before = day_text(now_us - days * DAY_US)
    every = _days(kept)
    gone = tuple(day for day in every if day < before)
    for day in () if is_preview else gone:
        kept.remove(f"{FACTS_FOLDER}/{day}{_END}")
    return Pruned(gone, len(every) - len(gone))


def new_fact(
    seat: Seat, session_id: str, summary: str, at_us: int | None, now_us: int
) -> SessionFact:
    """Give a row for a summary; an instant that is still to come is none."""
    known_us = at_us if at_us is not None and at_us <= now_us else now_us
    cut = summary[:FACT_CHARS_MAX]
    return SessionFact(
        known_us, now_us, session_id, seat.name, seat.org, "", "", "", cut, keywords(summary)
    )


def _days(kept: SeatFiles) -> list[str]:
    names = [name.removesuffix(_END) for name in kept.names(FACTS_FOLDER) if name.endswith(_END)]
    return [one for one in names if len(one) == 10 and one.replace("-", "").isdigit()]


def _read(kept: SeatFiles, days: list[str]) -> Facts:
    facts: list[SessionFact] = []
    corrupt = 0
    for day in days:
        content = kept.find(f"{FACTS_FOLDER}/{day}{_END}", FACTS_BYTES_MAX) or b""
        for line in filter(bytes.strip, content.split(b"\n")):
            fact = fact_of(line)
            if fact is None:
                corrupt += 1
            else:
                facts.append(fact)
    return Facts(tuple(sorted(facts, key=lambda one: (one.at_us, one.key))), corrupt, len(days))
