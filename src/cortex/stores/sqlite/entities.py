"""Which facts mention a named thing, and by which names is it known?

Tables ``entities``, ``entity_aliases`` and ``entity_mentions``: derived. An entity's id is made
from its kind and qualifier, so a rebuild gives every entity the id it had.
"""

from __future__ import annotations

from cortex.stores.sqlite.gates import gated
from cortex.stores.sqlite.prefixes import after_prefix
from cortex.stores.sqlite.session import Session, numbers, texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cortex.model.anchors import Mention
    from cortex.model.gates import Gate

ID_BYTES = 6
"""Bytes of an entity id: small in a row, and still one clash in a million brains."""


def named(session: Session, surfaces: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Give the ids of the entities known by each exact alias; unknown ones are left out."""
    if not surfaces:
        return {}
    found: dict[str, list[int]] = {}
    for alias, entity_id in session.rows(
        "SELECT a.alias, a.entity_id FROM carray(?) AS asked"
        " CROSS JOIN entity_aliases AS a ON a.alias = asked.value"
        " ORDER BY a.alias, a.entity_id",
        (texts(sorted(set(surfaces))),),
    ):
        found.setdefault(alias, []).append(entity_id)
    return {surface: tuple(found[surface]) for surface in surfaces if surface in found}


def aliases_near(session: Session, first: str, length_min: int, length_max: int) -> list[str]:
    """Give the aliases that start with ``first`` and whose length is in range, sorted."""
    return session.values(
        "SELECT DISTINCT alias FROM entity_aliases WHERE alias >= :first"
        " AND (:after IS NULL OR alias < :after)"
        " AND length(alias) BETWEEN :length_min AND :length_max ORDER BY alias",
        {
            "first": first,
            "after": after_prefix(first),
            "length_min": length_min,
            "length_max": length_max,
        },
    )


def hits(
    session: Session, entity_ids: Sequence[int], gate: Gate, limit: int
) -> list[tuple[int, int]]:
    """Give (fact id, entity id) for facts mentioning an entity; ``limit`` counts facts.

    Facts newest first, entity ids ascending within a fact.
    """
    asked = set(entity_ids)
    found: set[int] = set()
    for entity_id in sorted(asked):
        sql, bindings = gated(
            "SELECT DISTINCT m.fact_id FROM entity_mentions AS m"
            " CROSS JOIN facts AS f ON f.fact_id = m.fact_id"
            " WHERE m.entity_id = :entity_id AND :gate ORDER BY m.fact_id DESC LIMIT :limit",
            gate,
            entity_id=entity_id,
            limit=limit,
        )
        found.update(session.values(sql, bindings))
    newest = sorted(found, reverse=True)[:limit]
    if not newest:
        return []
    return [
        (fact_id, entity_id)
        for fact_id, entity_id in session.rows(
            "SELECT DISTINCT m.fact_id, m.entity_id"
            " FROM entity_mentions AS m INDEXED BY mentions_by_fact"
            " WHERE m.fact_id IN (SELECT value FROM carray(?))"
            " ORDER BY m.fact_id DESC, m.entity_id",
            (numbers(newest),),
        )
        if entity_id in asked
    ]


def add(session: Session, fact_id: int, mentions: Iterable[Mention]) -> None:
    """Let a fact that mentions none mention these entities."""
    from functools import partial  # Only a writer asks; it loads collections.

    rows = []
    for kind, qualifier, surface in sorted({(m.kind, m.qualifier, m.surface) for m in mentions}):
        entity_id = session.id_of(
            ("entity", kind, qualifier), partial(_entity_id, session, kind, qualifier)
        )
        alias_id = session.id_of(
            ("alias", surface, entity_id), partial(_alias_id, session, surface, entity_id)
        )
        rows.append((entity_id, fact_id, alias_id))
    if rows:
        session.run_many(
            "INSERT INTO entity_mentions (entity_id, fact_id, alias_id) VALUES (?, ?, ?)", rows
        )


def forget(session: Session, fact_id: int) -> None:
    """Take every mention off a fact, and drop aliases and entities nobody mentions any more."""
    rows = session.rows(
        "SELECT entity_id, alias_id FROM entity_mentions WHERE fact_id = ?"
        " ORDER BY entity_id, alias_id",
        (fact_id,),
    )
    if not rows:
        return
    session.forget_ids()
    session.rows("DELETE FROM entity_mentions WHERE fact_id = ?", (fact_id,))
    session.run_many(
        "DELETE FROM entity_aliases WHERE alias_id = ?2 AND NOT EXISTS ("
        "SELECT 1 FROM entity_mentions WHERE entity_id = ?1 AND alias_id = ?2)",
        rows,
    )
    session.run_many(
        "DELETE FROM entities WHERE entity_id = ?1 AND NOT EXISTS ("
        "SELECT 1 FROM entity_mentions WHERE entity_id = ?1)",
        [(entity_id,) for entity_id, _ in rows],
    )


def clear(session: Session) -> None:
    """Drop every entity."""
    session.forget_ids()
    session.rows("DELETE FROM entity_mentions")
    session.rows("DELETE FROM entity_aliases")
    session.rows("DELETE FROM entities")


def _entity_id(session: Session, kind: str, qualifier: str) -> int:
    """Give the id of an entity, keeping the entity when it is new; a clash moves on by one."""
    name = f"{kind}\0{qualifier}".encode()
    import hashlib  # Only a writer asks, and loading it costs a reader 2 ms.

    entity_id = int.from_bytes(hashlib.blake2b(name, digest_size=ID_BYTES).digest(), "big") >> 1
    while True:
        row = session.row("SELECT kind, qualifier FROM entities WHERE entity_id = ?", (entity_id,))
        if row == (kind, qualifier):
            return entity_id
        if row is None:
            return session.insert(
                "INSERT INTO entities (entity_id, kind, qualifier) VALUES (?, ?, ?)",
                (entity_id, kind, qualifier),
            )
        entity_id += 1


def _alias_id(session: Session, alias: str, entity_id: int) -> int:
    found = session.value(
        "SELECT alias_id FROM entity_aliases WHERE alias = ? AND entity_id = ?", (alias, entity_id)
    )
    if isinstance(found, int):
        return found
    return session.insert(
        "INSERT INTO entity_aliases (alias, entity_id) VALUES (?, ?)", (alias, entity_id)
    )
