"""Is a STATE.md fit to be given back? What is missing, too long, too old, or not yet true.

Source: OGL 3.2, 9 (D3, D4), docs/formats/state.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
from cortex.core.seat.meter import WARN as WARN_LEVEL
from cortex.core.seat.meter import age_text
from cortex.core.seat.stamps import TOLERANCE_US, ahead
from cortex.core.seat.state import SECTIONS, is_template, next_step, parse_state
from cortex.model.host_events import CLAUDE_CODE, width_of
from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck, shown

if TYPE_CHECKING:
    from cortex.core.seat.meter import Levels, Record

STATE_CHARS_MAX = 9_500
"""Characters of a file that is always given back whole: a host takes 10,000, and the head of the
hand-back needs some. As JavaScript counts them: an emoji is two."""


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
    said = f"context meter: warns at {levels.warn} and {levels.urgent} tokens, "
    said += f"compaction at {levels.trigger}"
    rows = [SeatCheck("D3", PASS, said)]
    if levels.doubts:
        remedy = "give lower numbers in [meter] of seat.toml; until then the usual ones hold"
        rows = [SeatCheck("D3", FAIL, f"{'; '.join(levels.doubts)}; in use: {said}", remedy)]
    if doubts:
        remedy = "write window, warn and urgent as whole numbers below [meter] in seat.toml"
        rows.append(SeatCheck("D3.seat-toml", WARN, shown(doubts), remedy))
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
    width = width_of(CLAUDE_CODE, text)
    shown = f"{width} of {STATE_CHARS_MAX} characters"
    if width <= STATE_CHARS_MAX:
        return SeatCheck("D4.size", PASS, shown)
    remedy = "move what is settled to the daily log or to notes; else sections are cut by priority"
    return SeatCheck("D4.size", FAIL, shown, remedy)


def _instants(text: str, now_us: int) -> SeatCheck:
    found = [one.shown for one in ahead(text, now_us)]
    if not found:
        return SeatCheck("D4.instants", PASS, "no instant lies ahead that is told as past")
    remedy = f"it is {second_text(now_us)}; let `cortex state set` stamp times, or write `due`"
    return SeatCheck("D4.instants", FAIL, f"ahead of the clock: {shown(found, ', ')}", remedy)


def _fresh(written_us: int, record: Record | None, now_us: int) -> SeatCheck:
    if written_us > now_us + TOLERANCE_US:
        evidence = f"written {second_text(written_us)}, and it is {second_text(now_us)}"
        return SeatCheck("D4.fresh", WARN, evidence, "set the clock, then rewrite the file")
    age = f"written {age_text(now_us - written_us)} ago"
    if record is None:
        remedy = "it can be told once a session of this seat ran with the hooks of Cortex"
        return SeatCheck("D4.fresh", WARN, f"{age}; no session was seen", remedy)
    if record.level >= WARN_LEVEL and record.prompt_us > written_us:
        evidence = f"{age}, before the last prompt, and the context is above the warning"
        return SeatCheck("D4.fresh", FAIL, evidence, "rewrite it now: `cortex state set`")
    return SeatCheck("D4.fresh", PASS, f"{age}; {record.prompts} prompts since")
