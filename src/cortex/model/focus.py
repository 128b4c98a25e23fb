"""What is a focus session? A span of work whose statements end in one summary. Source: CQR 12.2."""

from cortex.model.lean_classes import NamedTuple

FOCUS_ENTRIES_READ_MAX = 500
"""Newest statements of a session that its summary looks at."""

FOCUS_OPEN_MAX = 50
"""Sessions one agent may have open."""


class FocusSession(NamedTuple):
    """One session. Sizes are characters of what went in and of the summary, known at its end."""

    focus_id: int
    agent: str
    label: str
    scope_id: str
    started_us: int
    ended_us: int | None = None
    chars_before: int | None = None
    chars_after: int | None = None
    summary_fact_id: int | None = None
