"""What does one compaction of a seat's session say in a line? Source: OGL 3.8."""

from __future__ import annotations

from cortex.model.lean_classes import NamedTuple

DAYS_DEFAULT = 3
DAYS_MAX = 30
"""UTC days that are read at once."""

PRUNE_DAYS_MAX = 36_500


class SessionFact(NamedTuple):
    """What one compaction said.

    Attributes:
        at_us: when the compaction was, as far as its host says so; else when it was kept.
        kept_us: when it was kept, by the clock.
        session_id: the host's id of the session.
        agent: the seat.
        org: its organisation; may be empty.
        source: ``postcompact`` or ``transcript``.
        trigger: the host's word for why; may be empty.
        key: what names the compaction in its transcript; empty when an event told it.
        summary: clean, at most 8,000 characters.
        keywords: most frequent first.
        file: where the whole summary stands, below the seat's folder.
    """

    at_us: int
    kept_us: int
    session_id: str
    agent: str
    org: str
    source: str
    trigger: str
    key: str
    summary: str
    keywords: tuple[str, ...]
    file: str = ""


class Facts(NamedTuple):
    """What was read.

    Attributes:
        facts: oldest first.
        corrupt: lines that could not be read, and were passed over.
        days: files that were read.
    """

    facts: tuple[SessionFact, ...]
    corrupt: int
    days: int


class Pruned(NamedTuple):
    """What was taken away, or would be."""

    days: tuple[str, ...]
    kept: int
