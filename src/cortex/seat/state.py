"""How is STATE.md read, rewritten, and brought back?

It is replaced whole, in one step, under the turn of the seat's folder; before that, what it said is
copied into its history, so that no rewrite is the end of anything. Source: OGL 3.2,
docs/formats/state.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import second_text
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
from cortex.core.seat.state_checks import STATE_CHARS_MAX, future_instants
from cortex.core.text.cleaning import clean
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.seat_states import Copy, Rewritten
from cortex.model.seats import STATE_FILE, STATE_HISTORY_FOLDER

if TYPE_CHECKING:
    from cortex.ports.seat_files import SeatFiles

STATE_BYTES_MAX = 262_144
"""Bytes of a STATE.md that is read or written: many times what is ever given back."""

COPIES_MAX = 50
"""Copies kept: some weeks of a seat that rewrites its state a few times a day."""

COPIES_BYTES_MAX = 1_048_576
"""Bytes of all copies: a hundred files of the size that is given back whole."""

SHOWN_MAX = 5
"""Promises named in one warning."""

_COPY_END = ".md"


def read_state(files: SeatFiles) -> tuple[str | None, int]:
    """Give (text, when it was written) of STATE.md; (None, 0) without one.

    Raises:
        SeatFileRefused: it is a link, too large, or cannot be read.
    """
    content = files.find(STATE_FILE, STATE_BYTES_MAX)
    if content is None:
        return None, 0
    return content.decode("utf-8", "replace"), files.changed_us(STATE_FILE) or 0


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
        InvalidRequest: as ``set_state``, or the body holds a heading of another section.
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
        chosen = name or _newest_other(files, present)
        names = files.names(STATE_HISTORY_FOLDER)
        content = None
        if chosen and f"{chosen}{_COPY_END}" in names:
            content = files.find(_path(chosen), STATE_BYTES_MAX)
        if content is None or not chosen:
            message = f"no copy of STATE.md is called '{chosen}'" if chosen else "there is no copy"
            raise NotFound(message, remedy="`cortex state history` lists them")
        state = parse_state(content.decode("utf-8", "replace"))
        former = _keep(files, present, written_us)
        text = rendered(state, stamp_of(now_us, chosen))
        files.replace(STATE_FILE, text.encode("utf-8"))
    before = None if present is None else parse_state(present)
    return Rewritten(text, former, (), tuple(_warnings(before, state, text)))


def list_copies(files: SeatFiles) -> list[Copy]:
    """Give the copies of former versions, the newest first."""
    found = []
    for name in _copy_names(files):
        content = files.find(_path(name), STATE_BYTES_MAX) or b""
        found.append(Copy(name, files.changed_us(_path(name)) or 0, len(content)))
    return found[::-1]


def read_copy(files: SeatFiles, name: str) -> str:
    """Give what a copy says.

    Raises:
        NotFound: there is no such copy.
    """
    if f"{name}{_COPY_END}" in files.names(STATE_HISTORY_FOLDER):
        content = files.find(_path(name), STATE_BYTES_MAX)
        if content is not None:
            return content.decode("utf-8", "replace")
    message = f"no copy of STATE.md is called '{name}'"
    raise NotFound(message, remedy="`cortex state history` lists them")


def keep_copy(files: SeatFiles) -> str | None:
    """Copy STATE.md as it is into its history, unless the newest copy says the same.

    For files that were written by other hands: the version after it is then not the first that
    anybody can go back to. The caller has the turn. Gives the name of the copy.
    """
    text, written_us = read_state(files)
    return _keep(files, text, written_us)


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
        former = _keep(files, present, written_us)
        files.replace(STATE_FILE, text.encode("utf-8"))
    return Rewritten(text, former, removed, tuple(_warnings(before, state, text)))


def _require_writable(text: str, state: State, now_us: int) -> None:
    if not any(section.body for section in state.sections):
        message = "there is nothing to write"
        raise InvalidRequest(message, remedy="put the text on standard input", field="stdin")
    if len(text.encode("utf-8")) > STATE_BYTES_MAX:
        message = f"STATE.md would have more than {STATE_BYTES_MAX} bytes"
        raise InvalidRequest(message, remedy="keep what is settled in the daily log", field="stdin")
    ahead = future_instants(text.partition("\n")[2], now_us)
    if ahead:
        message = f"{ahead[0]} lies ahead of the clock; it is {second_text(now_us)} now"
        remedy = "write the true time, or `due` before an instant that is planned"
        raise InvalidRequest(message, remedy=remedy, field="stdin")


def _warnings(before: State | None, state: State, text: str) -> list[str]:
    warnings = []
    if not next_step(state):
        warnings.append("the checkpoint names no exact next step")
    if len(text) > STATE_CHARS_MAX:
        warnings.append(
            f"STATE.md has {len(text)} characters; above {STATE_CHARS_MAX} only part of it is "
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


def _keep(files: SeatFiles, text: str | None, written_us: int) -> str | None:
    """Copy a version into the history; gives the name of the copy that holds it."""
    if text is None or not text.strip():
        return None
    content = text.encode("utf-8")
    names = _copy_names(files)
    if names and files.find(_path(names[-1]), STATE_BYTES_MAX) == content:
        return names[-1]
    name = _copy_name(written_us)
    while name in names:  # Somebody set the time of the file back.
        written_us += 1
        name = _copy_name(written_us)
    files.replace(_path(name), content)
    _prune(files, sorted([*names, name]))
    return name


def _copy_name(written_us: int) -> str:
    """Give what a version is called that was written then, so that names are in order of time."""
    second = second_text(written_us).replace("-", "").replace(":", "").removesuffix("Z")
    return f"{second}.{written_us % 1_000_000:06d}Z"


def _prune(files: SeatFiles, names: list[str]) -> None:
    """Remove the oldest copies until those that are left are few and small enough."""
    left = COPIES_BYTES_MAX
    kept = 0
    for name in reversed(names):
        size = len(files.find(_path(name), STATE_BYTES_MAX) or b"")
        if kept and (kept >= COPIES_MAX or size > left):
            files.remove(_path(name))
            continue
        kept += 1
        left -= size


def _newest_other(files: SeatFiles, present: str | None) -> str:
    """Give the name of the newest copy that says something else than the file; empty without."""
    for name in reversed(_copy_names(files)):
        content = files.find(_path(name), STATE_BYTES_MAX)
        if content is not None and content.decode("utf-8", "replace") != present:
            return name
    return ""


def _copy_names(files: SeatFiles) -> list[str]:
    names = files.names(STATE_HISTORY_FOLDER)
    return sorted([name.removesuffix(_COPY_END) for name in names if name.endswith(_COPY_END)])


def _path(name: str) -> str:
    return f"{STATE_HISTORY_FOLDER}/{name}{_COPY_END}"
