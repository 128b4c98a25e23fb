"""What does a document say that hands a seat's work over to its next session?

Five headings, from what is known: nothing is asked of a model. Source: OGL 8.3,
docs/formats/hand-off.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from cortex.core.boot.calendar import second_text
from cortex.core.seat.exchange import Message, clipped
from cortex.core.seat.meter import age_text
from cortex.core.seat.state import (
    CHANGES,
    CHECKPOINT,
    DEAD_ENDS,
    DECISIONS,
    DISPATCHES,
    NONE,
    RULES,
    SURFACES,
    State,
    is_template,
    next_step,
    open_promises,
)
from cortex.core.text.cleaning import clean
from cortex.model.lean_classes import NamedTuple
from cortex.model.seats import HANDOFFS_FOLDER, STATE_FILE

TASKS = "Current Tasks"
ACTIONS = "Next Actions"
CRONS = "Active Crons"
CONTEXT = "Key Context"
FILES = "Files Modified This Session"

HEADINGS = (TASKS, ACTIONS, CRONS, CONTEXT, FILES)
"""In the order of the document: what is needed first stands first."""

SESSION_FIELD = "session"
WRITTEN_FIELD = "written"
UNKNOWN = "unknown"

NOTE_CHARS_MAX = 4_000
"""Characters of what the agent says itself: about what the next session is told in all."""

PART_CHARS_MAX = 2_000
"""Characters of one part, such as a section of STATE.md; the whole stands in its file."""

ITEMS_MAX = 20
"""Lines of a list of tasks, reminders or promises."""

FILES_MAX = 50
EXCHANGES_CHARS_MAX = 1_500
LOG_CHARS_MAX = 1_500

_NAME_START = "handoff-"


class Known(NamedTuple):
    """What is known of a seat when it hands over.

    Attributes:
        seat: its name.
        session_id: whose work it is; empty when nobody knows.
        note: what the agent says itself, clean; may be empty.
        state: its STATE.md; None without one.
        state_us: when that was written.
        tasks: open tasks, one line each.
        crons: reminders and schedules, one line each.
        messages: what was said last, in order.
        checkpoint: path of the latest record of talk; empty without one.
        log_path: path of today's log.
        log: what it says; empty without one.
        files: what was changed, in order of the last change.
        is_read: somebody could say which files were changed.
    """

    seat: str
    session_id: str
    note: str
    state: State | None
    state_us: int
    tasks: tuple[str, ...]
    crons: tuple[str, ...]
    messages: tuple[Message, ...]
    checkpoint: str
    log_path: str
    log: str
    files: tuple[str, ...] = ()
    is_read: bool = False


def hand_off_name(now_us: int, taken: frozenset[str]) -> str:
    """Give the file name of a document of this instant; ``taken`` are the names that are there."""
    stem = f"{_NAME_START}{second_text(now_us).replace(':', '-')}"
    name, number = f"{stem}.md", 2
    while name in taken:
        name, number = f"{stem}_{number}.md", number + 1
    return name


def hand_off_path(name: str) -> str:
    """Give where a document lies below the seat."""
    return f"{HANDOFFS_FOLDER}/{name}"


def hand_off_text(known: Known, now_us: int) -> str:
    """Give the whole document, without secrets and private spans."""
    parts = {
        TASKS: _tasks(known),
        ACTIONS: _actions(known),
        CRONS: _list(known.crons) or "- none recorded",
        CONTEXT: _context(known, now_us),
        FILES: _files(known),
    }
    head = [
        f"# Hand-off {second_text(now_us)}",
        "",
        f"{WRITTEN_FIELD}: {second_text(now_us)}",
        f"seat: {known.seat}",
        f"{SESSION_FIELD}: {known.session_id or UNKNOWN}",
    ]
    if known.note:  # First: of a document that is too long for the next session the end is cut.
        head += ["", "In the agent's own words:", "", known.note]
    body = "\n\n".join(f"## {title}\n\n{parts[title] or NONE}" for title in HEADINGS)
    text = "\n".join([*head, "", body])
    return f"{clean(text).text}\n"


def _tasks(known: Known) -> str:
    state = _said(known)
    parts = [_part("", state.body(CHECKPOINT))] if state else []
    parts += [_titled("Open tasks", _list(known.tasks))]
    parts += [_part("Open dispatches", state.body(DISPATCHES))] if state else []
    return _joined(parts)


def _actions(known: Known) -> str:
    state = _said(known)
    if state is None:
        return ""
    step = next_step(state)
    parts = [clipped(step, PART_CHARS_MAX)] if step else []
    parts.append(_titled("Open promises", _list(open_promises(state))))
    return _joined(parts)


def _context(known: Known, now_us: int) -> str:
    state = _said(known)
    titles = (RULES, CHANGES, SURFACES, DECISIONS, DEAD_ENDS)
    parts = [_part(title, state.body(title)) for title in titles] if state else []
    said = "\n".join(_quote(f"{one.speaker}: {one.text}") for one in known.messages if one.text)
    parts.append(_titled("Said last", clipped(said, EXCHANGES_CHARS_MAX)))
    log = known.log[-LOG_CHARS_MAX:].strip()
    parts.append(_titled(f"The end of {known.log_path}", _quote(log) if log else ""))
    pointers = [f"- {known.checkpoint}: the last record of talk"] if known.checkpoint else []
    if known.state is not None:
        age = age_text(now_us - known.state_us)
        empty = ", and says nothing yet" if state is None else ""
        pointers.append(f"- {STATE_FILE}: rewritten {age} before this{empty}")
    parts.append(_titled("Where more stands", "\n".join(pointers)))
    return _joined(parts)


def _files(known: Known) -> str:
    if not known.is_read:
        return "- unknown: no record of this session's tools could be read"
    shown = known.files[-FILES_MAX:]
    earlier = len(known.files) - len(shown)
    return _list((*((f"{earlier} earlier",) if earlier else ()), *shown), FILES_MAX + 1)


def _said(known: Known) -> State | None:
    """Give STATE.md when somebody has written something into it."""
    return known.state if known.state is not None and not is_template(known.state) else None


def _part(title: str, body: str | None) -> str:
    said = (body or "").strip()
    return "" if said in {"", NONE} else _titled(title, clipped(said, PART_CHARS_MAX))


def _titled(title: str, body: str) -> str:
    if not body:
        return ""
    return f"### {title}\n\n{body}" if title else body


def _list(items: Iterable[str], items_max: int = ITEMS_MAX) -> str:
    lines = [" ".join(item.split()) for item in items]
    more = [f"- and {len(lines) - items_max} more"] if len(lines) > items_max else []
    return "\n".join([*(f"- {line}" for line in lines[:items_max] if line), *more])


def _quote(text: str) -> str:
    """Give a text whose lines cannot pass for headings of the document."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
