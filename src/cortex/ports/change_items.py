"""What changed since a place in the feed?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cortex.model.changes import ChangeItem
    from cortex.model.gates import Gate


class ChangeItemsReader(Protocol):
    """A consistent snapshot. ``append_commit`` writes what is read here."""

    def frontier(self) -> int:
        """Give the place of the newest commit, 0 in an empty brain; one row."""

    def between(self, after: int, until: int, gate: Gate, limit: int) -> list[ChangeItem]:
        """Give the changes behind one place up to another, oldest first, ``limit`` at most.

        Only of facts in the gate's scopes that its owner may see. Time and standing hide nothing: a
        feed that kept quiet about what was retracted or rolled back would leave it believed.
        """
