"""Where does the intake of each source stand, and which files are asked for?

Canonical: cursors. Of the file: inventories, which are made again by looking.
"""

from typing import Protocol

from cortex.model.inventories import Entry, Inventory


class IntakeReader(Protocol):
    """A consistent snapshot."""

    def cursor(self, source_no: int, generation: str) -> int:
        """Give the byte a generation of a source was taken in up to; 0 before the first."""

    def find_inventory(self, principal: str, revision: str) -> Inventory | None:
        """Give an inventory of a principal with its entries in order, or None."""


class IntakeWriter(IntakeReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def move_cursor(self, source_no: int, generation: str, offset: int, now_us: int) -> None:
        """Note how far a generation of a source was taken in."""

    def add_inventory(self, principal: str, inventory: Inventory, keep: int) -> Inventory:
        """Keep an inventory and give it with its number; older ones than the newest ``keep`` go."""

    def set_entry(self, inventory_no: int, position: int, entry: Entry) -> None:
        """Say how one entry stands now."""

    def move_inventory(self, inventory_no: int, from_index: int, to_index: int) -> bool:
        """Move the place of the next file, if it is where it is thought to be; tell whether."""

    def set_untracked(self, inventory_no: int, untracked: int) -> None:
        """Say how many registered files an inventory does not have."""
