"""Which item of which source was taken in already?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cortex.model.imports import ImportedItem, Origin, Source
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class ImportsRows(Rows):
    """Items by source and key, each with the instant it was taken in."""

    items: dict[tuple[Source, str], tuple[ImportedItem, int]] = field(default_factory=dict)


class MemoryImports:
    """Implements ``cortex.ports.imports``."""

    def __init__(self, rows: ImportsRows) -> None:
        self._rows = rows

    def taken_in(self, source: Source, keys: Sequence[str]) -> dict[str, ImportedItem]:
        """Give the items of a source that have these keys, by key."""
        items = self._rows.items
        return {key: items[source, key][0] for key in sorted(set(keys)) if (source, key) in items}

    def taken_in_under(self, source: Source, group: str) -> list[ImportedItem]:
        """Give the items of one group of a source, by key."""
        return sorted(
            item
            for (owner, _), (item, _) in self._rows.items.items()
            if owner == source and item.group == group
        )

    def origin_of(self, fact_id: int) -> Origin | None:
        """Give where a fact was first taken in from, or None."""
        found = [
            Origin(source, item.locator, imported_us)
            for (source, _), (item, imported_us) in self._rows.items.items()
            if item.fact_id == fact_id
        ]
        return min(found, key=lambda origin: origin.imported_us, default=None)

    def note(self, source: Source, items: Sequence[ImportedItem], now_us: int) -> None:
        """Remember items as taken in; one whose key is known is replaced."""
        self._rows.items.update({(source, item.key): (item, now_us) for item in items})

    def drop(self, source: Source, keys: Sequence[str]) -> None:
        """Forget that items were taken in; unknown keys are passed over."""
        for key in keys:
            self._rows.items.pop((source, key), None)
