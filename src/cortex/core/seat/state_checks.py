"""Is a STATE.md fit to be given back? What is missing, too long, too old, or not yet true.

Source: OGL 3.2, 9 (D3, D4), docs/formats/state.md.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.core.seat.meter import WARN as WARN_LEVEL
from cortex.core.seat.meter import age_text
from cortex.core.seat.state import SECTIONS, is_template, next_step, parse_state
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck

if TYPE_CHECKING:
    from cortex.core.seat.meter import Levels, Record

STATE_CHARS_MAX = 9_500
"""Characters of a file that is always given back whole: a host takes 10,000, and the head of the
hand-back needs some."""

TOLERANCE_US = 120_000_000
"""Microseconds an instant may lie ahead: clocks of two machines differ."""

SHOWN_MAX = 5
"""Instants named in one row; of a hundred the first few say enough."""

_INSTANT = re.compile(
    r"(?<![\d-])(\d{4}-\d\d-\d\d)"
    r"(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(?:\s?(Z|UTC|[+-]\d\d:?\d\d)(?![\w:]))?)?(?![\d-])"
)
_CLAUSE = re.compile(r"[,;()\[\]|\n.!?\u2014]")
_PLANNED = re.compile(
    r"\b(due|until|till|by|deadline|expected|expires?|expiry|before|after|scheduled|planned|next|"
    r"starts?|remind|latest|from|wait|eta)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(made|since|rewritten|written|done|verified|told|said|as of|decided|promised)\s*:?\s*$",
    re.IGNORECASE,
)
_BEFORE_CHARS = 48  # Characters before an instant in which its clause says what it is.


def future_instants(text: str, now_us: int) -> list[str]:
    """Give the instants that lie ahead and are told as if they had been, in order.

    A plan may lie ahead: what its own clause calls due, expected, until and the like is none. A
    bare date counts only behind a word such as made or since; without a zone an instant is UTC.
    """
    found: list[str] = []
    for match in _INSTANT.finditer(text):
        day, clock, zone = match.groups()
        before = text[max(0, match.start() - _BEFORE_CHARS) : match.start()]
        clause = _CLAUSE.split(before)[-1]
        if _PLANNED.search(clause) or (clock is None and not _DONE.search(clause)):
            continue
        at_us = _instant_us(day, clock, zone)
        if at_us is not None and at_us > now_us + TOLERANCE_US:
            found.append(match.group(0))
    return found


def state_checks(
    text: str | None, written_us: int, record: Record | None, now_us: int
) -> list[SeatCheck]:
    """Give a row for each thing that is looked at; a file that is not there has one row.

    Args:
        text: what STATE.md says; None when there is none or it cannot be read.
        written_us: when it was written.
        record: of the session that was last heard of; None when no hook kept one.
        now_us: the present instant.
    """
    if text is None:
        evidence = "it cannot be read" if written_us else "there is no STATE.md"
        remedy = "write one: `cortex state set < STATE.md`, or one section with --section"
        return [SeatCheck("D4.file", FAIL, evidence, remedy)]
    return [
        _filled(text),
        _headings(text),
        _next_step(text),
        _size(text),
        _instants(text, now_us),
        _fresh(written_us, record, now_us),
    ]


def level_checks(levels: Levels, doubts: list[str]) -> list[SeatCheck]:
    """Give a row on whether each warning comes before the host compacts, and one on seat.toml."""
    shown = f"warn {levels.warn}, urgent {levels.urgent}, compaction {levels.trigger} tokens"
    rows = [SeatCheck("D3", PASS, shown)]
    if levels.doubts:
        remedy = "give lower numbers in [meter] of seat.toml; until then the usual ones hold"
        rows = [SeatCheck("D3", FAIL, f"{'; '.join(levels.doubts)}; in use: {shown}", remedy)]
    if doubts:
        remedy = "write window, warn and urgent as whole numbers below [meter] in seat.toml"
        rows.append(SeatCheck("D3.seat-toml", WARN, "; ".join(doubts[:SHOWN_MAX]), remedy))
    return rows


def _filled(text: str) -> SeatCheck:
    if not text.strip():
        return SeatCheck("D4.filled", FAIL, "it is empty", "`cortex state set` writes it")
    if is_template(parse_state(text)):
        evidence = "it still is the template: nobody has written anything into it"
        remedy = "`cortex state set --section checkpoint` says where the work stands"
        return SeatCheck("D4.filled", WARN, evidence, remedy)
    return SeatCheck("D4.filled", PASS, f"{len(text)} characters")


def _headings(text: str) -> SeatCheck:
    missing = parse_state(text).missing()
    if missing:
        remedy = "`cortex state set --section NAME` adds a section; below it stands `- none`"
        return SeatCheck("D4.headings", FAIL, f"missing: {', '.join(missing)}", remedy)
    return SeatCheck("D4.headings", PASS, f"all {len(SECTIONS)} sections are there")


def _next_step(text: str) -> SeatCheck:
    step = next_step(parse_state(text))
    if step:
        return SeatCheck("D4.next-step", PASS, f"named in {len(step)} characters")
    remedy = "write `exact next step:` and what comes next below Checkpoint"
    return SeatCheck("D4.next-step", FAIL, "the checkpoint names no exact next step", remedy)


def _size(text: str) -> SeatCheck:
    shown = f"{len(text)} of {STATE_CHARS_MAX} characters"
    if len(text) <= STATE_CHARS_MAX:
        return SeatCheck("D4.size", PASS, shown)
    remedy = "move what is settled to the daily log or to notes; else sections are cut by priority"
    return SeatCheck("D4.size", FAIL, shown, remedy)


def _instants(text: str, now_us: int) -> SeatCheck:
    ahead = future_instants(text, now_us)
    if not ahead:
        return SeatCheck("D4.instants", PASS, "no instant lies ahead that is told as past")
    shown = ", ".join(ahead[:SHOWN_MAX])
    remedy = f"it is {second_text(now_us)}; let `cortex state set` stamp times, or write `due`"
    return SeatCheck("D4.instants", FAIL, f"ahead of the clock: {shown}", remedy)


def _fresh(written_us: int, record: Record | None, now_us: int) -> SeatCheck:
    age = f"written {age_text(now_us - written_us)} ago"
    if record is None:
        remedy = "it can be told once a session of this seat ran with the hooks of Cortex"
        return SeatCheck("D4.fresh", WARN, f"{age}; no session was seen", remedy)
    if record.level >= WARN_LEVEL and record.prompt_us > written_us:
        evidence = f"{age}, before the last prompt, and the context is above the warning"
        return SeatCheck("D4.fresh", FAIL, evidence, "rewrite it now: `cortex state set`")
    return SeatCheck("D4.fresh", PASS, f"{age}; {record.prompts} prompts since")


def _instant_us(day: str, clock: str | None, zone: str | None) -> int | None:
    offset = "+00:00" if zone in {None, "Z", "UTC"} else zone
    try:
        at = datetime.fromisoformat(f"{day}T{clock or '00:00'}{offset}")
    except ValueError:
        return None
    return int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()) * 1_000_000
