"""What does a fact rest on, by reference? Every question asks, so this module is small.

Tables ``fact_evidence`` and ``fact_records``: canonical.
"""

from __future__ import annotations

from cortex.stores.sqlite.session import Session, numbers

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

_REFERENCES = """
SELECT fact_id, reference FROM (
    SELECT fact_id, 0 AS kind, observation_id AS place, 'obs:' || observation_id AS reference
    FROM fact_evidence WHERE fact_id IN (SELECT value FROM carray(:ids))
    UNION ALL
    SELECT fact_id, 1, path, 'vault:' || path || '#' || record_id
    FROM fact_records WHERE fact_id IN (SELECT value FROM carray(:ids)))
ORDER BY fact_id, kind, place, reference
"""


def references(session: Session, fact_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Give what each fact cites: observations by id, then records by path."""
    cited: dict[int, tuple[str, ...]] = {}
    if fact_ids:
        for fact_id, reference in session.rows(_REFERENCES, {"ids": numbers(fact_ids)}):
            cited[fact_id] = (*cited.get(fact_id, ()), reference)
    return cited
