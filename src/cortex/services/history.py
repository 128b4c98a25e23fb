"""What was done to the brain, or to one fact of it, and in which order?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.errors import InvalidRequest
from cortex.model.outcomes import HistoryEntry
from cortex.services.find import can_see, get_fact

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.versions import Version
    from cortex.ports.brain import Brain, BrainReader

HISTORY_ENTRIES_MAX = 1000
"""Log entries of one answer; each carries a whole fact."""


def history(
    brain: Brain, reference: str | None, limit: int, caller: Caller
) -> tuple[HistoryEntry, ...]:
    """Give log entries, newest first, with the fact each one names as that fact stands now.

    Undone entries are part of it and marked. Entries about facts of other owners are left out,
    because their summaries quote the fact.

    Args:
        reference: only entries that made or changed this fact; None gives the whole log.
        limit: 1..``HISTORY_ENTRIES_MAX``.

    Raises:
        InvalidRequest: the text is no reference, or the limit is out of range.
        NotFound: no such fact, or not for this caller.
    """
    if not 1 <= limit <= HISTORY_ENTRIES_MAX:
        message = f"a history of {limit} entries is out of range"
        raise InvalidRequest(message, remedy=f"write 1 to {HISTORY_ENTRIES_MAX}", field="limit")
    with brain.reading() as reader:
        fact_id = None if reference is None else get_fact(reader, reference, caller).fact_id
        read_max = limit
        while True:
            versions = reader.versions(fact_id, read_max)
            entries = _entries(reader, versions, caller)
            if len(entries) >= limit or len(versions) < read_max:
                return entries[:limit]
            read_max *= 2


def _entries(
    reader: BrainReader, versions: list[Version], caller: Caller
) -> tuple[HistoryEntry, ...]:
    named = sorted({version.fact_id for version in versions})
    facts = {fact.fact_id: fact for fact in reader.facts(named)}
    head = reader.head()
    return tuple(
        HistoryEntry(version, facts.get(version.fact_id), version.version_id == head)
        for version in versions
        if version.fact_id not in facts or can_see(facts[version.fact_id], caller)
    )
