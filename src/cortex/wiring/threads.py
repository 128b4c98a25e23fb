"""How do threads reach a person? Through the operation that agents use, with errors raised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cortex.model.revisions import REVISIONS_TOLD_MAX, RecordRevision
from cortex.services.labels import known_caller

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House


def checkpoint(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Carry out one action of the checkpoint operation and give its answer.

    Raises:
        CortexError: as the operation refuses, with the field at fault.
    """
    from cortex.services.operations import checkpoint as operation
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.outward import plain_names

    asked = Arguments(arguments, operation.FIELDS)
    return plain_names(operation.answer(house, asked, known_caller(caller), place))


def continuation(house: House, thread: str, place: Place, caller: Caller) -> dict[str, Any]:
    """Give what is needed to go on with a thread."""
    from cortex.services.operations.continuation import continuation as told
    from cortex.services.operations.outward import plain_names

    return plain_names(told(house, thread, known_caller(caller), place))


def promote(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Promote one statement and give the answer of the commit.

    Raises:
        CortexError: as the operation refuses, with the field at fault.
    """
    from cortex.services.operations import commit as operation
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.outward import plain_names

    asked = Arguments(arguments, operation.FIELDS)
    return plain_names(operation.answer(house, asked, known_caller(caller), place))


def resolve(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Make several heads of one record one, and give the answer of the operation.

    Raises:
        CortexError: as the operation refuses, with the field at fault.
    """
    from cortex.services.operations import resolve as operation
    from cortex.services.operations.arguments import Arguments
    from cortex.services.operations.outward import plain_names

    asked = Arguments(arguments, operation.FIELDS)
    return plain_names(operation.answer(house, asked, known_caller(caller), place))


def revisions_of(house: House, reference: str, caller: Caller) -> tuple[RecordRevision, ...]:
    """Give the newest revisions of a fact's record, newest first.

    Raises:
        InvalidRequest, NotFound: as for every reference.
    """
    from cortex.services.find import get_fact

    with house.known.reading() as reader:
        fact = get_fact(reader, reference, caller)
        return tuple(reader.revisions.of_fact(fact.fact_id, REVISIONS_TOLD_MAX))
