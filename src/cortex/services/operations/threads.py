"""Which facts belong to one thread of work?"""

from cortex.model.anchors import AnchorKind
from cortex.model.callers import Caller, Place
from cortex.model.facts import Fact
from cortex.services.operations.host import OperationHost

CHECKPOINT_TYPE = "checkpoint"
CHECKPOINT_ATTRIBUTE = "checkpoint"

THREAD_FACTS_MAX = 50
"""Facts of a thread that are listed: what one person can take in before going on."""


def thread_facts(
    host: OperationHost, thread: str, place: Place, caller: Caller
) -> tuple[Fact, ...]:
    """Give the facts of a thread that hold now and are seen from this place, newest first."""
    gate = host.gate(place, caller)
    with host.brain.reading() as reader:
        hits = reader.anchor_hits([(AnchorKind.SESSION, thread)], gate, THREAD_FACTS_MAX)
        facts = reader.facts(sorted({hit.fact_id for hit in hits}), gate)
    return tuple(sorted(facts, key=lambda fact: -fact.fact_id))
