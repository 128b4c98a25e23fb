"""Which item of which source was taken in already?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # Every command meets the ports; few import anything.
    from cortex.model.imports import ImportedItem, Origin, Source


class ImportsReader(Protocol):
    """A consistent snapshot."""

    def taken_in(self, source: Source, keys: Sequence[str]) -> dict[str, ImportedItem]:
        """Give the items of a source that have these keys, by key; unknown ones are left out."""

    def taken_in_under(self, source: Source, group: str) -> list[ImportedItem]:
        """Give the items of one group of a source, by key."""

    def origin_of(self, fact_id: int) -> Origin | None:
        """Give where a fact was first taken in from, or None."""


class ImportsWriter(ImportsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""

    def note(self, source: Source, items: Sequence[ImportedItem], now_us: int) -> None:
        """Remember items as taken in; one whose key is known is replaced."""

    def drop(self, source: Source, keys: Sequence[str]) -> None:
        """Forget that items were taken in; unknown keys are passed over."""
