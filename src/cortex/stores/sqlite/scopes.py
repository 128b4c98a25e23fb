"""Under which scopes are facts filed?

Table ``scopes``: canonical. Facts refer to a scope by a small number, because its id is a path.
"""

from __future__ import annotations

from cortex.model.scopes import scope_kind

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.ports.brain import ScopeRow
    from cortex.stores.sqlite.session import Session


def scope_no(session: Session, scope_id: str) -> int:
    """Give the number of a scope, keeping the scope when it is new; its id then is its name."""
    return session.id_of(("scope", scope_id), lambda: _find_or_add(session, scope_id))


def keep(session: Session, scope_id: str, kind: str, name: str) -> None:
    """Remember a scope's kind and display name; the latest name stands."""
    session.rows(
        "INSERT INTO scopes (scope_id, kind, name) VALUES (?, ?, ?)"
        " ON CONFLICT (scope_id) DO UPDATE SET kind = excluded.kind, name = excluded.name"
        " WHERE kind <> excluded.kind OR name <> excluded.name",
        (scope_id, kind, name),
    )


def listed(session: Session) -> list[ScopeRow]:
    """Give every scope with facts, by scope id; rolled-back facts do not count."""
    from cortex.ports.brain import ScopeRow

    counts: dict[int, int] = dict(
        session.rows(
            "SELECT scope_no, count(*) FROM facts INDEXED BY facts_by_scope"
            " GROUP BY scope_no ORDER BY scope_no"
        )
    )
    for number, count in session.rows(
        "SELECT f.scope_no, count(*) FROM versions AS v"
        " CROSS JOIN facts AS f ON f.version_id = v.version_id WHERE v.status = 'orphaned'"
        " GROUP BY f.scope_no ORDER BY f.scope_no"
    ):
        counts[number] -= count
    return [
        ScopeRow(scope_id, kind, name, counts[number])
        for number, scope_id, kind, name in session.rows(
            "SELECT scope_no, scope_id, kind, name FROM scopes ORDER BY scope_id"
        )
        if counts.get(number)
    ]


def _find_or_add(session: Session, scope_id: str) -> int:
    found = session.value("SELECT scope_no FROM scopes WHERE scope_id = ?", (scope_id,))
    if isinstance(found, int):
        return found
    return session.insert(
        "INSERT INTO scopes (scope_id, kind, name) VALUES (?, ?, ?)",
        (scope_id, scope_kind(scope_id) or "", scope_id),
    )
