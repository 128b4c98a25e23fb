"""How is housekeeping written as JSON? Source: docs/formats/housekeeping.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.wire.facts import fact_json

if TYPE_CHECKING:
    from cortex.model.facts import Fact
    from cortex.model.housekeeping import (
        CleanupPlan,
        Debt,
        FileSizes,
        JobReport,
        MaintenanceReport,
    )


def maintenance_json(report: MaintenanceReport) -> dict[str, object]:
    """Give what was done job by job, what failed, and what the store takes before and after."""
    return {
        "jobs": [job_json(job) for job in report.jobs],
        "failures": [{"job": job.kind, "error": job.error} for job in report.failures],
        "debt": debt_json(report.debt),
        "pressure": report.pressure.value,
        "before": sizes_json(report.before),
        "after": sizes_json(report.after),
    }


def job_json(job: JobReport) -> dict[str, object]:
    """Give one job; ``counts`` holds only what is safely written."""
    return {
        "job": job.kind,
        "finished": job.is_finished,
        "counts": dict(job.counts),
        "error": job.error or None,
    }


def debt_json(debt: Debt) -> dict[str, object]:
    """Give the jobs that are not done, by state, and how urgent that is."""
    return {**debt._asdict(), "pressure": debt.pressure.value}


def sizes_json(sizes: FileSizes) -> dict[str, object]:
    """Give what the store takes, in bytes."""
    return {
        "store_bytes": sizes.store_bytes,
        "wal_bytes": sizes.wal_bytes,
        "free_bytes": sizes.free_bytes,
    }


def plan_json(plan: CleanupPlan) -> dict[str, object]:
    """Give what a cleanup would take away."""
    return {
        "applied": False,
        "events": dict(plan.events),
        "archived": plan.archived,
        "moved": plan.moved,
        "members": plan.members,
        "free_bytes": plan.free_bytes,
    }


def clusters_json(
    stories: Sequence[tuple[int, str, Fact, Sequence[Fact]]],
) -> dict[str, object]:
    """Give clusters from (id, label, the fact that speaks for it, members), in the order given."""
    return {
        "clusters": [
            {
                "cluster": cluster_id,
                "label": label,
                "statement": str(speaker.content.text),
                "speaker": speaker.reference,
                "members": [fact_json(fact) for fact in members],
            }
            for cluster_id, label, speaker, members in stories
        ]
    }
