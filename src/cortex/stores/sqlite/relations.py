"""Which facts does a fact depend on, and in what role? Table ``relations``: canonical."""

from __future__ import annotations

# ruff: noqa: S608  # Statements are put together from constants of the house; values are bound.
from cortex.model.relations import ROLE_ORDER, Relation, Role, Standing
from cortex.stores.sqlite.session import Session, numbers

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

_STANDS = "x.version_id NOT IN (SELECT version_id FROM versions WHERE status = 'orphaned')"

_HEADS = f"""
SELECT asked.value,
    (SELECT count(*) FROM records AS r JOIN record_heads AS h ON h.record_no = r.record_no
        WHERE r.fact_id = asked.value),
    (SELECT max(h.ordinal) FROM records AS r JOIN record_heads AS h ON h.record_no = r.record_no
        WHERE r.fact_id = asked.value),
    x.role, x.other_fact_id
FROM carray(:ids) AS asked
LEFT JOIN relations AS x ON x.fact_id = asked.value
    AND {_STANDS}
ORDER BY asked.value
"""

_TOUCHING = f"""
SELECT x.fact_id, x.role, x.other_fact_id FROM relations AS x
WHERE x.fact_id IN (SELECT value FROM carray(:ids)) AND {_STANDS}
UNION
SELECT x.fact_id, x.role, x.other_fact_id FROM relations AS x INDEXED BY relations_by_other
WHERE x.other_fact_id IN (SELECT value FROM carray(:ids)) AND {_STANDS}
"""

_FIND = f"""
SELECT 1 FROM relations AS x
WHERE x.fact_id = ? AND x.role = ? AND x.other_fact_id = ? AND {_STANDS}
"""


class SqliteRelations:
    """Implements ``cortex.ports.relations``."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def standings(self, fact_ids: Sequence[int]) -> dict[int, Standing]:
        """Give how each of these facts stands and what it depends on."""
        if not fact_ids:
            return {}
        found: dict[int, Standing] = {}
        for fact_id, heads, revision, role, other_id in self._session.rows(
            _HEADS, {"ids": numbers(sorted(set(fact_ids)))}
        ):
            known = found.get(fact_id, Standing(heads, revision or 0))
            if role is not None:
                relation = Relation(fact_id, Role(role), other_id)
                known = known._replace(relations=(*known.relations, relation))
            found[fact_id] = known
        return {
            fact_id: standing._replace(relations=tuple(sorted(standing.relations, key=_order)))
            for fact_id, standing in found.items()
        }

    def touching(self, fact_ids: Sequence[int]) -> list[Relation]:
        """Give the relations with one of these facts at either end."""
        if not fact_ids:
            return []
        rows = self._session.rows(_TOUCHING, {"ids": numbers(fact_ids)})
        return sorted((Relation(row[0], Role(row[1]), row[2]) for row in rows), key=_order)

    def add(self, relation: Relation, version_id: int) -> bool:
        """Keep a relation under a log entry; tell whether it is new."""
        ends = (relation.fact_id, relation.role.value, relation.other_id)
        if self._session.row(_FIND, ends) is not None:
            return False
        self._session.rows(
            "INSERT INTO relations (fact_id, role, other_fact_id, version_id) VALUES (?, ?, ?, ?)",
            (*ends, version_id),
        )
        return True


def _order(relation: Relation) -> tuple[int, int, int]:
    return relation.fact_id, ROLE_ORDER[relation.role], relation.other_id
