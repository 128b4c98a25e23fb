"""What does a person see of a thread and of the revisions of a record?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.model.revisions import REVISIONS_TOLD_MAX, RecordRevision
from cortex.services.labels import known_caller

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House


def continuation(house: House, thread: str, place: Place, caller: Caller) -> dict[str, Any]:
    """Give what is needed to go on with a thread."""
    from cortex.services.operations.continuation import continuation as told
    from cortex.services.operations.outward import plain_names

    return plain_names(told(house, thread, known_caller(caller), place))


def revisions_of(house: House, reference: str, caller: Caller) -> tuple[RecordRevision, ...]:
    """Give the newest revisions of a fact's record, newest first.

    Raises:
        InvalidRequest, NotFound: as for every reference.
    """
    from cortex.services.find import get_fact

    with house.known.reading() as reader:
        fact = get_fact(reader, reference, caller)
        return tuple(reader.revisions.of_fact(fact.fact_id, REVISIONS_TOLD_MAX))
