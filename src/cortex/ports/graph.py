"""What does a place offer that holds a client graph?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cortex.model.client_graph import Graph, GraphBuild, GraphEntity, GraphRole, SourcedFact


class GraphStore(Protocol):
    """One graph; derived, so whatever happens to it, logs make another."""

    def read(self) -> Graph:
        """Give all of it, an empty one when there is none.

        Raises:
            StoreUnreadable: it is damaged, of another format, or no graph.
        """

    def write(self, graph: Graph) -> None:
        """Put a graph in its place in one step; readers see the one before until it is done."""

    def set_aside(self) -> None:
        """Keep a damaged one under another name, and have none."""

    def facts_of(self, keys: Sequence[str]) -> tuple[SourcedFact, ...]:
        """Give every fact about nouns, the latest first, and what each replaced."""

    def roles_of(self, keys: Sequence[str]) -> tuple[tuple[GraphEntity, GraphRole], ...]:
        """Give the operator's words about nouns, in order."""

    def builds(self) -> tuple[GraphBuild, ...]:
        """Give what the last builds did, oldest first; empty without a graph."""
