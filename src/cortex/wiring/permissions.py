"""How does the operator say what clients may ask for?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.permissions import Permission
from cortex.services.labels import known_caller
from cortex.services.permissions import grant, grant_of, grants, revoke

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.permissions import Grant
    from cortex.wiring.house import House


def list_permissions(house: House, caller: Caller) -> list[Grant]:
    """Give every grant, by client, permission and scope."""
    return grants(house.known, caller)


def change_permission(
    house: House, caller: Caller, words: tuple[str, str, str], *, is_granted: bool
) -> list[Grant]:
    """Grant or revoke (client, permission, scope), and give every grant there is then.

    Raises:
        InvalidRequest: the words name no grant.
        NotFound: what is revoked was never granted.
    """
    client, permission, scope = words
    who = known_caller(caller)
    new = grant_of(client, Permission(permission), scope, who.agent, house.now_us())
    if is_granted:
        return grant(house.brain, who, new)
    return revoke(house.known, who, new)
