"""What is owed on a thread of work, and in which state is it?

Source: CQR 5.8, docs/formats/threads.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum

OBLIGATION_TYPE = "obligation"
CHECKPOINT_TYPE = "checkpoint"
CHECKPOINT_ATTRIBUTE = "checkpoint"
FAILURE_TYPE = "failure"
OUTCOME_TYPE = "outcome"
ATTEMPT_TYPES = ("attempt", FAILURE_TYPE, OUTCOME_TYPE)
VERIFIED_TYPE = "verified_result"

MOVES_TOLD_MAX = 200
"""Moves told of one obligation: it takes a handful; more is a loop between two agents."""

NOTE_CHARS_MAX = 1024
"""Characters of the note of a move: a sentence or two; an essay belongs in a fact."""

THREADS_LISTED_MAX = 200
"""Threads of one listing: who has more looks for one by name."""

THREAD_FACTS_READ_MAX = 500
"""Facts of a thread that are read for one answer, newest first; the answer says when it is cut."""

HEADS_MAX = 16
"""Heads of one line of checkpoints: each is a decision somebody must make, so more is a fault."""


class ObligationState(StrEnum):
    """Where an obligation stands; the same words on every surface."""

    PROPOSED = "proposed"
    READY = "ready"
    IN_PROGRESS = "in_progress"
    BLOCKED = "blocked"
    OBSERVED_COMPLETE = "observed_complete"
    VERIFIED_COMPLETE = "verified_complete"
    REOPENED = "reopened"
    CANCELLED = "cancelled"


OVER_STATES = (ObligationState.VERIFIED_COMPLETE, ObligationState.CANCELLED)
"""States in which nothing is left to do."""


class Move(NamedTuple):
    """One step of an obligation. ``ordinal`` is the revision of its record that tells of it.

    ``artifact`` and ``checker`` are set by a verification; ``note`` says why, and may be empty.
    """

    fact_id: int
    ordinal: int
    version_id: int
    state: ObligationState
    agent: str
    moved_us: int
    note: str = ""
    artifact: str | None = None
    checker: str | None = None
    authority: str | None = None


class ThreadRow(NamedTuple):
    """A thread as far as a gate shows it: how many facts it has, and the instant of the newest."""

    thread: str
    facts: int
    open_obligations: int
    updated_us: int
