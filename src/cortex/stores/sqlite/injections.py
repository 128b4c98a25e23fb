"""What was put beside which prompt, and was it used?

Tables ``injections`` and ``injected_facts``: canonical.
"""

from __future__ import annotations

from cortex.model.durations import DAY_US
from cortex.model.injections import USE_WINDOW_US, CapturedDay, Injection, Use
from cortex.stores.sqlite.session import Session, numbers


class SqliteInjections:
    """Implements ``cortex.ports.injections``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def since(self, owner_id: int, since_us: int) -> list[Injection]:
        """Give an owner's prompts from an instant on, by instant, then process."""
        told: dict[tuple[int, int], tuple[int, ...]] = {}
        used: dict[tuple[int, int], tuple[int, ...]] = {}
        for seen_us, process_id, fact_id, used_us in self._session.rows(
            "SELECT seen_us, process_id, fact_id, used_us FROM injected_facts WHERE seen_us >= ?"
            " ORDER BY seen_us, process_id, fact_id",
            (since_us,),
        ):
            key = (seen_us, process_id)
            told[key] = (*told.get(key, ()), fact_id)
            if used_us is not None:
                used[key] = (*used.get(key, ()), fact_id)
        rows = self._session.rows(
            "SELECT seen_us, process_id, owner_id, host, session_id, outcome, size_bytes, taken_us"
            " FROM injections WHERE seen_us >= ? AND owner_id = ? ORDER BY seen_us, process_id",
            (since_us, owner_id),
        )
        return [
            Injection(*row)._replace(fact_ids=told.get(row[:2], ()), used_ids=used.get(row[:2], ()))
            for row in rows
        ]

    def captured(self, principal: str, since_us: int) -> list[CapturedDay]:
        """Count the events that hosts handed over from an instant on, by host, then day."""
        from cortex.core.boot.calendar import day_text

        counts: dict[tuple[str, str], int] = {}
        for key, day, events in self._session.rows(
            "SELECT s.source_key, o.captured_us / :day_us, count(*) FROM observation_sources AS s"
            " CROSS JOIN observations AS o ON o.source_no = s.source_no"
            " WHERE s.principal = :principal AND s.source_key >= 'host:' AND s.source_key < 'host;'"
            " AND o.captured_us >= :since_us GROUP BY 1, 2",
            {"principal": principal, "since_us": since_us, "day_us": DAY_US},
        ):
            place = (key.split(":")[1], day_text(day * DAY_US))
            counts[place] = counts.get(place, 0) + events
        return [CapturedDay(*place, counts[place]) for place in sorted(counts)]

    def add(self, injection: Injection) -> bool:
        """Keep what became of a prompt; False, and nothing kept, when it is known already."""
        is_new = bool(
            self._session.rows(
                "INSERT OR IGNORE INTO injections (seen_us, process_id, owner_id, host, session_id,"
                " outcome, size_bytes, taken_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " RETURNING seen_us",
                injection[:8],
            )
        )
        if is_new and injection.fact_ids:
            self._session.run_many(
                "INSERT INTO injected_facts (seen_us, process_id, fact_id) VALUES (?, ?, ?)",
                [(*injection[:2], fact_id) for fact_id in sorted(set(injection.fact_ids))],
            )
        return is_new

    def mark_used(self, use: Use) -> int:
        """Note that a session came back to facts it had been told before that instant."""
        if not use.fact_ids:
            return 0
        return self._session.changed(
            "UPDATE injected_facts SET used_us = :at_us WHERE used_us IS NULL"
            " AND fact_id IN (SELECT value FROM carray(:fact_ids)) AND seen_us < :at_us"
            " AND EXISTS (SELECT 1 FROM injections AS i WHERE i.seen_us = injected_facts.seen_us"
            "  AND i.process_id = injected_facts.process_id"
            "  AND i.host <> '' AND substr(:agent, 1, length(i.host)) = i.host"
            "  AND CASE :session_id WHEN '' THEN i.seen_us >= :at_us - :window_us"
            "   ELSE i.session_id = :session_id END)",
            {
                "at_us": use.at_us,
                "fact_ids": numbers(sorted(use.fact_ids)),
                "agent": use.agent,
                "session_id": use.session_id,
                "window_us": USE_WINDOW_US,
            },
        )

    def prune(self, kept: int) -> None:
        """Drop all but the newest prompts, with what was told beside the others."""
        oldest = self._session.row(
            "SELECT seen_us, process_id FROM injections ORDER BY seen_us DESC, process_id DESC"
            " LIMIT 1 OFFSET ?",
            (kept,),
        )
        if oldest is not None:
            for table in ("injected_facts", "injections"):
                self._session.rows(
                    f"DELETE FROM {table} WHERE (seen_us, process_id) <= (?, ?)",  # noqa: S608  # Names above.
                    oldest,
                )
