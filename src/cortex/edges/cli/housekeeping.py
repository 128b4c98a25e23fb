"""How does a report of housekeeping read?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.edges.cli.health import in_bytes
from cortex.edges.cli.screen import counted
from cortex.model.errors import EXIT_FAILURE, EXIT_OK
from cortex.wire.display import display_line

if TYPE_CHECKING:
    from cortex.edges.cli.screen import Screen
    from cortex.model.housekeeping import JobReport, MaintenanceReport

_BYTES = ("log_bytes", "released_bytes")


def show_maintenance(screen: Screen, report: MaintenanceReport) -> None:
    """Print what each job did, what failed, and what the store takes now."""
    width = max((len(job.kind) for job in report.jobs), default=0)
    for job in report.jobs:
        screen.line(f"{job.kind:<{width}}  {outcome_of(job)}", hang=width + 2)
    before, after = in_bytes(report.before.store_bytes), in_bytes(report.after.store_bytes)
    size = after if before == after else f"{after}, {before} before"
    screen.line(f"{'store':<{width}}  {size}")
    if report.debt.waiting:
        verb = "waits" if report.debt.waiting == 1 else "wait"
        screen.line(f"{counted(report.debt.waiting, 'job')} {verb} for the next run.")


def outcome_of(job: JobReport) -> str:
    """Give one line about a job."""
    done = ", ".join(
        f"{name.replace('_', ' ')} {in_bytes(count) if name in _BYTES else count}"
        for name, count in job.counts
    )
    if job.error:
        return f"failed: {display_line(job.error)}" + (f" (before that: {done})" if done else "")
    if not job.is_finished:
        return "stopped early; it goes on there" + (f": {done}" if done else "")
    return done or "nothing to do"


def exit_of(report: MaintenanceReport) -> int:
    """Give what the command exits with: a job that failed is no success."""
    return EXIT_FAILURE if report.failures else EXIT_OK
