"""What was served, and what did it save?

Tables ``boot_audits`` and ``savings_rollups``: canonical.
"""

from cortex.model.audits import BootAudit, Rollup
from cortex.stores.sqlite.session import Session


class SqliteAudits:
    """Implements ``cortex.ports.audits``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def rollups(self, owner_id: int, since_day: str) -> list[Rollup]:
        """Give an owner's sums from a day on, by day, then quantity."""
        rows = self._session.rows(
            "SELECT day, quantity, unit, events, served, compared, compared_served, baseline"
            " FROM savings_rollups WHERE owner_id = ? AND day >= ? ORDER BY day, quantity",
            (owner_id, since_day),
        )
        return [Rollup(*row) for row in rows]

    def audits(self, owner_id: int, limit: int) -> list[BootAudit]:
        """Give an owner's newest audits, newest first."""
        rows = self._session.rows(
            "SELECT created_us, process_id, owner_id, agent, scope_id, form, budget_tokens,"
            " served_chars, baseline_chars, facts_count, left_out_count, latency_us"
            " FROM boot_audits WHERE owner_id = ?"
            " ORDER BY created_us DESC, process_id DESC LIMIT ?",
            (owner_id, limit),
        )
        return [BootAudit(*row) for row in rows]

    def add_audit(self, audit: BootAudit) -> bool:
        """Store an audit; False, and nothing stored, when it is known already."""
        return bool(
            self._session.rows(
                "INSERT OR IGNORE INTO boot_audits (created_us, process_id, owner_id, agent,"
                " scope_id, form, budget_tokens, served_chars, baseline_chars, facts_count,"
                " left_out_count, latency_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " RETURNING created_us",
                tuple(audit),
            )
        )

    def add_to_rollup(self, owner_id: int, rollup: Rollup) -> None:
        """Add to the sums of a day and quantity."""
        self._session.rows(
            "INSERT INTO savings_rollups (owner_id, day, quantity, unit, events, served, compared,"
            " compared_served, baseline) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (day, owner_id, quantity) DO UPDATE SET"
            " events = events + excluded.events, served = served + excluded.served,"
            " compared = compared + excluded.compared,"
            " compared_served = compared_served + excluded.compared_served,"
            " baseline = baseline + excluded.baseline",
            (owner_id, *rollup),
        )

    def prune(self, audits_kept: int, before_day: str) -> None:
        """Drop all but the newest audits, and the sums of days before one."""
        self._session.rows(
            "DELETE FROM boot_audits WHERE (created_us, process_id) IN (SELECT created_us,"
            " process_id FROM boot_audits ORDER BY created_us DESC, process_id DESC"
            " LIMIT -1 OFFSET ?)",
            (audits_kept,),
        )
        self._session.rows("DELETE FROM savings_rollups WHERE day < ?", (before_day,))
