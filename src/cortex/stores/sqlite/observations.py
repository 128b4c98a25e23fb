"""What did a registered source produce, exactly?

Tables ``observation_sources``, ``observations``, ``fact_evidence``: canonical.
"""

import json
from collections.abc import Iterator, Sequence

from cortex.model.observations import (
    Event,
    Grant,
    Observation,
    OnSecret,
    Redactions,
    Role,
    Source,
)
from cortex.model.text import CleanText
from cortex.model.vault import CitedRecord
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Row, Session, numbers, texts

_SOURCE = """
SELECT s.source_no, s.principal, s.source_key, c.scope_id, s.role, s.bytes_max, s.is_enabled,
    s.registered_us, s.on_secret, s.policy_epoch
FROM observation_sources AS s
CROSS JOIN scopes AS c ON c.scope_no = s.scope_no
"""
_OBSERVATION = """
SELECT s.source_no, s.principal, s.source_key, c.scope_id, s.role, s.bytes_max, s.is_enabled,
    s.registered_us, s.on_secret, s.policy_epoch,
    o.observation_id, o.generation, o.event_key, o.text, o.observed_us, o.captured_us,
    o.content_hash, o.retracted_us, o.retraction, o.redactions
FROM observations AS o
JOIN observation_sources AS s ON s.source_no = o.source_no
JOIN scopes AS c ON c.scope_no = s.scope_no
"""
_NEWEST = """
WHERE s.principal = :principal AND s.is_enabled = 1 AND s.role <> 'delivery_only'
    AND o.retracted_us IS NULL AND c.scope_id IN (SELECT value FROM carray(:scopes))
    AND s.source_no NOT IN (SELECT value FROM carray(:closed))
ORDER BY o.observation_id DESC LIMIT :limit
"""

_SOURCE_COLUMNS = 10
_NONE = (0,)  # Numbers start at 1, and a bound list may not be empty.


class SqliteObservations:
    """Implements ``cortex.ports.observations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find_source(self, principal: str, key: str) -> Source | None:
        """Give the source a principal registered under a key, or None."""
        row = self._session.row(
            _SOURCE + "WHERE s.principal = ? AND s.source_key = ?", (principal, key)
        )
        return None if row is None else _source(row)

    def sources(self, principal: str) -> list[Source]:
        """Give every source of a principal, by key."""
        rows = self._session.rows(
            _SOURCE + "WHERE s.principal = ? ORDER BY s.source_key", (principal,)
        )
        return [_source(row) for row in rows]

    def find(self, observation_id: int) -> Observation | None:
        """Give one observation, or None."""
        row = self._session.row(_OBSERVATION + "WHERE o.observation_id = ?", (observation_id,))
        return None if row is None else _observation(row)

    def find_event(self, source_no: int, generation: str, event_key: str) -> Observation | None:
        """Give what a source handed over under this identity, or None."""
        row = self._session.row(
            _OBSERVATION + "WHERE o.source_no = ? AND o.generation = ? AND o.event_key = ?",
            (source_no, generation, event_key),
        )
        return None if row is None else _observation(row)

    def newest(
        self, principal: str, scope_ids: Sequence[str], limit: int, closed: Sequence[int] = ()
    ) -> list[Observation]:
        """Give the newest observations that may be offered, newest first."""
        if not scope_ids:
            return []
        rows = self._session.rows(
            _OBSERVATION + _NEWEST,
            {
                "principal": principal,
                "scopes": texts(scope_ids),
                "closed": numbers(closed or _NONE),
                "limit": limit,
            },
        )
        return [_observation(row) for row in rows]

    def count(self, source_no: int, generation: str, limit: int) -> int:
        """Count what a source handed over in one generation, at most ``limit``."""
        row = self._session.row(
            "SELECT count(*) FROM (SELECT 1 FROM observations"
            " WHERE source_no = ? AND generation = ? LIMIT ?)",
            (source_no, generation, limit),
        )
        assert row is not None
        return int(row[0])

    def iter_all(self, after_id: int = 0) -> Iterator[Observation]:
        """Stream every observation above an id, in id order."""
        while rows := self._session.rows(
            _OBSERVATION + "WHERE o.observation_id > ? ORDER BY o.observation_id LIMIT 200",
            (after_id,),
        ):
            yield from map(_observation, rows)
            after_id = rows[-1][_SOURCE_COLUMNS]

    def cited_by(self, fact_ids: Sequence[int]) -> dict[int, tuple[Observation, ...]]:
        """Give what each fact cites, by observation id."""
        if not fact_ids:
            return {}
        pairs = self._session.rows(
            "SELECT fact_id, observation_id FROM fact_evidence"
            " WHERE fact_id IN (SELECT value FROM carray(?)) ORDER BY fact_id, observation_id",
            (numbers(fact_ids),),
        )
        cited: dict[int, list[Observation]] = {}
        for fact_id, observation_id in pairs:
            observation = self.find(observation_id)
            assert observation is not None
            cited.setdefault(fact_id, []).append(observation)
        return {fact_id: tuple(found) for fact_id, found in cited.items()}

    def records_cited(self, fact_ids: Sequence[int]) -> dict[int, tuple[CitedRecord, ...]]:
        """Give the records of a vault each fact cites, by path and id."""
        cited: dict[int, tuple[CitedRecord, ...]] = {}
        if not fact_ids:
            return cited
        for fact_id, root, path, record_id, line, digest, cited_us in self._session.rows(
            "SELECT fact_id, root, path, record_id, line, digest, cited_us FROM fact_records"
            " WHERE fact_id IN (SELECT value FROM carray(?)) ORDER BY fact_id, path, record_id",
            (numbers(fact_ids),),
        ):
            one = CitedRecord(root, path, record_id, line, digest.hex(), cited_us)
            cited[fact_id] = (*cited.get(fact_id, ()), one)
        return cited

    def register(self, principal: str, grant: Grant, now_us: int, policy_epoch: int = 0) -> Source:
        """Add a source, enabled under an epoch."""
        key, scope_id, role, bytes_max, on_secret = grant
        number = self._session.insert(
            "INSERT INTO observation_sources (principal, source_key, scope_no, role, bytes_max,"
            " is_enabled, registered_us, on_secret, policy_epoch)"
            " VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)",
            (
                *(principal, key, scope_no(self._session, scope_id), role, bytes_max),
                *(now_us, on_secret, policy_epoch),
            ),
        )
        return Source(
            *(number, principal, key, scope_id, role, bytes_max, now_us),
            on_secret=on_secret,
            policy_epoch=policy_epoch,
        )

    def set_enabled(
        self, source_no: int, *, is_enabled: bool, policy_epoch: int | None = None
    ) -> None:
        """Open or close a source."""
        self._session.rows(
            "UPDATE observation_sources SET is_enabled = ?, policy_epoch = ifnull(?, policy_epoch)"
            " WHERE source_no = ?",
            (int(is_enabled), policy_epoch, source_no),
        )

    def add(  # An event, where it is from, and what is known of it.
        self,
        source: Source,
        generation: str,
        event: Event,
        digest: str,
        now_us: int,
        *,
        redacted: Redactions = (),
    ) -> Observation:
        """Keep an event under an identity that is free."""
        observation_id = self._session.insert(
            "INSERT INTO observations (source_no, generation, event_key, observed_us, captured_us,"
            " content_hash, text, redactions) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                source.source_no,
                generation,
                event.key,
                event.observed_us,
                now_us,
                bytes.fromhex(digest),
                event.text,
                json.dumps(dict(redacted)) if redacted else None,
            ),
        )
        return Observation(
            *(observation_id, source, generation, event, now_us, digest), redacted=redacted
        )

    def retract(self, observation_id: int, reason: str, now_us: int) -> None:
        """Offer an observation to nobody any more."""
        self._session.rows(
            "UPDATE observations SET retracted_us = ?, retraction = ?"
            " WHERE observation_id = ? AND retracted_us IS NULL",
            (now_us, reason, observation_id),
        )

    def cite(self, fact_id: int, observation_ids: Sequence[int], now_us: int) -> None:
        """Note that a fact was promoted from observations."""
        self._session.run_many(
            "INSERT INTO fact_evidence (fact_id, observation_id, relationship, cited_us)"
            " VALUES (?, ?, 'promoted_from', ?) ON CONFLICT DO NOTHING",
            [(fact_id, observation_id, now_us) for observation_id in sorted(set(observation_ids))],
        )

    def cite_records(self, fact_id: int, cited: Sequence[CitedRecord]) -> None:
        """Note which records a fact rests on."""
        self._session.run_many(
            "INSERT INTO fact_records (fact_id, path, record_id, root, line, digest, cited_us)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [
                (
                    fact_id,
                    one.path,
                    one.record_id,
                    one.root,
                    one.line,
                    bytes.fromhex(one.digest),
                    one.cited_us,
                )
                for one in cited
            ],
        )


def _source(row: Row) -> Source:
    (number, principal, key, scope_id, role, bytes_max, is_enabled, registered_us) = row[:8]
    on_secret, policy_epoch = row[8:]
    return Source(
        *(number, principal, key, scope_id, Role(role), bytes_max, registered_us),
        *(bool(is_enabled), OnSecret(on_secret), policy_epoch),
    )


def _observation(row: Row) -> Observation:
    (observation_id, generation, event_key, text, observed_us) = row[_SOURCE_COLUMNS:15]
    captured_us, digest, retracted_us, retraction, redactions = row[15:]
    return Observation(
        observation_id,
        _source(row[:_SOURCE_COLUMNS]),
        generation,
        Event(event_key, CleanText(text), observed_us),
        captured_us,
        digest.hex(),
        retracted_us,
        retraction,
        tuple(sorted(json.loads(redactions).items())) if redactions else (),
    )
