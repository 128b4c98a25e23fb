"""What did a record say, revision by revision, and which are its heads?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cortex.model.errors import NotFound
from cortex.model.records import CommitEntry
from cortex.model.revisions import RecordRevision, RevisionId
from cortex.stores.memory.rows import Rows


@dataclass(slots=True)
class RevisionsRows(Rows):
    """What is kept: (sequence, commit) of each revision, and the parents that were stated."""

    commits: dict[RevisionId, tuple[int, CommitEntry]] = field(default_factory=dict)
    parents: dict[RevisionId, tuple[RevisionId, ...]] = field(default_factory=dict)

    def add(self, entry: CommitEntry, sequence: int) -> None:
        """Keep the revision a commit makes."""
        ordinal = max((r.ordinal for r in self.commits if r.fact_id == entry.fact_id), default=0)
        self.commits[RevisionId(entry.fact_id, ordinal + 1)] = (sequence, entry)


class MemoryRevisions:
    """Implements ``cortex.ports.revisions``."""

    def __init__(self, rows: RevisionsRows) -> None:
        self._rows = rows

    def of_fact(self, fact_id: int, limit: int) -> list[RecordRevision]:
        """Give the newest revisions of a fact's record, newest first."""
        known = sorted((r for r in self._rows.commits if r.fact_id == fact_id), reverse=True)
        return [self._told(revision) for revision in known[:limit]]

    def find(self, revision: RevisionId) -> RecordRevision | None:
        """Give one revision, or None."""
        return self._told(revision) if revision in self._rows.commits else None

    def latest(self, fact_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the latest revision of each fact, by id."""
        asked = set(fact_ids)
        known = sorted(self._rows.commits)
        return {r.fact_id: r.ordinal for r in known if r.fact_id in asked}

    def add_parents(self, revision: RevisionId, parents: Sequence[RevisionId]) -> None:
        """Say which revisions one was made from, when that is not the one before it."""
        known = {each.fact_id for each in self._rows.commits}
        for each in (revision, *parents):
            if each.fact_id not in known:
                message = f"there is no fact {each.fact_id}"
                raise NotFound(message)
        self._rows.parents[revision] = tuple(sorted(parents))

    def _told(self, revision: RevisionId) -> RecordRevision:
        sequence, entry = self._rows.commits[revision]
        before = RevisionId(revision.fact_id, revision.ordinal - 1)
        default = (before,) if before.ordinal else ()
        return RecordRevision(
            revision=revision,
            sequence=sequence,
            epistemic=entry.epistemic,
            body_json=entry.body_json,
            recorded_us=entry.recorded_us,
            is_head=self.latest([revision.fact_id])[revision.fact_id] == revision.ordinal,
            parents=self._rows.parents.get(revision, default),
        )
