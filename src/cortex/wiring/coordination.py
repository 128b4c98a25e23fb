"""How does a person at a prompt do what agents do through ``checkpoint``?

The same actions with the same answers, without the permissions that bind clients: whoever types
here owns the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cortex.services.labels import known_caller
from cortex.services.operations import coordinate
from cortex.services.operations.arguments import Arguments
from cortex.services.operations.outward import plain_names

if TYPE_CHECKING:
    from cortex.model.callers import Caller, Place
    from cortex.wiring.house import House


def act(
    house: House, action: str, arguments: dict[str, Any], caller: Caller, place: Place
) -> dict[str, Any]:
    """Do one action and give its answer.

    Raises:
        CortexError: it was refused, or the store cannot serve it.
    """
    asked = Arguments({"action": action, **arguments}, coordinate.FIELDS)
    return plain_names(coordinate.answer(house, asked, known_caller(caller), place))
