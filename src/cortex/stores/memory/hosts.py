"""Which hosts may hand over what they do, and how far were their transcripts read?"""

from dataclasses import dataclass, field

from cortex.model.host_grants import HostGrant, ReadPosition
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class HostsRows(Rows):
    """What is kept; keys are a principal and a key or name."""

    grants: dict[tuple[str, str], HostGrant] = field(default_factory=dict)
    positions: dict[tuple[str, str], ReadPosition] = field(default_factory=dict)


class MemoryHosts:
    """Implements ``cortex.ports.hosts``."""

    def __init__(self, rows: HostsRows) -> None:
        self._rows = rows

    def find_grant(self, principal: str, key: str) -> HostGrant | None:
        """Give the grant a principal made under a key, or None."""
        return self._rows.grants.get((principal, key))

    def grants(self, principal: str) -> list[HostGrant]:
        """Give every grant of a principal, by key."""
        return [self._rows.grants[key] for key in sorted(self._rows.grants) if key[0] == principal]

    def position(self, principal: str, name: str) -> ReadPosition | None:
        """Give how far a principal read what has this name, or None."""
        return self._rows.positions.get((principal, name))

    def grant(self, principal: str, grant: HostGrant, now_us: int) -> None:
        """Add a grant."""
        del now_us
        self._rows.grants[principal, grant.key] = grant

    def revoke(self, principal: str, key: str) -> None:
        """Take a grant away; one that is not there is passed over."""
        self._rows.grants.pop((principal, key), None)

    def set_position(self, principal: str, name: str, position: ReadPosition, now_us: int) -> None:
        """Note how far something was read, in place of what was noted before."""
        del now_us
        self._rows.positions[principal, name] = position
