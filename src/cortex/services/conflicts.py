"""Which statements disagree?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.conflicts import ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.services.find import conflict_stories

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.stories import ConflictStory
    from cortex.ports.brain import Brain

CONFLICTS_MAX = 1000
"""Conflicts of one answer; each carries two whole facts."""

STATUSES = {
    "open": (ConflictStatus.OPEN,),
    "all": tuple(ConflictStatus),
}


def conflicts(brain: Brain, status: str, limit: int, caller: Caller) -> tuple[ConflictStory, ...]:
    """Give recorded disagreements with both statements, newest first, at most ``limit``.

    Those with a side the caller may not see, or that a rollback undid, are left out and use up no
    place.

    Args:
        status: ``open`` for those somebody still has to decide, or ``all``.
        limit: 1..``CONFLICTS_MAX``.

    Raises:
        InvalidRequest: an argument is out of range.
    """
    if status not in STATUSES:
        message = f"'{status}' is no status of a conflict"
        raise InvalidRequest(message, remedy="write open or all", field="status")
    if not 1 <= limit <= CONFLICTS_MAX:
        message = f"a limit of {limit} conflicts is out of range"
        raise InvalidRequest(message, remedy=f"write 1 to {CONFLICTS_MAX}", field="limit")
    with brain.reading() as reader:
        read_max = limit
        while True:
            records = reader.conflicts(STATUSES[status], read_max)
            stories = conflict_stories(reader, records, caller)
            if len(stories) >= limit or len(records) < read_max:
                return stories[:limit]
            read_max *= 2
