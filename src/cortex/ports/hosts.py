"""Which hosts may hand over what they do, and how far were their transcripts read?

Canonical: grants, read positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # Every command meets the ports; few capture anything.
    from cortex.model.host_grants import HostGrant, ReadPosition


class HostsReader(Protocol):
    """A consistent snapshot."""

    def find_grant(self, principal: str, key: str) -> HostGrant | None:
        """Give the grant a principal made under a key, or None."""

    def grants(self, principal: str) -> list[HostGrant]:
        """Give every grant of a principal, by key."""

    def position(self, principal: str, name: str) -> ReadPosition | None:
        """Give how far a principal read what has this name, or None."""


class HostsWriter(HostsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def grant(self, principal: str, grant: HostGrant, now_us: int) -> None:
        """Add a grant. The caller has checked that its key is free."""

    def revoke(self, principal: str, key: str) -> None:
        """Take a grant away; one that is not there is passed over."""

    def set_position(self, principal: str, name: str, position: ReadPosition, now_us: int) -> None:
        """Note how far something was read, in place of what was noted before."""
