"""How are the facts of another brain added to this one, with nothing doubled?

Two facts are the same when the same words of the same type stand in the same scope for the same
owner and both are in force, or neither is. What is added keeps its dates, its status and what it
replaced; ids are new. Source: docs/formats/export.md, ADR 0098.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cortex.core.text.cleaning import clean
from cortex.core.text.digests import content_hash, digest
from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.errors import InvalidRequest
from cortex.model.exports import RestoreReport
from cortex.model.facts import COLD_STATUSES, FactContent
from cortex.model.imports import Skipped
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import Forgotten
from cortex.services.forgotten import require_not_forgotten
from cortex.services.revise import Origin, announce, enter
from cortex.wire.exports import TableRow

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.ports.archive import Archive, ArchiveWriter, Row
    from cortex.services.refill import Progress, Survey

BATCH_FACTS = 500
"""Facts of one write transaction."""

MERGED_TABLES = ("scopes", "provenances", "versions", "facts", "fact_uses")
RELATED_TABLES = ("decision_conflicts", "clock_links")
IMPLIED_TABLES = (
    "head_state", "version_changes", "traces", "commits", "records", "revisions", "record_heads",
    "change_items", "outbox", "sqlite_sequence",
)  # fmt: skip
"""What adding a fact writes anew, so that the other brain's rows are not needed."""


class Circumstances(NamedTuple):
    """Who merges, and when."""

    caller: Caller
    new_id: Callable[[], str]
    now_us: int


def left_out(survey: Survey) -> tuple[tuple[str, int], ...]:
    """Give the rows that can only be restored into an empty brain, by table."""
    taken = {*MERGED_TABLES, *RELATED_TABLES, *IMPLIED_TABLES}
    return tuple(sorted(one for one in survey.counts.items() if one[0] not in taken))


def merge(
    archive: Archive,
    survey: Survey,
    rows: Iterable[TableRow],
    circumstances: Circumstances,
    on_progress: Progress | None = None,
) -> RestoreReport:
    """Add what this brain does not have; a second time adds nothing.

    Facts that were rolled back there are left out. Stops between two transactions at worst, and
    goes on when it is called again.

    Raises:
        StoreBusy, StoreReadOnly, DiskFull: what was added before stays.
    """
    merging = _Merging(circumstances)
    for number, batch in enumerate(_batches(rows)):
        with archive.writing() as writer:
            if number == 0:
                merging.learn(writer)
            for one in batch:
                merging.take(writer, one)
        if on_progress is not None:
            on_progress(BATCH_FACTS * (number + 1))
    skipped = (*survey.skipped, *merging.skipped)
    return RestoreReport(
        is_applied=True,
        is_exact=False,
        counts=tuple(sorted(merging.counts.items())),
        known=merging.known,
        left_out=left_out(survey),
        skipped=skipped,
        damaged=survey.damaged + sum(one.is_damage for one in merging.skipped),
    )


def _batches(rows: Iterable[TableRow]) -> Iterator[list[TableRow]]:
    batch: list[TableRow] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= BATCH_FACTS:
            yield batch
            batch = []
    yield batch


class _Merging:
    """What was learned of both brains so far."""

    def __init__(self, circumstances: Circumstances) -> None:
        self.counts: Counter[str] = Counter()
        self.known = 0
        self.skipped: list[Skipped] = []
        self._circumstances = circumstances
        self._here: dict[bytes, int] = {}  # Identity of a fact, then its id.
        self._ids: dict[int, int | None] = {}  # Their id, then ours; None when it is not clear.
        self._added: set[int] = set()
        self._orphaned: set[int] = set()
        self._scopes: dict[int, Row] = {}
        self._provenances: dict[int, Row] = {}

    def learn(self, writer: ArchiveWriter) -> None:
        """Read which facts are here."""
        for fact in writer.brain.iter_facts():
            self._here.setdefault(_identity(fact.content), fact.fact_id)

    def take(self, writer: ArchiveWriter, one: TableRow) -> None:
        """Add one row if it is of a kind that is merged."""
        try:
            self._take(writer, one.table, one.row)
        except Forgotten:
            self.skipped.append(Skipped(one.table, "forgotten here on purpose"))
        except (InvalidRequest, KeyError, ValueError, TypeError):
            reason = f"a row of '{one.table[:60]}' does not fit"
            self.skipped.append(Skipped(one.table, reason, is_damage=True))

    def _take(self, writer: ArchiveWriter, table: str, row: dict[str, Any]) -> None:
        if table == "scopes":
            self._scopes[row["scope_no"]] = row
        elif table == "provenances":
            self._provenances[row["provenance_id"]] = row
        elif table == "versions":
            if row["status"] == "orphaned":
                self._orphaned.add(row["version_id"])
        elif table == "facts":
            self._take_fact(writer, row)
        elif table == "fact_uses":
            fact_id = self._ids.get(row["fact_id"])
            if fact_id in self._added:
                writer.brain.touch({fact_id: row["retrievals"]}, row["last_accessed_us"])
        elif table == "decision_conflicts":
            self._take_conflict(writer, row)
        elif table == "clock_links":
            self._take_link(writer, row)

    def _take_fact(self, writer: ArchiveWriter, row: dict[str, Any]) -> None:
        if row.get("version_id") in self._orphaned or row["quality"] < 0:
            return  # Undone there, or the shell of what was forgotten there.
        scope = self._scopes[row["scope_no"]]
        provenance = self._provenances[row["provenance_id"]]
        content = _cleaned(writer.content_of(row, str(scope["scope_id"]), provenance))
        content = content._replace(
            disputes_id=self._ids.get(content.disputes_id or 0),
            supersedes_id=self._ids.get(content.supersedes_id or 0),
        )
        identity = _identity(content)
        fact_id = self._here.get(identity)
        if fact_id is None:
            fact_id = self._here[identity] = self._add(writer, content, scope)
            self._added.add(fact_id)
            self.counts["facts"] += 1
        elif fact_id not in self._added:
            self.known += 1
        # After a merge of two exports one number can stand for two facts: then it names neither.
        theirs = row["fact_id"]
        is_clear = theirs not in self._ids or self._ids[theirs] == fact_id
        self._ids[theirs] = fact_id if is_clear else None

    def _add(self, writer: ArchiveWriter, content: FactContent, scope: Row) -> int:
        brain, (caller, new_id, now_us) = writer.brain, self._circumstances
        require_not_forgotten(brain, content.text, content.context)
        brain.keep_scope(content.scope_id, str(scope["kind"]), str(scope["name"]))
        version_id = brain.open_version("import", now_us)
        fact = enter(brain, content, content_hash(content.text), version_id)
        brain.close_version(version_id, fact.fact_id, f"imported: {content.text[:150]}")
        announce(brain, fact, Origin(caller, new_id(), now_us), kind="created")
        return fact.fact_id

    def _take_conflict(self, writer: ArchiveWriter, row: dict[str, Any]) -> None:
        source = self._ids.get(row["source_fact_id"])
        target = self._ids.get(row["target_fact_id"])
        if source is None or target is None or not {source, target} & self._added:
            return
        record = writer.brain.add_conflict(
            (source, target),
            ConflictClass(row["classification"]),
            float(row["similarity"]),
            (ConflictStatus(row["status"]), row["resolution_strategy"]),
            row["created_us"],
        )
        if row.get("resolved_by") is not None and row.get("resolved_us") is not None:
            writer.brain.settle_conflict(
                record.conflict_id,
                row["resolution_strategy"],
                row["resolved_by"],
                row["resolved_us"],
            )
        self.counts["conflicts"] += 1

    def _take_link(self, writer: ArchiveWriter, row: dict[str, Any]) -> None:
        low, high = self._ids.get(row["low_fact_id"]), self._ids.get(row["high_fact_id"])
        if low is None or high is None or low == high or not {low, high} & self._added:
            return
        is_rejected = row["status"] == "rejected"
        writer.brain.use_link(
            min(low, high), max(low, high), row["relation"], is_rejected=is_rejected
        )
        self.counts["links"] += 1


def _cleaned(content: FactContent) -> FactContent:
    """Give the content as the deposit would keep it: the file may have been edited by anyone."""
    text = clean(content.text).text
    if not text:
        message = "nothing is left to keep"
        raise InvalidRequest(message, field="source")
    context = clean(content.context).text or None if content.context else None
    return content._replace(text=text, context=context)


def _identity(content: FactContent) -> bytes:
    naming = content.naming
    parts = (
        content.scope_id,
        str(content.owner_id),
        content.type,
        content.text,
        naming.subject or "",
        naming.attribute or "",
        str(content.status in COLD_STATUSES),
    )
    name = digest("cortex/same-fact/1", "\0".join(parts).encode("utf-8", "surrogatepass"))
    return bytes.fromhex(name[:32])
