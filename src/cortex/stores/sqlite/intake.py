"""Where does the intake of each source stand, and which files are asked for?

Tables ``intake_cursors``: canonical; ``inventories``, ``inventory_entries``: of the file.
"""

from cortex.model.inventories import Entry, FileStatus, Inventory
from cortex.stores.sqlite.session import Row, Session

_STALE = """SELECT inventory_no FROM inventories WHERE principal = :principal
    ORDER BY inventory_no DESC LIMIT -1 OFFSET :keep"""

_ENTRIES = """
SELECT e.source_no, s.source_key, e.format, e.bytes, e.fingerprint, e.status, e.detail,
    e.observation_id
FROM inventory_entries AS e
JOIN observation_sources AS s ON s.source_no = e.source_no
WHERE e.inventory_no = ? ORDER BY e.position
"""


class SqliteIntake:
    """Implements ``cortex.ports.intake``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def cursor(self, source_no: int, generation: str) -> int:
        """Give the byte a generation of a source was taken in up to; 0 before the first."""
        row = self._session.row(
            "SELECT byte_offset FROM intake_cursors WHERE source_no = ? AND generation = ?",
            (source_no, generation),
        )
        return 0 if row is None else int(row[0])

    def find_inventory(self, principal: str, revision: str) -> Inventory | None:
        """Give an inventory of a principal with its entries in order, or None."""
        row = self._session.row(
            "SELECT inventory_no, revision, restore_epoch, made_us, next_index, untracked"
            " FROM inventories WHERE principal = ? AND revision = ?",
            (principal, revision),
        )
        if row is None:
            return None
        number, name, restore_epoch, made_us, next_index, untracked = row
        entries = tuple(map(_entry, self._session.rows(_ENTRIES, (number,))))
        return Inventory(number, name, restore_epoch, made_us, next_index, entries, untracked)

    def move_cursor(self, source_no: int, generation: str, offset: int, now_us: int) -> None:
        """Note how far a generation of a source was taken in."""
        self._session.rows(
            "INSERT INTO intake_cursors (source_no, generation, byte_offset, moved_us)"
            " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET byte_offset = excluded.byte_offset, moved_us = excluded.moved_us",
            (source_no, generation, offset, now_us),
        )

    def add_inventory(self, principal: str, inventory: Inventory, keep: int) -> Inventory:
        """Keep an inventory and give it with its number; older ones than the newest go."""
        number = self._session.insert(
            "INSERT INTO inventories (principal, revision, restore_epoch, made_us, next_index,"
            " untracked) VALUES (?, ?, ?, ?, ?, ?)",
            (principal, *inventory[1:5], inventory.untracked),
        )
        self._session.run_many(
            "INSERT INTO inventory_entries (inventory_no, position, source_no, format, bytes,"
            " fingerprint, status, detail, observation_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (number, position, one.source_no, *one[2:])
                for position, one in enumerate(inventory.entries)
            ],
        )
        for old in self._session.values(_STALE, {"principal": principal, "keep": keep}):
            self._session.rows("DELETE FROM inventory_entries WHERE inventory_no = ?", (old,))
            self._session.rows("DELETE FROM inventories WHERE inventory_no = ?", (old,))
        return inventory._replace(inventory_no=number)

    def set_entry(self, inventory_no: int, position: int, entry: Entry) -> None:
        """Say how one entry stands now."""
        self._session.rows(
            "UPDATE inventory_entries SET status = ?, detail = ?, observation_id = ?"
            " WHERE inventory_no = ? AND position = ?",
            (entry.status, entry.detail, entry.observation_id, inventory_no, position),
        )

    def move_inventory(self, inventory_no: int, from_index: int, to_index: int) -> bool:
        """Move the place of the next file, if it is where it is thought to be; tell whether."""
        moved = self._session.changed(
            "UPDATE inventories SET next_index = ? WHERE inventory_no = ? AND next_index = ?",
            (to_index, inventory_no, from_index),
        )
        return bool(moved)

    def set_untracked(self, inventory_no: int, untracked: int) -> None:
        """Say how many registered files an inventory does not have."""
        self._session.rows(
            "UPDATE inventories SET untracked = ? WHERE inventory_no = ?",
            (untracked, inventory_no),
        )


def _entry(row: Row) -> Entry:
    source_no, key, form, size_bytes, fingerprint, status, detail, observation_id = row
    return Entry(
        *(source_no, key, form, size_bytes, fingerprint),
        *(FileStatus(status), detail, observation_id),
    )
