"""Which answers of recipes were worked out before?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cortex.model.recipes import COMPILED_READS_MAX, EVERY_RELATION, CompiledRead, Member
from cortex.stores.memory.rows import Rows

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.records import CommitEntry
    from cortex.model.versions import Version


@dataclass(slots=True)
class CompiledRows(Rows):
    """What is kept, with the instant it was worked out, oldest first."""

    reads: dict[str, tuple[int, CompiledRead]] = field(default_factory=dict)


class MemoryCompiled:
    """Implements ``cortex.ports.compiled``."""

    def __init__(
        self,
        rows: CompiledRows,
        facts: dict[int, Fact],
        commits: list[CommitEntry],
        versions: dict[int, Version],
    ) -> None:
        self._rows = rows
        self._facts = facts
        self._commits = commits
        self._versions = versions

    def members(self, relation: str, scope_ids: Sequence[str] | None, limit: int) -> list[Member]:
        """Give what decides whether a relation is as it was, in id order."""
        known: dict[int, int] = {}
        for sequence, entry in enumerate(self._commits, 1):
            known.setdefault(entry.fact_id, sequence)
        found = [
            Member(
                fact_id,
                known.get(fact_id, 0),
                fact.content.status.value,
                fact.updated_us,
                self._is_rolled_back(fact),
            )
            for fact_id, fact in sorted(self._facts.items())
            if relation in (EVERY_RELATION, fact.content.type)
            and (scope_ids is None or fact.content.scope_id in scope_ids)
        ]
        return found[:limit]

    def find(self, identity: str) -> CompiledRead | None:
        """Give a kept read, or None."""
        kept = self._rows.reads.get(identity)
        return None if kept is None else kept[1]

    def keep(self, read: CompiledRead, now_us: int) -> None:
        """Keep a read in place of an earlier one; the oldest beyond the limit go."""
        reads = self._rows.reads
        reads.pop(read.identity, None)
        ordered = tuple(sorted(read.guards, key=lambda g: (g.kind.value, g.subject)))
        reads[read.identity] = (now_us, read._replace(guards=ordered))
        for identity in sorted(reads, key=lambda name: reads[name][0])[:-COMPILED_READS_MAX]:
            del reads[identity]

    def _is_rolled_back(self, fact: Fact) -> bool:
        version = self._versions.get(fact.version_id or 0)
        return version is not None and version.is_orphaned
