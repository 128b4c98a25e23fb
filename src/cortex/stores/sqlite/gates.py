"""Which rows may a query see? The conditions, as SQL inside each candidate query.

Source: CQR 2.11.
"""

from __future__ import annotations

from cortex.model.facts import COLD_STATUSES, OPEN_VISIBILITIES
from cortex.model.gates import Gate
from cortex.stores.sqlite.session import texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from typing import Any

GATE = ":gate"
"""Stands in a statement where the conditions go; the table of facts must be called ``f``."""

_NOT_ROLLED_BACK = """(f.version_id IS NULL OR f.version_id NOT IN (
    SELECT version_id FROM versions WHERE status = 'orphaned'))"""

_IN_WINDOW = """(f.valid_from_us IS NULL OR f.valid_from_us <= :gate_at_us)
    AND (f.valid_until_us IS NULL OR f.valid_until_us > :gate_at_us)
    AND (f.expires_us IS NULL OR f.expires_us > :gate_at_us)"""

_NOT_COLD = "f.status NOT IN ({})".format(", ".join(f"'{status}'" for status in COLD_STATUSES))

# A row without an owner is nobody's in a team: only an open visibility shows it (CQR 16.3, 21).
_FOR_OWNER = "(f.owner_id = :gate_owner OR f.visibility IN ({}))".format(
    ", ".join(f"'{visibility}'" for visibility in OPEN_VISIBILITIES)
)

_IN_SCOPES = """f.scope_no IN (
    SELECT s.scope_no FROM carray(:gate_scopes) AS asked
    JOIN scopes AS s ON s.scope_id = asked.value)"""


def gated(
    sql: str, gate: Gate | None, *, keeps_all: bool = False, **bindings: Any
) -> tuple[str, dict[str, Any]]:
    """Give the statement with the conditions of a gate in it, and all its bindings.

    Args:
        sql: a statement with ``GATE`` in it once.
        gate: None lets every row pass.
        keeps_all: look at scope and owner only, whatever became of the row.
        bindings: the statement's own named values.
    """
    if gate is None:
        return sql.replace(GATE, "TRUE"), bindings
    conditions = ["TRUE" if keeps_all else _NOT_ROLLED_BACK]
    if gate.hides_cold and not keeps_all:
        conditions.append(_NOT_COLD)
    if gate.reads_windows and not keeps_all:
        conditions.append(_IN_WINDOW)
        bindings["gate_at_us"] = gate.at_us
    if gate.owner_id is not None:
        conditions.append(_FOR_OWNER)
        bindings["gate_owner"] = gate.owner_id
    if gate.scope_ids is not None:
        conditions.append(_IN_SCOPES if gate.scope_ids else "FALSE")
        if gate.scope_ids:
            bindings["gate_scopes"] = texts(gate.scope_ids)
    return sql.replace(GATE, "\n    AND ".join(conditions)), bindings
