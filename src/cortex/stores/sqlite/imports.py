"""Which item of which source was taken in already?

Tables ``import_sources`` and ``import_items``: canonical. Keys are digests, so a row holds nothing
of what the item said.
"""

from collections.abc import Sequence

from cortex.model.imports import ImportedItem, Origin, Source
from cortex.stores.sqlite.session import Row, Session

_COLUMNS = "i.item_key, i.group_key, i.digest, i.fact_id, i.locator"


class SqliteImports:
    """Implements ``cortex.ports.imports``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def taken_in(self, source: Source, keys: Sequence[str]) -> dict[str, ImportedItem]:
        """Give the items of a source that have these keys, by key."""
        source_no = self._find(source)
        if source_no is None:
            return {}
        found = {}
        for key in sorted(set(keys)):
            row = self._session.row(
                f"SELECT {_COLUMNS} FROM import_items AS i WHERE source_no = ? AND item_key = ?",  # noqa: S608  # Columns of ours.
                (source_no, bytes.fromhex(key)),
            )
            if row is not None:
                found[key] = _item(row)
        return found

    def taken_in_under(self, source: Source, group: str) -> list[ImportedItem]:
        """Give the items of one group of a source, by key."""
        source_no = self._find(source)
        if source_no is None:
            return []
        rows = self._session.rows(
            f"SELECT {_COLUMNS} FROM import_items AS i WHERE source_no = ? AND group_key = ?"  # noqa: S608  # Columns of ours.
            " ORDER BY item_key",
            (source_no, bytes.fromhex(group)),
        )
        return [_item(row) for row in rows]

    def origin_of(self, fact_id: int) -> Origin | None:
        """Give where a fact was first taken in from, or None."""
        row = self._session.row(
            "SELECT s.kind, s.identity, i.locator, i.imported_us FROM import_items AS i"
            " JOIN import_sources AS s ON s.source_no = i.source_no WHERE i.fact_id = ?"
            " ORDER BY i.imported_us, i.source_no, i.item_key LIMIT 1",
            (fact_id,),
        )
        return None if row is None else Origin(Source(row[0], row[1]), row[2], row[3])

    def note(self, source: Source, items: Sequence[ImportedItem], now_us: int) -> None:
        """Remember items as taken in; one whose key is known is replaced."""
        if not items:
            return
        source_no = self._find(source)
        if source_no is None:
            source_no = self._session.insert(
                "INSERT INTO import_sources (kind, identity, begun_us) VALUES (?, ?, ?)",
                (source.kind, source.identity, now_us),
            )
        self._session.run_many(
            "INSERT INTO import_items"
            " (source_no, item_key, group_key, digest, fact_id, locator, imported_us)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (source_no, item_key) DO UPDATE SET"
            " group_key = excluded.group_key, digest = excluded.digest,"
            " fact_id = excluded.fact_id, locator = excluded.locator,"
            " imported_us = excluded.imported_us",
            [
                (
                    source_no,
                    bytes.fromhex(item.key),
                    bytes.fromhex(item.group),
                    bytes.fromhex(item.digest),
                    item.fact_id,
                    item.locator,
                    now_us,
                )
                for item in items
            ],
        )

    def drop(self, source: Source, keys: Sequence[str]) -> None:
        """Forget that items were taken in; unknown keys are passed over."""
        source_no = self._find(source)
        self._session.run_many(
            "DELETE FROM import_items WHERE source_no = ? AND item_key = ?",
            [(source_no, bytes.fromhex(key)) for key in keys],
        )

    def _find(self, source: Source) -> int | None:
        found = self._session.value(
            "SELECT source_no FROM import_sources WHERE kind = ? AND identity = ?",
            (source.kind, source.identity),
        )
        return found if isinstance(found, int) else None


def _item(row: Row) -> ImportedItem:
    key, group, digest, fact_id, locator = row
    return ImportedItem(key.hex(), group.hex(), digest.hex(), fact_id, locator)
