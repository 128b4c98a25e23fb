"""Do the grants there are allow this client this operation? Source: CQR 9."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.operations import Operation
from cortex.model.permissions import EVERY, Grant, Permission

NEEDED = {
    Operation.CAPABILITIES: Permission.READ,
    Operation.ORIENT: Permission.READ,
    Operation.QUERY: Permission.READ,
    Operation.EXPAND: Permission.READ,
    Operation.COMMIT: Permission.WRITE,
    Operation.CHECKPOINT: Permission.WRITE,
    Operation.FEEDBACK: Permission.WRITE,
    Operation.RESOLVE: Permission.ADMIN,
}
"""What each operation needs. A resolution takes a fact out of what is recalled."""

_LEVELS = tuple(Permission)


def is_allowed(grants: Sequence[Grant], client: str, operation: Operation) -> bool:
    """Tell whether a client may ask for an operation; without any grant everybody may.

    Clients are compared without case, because a client spells itself.
    """
    if not grants:
        return True
    needed = _LEVELS.index(NEEDED[operation])
    asked = client.casefold()
    return any(
        grant.client in (EVERY, asked)
        and grant.scope in (EVERY, operation.value)
        and _LEVELS.index(grant.permission) >= needed
        for grant in grants
    )
