"""Which file is open, does it serve, and how much is in it?

The first thing a person asks when something is wrong, so it answers for a store that is missing,
damaged, locked or too new instead of failing with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.model.ages import AgeTier
from cortex.model.errors import CortexError, StoreBusy, StoreNewer, StoreOlder
from cortex.model.facts import FactStatus
from cortex.model.housekeeping import JobKind
from cortex.model.stories import ROLLED_BACK, StatusReport, StoreCounts, StoreState

if TYPE_CHECKING:
    from cortex.model.scopes import Scope
    from cortex.ports.brain import BrainReader
    from cortex.ports.health import BrainOpener, SiteReport, StoreSite


FAILED_JOBS_TOLD = 5
"""Jobs told of that were given up: one of each kind is the most there usually is."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What this run was told: where it stands, and what its settings say.

    ``analysis_version`` is the one this code computes handles with.
    """

    scope: Scope
    durability: str
    analysis_version: int
    warnings: tuple[str, ...] = ()


def status(site: StoreSite, open_brain: BrainOpener, circumstances: Circumstances) -> StatusReport:
    """Give the state of the store, counts when it can be read, and settings that mislead.

    Never raises a CortexError: what opening or reading the store says becomes the state, and
    ``StatusReport.exit_status`` is what a script gets. No byte of the store is changed.
    """
    found = site.look()
    if not found.is_present:
        return _report(found, circumstances, _missing_state(found))
    try:
        brain = open_brain()
        try:
            with brain.reading() as reader:
                counts = _counts(reader, circumstances.analysis_version)
                scope_facts = _scope_facts(reader, circumstances.scope.scope_id)
        finally:
            brain.close()
    except CortexError as error:
        state = _state(error, found)
        return _report(found, circumstances, (state, error.message, error.remedy))
    return _report(found, circumstances, _open_state(found), counts, scope_facts)


_Told = tuple[StoreState, str, str]


def _missing_state(found: SiteReport) -> _Told:
    if not found.is_writable:
        detail = f"there is no store at {found.path}, and none can be created there"
        return StoreState.UNREADABLE, detail, "choose another folder with --home or --db"
    return StoreState.READY, "no store yet; the first commit creates it", ""


def _open_state(found: SiteReport) -> _Told:
    if not found.is_writable:
        detail = "the file or its folder cannot be written: reads work, writes are refused"
        return StoreState.READ_ONLY, detail, ""
    return StoreState.READY, "", ""


def _state(error: CortexError, found: SiteReport) -> StoreState:
    if isinstance(error, StoreOlder) and found.is_writable:
        return StoreState.OLDER
    if isinstance(error, StoreBusy):
        return StoreState.BUSY
    return StoreState.NEWER if isinstance(error, StoreNewer) else StoreState.UNREADABLE


def _counts(reader: BrainReader, analysis_version: int) -> StoreCounts:
    figures = reader.figures()
    return StoreCounts(
        schema_version=figures.schema_version,
        brain_id=figures.brain_id,
        restore_epoch=figures.restore_epoch,
        head=figures.head_version,
        facts=sum(figures.facts.values()) - figures.facts.get(ROLLED_BACK, 0),
        by_status=_by_status(figures.facts),
        by_type=tuple(sorted(figures.types.items())),
        open_conflicts=figures.open_conflicts,
        pending_jobs=figures.pending_jobs,
        projection_is_current=figures.analysis_version == analysis_version,
        tiers=_tiers(reader, sum(figures.facts.values())),
        cold_rows=reader.ages.cold_rows(None),
        debt=reader.outbox.debt(),
        failed_jobs=tuple(reader.outbox.failed(FAILED_JOBS_TOLD)),
        maintained_us=reader.outbox.finished_us(JobKind.AGE),
    )


def _tiers(reader: BrainReader, facts: int) -> tuple[tuple[str, int], ...]:
    """Give every tier in the order facts go through them; what has no kept tier is fresh."""
    kept = reader.ages.tiers()
    counts = {AgeTier.FRESH: facts - sum(kept.values()), **kept}
    return tuple((tier.value, counts.get(tier, 0)) for tier in AgeTier)


def _by_status(facts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Give every status in the order facts go through them, then those rolled back."""
    names = (*(status.value for status in FactStatus), ROLLED_BACK)
    return tuple((name, facts.get(name, 0)) for name in names)


def _scope_facts(reader: BrainReader, scope_id: str) -> int:
    return sum(row.fact_count for row in reader.scopes() if row.scope_id == scope_id)


def _report(
    found: SiteReport,
    circumstances: Circumstances,
    told: _Told,
    counts: StoreCounts | None = None,
    scope_facts: int = 0,
) -> StatusReport:
    state, detail, remedy = told
    return StatusReport(
        state=state,
        path=found.path,
        real_path=found.real_path,
        is_present=found.is_present,
        store_bytes=found.store_bytes,
        wal_bytes=found.wal_bytes,
        durability=circumstances.durability,
        scope_id=circumstances.scope.scope_id,
        scope_name=circumstances.scope.name,
        scope_facts=scope_facts,
        counts=counts,
        detail=detail,
        remedy=remedy,
        warnings=circumstances.warnings,
    )
