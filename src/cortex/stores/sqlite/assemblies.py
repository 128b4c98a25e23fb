"""Which records belong together, and what did their use teach, in rows?

Tables ``assemblies``, ``assembly_states``, ``route_events``, ``erased_route_sources``: canonical.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.assemblies import Assembly, EventKind, Guard, GuardKind, KeptEvent, RouteEvent
from cortex.model.limits import ASSEMBLY_REVISIONS_MAX, ROUTE_EVENTS_MAX
from cortex.stores.sqlite.lists import packed, unpacked
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Row, Session, numbers, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

_ASSEMBLY = """
SELECT a.principal, a.assembly_id, a.sequence, c.scope_id, a.kind, a.envelope, a.guards, a.digest,
    a.made_us
FROM assemblies AS a JOIN scopes AS c ON c.scope_no = a.scope_no
WHERE a.principal = :principal AND a.assembly_id = :id
    AND (:sequence IS NULL OR a.sequence = :sequence)
ORDER BY a.sequence DESC LIMIT 1
"""
_EVENT = """
SELECT e.principal, e.origin, e.origin_event_id, c.scope_id, e.training_unit, e.assembly_id,
    e.kind, e.reward, e.cues, e.sources, e.observed_us, e.receipt_ref,
    e.retracted_us IS NOT NULL, e.is_erased, e.event_no
FROM route_events AS e JOIN scopes AS c ON c.scope_no = e.scope_no
"""
_TEACHES = "e.kind IN ('explicit', 'verified_use') AND e.reward <> 0"
_STANDS = f"{_TEACHES} AND e.retracted_us IS NULL AND e.is_erased = 0"
_SUPERFLUOUS = f"""
DELETE FROM route_events WHERE event_no IN (
    SELECT e.event_no FROM route_events AS e WHERE e.principal = ? AND e.scope_no = ?
    ORDER BY {_TEACHES} DESC, e.event_no DESC LIMIT -1 OFFSET ?)
"""  # noqa: S608  # A condition of our own.
_GUARD_PARTS = 3


class SqliteAssemblies:
    """Implements ``cortex.ports.assemblies``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(
        self, principal: str, assembly_id: str, sequence: int | None = None
    ) -> Assembly | None:
        """Give one revision of an assembly, the latest unless said otherwise, or None."""
        asked = {"principal": principal, "id": assembly_id, "sequence": sequence}
        row = self._session.row(_ASSEMBLY, asked)
        return None if row is None else _assembly(row)

    def count(self, principal: str) -> int:
        """Count the assemblies of a principal."""
        count: int = self._session.value(
            "SELECT count(DISTINCT assembly_id) FROM assemblies WHERE principal = ?", (principal,)
        )
        return count

    def where_on(self, principal: str) -> list[str]:
        """Give the scopes in which routes are used, sorted."""
        return self._session.values(
            "SELECT c.scope_id FROM assembly_states AS a JOIN scopes AS c"
            " ON c.scope_no = a.scope_no WHERE a.principal = ? AND a.is_on = 1"
            " ORDER BY c.scope_id",
            (principal,),
        )

    def lessons(self, principal: str, scope_id: str) -> list[RouteEvent]:
        """Give the events that teach and stand, in the order they were recorded."""
        rows = self._session.rows(
            f"{_EVENT} WHERE e.principal = ? AND c.scope_id = ? AND {_STANDS} ORDER BY e.event_no",
            (principal, scope_id),
        )
        return [_kept(row).event for row in rows]

    def find_event(self, principal: str, origin: str, event_id: str) -> KeptEvent | None:
        """Give an event as it stands, or None."""
        row = self._session.row(
            _EVENT + "WHERE e.principal = ? AND e.origin = ? AND e.origin_event_id = ?",
            (principal, origin, event_id),
        )
        return None if row is None else _kept(row)

    def unaltered(self, observation_ids: Sequence[int]) -> dict[int, int]:
        """Give the number of the source of each observation that stands."""
        if not observation_ids:
            return {}
        rows = self._session.rows(
            "SELECT observation_id, source_no FROM observations"
            " WHERE observation_id IN (SELECT value FROM carray(?))"
            " AND retracted_us IS NULL AND content_hash <> zeroblob(32) ORDER BY observation_id",
            (numbers(observation_ids),),
        )
        return dict(rows)

    def erased_among(self, principal: str, sources: Sequence[str]) -> list[str]:
        """Give those of the sources that were erased, sorted."""
        if not sources:
            return []
        return self._session.values(
            "SELECT source FROM erased_route_sources WHERE principal = ?"
            " AND source IN (SELECT value FROM carray(?)) ORDER BY source",
            (principal, texts(sources)),
        )

    def add(self, assembly: Assembly) -> None:
        """Keep a revision; of one assembly the newest stay."""
        self._session.rows(
            "INSERT INTO assemblies (principal, assembly_id, sequence, scope_no, kind, made_us,"
            " digest, guards, envelope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                assembly.principal,
                assembly.assembly_id,
                assembly.sequence,
                scope_no(self._session, assembly.scope_id),
                assembly.kind,
                assembly.made_us,
                bytes.fromhex(assembly.digest),
                packed(tuple(part for guard in assembly.guards for part in map(str, guard))),
                assembly.envelope,
            ),
        )
        self._session.rows(
            "DELETE FROM assemblies WHERE principal = ? AND assembly_id = ? AND sequence <= ?",
            (
                assembly.principal,
                assembly.assembly_id,
                assembly.sequence - ASSEMBLY_REVISIONS_MAX,
            ),
        )

    def switch(self, principal: str, scope_id: str, *, is_on: bool) -> None:
        """Use the routes of a scope, or leave them aside; events stay."""
        self._session.rows(
            "INSERT OR REPLACE INTO assembly_states (principal, scope_no, is_on) VALUES (?, ?, ?)",
            (principal, scope_no(self._session, scope_id), int(is_on)),
        )

    def record(self, event: RouteEvent, now_us: int) -> None:
        """Keep an event whose name is free; of a scope so many stay."""
        number = scope_no(self._session, event.scope_id)
        self._session.rows(
            "INSERT INTO route_events (principal, origin, origin_event_id, scope_no,"
            " training_unit, assembly_id, kind, reward, observed_us, recorded_us, is_erased,"
            " receipt_ref, cues, sources) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
            (
                event.principal,
                event.origin,
                event.event_id,
                number,
                event.unit,
                event.assembly_id,
                event.kind,
                event.reward,
                event.observed_us,
                now_us,
                event.receipt_ref,
                packed(event.cues),
                packed(event.sources),
            ),
        )
        kept: int = self._session.value(
            "SELECT count(*) FROM route_events WHERE principal = ? AND scope_no = ?",
            (event.principal, number),
        )
        if kept > ROUTE_EVENTS_MAX:
            self._session.rows(_SUPERFLUOUS, (event.principal, number, ROUTE_EVENTS_MAX))

    def retract(self, principal: str, origin: str, event_id: str, reason: str, now_us: int) -> None:
        """Let an event count nothing any more; its name stays taken."""
        self._session.rows(
            "UPDATE route_events SET retracted_us = ?, retraction = ? WHERE principal = ?"
            " AND origin = ? AND origin_event_id = ? AND retracted_us IS NULL",
            (now_us, reason, principal, origin, event_id),
        )

    def erase_source(self, principal: str, source: str, now_us: int) -> int:
        """Take the cues out of every event that rests on a source, and keep out later ones."""
        self._session.rows(
            "INSERT INTO erased_route_sources (principal, source, erased_us) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (principal, source, now_us),
        )
        return self._session.changed(
            "UPDATE route_events SET is_erased = 1, cues = NULL WHERE principal = ?"
            " AND is_erased = 0 AND instr(char(10) || sources || char(10),"
            " char(10) || ? || char(10))",
            (principal, source),
        )

    def forget(self, terms: Sequence[str]) -> int:
        """Take these terms out of the cues of every event, whoever's."""
        gone = set(terms)
        held = self._session.rows("SELECT event_no, cues FROM route_events WHERE cues IS NOT NULL")
        left = [
            (packed(tuple(cue for cue in unpacked(cues) if cue not in gone)), event_no)
            for event_no, cues in held
            if not gone.isdisjoint(unpacked(cues))
        ]
        self._session.run_many("UPDATE route_events SET cues = ? WHERE event_no = ?", left)
        return len(left)


def _assembly(row: Row) -> Assembly:
    principal, assembly_id, sequence, scope_id, kind, envelope, guards, digest, made_us = row
    parts = unpacked(guards)
    read = (parts[at : at + _GUARD_PARTS] for at in range(0, len(parts), _GUARD_PARTS))
    return Assembly(
        principal,
        assembly_id,
        sequence,
        scope_id,
        kind,
        envelope,
        tuple(Guard(GuardKind(of), key, int(epoch)) for of, key, epoch in read),
        digest.hex(),
        made_us,
    )


def _kept(row: Row) -> KeptEvent:
    principal, origin, event_id, scope_id, unit, assembly_id = row[:6]
    kind, reward, cues, sources, observed_us, receipt_ref = row[6:12]
    event = RouteEvent(
        principal,
        origin,
        event_id,
        scope_id,
        unit,
        assembly_id,
        EventKind(kind),
        reward,
        unpacked(cues),
        unpacked(sources),
        observed_us,
        receipt_ref,
    )
    return KeptEvent(event, is_retracted=bool(row[12]), is_erased=bool(row[13]))
