"""What may each client do?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.permissions import Grant


class PermissionsReader(Protocol):
    """A consistent snapshot. Every method is about one owner (0 for the only person)."""

    def grants(self, owner_id: int) -> list[Grant]:
        """Give every grant, by client, permission and scope."""


class PermissionsWriter(PermissionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def grant(self, owner_id: int, grant: Grant) -> None:
        """Store a grant; one that is there already keeps its giver and instant."""

    def revoke(self, owner_id: int, grant: Grant) -> bool:
        """Remove a grant by client, permission and scope; False when there was none."""
