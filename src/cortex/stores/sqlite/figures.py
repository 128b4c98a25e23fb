"""How large is the brain, and how does it stand?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.facts import FactStatus

if TYPE_CHECKING:
    from cortex.ports.brain import BrainFigures
    from cortex.stores.sqlite.session import Session


def figures(session: Session) -> BrainFigures:
    """Give counts and health, as stored now."""
    from cortex.ports.brain import BrainFigures
    from cortex.stores.sqlite import conflicts, records, versions

    meta: dict[str, int] = dict(session.rows("SELECT key, value FROM clock_meta ORDER BY key"))
    return BrainFigures(
        path=session.path,
        schema_version=session.value("PRAGMA user_version"),
        brain_id=session.value("SELECT brain_id FROM brain_meta WHERE singleton = 1"),
        restore_epoch=restore_epoch(session),
        head_version=versions.head(session),
        facts=_facts_by_status(session),
        types=_facts_by_type(session),
        open_conflicts=conflicts.count_open(session),
        projection_generation=meta.get("clock_projection_generation", 0),
        analysis_version=meta.get("analysis_version", 0),
        pending_jobs=records.pending_jobs(session),
        restored_us=session.value("SELECT restored_us FROM brain_meta WHERE singleton = 1"),
    )


def restore_epoch(session: Session) -> int:
    """Give how often the store was restored."""
    epoch: int = session.value("SELECT restore_epoch FROM brain_meta WHERE singleton = 1")
    return epoch


def fact_count(session: Session) -> int:
    """Count every stored fact, whatever its status or version."""
    count: int = session.value(
        "SELECT (SELECT count(*) FROM facts) - (SELECT count(*) FROM forgotten_facts)"
    )
    return count


def _facts_by_status(session: Session) -> dict[str, int]:
    """Count the facts of each status, and those rolled back; the sum is every stored fact."""
    from cortex.model.stories import ROLLED_BACK

    total = fact_count(session)
    counts: dict[str, int] = dict.fromkeys(FactStatus, 0)
    counts.update(
        session.rows(
            "SELECT status, count(*) FROM facts WHERE status <> 'active'"
            " AND quality >= 0"
            " GROUP BY status ORDER BY status"
        )
    )
    counts[FactStatus.ACTIVE] = total - sum(counts.values())
    hidden = session.rows(
        "SELECT f.status, count(*) FROM versions AS v CROSS JOIN facts AS f"
        " ON f.version_id = v.version_id WHERE v.status = 'orphaned'"
        " AND f.quality >= 0 GROUP BY f.status ORDER BY f.status"
    )
    for status, count in hidden:
        counts[status] -= count
    counts[ROLLED_BACK] = sum(count for _, count in hidden)
    return {str(status): count for status, count in counts.items()}


def _facts_by_type(session: Session) -> dict[str, int]:
    """Count the active facts of each type, by name, without those rolled back."""
    counts: dict[str, int] = dict(
        session.rows(
            "SELECT type, count(*) FROM facts INDEXED BY facts_by_type"
            " WHERE status = 'active' GROUP BY type ORDER BY type"
        )
    )
    for type_, count in session.rows(
        "SELECT f.type, count(*) FROM versions AS v CROSS JOIN facts AS f"
        " ON f.version_id = v.version_id WHERE v.status = 'orphaned' AND f.status = 'active'"
        " GROUP BY f.type ORDER BY f.type"
    ):
        counts[type_] -= count
    return {type_: count for type_, count in counts.items() if count}
