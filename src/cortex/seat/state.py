"""How is STATE.md read, rewritten, and brought back?

It is replaced whole, in one step, under the turn of the seat's folder; before that, what it said is
copied into its history, so that no rewrite is the end of anything. Source: OGL 3.2,
docs/formats/state.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.core.seat.stamps import require_come
from cortex.core.seat.state import (
    State,
    completed,
    lost_promises,
    next_step,
    parse_state,
    rendered,
    stamp_of,
    template,
    with_section,
)
from cortex.core.seat.state_checks import STATE_CHARS_MAX
from cortex.core.text.cleaning import clean
from cortex.core.text.fence import neutralise
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.host_events import CLAUDE_CODE, width_of
from cortex.model.seat_states import Rewritten
from cortex.model.seats import STATE_FILE, STATE_HISTORY_FOLDER
from cortex.seat.state_copies import (
    COPY_END,
    STATE_BYTES_MAX,
    copy_path,
    keep_version,
    newest_other,
    read_state,
)

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

SHOWN_MAX = 5
"""Promises named in one warning."""


def set_state(files: SeatFiles, text: str, now_us: int) -> Rewritten:
    """Make STATE.md say this: a whole file with its eight sections.

    Raises:
        InvalidRequest: a section is missing, the text is empty or too large, or an instant in it
            lies ahead of the clock.
        SeatFileRefused: the file cannot be read or written; nothing was changed.
    """
    cleaned = clean(text)
    state = parse_state(cleaned.text)
    missing = state.missing()
    if missing:
        message = f"the text has no section {', '.join(missing)}"
        remedy = (
            "write every heading, with `- none` where there is nothing; what is left out would be "
            "forgotten. One section alone: --section NAME"
        )
        raise InvalidRequest(message, remedy=remedy, field="stdin")
    return _rewrite(files, lambda _: state, cleaned.counts, now_us)


def set_section(files: SeatFiles, title: str, body: str, now_us: int) -> Rewritten:
    """Make one section say this; the others stay as they are, and those missing are added.

    Raises:
        InvalidRequest: as ``set_state``, or the body holds a heading of another section, or
            nothing: a command that failed would else empty the section.
        SeatFileRefused: as ``set_state``.
    """
    cleaned = clean(body)
    inner = parse_state(cleaned.text)
    others = [section.title for section in inner.sections if section.title != title]
    if others:
        message = f"the text for '{title}' holds another heading: {others[0]}"
        remedy = "give the body of one section; a whole file goes without --section"
        raise InvalidRequest(message, remedy=remedy, field="section")
    own = inner.body(title)
    said = cleaned.text if own is None else "\n\n".join(filter(None, (inner.lead, own)))
    if not neutralise(said).text.strip():
        message = f"nothing is left of the text for '{title}'"
        remedy = "write `- none` to empty it; secrets and private spans are taken out"
        raise InvalidRequest(message, remedy=remedy, field="stdin")
    return _rewrite(files, lambda state: with_section(state, title, said), cleaned.counts, now_us)


def restore_state(files: SeatFiles, name: str | None, now_us: int) -> Rewritten:
    """Make STATE.md say what a copy says, the newest other one without a name.

    What it said until now is copied first. Bringing the same one back twice changes nothing more
    than the stamp.

    Raises:
        NotFound: there is no such copy.
        SeatFileRefused: as ``set_state``.
    """
    with files.turn():
        present, written_us = read_state(files)
        chosen = name or newest_other(files, present)
        names = files.names(STATE_HISTORY_FOLDER)
        content = None
        if chosen and f"{chosen}{COPY_END}" in names:
            content = files.find(copy_path(chosen), STATE_BYTES_MAX)
        if content is None or not chosen:
            message = f"no copy of STATE.md is called '{chosen}'" if chosen else "there is no copy"
            raise NotFound(message, remedy="`cortex state history` lists them")
        state = parse_state(content.decode("utf-8", "replace"))
        former = keep_version(files, present, min(written_us, now_us))
        text = rendered(state, stamp_of(now_us, chosen))
        files.replace(STATE_FILE, text.encode("utf-8"))
    before = None if present is None else parse_state(present)
    return Rewritten(text, former, (), tuple(_warnings(before, state, text)))


def _rewrite(
    files: SeatFiles,
    change: Callable[[State], State],
    removed: tuple[tuple[str, int], ...],
    now_us: int,
) -> Rewritten:
    with files.turn():
        present, written_us = read_state(files)
        before = None if present is None else parse_state(present)
        state = completed(change(before or parse_state(template())))
        text = rendered(state, stamp_of(now_us))
        _require_writable(text, state, now_us)
        former = keep_version(files, present, min(written_us, now_us))
        files.replace(STATE_FILE, text.encode("utf-8"))
    return Rewritten(text, former, removed, tuple(_warnings(before, state, text)))


def _require_writable(text: str, state: State, now_us: int) -> None:
    if not any(section.body for section in state.sections):
        message = "there is nothing to write"
        raise InvalidRequest(message, remedy="put the text on standard input", field="stdin")
    if len(text.encode("utf-8")) > STATE_BYTES_MAX:
        message = f"STATE.md would have more than {STATE_BYTES_MAX} bytes"
        raise InvalidRequest(message, remedy="keep what is settled in the daily log", field="stdin")
    require_come(text.partition("\n")[2], now_us, "stdin")


def _warnings(before: State | None, state: State, text: str) -> list[str]:
    warnings = []
    if not next_step(state):
        warnings.append("the checkpoint names no exact next step")
    width = width_of(CLAUDE_CODE, text)
    if width > STATE_CHARS_MAX:
        warnings.append(
            f"STATE.md has {width} characters; above {STATE_CHARS_MAX} only part of it is "
            "given back after a compaction"
        )
    lost = [] if before is None else lost_promises(before, state)
    if lost:
        shown = "; ".join(f"'{promise[:80]}'" for promise in lost[:SHOWN_MAX])
        warnings.append(
            f"open promises of the former version that this one does not name: {len(lost)} "
            f"({shown}). Keep each as [open] or [done]; `cortex state restore` brings that back"
        )
    return warnings
