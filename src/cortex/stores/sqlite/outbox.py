"""Which housekeeping waits, and who has it in hand?

Tables ``outbox`` and ``housekeeping``: canonical. A job that is done leaves no row. Every commit
asks whether something is due, so values that workers alone need are imported where they are made.
"""

# ruff: noqa: S608  # Statements are put together from constants of this module; values are bound.

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.stores.sqlite.session import Session, texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cortex.model.housekeeping import Chore, Debt, FailedJob, Job

_WAITING = "FROM outbox INDEXED BY outbox_waiting WHERE state <> 'done'"
_HELD = """
WHERE commit_sequence = :sequence AND job_kind = :kind AND state = 'claimed'
    AND generation = :generation
"""


class SqliteOutbox:
    """Implements ``cortex.ports.outbox``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def debt(self) -> Debt:
        """Count the jobs that are not done, by state."""
        from cortex.model.housekeeping import Debt

        counts: dict[str, int] = dict(
            self._session.rows(f"SELECT state, count(*) {_WAITING} GROUP BY state")
        )
        return Debt(*(counts.get(state, 0) for state in Debt._fields))

    def failed(self, limit: int) -> list[FailedJob]:
        """Give jobs that were given up, the newest first."""
        from cortex.model.housekeeping import FailedJob

        rows = self._session.rows(
            f"SELECT job_kind, attempts, ifnull(last_error, '') {_WAITING} AND state = 'failed'"
            " ORDER BY commit_sequence DESC, job_kind LIMIT ?",
            (limit,),
        )
        return [FailedJob(*row) for row in rows]

    def chores(self) -> Mapping[str, Chore]:
        """Give how each kind of housekeeping stands, by kind."""
        from cortex.model.housekeeping import Chore

        rows = self._session.rows(
            "SELECT job_kind, position, finished_us FROM housekeeping ORDER BY job_kind"
        )
        return {kind: Chore(position, finished_us) for kind, position, finished_us in rows}

    def finished_us(self, kind: str) -> int | None:
        """Give when a kind of housekeeping last came to its end, or None."""
        found: int | None = self._session.value(
            "SELECT finished_us FROM housekeeping WHERE job_kind = ?", (kind,)
        )
        return found

    def telemetry(self, kinds: Sequence[str], before_us: int) -> dict[str, int]:
        """Count the events of these types older than an instant, by type."""
        if not kinds:
            return {}
        rows = self._session.rows(
            "SELECT type, count(*) FROM events WHERE type IN (SELECT value FROM carray(?))"
            " AND created_us < ? GROUP BY type ORDER BY type",
            (texts(kinds), before_us),
        )
        return dict(rows)

    def ask(self, kind: str) -> bool:
        """Ask for a job, unless one of its kind waits already or nothing was ever committed."""
        asked = self._session.rows(
            "INSERT INTO outbox (commit_sequence, job_kind, state)"
            " SELECT max(sequence), ?1, 'pending' FROM commits WHERE NOT EXISTS ("
            f"SELECT 1 {_WAITING} AND job_kind = ?1 AND (state = 'pending' OR state = 'claimed'"
            " AND commit_sequence = (SELECT max(sequence) FROM commits)))"
            " HAVING max(sequence) IS NOT NULL"
            " ON CONFLICT (commit_sequence, job_kind) DO UPDATE SET state = 'pending',"
            " attempts = 0, generation = generation + 1 WHERE state = 'failed' RETURNING 1",
            (kind,),
        )
        return bool(asked)

    def claim(self, worker: str, kinds: Sequence[str], now_us: int) -> Job | None:
        """Take the oldest job of these kinds that waits, or whose lease ran out."""
        from cortex.model.housekeeping import ATTEMPTS_MAX, LEASE_US, Job

        if not kinds:
            return None
        over = "state = 'claimed' AND lease_until_us <= :now_us"
        self._session.rows(
            "UPDATE outbox SET state = 'failed', last_error = 'it was begun and never ended'"
            f" WHERE state <> 'done' AND {over} AND attempts >= :attempts_max",
            {"now_us": now_us, "attempts_max": ATTEMPTS_MAX},
        )
        found = self._session.row(
            f"SELECT commit_sequence, job_kind {_WAITING} AND (state = 'pending' OR {over})"
            " AND job_kind IN (SELECT value FROM carray(:kinds))"
            " ORDER BY commit_sequence, job_kind LIMIT 1",
            {"now_us": now_us, "kinds": texts(kinds)},
        )
        if found is None:
            return None
        row = self._session.row(
            "UPDATE outbox SET state = 'claimed', generation = generation + 1,"
            " attempts = attempts + 1, claimed_by = ?, lease_until_us = ?"
            " WHERE commit_sequence = ? AND job_kind = ?"
            " RETURNING commit_sequence, job_kind, generation, attempts",
            (worker, now_us + LEASE_US, *found),
        )
        assert row is not None
        return Job(*row)

    def renew(self, job: Job, now_us: int) -> bool:
        """Start the lease again; False when somebody else has the job."""
        from cortex.model.housekeeping import LEASE_US

        return self._change("lease_until_us = :until_us", job, until_us=now_us + LEASE_US)

    def finish(self, job: Job) -> bool:
        """Take a job off the list, with what failed of its kind earlier."""
        gone = self._session.rows(f"DELETE FROM outbox {_HELD} RETURNING 1", _names(job))
        if gone:
            self._forget_failed(job.kind)
        return bool(gone)

    def give_back(self, job: Job, error: str = "") -> bool:
        """Let a job wait again; after ``ATTEMPTS_MAX`` times with an error it is given up."""
        from cortex.model.housekeeping import ATTEMPTS_MAX, ERROR_CHARS_MAX

        if not error:
            return self._change("state = 'pending', attempts = attempts - 1", job)
        is_given_up = job.attempts >= ATTEMPTS_MAX
        if is_given_up:
            self._forget_failed(job.kind)
        return self._change(
            "state = :state, last_error = :error",
            job,
            state="failed" if is_given_up else "pending",
            error=error[:ERROR_CHARS_MAX],
        )

    def keep_chore(self, kind: str, chore: Chore) -> None:
        """Note how a kind of housekeeping stands."""
        self._session.rows(
            "INSERT INTO housekeeping (job_kind, position, finished_us) VALUES (?, ?, ?)"
            " ON CONFLICT (job_kind) DO UPDATE SET position = excluded.position,"
            " finished_us = excluded.finished_us",
            (kind, chore.position, chore.finished_us),
        )

    def prune_events(self, kinds: Sequence[str], before_us: int, limit: int) -> int:
        """Delete events of these types older than an instant, oldest first; give how many."""
        if not kinds:
            return 0
        gone = self._session.rows(
            "DELETE FROM events WHERE event_id IN (SELECT event_id FROM events"
            " WHERE type IN (SELECT value FROM carray(?)) AND created_us < ?"
            " ORDER BY event_id LIMIT ?) RETURNING 1",
            (texts(kinds), before_us, limit),
        )
        return len(gone)

    def _forget_failed(self, kind: str) -> None:
        self._session.rows("DELETE FROM outbox WHERE state = 'failed' AND job_kind = ?", (kind,))

    def _change(self, what: str, job: Job, **values: object) -> bool:
        changed = self._session.rows(
            f"UPDATE outbox SET {what} {_HELD} RETURNING 1",
            {**_names(job), **values},
        )
        return bool(changed)


def _names(job: Job) -> dict[str, object]:
    return {"sequence": job.sequence, "kind": job.kind, "generation": job.generation}
