"""How are all handles made again from the facts themselves?

Everything a fact is found by is derived. It is dropped and computed anew in one transaction:
readers see the old handles until the new ones are complete, and an interruption leaves the old
ones in place, so running it again is the whole recovery.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cortex.core.anchors.handles import handles_of
from cortex.model.errors import InvalidRequest
from cortex.model.outcomes import RebuildReport
from cortex.services.associations import relearn
from cortex.services.projection import project_all
from cortex.wire.encoding import encode

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.brain import Brain, BrainWriter

BATCH_FACTS_MAX = 10_000
"""Facts held in memory at once: about 20 MB."""

Progress = Callable[[int, int], None]
"""Called with (facts done, facts in all) after each batch; what it raises stops the rebuild."""


def rebuild_anchors(
    brain: Brain,
    caller: Caller,
    now_us: int,
    *,
    batch: int = 500,
    on_progress: Progress | None = None,
) -> RebuildReport:
    """Drop and recompute the handles of every fact, and say how many there are.

    Retracted and rolled-back facts are included: they are found again in history. Links learned
    from use stay. Doing it twice gives the same rows.

    Args:
        batch: facts read at a time, 1..``BATCH_FACTS_MAX``.

    Raises:
        InvalidRequest: ``batch`` is out of range.
        StoreBusy, StoreReadOnly, DiskFull: the old handles are as they were.
    """
    if not 1 <= batch <= BATCH_FACTS_MAX:
        message = f"a batch of {batch} facts is out of range"
        raise InvalidRequest(message, remedy=f"write 1 to {BATCH_FACTS_MAX}", field="batch")
    counts = {"anchors": 0, "mentions": 0, "terms": 0}
    done = 0
    with brain.writing() as writer:
        total = writer.fact_count()
        generation = writer.clear_projection()
        for fact in writer.iter_facts(0, batch):
            handles = handles_of(fact.content)
            writer.project(fact, handles)
            counts["anchors"] += len(handles.anchors)
            counts["mentions"] += len(handles.mentions)
            counts["terms"] += len(handles.terms)
            done += 1
            if on_progress is not None and done % batch == 0:
                on_progress(done, total)
        if on_progress is not None and done % batch:
            on_progress(done, total)
        index_observations(writer)
        writer.add_event("rebuild", encode({"facts": done}), caller.agent, now_us)
    return RebuildReport(done, generation, counts)


def index_observations(writer: BrainWriter) -> None:
    """Make again what observations are found by, and what they teach."""
    project_all(writer)
    relearn(writer)
