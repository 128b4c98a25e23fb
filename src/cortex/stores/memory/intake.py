"""Where does the intake of each source stand, and which files are asked for?"""

from dataclasses import dataclass, field

from cortex.model.inventories import Entry, Inventory
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class IntakeRows(Rows):
    """What is kept: cursors by (source, generation), inventories by number with their principal.

    ``inventories_made`` counts every one there ever was, so that no number comes twice.
    """

    cursors: dict[tuple[int, str], int] = field(default_factory=dict)
    inventories: dict[int, tuple[str, Inventory]] = field(default_factory=dict)
    inventories_made: int = 0


class MemoryIntake:
    """Implements ``cortex.ports.intake``."""

    def __init__(self, rows: IntakeRows) -> None:
        self._rows = rows

    def cursor(self, source_no: int, generation: str) -> int:
        """Give the byte a generation of a source was taken in up to; 0 before the first."""
        return self._rows.cursors.get((source_no, generation), 0)

    def find_inventory(self, principal: str, revision: str) -> Inventory | None:
        """Give an inventory of a principal with its entries in order, or None."""
        for owner, kept in self._rows.inventories.values():
            if (owner, kept.revision) == (principal, revision):
                return kept
        return None

    def move_cursor(self, source_no: int, generation: str, offset: int, now_us: int) -> None:
        """Note how far a generation of a source was taken in."""
        del now_us
        self._rows.cursors[source_no, generation] = offset

    def add_inventory(self, principal: str, inventory: Inventory, keep: int) -> Inventory:
        """Keep an inventory and give it with its number; older ones than the newest go."""
        self._rows.inventories_made += 1
        added = inventory._replace(inventory_no=self._rows.inventories_made)
        self._rows.inventories[added.inventory_no] = (principal, added)
        own = [number for number, row in self._rows.inventories.items() if row[0] == principal]
        for old in sorted(own, reverse=True)[keep:]:
            del self._rows.inventories[old]
        return added

    def set_entry(self, inventory_no: int, position: int, entry: Entry) -> None:
        """Say how one entry stands now."""
        entries = list(self._rows.inventories[inventory_no][1].entries)
        entries[position] = entries[position]._replace(
            status=entry.status, detail=entry.detail, observation_id=entry.observation_id
        )
        self._change(inventory_no, entries=tuple(entries))

    def move_inventory(self, inventory_no: int, from_index: int, to_index: int) -> bool:
        """Move the place of the next file, if it is where it is thought to be; tell whether."""
        if self._rows.inventories[inventory_no][1].next_index != from_index:
            return False
        self._change(inventory_no, next_index=to_index)
        return True

    def set_untracked(self, inventory_no: int, untracked: int) -> None:
        """Say how many registered files an inventory does not have."""
        self._change(inventory_no, untracked=untracked)

    def _change(self, inventory_no: int, **changes: object) -> None:
        principal, kept = self._rows.inventories[inventory_no]
        self._rows.inventories[inventory_no] = (
            principal,
            kept._replace(**changes),  # type: ignore[arg-type]  # Named by callers above.
        )
