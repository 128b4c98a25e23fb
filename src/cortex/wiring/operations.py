"""How does a person at a prompt do what agents do through an operation?

The same actions with the same answers, but a refusal is raised, and the permissions that bind
clients do not hold: whoever types here owns the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cortex.services.labels import known_caller
from cortex.services.operations.arguments import Arguments
from cortex.services.operations.outward import plain_names

if TYPE_CHECKING:
    from types import ModuleType

    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House


def checkpoint(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Carry out one action on a thread.

    Raises:
        CortexError: it was refused, with the field at fault.
    """
    from cortex.services.operations import checkpoint as operation

    return _answer(operation, house, arguments, place, caller)


def coordinate(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Carry out one action that concerns other agents.

    Raises:
        CortexError: it was refused, with the field at fault.
    """
    from cortex.services.operations import coordinate as operation

    return _answer(operation, house, arguments, place, caller)


def promote(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Promote one statement and give the answer of the commit.

    Raises:
        CortexError: it was refused, with the field at fault.
    """
    from cortex.services.operations import commit

    return _answer(commit, house, arguments, place, caller)


def resolve(
    house: House, arguments: Mapping[str, object], place: Place, caller: Caller
) -> dict[str, Any]:
    """Make several heads of one record one.

    Raises:
        CortexError: it was refused, with the field at fault.
    """
    from cortex.services.operations import resolve as operation

    return _answer(operation, house, arguments, place, caller)


def _answer(
    operation: ModuleType,
    house: House,
    arguments: Mapping[str, object],
    place: Place,
    caller: Caller,
) -> dict[str, Any]:
    asked = Arguments(arguments, operation.FIELDS)
    return plain_names(operation.answer(house, asked, known_caller(caller), place))
