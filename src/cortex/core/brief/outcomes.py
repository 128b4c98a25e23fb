"""What may become of a prompt?

The words are public: they stand in the log of prompts, and `cortex stats` counts by them. Hooks
load this on every prompt, so it holds nothing else. Source: docs/formats/prompt-brief.md.
"""

from __future__ import annotations

INJECTED = "injected"

# The prompt is no question: nothing is looked up.
SILENT_EMPTY = "empty"
SILENT_SCHEDULED = "scheduled"
SILENT_COMMAND = "command"
SILENT_NOTICE = "notice"
SILENT_OWN_TEXT = "own_text"
SILENT_SHORT = "short"

# Nothing can be said here: no brain, a session without a name to remember it by, or enough said.
SILENT_NO_BRAIN = "no_brain"
SILENT_NO_SESSION = "no_session"
SILENT_BUDGET = "session_budget"

# It was looked up: nothing qualifies, or nothing that is new.
SILENT_NOTHING = "nothing_admitted"
SILENT_SAID = "said_in_prompt"
SILENT_TOLD = "told_before"
SILENT_NO_ROOM = "no_room"

# It could not be looked up, or not be noted down.
SILENT_LATE = "late"
SILENT_FAULT = "fault"
SILENT_UNNOTED = "not_noted"

OUTCOMES = (
    INJECTED,
    SILENT_EMPTY,
    SILENT_SCHEDULED,
    SILENT_COMMAND,
    SILENT_NOTICE,
    SILENT_OWN_TEXT,
    SILENT_SHORT,
    SILENT_NO_BRAIN,
    SILENT_NO_SESSION,
    SILENT_BUDGET,
    SILENT_NOTHING,
    SILENT_SAID,
    SILENT_TOLD,
    SILENT_NO_ROOM,
    SILENT_LATE,
    SILENT_FAULT,
    SILENT_UNNOTED,
)
