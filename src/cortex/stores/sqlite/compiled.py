"""Which answers of recipes were worked out before?

Tables ``compiled_reads`` and ``compiled_guards``: derived. What guards compare is read from the
facts themselves, so keeping a fact costs nothing for it. Source: ADR 0083.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.stores.sqlite.session import Session, texts

if TYPE_CHECKING:
    from cortex.model.recipes import CompiledRead, Member

_OF_TYPE = """
SELECT f.fact_id, ifnull(r.created_sequence, 0), f.status, f.updated_us,
    ifnull(v.status = 'orphaned', 0)
FROM facts AS f INDEXED BY facts_by_type
LEFT JOIN records AS r ON r.fact_id = f.fact_id
LEFT JOIN versions AS v ON v.version_id = f.version_id
WHERE f.type = :relation AND (:everywhere OR f.scope_no IN (
    SELECT scope_no FROM scopes WHERE scope_id IN (SELECT value FROM carray(:scopes))))
ORDER BY f.fact_id LIMIT :limit
"""

_OF_EVERY_TYPE = """
SELECT f.fact_id, ifnull(r.created_sequence, 0), f.status, f.updated_us,
    ifnull(v.status = 'orphaned', 0)
FROM facts AS f
LEFT JOIN records AS r ON r.fact_id = f.fact_id
LEFT JOIN versions AS v ON v.version_id = f.version_id
WHERE :everywhere OR f.scope_no IN (
    SELECT scope_no FROM scopes WHERE scope_id IN (SELECT value FROM carray(:scopes)))
ORDER BY f.fact_id LIMIT :limit
"""


class SqliteCompiled:
    """Implements ``cortex.ports.compiled``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def members(self, relation: str, scope_ids: Sequence[str] | None, limit: int) -> list[Member]:
        """Give what decides whether a relation is as it was, in id order."""
        from cortex.model.recipes import EVERY_RELATION, Member

        if scope_ids is not None and not scope_ids:
            return []
        rows = self._session.rows(
            _OF_EVERY_TYPE if relation == EVERY_RELATION else _OF_TYPE,
            {
                "relation": relation,
                "everywhere": scope_ids is None,
                "scopes": texts(list(scope_ids or ("",))),
                "limit": limit,
            },
        )
        return [
            Member(fact_id, known_seq, status, updated_us, bool(is_rolled_back))
            for fact_id, known_seq, status, updated_us, is_rolled_back in rows
        ]

    def find(self, identity: str) -> CompiledRead | None:
        """Give a kept read, or None."""
        from cortex.model.recipes import CompiledRead, GuardKind, KeptGuard

        row = self._session.row(
            "SELECT read_id, recipe, result_json, holds_from_us, holds_until_us"
            " FROM compiled_reads WHERE identity = ?",
            (identity,),
        )
        if row is None:
            return None
        guards = self._session.rows(
            "SELECT kind, subject, fingerprint FROM compiled_guards WHERE read_id = ?"
            " ORDER BY kind, subject",
            (row[0],),
        )
        return CompiledRead(
            identity,
            row[1],
            row[2],
            tuple(KeptGuard(GuardKind(kind), *rest) for kind, *rest in guards),
            row[3],
            row[4],
        )

    def keep(self, read: CompiledRead, now_us: int) -> None:
        """Keep a read in place of an earlier one; the oldest beyond the limit go."""
        from cortex.model.recipes import COMPILED_READS_MAX

        self._drop("SELECT read_id FROM compiled_reads WHERE identity = ?", (read.identity,))
        read_id = self._session.insert(
            "INSERT INTO compiled_reads"
            " (identity, recipe, result_json, holds_from_us, holds_until_us, compiled_us)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                read.identity,
                read.recipe,
                read.result_json,
                read.holds_from_us,
                read.holds_until_us,
                now_us,
            ),
        )
        self._session.run_many(
            "INSERT INTO compiled_guards (read_id, kind, subject, fingerprint) VALUES (?, ?, ?, ?)",
            [(read_id, g.kind.value, g.subject, g.fingerprint) for g in read.guards],
        )
        self._drop(
            "SELECT read_id FROM compiled_reads ORDER BY compiled_us DESC, read_id DESC"
            " LIMIT -1 OFFSET ?",
            (COMPILED_READS_MAX,),
        )

    def _drop(self, victims: str, bindings: Sequence[object]) -> None:
        doomed = self._session.rows(victims, bindings)
        self._session.run_many("DELETE FROM compiled_guards WHERE read_id = ?", doomed)
        self._session.run_many("DELETE FROM compiled_reads WHERE read_id = ?", doomed)
