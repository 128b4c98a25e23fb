"""Is what a seat's sessions said really kept? The doctor's D1, D6, D8 and D15.

What could not be looked at is a warning, never a pass. Source: OGL 9, docs/formats/checkpoints.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.core.seat.checkpoint import (
    CAPTURED,
    LATEST,
    NO_TRANSCRIPT,
    NOT_READ,
    failure_of,
    header_of,
)
from cortex.core.seat.summary import SUMMARY_CHARS_MIN, summary_of
from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import DIGESTS_OFF
from cortex.model.session_facts import DAYS_MAX
from cortex.seat.checkpoints import checkpoint_notice, latest_text, read_state
from cortex.seat.digests import digest_days, waiting
from cortex.seat.looking import looked
from cortex.seat.session_facts import find_same, new_fact, read_facts

if TYPE_CHECKING:
    from cortex.model.seats import Seat
    from cortex.ports.seat_files import SeatFiles
    from cortex.seat.exchanges import Compaction

Compactions = Callable[[str], Sequence["Compaction"] | None]
"""Gives the compactions a transcript tells of, or None when it cannot be read."""

EARLY_US = 15 * 60 * SECOND_US
"""How much earlier than its compaction a checkpoint may be: the summary of a host takes minutes."""

UNKNOWN_SHARE_MAX = 0.05
"""Share of lines of unknown types from which a format counts as drifting."""

WAITING_US_MAX = DAY_US

_PROVE = "run /compact once in the seat's session, then look at memory/checkpoints/latest.md"
_HOOKS = "see that the hooks of the seat are installed: `cortex doctor`"
_DRIFT = "the host's transcript format has changed; look for a newer Cortex"


def keeping_checks(
    seat: Seat,
    folders: tuple[SeatFiles, SeatFiles],
    compactions: Compactions,
    now_us: int,
) -> tuple[SeatCheck, ...]:
    """Give what is known about checkpoints, session facts, digests and the parser, in this order.

    Args:
        seat: whose memory.
        folders: the seat's own folder, and what Cortex keeps for it.
        compactions: reads a transcript.
        now_us: the present instant.
    """
    files, kept = folders
    return (
        looked("D1", lambda: _checkpoint(files, kept, latest_text(files), now_us)),
        looked("D6", lambda: _facts(seat, kept, latest_text(files), compactions, now_us)),
        looked("D8", lambda: _digests(files, kept, now_us)),
        looked("D15", lambda: _parser(latest_text(files))),
    )


def _checkpoint(files: SeatFiles, kept: SeatFiles, latest: str, now_us: int) -> SeatCheck:
    if notice := checkpoint_notice(files, kept, now_us):
        return SeatCheck("D1", FAIL, notice, _PROVE)
    last = max((one.at_us for one in read_facts(kept, DAYS_MAX, now_us).facts), default=0)
    if not latest:
        level, said = (FAIL, "no checkpoint, though a session was compacted") if last else (
            WARN, "no checkpoint was ever written")  # fmt: skip
        return SeatCheck("D1", level, said, _PROVE)
    fields = header_of(latest)
    written_us = read_state(kept).at_us or files.changed_us(LATEST) or 0
    if last > written_us + EARLY_US:
        said = f"the latest checkpoint ({fields.get('written', '?')}) is older than the compaction"
        return SeatCheck("D1", FAIL, f"{said} of {second_text(last)}", _HOOKS)
    said = f"latest checkpoint {fields.get('written', '?')}: {fields.get(CAPTURED, '?')}"
    return SeatCheck("D1", PASS, f"{said} messages captured")


def _facts(
    seat: Seat, kept: SeatFiles, latest: str, compactions: Compactions, now_us: int
) -> SeatCheck:
    fields = header_of(latest)
    path, session = fields.get("transcript", ""), fields.get("session", "")
    found = compactions(path) if path.startswith("/") else None
    facts = read_facts(kept, DAYS_MAX, now_us)
    if found is None:
        said = f"no transcript to compare with; {len(facts.facts)} rows in {DAYS_MAX} days"
        return SeatCheck("D6", WARN, said, _PROVE)
    missing = 0
    told = [(one, summary_of(one.summary)) for one in found]
    told = [(one, text) for one, text in told if len(text) >= SUMMARY_CHARS_MIN]
    for one, text in told:
        fact = new_fact(seat, session, text, one.at_us, now_us)._replace(key=one.key)
        missing += find_same(kept, fact) is None
    said = f"{len(told)} summaries of compactions in {path}, {missing} missing in `cortex facts`"
    if missing:
        return SeatCheck("D6", FAIL, said, _HOOKS)
    if facts.corrupt:
        said = f"{said}; {facts.corrupt} lines cannot be read"
        return SeatCheck("D6", WARN, said, "look at the files in `facts` of the seat's home")
    if not told and not facts.facts:
        return SeatCheck("D6", WARN, f"no compaction yet: {said}", _PROVE)
    return SeatCheck("D6", PASS, f"{said}, which has {len(facts.facts)} of {DAYS_MAX} days")


def _digests(files: SeatFiles, kept: SeatFiles, now_us: int) -> SeatCheck:
    if kept.changed_us(DIGESTS_OFF) is not None:
        return SeatCheck("D8", PASS, "the operator wants no digests of this seat")
    waits = waiting(kept)
    old = [name for name, at_us in waits.staged if now_us - at_us > WAITING_US_MAX]
    said = f"digests: {len(waits.staged)} sessions wait, {len(old)} for more than a day, "
    said += f"{len(waits.set_aside)} were set aside"
    if old:
        return SeatCheck("D8", FAIL, said, "run `cortex digest run` and read what it says")
    if waits.set_aside:
        remedy = "look at digests/set-aside in the seat's home, and move back what is to be tried"
        return SeatCheck("D8", FAIL, said, remedy)
    if not waits.staged and not digest_days(files):
        return SeatCheck("D8", WARN, "no session was ever staged or written up", _HOOKS)
    return SeatCheck("D8", PASS, said)


def _parser(latest: str) -> SeatCheck:
    if not latest:
        return SeatCheck("D15", WARN, "no transcript was read yet", _PROVE)
    fields = header_of(latest)
    parser = fields.get("parser", "none")
    rows = _number(fields.get("lines read", ""))
    kinds = fields.get("unknown types", "none")
    unknown = sum(_number(one.rpartition(" ")[2]) for one in kinds.split(", "))
    said = f"{parser}, at the latest checkpoint: {rows} lines, {unknown} of unknown types ({kinds})"
    if parser.startswith("live notes") and any(one in parser for one in (NO_TRANSCRIPT, NOT_READ)):
        return SeatCheck("D15", WARN, said, "nothing: live notes do the work for this host")
    if parser.startswith(("live notes", "none", "unknown")) or failure_of(latest):
        return SeatCheck("D15", FAIL, said, _DRIFT)
    if rows and unknown > UNKNOWN_SHARE_MAX * rows:
        return SeatCheck("D15", WARN, said, _DRIFT)
    return SeatCheck("D15", PASS, said)


def _number(digits: str) -> int:
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
