"""How is housekeeping put together for the command line and for a worker?"""

# ruff: noqa: PTH103, PTH118  # pathlib costs every command 8 ms.

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from cortex.model.callers import Caller
from cortex.model.errors import StoreBusy, StoreUnreadable
from cortex.model.housekeeping import JOBS_OF_A_TICK, JobKind
from cortex.wiring.backends import store_upkeep
from cortex.wiring.house import open_house
from cortex.wiring.spool import COMMAND_MS, MAINTAIN_MS, drain_now
from cortex.wiring.standing import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cortex.model.ages import AgedForm
    from cortex.model.callers import Place
    from cortex.model.facts import Fact
    from cortex.model.housekeeping import CleanupPlan, MaintenanceReport
    from cortex.services.crystallize import ClusterStory
    from cortex.services.grounds import Grounds
    from cortex.wiring.house import House
    from cortex.wiring.settings import Settings

KEEPER = Caller("housekeeping", "housekeeping")
"""In whose name facts are archived that nobody uses."""

TENDING_US = 200_000
"""Microseconds a command stays to tidy up after its answer: not noticed, once a day."""

LOCK_NAME = "serve.lock"

CLEAN_PAGES = "clean_pages"
"""What finishing a forgetting is called in a report; it is on no list of jobs."""

QUIET_KINDS = (JobKind.PRUNE_EVENTS, JobKind.AGE, JobKind.MOVE_COLD, JobKind.CRYSTALLIZE)
"""Housekeeping that is done in slices of a few milliseconds."""


def maintain(house: House, jobs_max: int) -> MaintenanceReport:
    """Do all housekeeping there is.

    Raises:
        StoreUnreadable: there is no store.
        InvalidRequest, StoreBusy, StoreReadOnly, DiskFull: nothing was done.
    """
    from cortex.services.maintain import Orders
    from cortex.services.maintain import maintain as run

    grounds = _grounds(house)
    drain_now(house, MAINTAIN_MS)
    report = run(grounds, Orders(house.new_id(), jobs_max=jobs_max))
    _catch_up(house)
    return _forgetting_finished(house, report)


def _forgetting_finished(house: House, report: MaintenanceReport) -> MaintenanceReport:
    """Clean the pages after an interrupted forgetting, and say in the report what came of it."""
    from cortex.model.housekeeping import JobReport
    from cortex.wiring.forget import Forgetting

    scrubbed = Forgetting(house).finish()
    if scrubbed is None:
        return report
    why = scrubbed.fault or f"a reader still holds {scrubbed.log_bytes_left} bytes of the log"
    told = JobReport(CLEAN_PAGES, scrubbed.is_clean, error="" if scrubbed.is_clean else why)
    return report._replace(jobs=(*report.jobs, told))


def _catch_up(house: House) -> None:
    """Finish what other parts leave for a quiet moment: savings, the sidecar."""
    from cortex.wiring.identity import existing_sidecar, intern_facts
    from cortex.wiring.savings import take_in

    take_in(house)
    if existing_sidecar(house) is not None:
        intern_facts(house)


def recrystallize(house: House) -> MaintenanceReport:
    """Make every cluster again; raises as ``maintain``."""
    from cortex.services.crystallize import forget_clusters
    from cortex.services.maintain import Orders
    from cortex.services.maintain import maintain as run

    grounds = _grounds(house)
    forget_clusters(grounds)
    return run(grounds, Orders(house.new_id(), (JobKind.CRYSTALLIZE,)))


def plan_cleanup(house: House) -> CleanupPlan:
    """Give exactly what a cleanup would take away now.

    Raises:
        StoreUnreadable: there is no store.
    """
    from cortex.services.cleanup import plan_cleanup as plan

    return plan(_grounds(house))


def cleanup(house: House, *, only_events: bool) -> MaintenanceReport:
    """Take away what has had its time; raises as ``maintain``."""
    from cortex.services.cleanup import cleanup as run

    return run(_grounds(house), house.new_id(), only_events=only_events)


def forms_of(house: House, facts: Sequence[Fact]) -> Mapping[int, AgedForm]:
    """Give the kept short forms of facts that have aged, by id."""
    with house.known.reading() as reader:
        return reader.ages.forms([fact.fact_id for fact in facts])


def clusters(house: House, place: Place, caller: Caller, limit: int) -> tuple[ClusterStory, ...]:
    """Give the clusters seen from a place, the largest first."""
    from cortex.services.crystallize import clusters as found

    scope_ids = None if place.project == EVERYWHERE else house.scope(place).visible_ids
    return found(house.known, scope_ids, caller, house.now_us(), limit)


def tidy(house: House) -> MaintenanceReport:
    """Do the quiet housekeeping for ``TENDING_US``, without waiting; raises as ``maintain``."""
    from cortex.services.maintain import Orders
    from cortex.services.maintain import maintain as run

    started_us = house.now_us()

    def is_over() -> bool:
        return not 0 <= house.now_us() - started_us < TENDING_US

    orders = Orders(house.new_id(), QUIET_KINDS, should_stop=is_over)
    return run(_grounds(house, wait_ms=0), orders)


class Serving:
    """A worker that does what is due, tick by tick, until it is told to stop.

    One for each Cortex home; it opens nothing that listens. Use it in a ``with`` statement.

    Args:
        should_stop: asked between two slices, so that it ends within some ten milliseconds.

    Raises:
        StoreBusy: another worker serves this home.
    """

    def __init__(self, settings: Settings, should_stop: Callable[[], bool]) -> None:
        from cortex.stores.system.locks import WriteQueue

        self._settings = settings
        self._should_stop = should_stop
        os.makedirs(settings.home, 0o700, exist_ok=True)
        self._lock = WriteQueue(os.path.join(settings.home, LOCK_NAME), 0)

    def __enter__(self) -> Serving:
        try:
            self._lock.acquire(0)
        except StoreBusy:
            message = f"another `cortex serve` works for {self._settings.home}"
            raise StoreBusy(message, remedy="let it work, or stop it first") from None
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def tick(self) -> MaintenanceReport | None:
        """Do what is due, ``JOBS_OF_A_TICK`` jobs at most; None where there is no store yet.

        The store is opened and closed, so that a restored one is noticed.

        Raises:
            CortexError: the store cannot be written now; the next tick may fare better.
        """
        from cortex.services.maintain import EVERY_KIND, Orders, due_kinds
        from cortex.services.maintain import maintain as run

        if not os.path.lexists(self._settings.db_path):
            return None
        with open_house(self._settings) as house:
            drain_now(house, COMMAND_MS)
            with house.known.reading() as reader:
                due = due_kinds(reader, house.now_us())
            orders = Orders(
                house.new_id(), EVERY_KIND, due, JOBS_OF_A_TICK, should_stop=self._should_stop
            )
            return _forgetting_finished(house, run(_grounds(house), orders))


def _grounds(house: House, wait_ms: int | None = None) -> Grounds:
    from cortex.services.grounds import Grounds

    path = house.settings.db_path
    if not os.path.lexists(path):
        message = f"there is no store at {path}"
        raise StoreUnreadable(message, remedy="commit a first fact, or choose another with --db")
    return Grounds(house.brain, store_upkeep(house.settings), house.now_us, KEEPER, wait_ms)
