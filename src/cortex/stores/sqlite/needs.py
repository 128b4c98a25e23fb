"""What did an agent ask to be told, and what is found for it?

Tables ``needs``, ``observation_requirements``: canonical. What is found is read from the derived
index of search.
"""

import json
from collections.abc import Sequence

from cortex.model.durations import SECOND_US
from cortex.model.needs import Asked, Cue, Hit, Hits, Need, NeedSpec, Overflow, Rank, Sized
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.search_index import SqliteSearchIndex
from cortex.stores.sqlite.session import Row, Session, numbers, texts

_NEED = """
SELECT n.principal, n.need_id, c.scope_id, n.cues, n.exclude_cues, n.results_max, n.bytes_max,
    n.ttl_seconds, n.is_learned, n.overflow, n.subscribed_us, n.expires_us
FROM needs AS n JOIN scopes AS c ON c.scope_no = n.scope_no
WHERE n.principal = ?
"""
_KEEP = """
INSERT INTO needs (principal, need_id, scope_no, cues, exclude_cues, results_max, bytes_max,
    ttl_seconds, is_learned, overflow, subscribed_us, expires_us)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (principal, need_id) DO UPDATE SET scope_no = excluded.scope_no, cues = excluded.cues,
    exclude_cues = excluded.exclude_cues, results_max = excluded.results_max,
    bytes_max = excluded.bytes_max, ttl_seconds = excluded.ttl_seconds,
    is_learned = excluded.is_learned, overflow = excluded.overflow,
    subscribed_us = excluded.subscribed_us, expires_us = excluded.expires_us
"""
_SPACES = """
SELECT space_no FROM search_spaces WHERE principal = :principal AND scope_no IN (
    SELECT scope_no FROM scopes WHERE scope_id IN (SELECT value FROM carray(:scopes)))
"""
# Who holds each cue: whoever has every term of it.
_HELD = """
SELECT observation_id, count(*) AS cues FROM (
    SELECT p.observation_id, c.key FROM json_each({cues}) AS c
    CROSS JOIN json_each(c.value) AS w
    CROSS JOIN search_terms AS t ON t.term = w.value
    CROSS JOIN search_postings AS p ON p.term_no = t.term_no
        AND p.space_no IN (SELECT space_no FROM spaces)
    GROUP BY p.observation_id, c.key HAVING count(*) = json_array_length(c.value)
) GROUP BY observation_id
"""
_OFFERED = """
s.principal = :principal AND s.is_enabled = 1 AND s.role <> 'delivery_only'
AND c.scope_id IN (SELECT value FROM carray(:scopes))
"""
_STANDING = "o.retracted_us IS NULL AND o.content_hash <> zeroblob(32)"
_FOUND = f"""
WITH spaces AS MATERIALIZED ({_SPACES}), held AS ({_HELD.format(cues=":cues")}),
unwanted AS ({_HELD.format(cues=":excluded")}),
found AS MATERIALIZED (
    SELECT ifnull(h.cues, 0) AS cues, o.observation_id, octet_length(o.text) AS size
    FROM {{start}}
    JOIN observation_sources AS s ON s.source_no = o.source_no
    JOIN scopes AS c ON c.scope_no = s.scope_no
    WHERE {_OFFERED} AND {_STANDING}
        AND o.observation_id NOT IN (SELECT observation_id FROM unwanted)
        AND (ifnull(h.cues, 0), o.observation_id) < (:after_cues, :after_id)
)
"""  # noqa: S608  # Parts of one statement of our own.
_WITH_CUES = _FOUND.format(
    start="held AS h CROSS JOIN observations AS o ON o.observation_id = h.observation_id"
)
_WITHOUT_CUES = _FOUND.format(
    start="observations AS o LEFT JOIN held AS h ON h.observation_id = o.observation_id"
)
_FIRST = """
SELECT cues, observation_id, size, count(*) OVER (), sum(size) OVER ()
FROM found ORDER BY cues DESC, observation_id DESC LIMIT :limit
"""
_WAITING = f"""
SELECT o.observation_id FROM observations AS o
JOIN observation_sources AS s ON s.source_no = o.source_no
JOIN scopes AS c ON c.scope_no = s.scope_no
WHERE {_OFFERED} AND {_STANDING} AND NOT EXISTS (
    SELECT 1 FROM search_documents AS d WHERE d.observation_id = o.observation_id)
ORDER BY o.observation_id DESC LIMIT :limit
"""  # noqa: S608  # Parts of one statement of our own.
_NEVER_CAPTURED = """
SELECT s.source_key FROM observation_sources AS s JOIN scopes AS c ON c.scope_no = s.scope_no
WHERE s.principal = :principal AND s.is_enabled = 1 AND s.source_key GLOB 'file:*'
    AND c.scope_id IN (SELECT value FROM carray(:scopes))
    AND NOT EXISTS (SELECT 1 FROM observations AS o WHERE o.source_no = s.source_no)
ORDER BY s.source_key
"""
_ABOVE_ALL = Rank(2**31, 2**62)


class SqliteNeeds:
    """Implements ``cortex.ports.needs``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, principal: str, need_id: str) -> Need | None:
        """Give a need, expired or not, or None."""
        row = self._session.row(_NEED + "AND n.need_id = ?", (principal, need_id))
        return None if row is None else _need(row)

    def active(self, principal: str, now_us: int) -> list[Need]:
        """Give the needs of a principal that stand at an instant, by id."""
        sql = _NEED + "AND n.expires_us > ? ORDER BY n.need_id"
        return [_need(row) for row in self._session.rows(sql, (principal, now_us))]

    def hits(self, asked: Asked, limit: int) -> Hits:
        """Give what holds at least one cue and none that is excluded."""
        if not asked.scope_ids:
            return Hits((), 0, 0)
        after = asked.after or _ABOVE_ALL
        rows = self._session.rows(
            (_WITH_CUES if asked.cues else _WITHOUT_CUES) + _FIRST,
            {
                "principal": asked.principal,
                "scopes": texts(asked.scope_ids),
                "cues": _listed(asked.cues),
                "excluded": _listed(asked.excluded),
                "after_cues": after.cues,
                "after_id": after.observation_id,
                "limit": limit,
            },
        )
        first = tuple(Hit(Rank(cues, number), size) for cues, number, size, *_ in rows)
        return Hits(first, *rows[0][3:]) if rows else Hits((), 0, 0)

    def required_by(self, observation_ids: Sequence[int]) -> dict[int, tuple[Sized, ...]]:
        """Give what each of these requires directly, by id."""
        required: dict[int, tuple[Sized, ...]] = {}
        if not observation_ids:
            return required
        for parent, child, size in self._session.rows(
            "SELECT r.parent_id, r.child_id, octet_length(o.text)"
            " FROM observation_requirements AS r"
            " JOIN observations AS o ON o.observation_id = r.child_id"
            " WHERE r.parent_id IN (SELECT value FROM carray(?)) ORDER BY r.parent_id, r.child_id",
            (numbers(observation_ids),),
        ):
            required[parent] = (*required.get(parent, ()), Sized(child, size))
        return required

    def waiting(self, principal: str, scope_ids: Sequence[str], limit: int) -> list[int]:
        """Give observations that might be offered but are not indexed yet."""
        # Counting is two short walks; looking for what is missing is one over everything.
        if not scope_ids or not SqliteSearchIndex(self._session).pending():
            return []
        asked = {"principal": principal, "scopes": texts(scope_ids), "limit": limit}
        return self._session.values(_WAITING, asked)

    def never_captured(self, principal: str, scope_ids: Sequence[str]) -> list[str]:
        """Give the keys of open sources of whole files that handed over nothing yet."""
        if not scope_ids:
            return []
        asked = {"principal": principal, "scopes": texts(scope_ids)}
        return self._session.values(_NEVER_CAPTURED, asked)

    def keep(self, principal: str, spec: NeedSpec, now_us: int) -> Need:
        """Keep a need until its time is over."""
        need = Need(principal, spec, now_us, now_us + spec.ttl_seconds * SECOND_US)
        self._session.rows(
            _KEEP,
            (
                principal,
                spec.need_id,
                scope_no(self._session, spec.scope_id),
                _listed(spec.cues),
                _listed(spec.exclude_cues),
                spec.results_max,
                spec.bytes_max,
                spec.ttl_seconds,
                int(spec.is_learned),
                spec.overflow,
                now_us,
                need.expires_us,
            ),
        )
        return need

    def drop_expired(self, principal: str, now_us: int) -> int:
        """Delete the needs of a principal whose time is over."""
        sql = "DELETE FROM needs WHERE principal = ? AND expires_us <= ?"
        return self._session.changed(sql, (principal, now_us))

    def require(self, parent_id: int, child_id: int, now_us: int) -> None:
        """Note that one observation is not to be handed over without the other."""
        self._session.rows(
            "INSERT INTO observation_requirements (parent_id, child_id, required_us)"
            " VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (parent_id, child_id, now_us),
        )


def _listed(values: Sequence[str] | Sequence[Cue]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _need(row: Row) -> Need:
    principal, need_id, scope_id, cues, excluded, results_max, bytes_max = row[:7]
    ttl_seconds, is_learned, overflow, subscribed_us, expires_us = row[7:]
    spec = NeedSpec(
        need_id,
        scope_id,
        tuple(json.loads(cues)),
        tuple(json.loads(excluded)),
        results_max,
        bytes_max,
        ttl_seconds,
        bool(is_learned),
        Overflow(overflow),
    )
    return Need(principal, spec, subscribed_us, expires_us)
