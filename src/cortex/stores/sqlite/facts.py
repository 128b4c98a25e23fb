"""Where is a fact kept, and how is it read back?

Tables ``facts``, ``fact_uses`` and ``provenances``: canonical.
"""

from __future__ import annotations

from cortex.model.errors import NotFound
from cortex.model.facts import (
    Fact,
    FactContent,
    FactKind,
    FactStatus,
    Naming,
    Provenance,
    RetentionClass,
    Visibility,
)
from cortex.model.gates import Gate
from cortex.model.text import CleanText
from cortex.stores.sqlite.gates import gated
from cortex.stores.sqlite.lists import packed, unpacked
from cortex.stores.sqlite.scopes import scope_no
from cortex.stores.sqlite.session import Row, Session, numbers, texts

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

_SELECT = """
SELECT f.fact_id, f.version_id, f.updated_us, f.merged_count,
    ifnull(u.retrievals, 0), u.last_accessed_us,
    f.kind, f.type, f.text, f.context, s.scope_id, f.status, f.retention_class, f.quality,
    f.surprise, f.pinned, f.valid_from_us, f.valid_until_us, f.expires_us, f.observed_us,
    f.created_us, f.owner_id, f.visibility, f.disputes_id, f.supersedes_id,
    f.fields, f.subject, f.attribute, f.aliases, f.paths, f.symbols, f.anchors, f.thread, f.goal,
    p.source_agent, p.source_client, p.source_model, p.reasoning_depth, p.confidence,
    p.trust_score, p.worktree, p.branch, f.cold_block
FROM facts AS f
CROSS JOIN scopes AS s ON s.scope_no = f.scope_no
CROSS JOIN provenances AS p ON p.provenance_id = f.provenance_id
LEFT JOIN fact_uses AS u ON u.fact_id = f.fact_id
"""

_NAMING = ("subject", "attribute", "aliases", "paths", "symbols", "anchors", "thread", "goal")
_PROVENANCE = (
    "source_agent", "source_client", "source_model", "reasoning_depth", "confidence",
    "trust_score", "worktree", "branch",
)  # fmt: skip
_CONTENT = (
    "kind", "type", "text", "context", "scope_id", "status", "retention_class", "quality",
    "surprise", "pinned", "valid_from_us", "valid_until_us", "expires_us", "observed_us",
    "created_us", "owner_id", "visibility", "disputes_id", "supersedes_id", "fields",
)  # fmt: skip

# The shell of a forgotten fact has a quality below 0 (``eraser.FORGOTTEN_QUALITY``).
_WITH_IDS = (
    "WHERE f.fact_id IN (SELECT value FROM carray(:ids)) AND f.quality >= 0 AND :gate"
    " ORDER BY f.fact_id"
)


def find(session: Session, fact_id: int) -> Fact | None:
    """Give one fact whatever its status, or None."""
    row = session.row(_SELECT + "WHERE f.fact_id = ? AND f.quality >= 0", (fact_id,))
    return None if row is None else _fact(session, row)


def require(session: Session, fact_id: int) -> Fact:
    """Give one fact whatever its status.

    Raises:
        NotFound: there is none.
    """
    fact = find(session, fact_id)
    if fact is None:
        message = f"there is no fact {fact_id}"
        raise NotFound(message)
    return fact


def load(session: Session, fact_ids: Sequence[int], gate: Gate | None) -> list[Fact]:
    """Give the facts with these ids that pass the gate, in id order, each once."""
    if not fact_ids:
        return []
    sql, bindings = gated(
        _SELECT + _WITH_IDS,
        gate,
        ids=numbers(fact_ids),
    )
    return [_fact(session, row) for row in session.rows(sql, bindings)]


def iterate(session: Session, after_id: int, batch: int) -> Iterator[Fact]:
    """Stream every fact above an id, in id order, reading ``batch`` at a time."""
    while True:
        rows = session.rows(
            _SELECT + "WHERE f.fact_id > ? AND f.quality >= 0 ORDER BY f.fact_id LIMIT ?",
            (after_id, batch),
        )
        yield from [_fact(session, row) for row in rows]
        if len(rows) < batch:
            return
        after_id = rows[-1][0]


def page(session: Session, gate: Gate, before_id: int | None, limit: int) -> list[Fact]:
    """Give facts that pass the gate, newest id first, with ids below ``before_id``."""
    return load(session, newest(session, gate, limit, before_id), None)[::-1]


def newest(session: Session, gate: Gate, limit: int, before_id: int | None = None) -> list[int]:
    """Give the ids of the newest facts that pass the gate, newest first.

    Scope by scope when scopes are asked for: a small scope is then not searched for among
    everything else.
    """
    below = 2**63 - 1 if before_id is None else before_id
    if gate.scope_ids is None:
        sql, bindings = gated(
            "SELECT f.fact_id FROM facts AS f WHERE f.fact_id < :below AND :gate"
            " ORDER BY f.fact_id DESC LIMIT :limit",
            gate,
            below=below,
            limit=limit,
        )
        return session.values(sql, bindings)
    found: set[int] = set()
    for scope_id in dict.fromkeys(gate.scope_ids):
        sql, bindings = gated(
            "SELECT f.fact_id FROM facts AS f INDEXED BY facts_by_scope"
            " WHERE f.scope_no = (SELECT scope_no FROM scopes WHERE scope_id = :scope_id)"
            " AND f.fact_id < :below AND :gate ORDER BY f.fact_id DESC LIMIT :limit",
            gate,
            below=below,
            limit=limit,
            scope_id=scope_id,
        )
        found.update(session.values(sql, bindings))
    return sorted(found, reverse=True)[:limit]


def passing(session: Session, fact_ids: Sequence[int], gate: Gate) -> set[int]:
    """Tell which of these facts pass the gate."""
    if not fact_ids:
        return set()
    sql, bindings = gated(
        "SELECT f.fact_id FROM carray(:ids) AS asked"
        " CROSS JOIN facts AS f ON f.fact_id = asked.value WHERE :gate",
        gate,
        ids=numbers(fact_ids),
    )
    return set(session.values(sql, bindings))


def count_in_scopes(session: Session, scope_ids: Sequence[str]) -> int:
    """Count the stored facts of these scopes, without looking at any of them."""
    if not scope_ids:
        return 0
    counted = session.value(
        "SELECT count(*) FROM scopes AS s JOIN facts AS f INDEXED BY facts_by_scope"
        " ON f.scope_no = s.scope_no WHERE s.scope_id IN (SELECT value FROM carray(?))",
        (texts(scope_ids),),
    )
    assert isinstance(counted, int)
    return counted


def pinned(session: Session, gate: Gate, limit: int) -> list[Fact]:
    """Give pinned facts that pass the gate, oldest first."""
    sql, bindings = gated(
        "SELECT f.fact_id FROM facts AS f INDEXED BY facts_pinned"
        " WHERE f.pinned = 1 AND :gate ORDER BY f.fact_id LIMIT :limit",
        gate,
        limit=limit,
    )
    return load(session, session.values(sql, bindings), None)


def insert(session: Session, content: FactContent, version_id: int) -> Fact:
    """Store a new fact under a log entry."""
    naming = content.naming
    fact_id = session.insert(
        "INSERT INTO facts (version_id, scope_no, owner_id, status, visibility, valid_from_us,"
        " valid_until_us, expires_us, kind, type, retention_class, pinned, quality, surprise,"
        " merged_count, disputes_id, supersedes_id, provenance_id, observed_us, created_us,"
        " updated_us, subject, attribute, aliases, paths, symbols, anchors, thread, goal, text,"
        " context, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?,"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            version_id,
            scope_no(session, content.scope_id),
            content.owner_id,
            content.status,
            content.visibility,
            content.valid_from_us,
            content.valid_until_us,
            content.expires_us,
            content.kind,
            content.type,
            content.retention,
            int(content.is_pinned),
            content.quality,
            content.surprise,
            content.disputes_id,
            content.supersedes_id,
            provenance_id(session, content.provenance),
            content.observed_us,
            content.created_us,
            content.created_us,
            *naming_columns(naming),
            content.text,
            content.context,
            content.fields,
        ),
    )
    return Fact(fact_id, content, version_id, content.created_us)


def provenance_id(session: Session, provenance: Provenance) -> int:
    """Give the id of these circumstances, keeping them when they are new."""
    return session.id_of(provenance, lambda: _find_or_add(session, provenance))


def touch(session: Session, served: Mapping[int, int], now_us: int) -> None:
    """Add to the retrieval counters; unknown ids are passed over."""
    session.run_many(
        "INSERT INTO fact_uses (fact_id, retrievals, last_accessed_us)"
        " SELECT fact_id, ?2, ?3 FROM facts WHERE fact_id = ?1"
        " ON CONFLICT (fact_id) DO UPDATE SET retrievals = retrievals + excluded.retrievals,"
        " last_accessed_us = max(last_accessed_us, excluded.last_accessed_us)",
        [(fact_id, count, now_us) for fact_id, count in sorted(served.items())],
    )


def naming_columns(naming: Naming) -> tuple[str | None, ...]:
    """Give the columns subject, attribute, aliases, paths, symbols, anchors, thread, goal."""
    return (
        naming.subject,
        naming.attribute,
        packed(naming.aliases),
        packed(naming.paths),
        packed(naming.symbols),
        packed(naming.anchors),
        naming.thread,
        naming.goal,
    )


def text_of(session: Session, fact_id: int) -> str | None:
    """Give the statement of a fact, wherever it lies; None when there is no such fact."""
    row = session.row("SELECT text, cold_block FROM facts WHERE fact_id = ?", (fact_id,))
    if row is None or row[1] is None:
        return None if row is None else str(row[0])
    from cortex.stores.sqlite import cold

    return cold.read(session, fact_id, row[1])[0]


def content_of_columns(
    row: Mapping[str, Any], scope_id: str, provenance: Mapping[str, Any]
) -> FactContent:
    """Give the content that columns by name stand for; an absent one is NULL.

    Raises:
        ValueError: a column holds what cannot stand there.
    """
    naming = _naming(tuple(row.get(name) for name in _NAMING))
    named: tuple[Any, ...] = tuple([provenance.get(name) for name in _PROVENANCE])
    stated = Provenance(*named)
    values = {**row, "scope_id": scope_id}
    return _content(tuple(values.get(name) for name in _CONTENT), naming, stated)


def _fact(session: Session, row: Row) -> Fact:
    cold_block = row[-1]
    if cold_block is not None:
        from cortex.stores.sqlite import cold

        said = cold.read(session, row[0], cold_block)
        row = (*row[:8], *said, *row[10:])
    (fact_id, version_id, updated_us, merged_count, retrievals, last_accessed_us) = row[:6]
    return Fact(
        fact_id=fact_id,
        content=_content(row[6:26], _naming(row[26:34]), Provenance(*row[34:42])),
        version_id=version_id,
        updated_us=updated_us,
        merged_count=merged_count,
        retrievals=retrievals,
        last_accessed_us=last_accessed_us,
        is_cold=cold_block is not None,
    )


def _content(row: Row, naming: Naming, provenance: Provenance) -> FactContent:
    (kind, type_, text, context, scope_id, status, retention, quality) = row[:8]
    (surprise, is_pinned) = row[8:10]
    (valid_from_us, valid_until_us, expires_us, observed_us, created_us) = row[10:15]
    (owner_id, visibility, disputes_id, supersedes_id, fields) = row[15:]
    return FactContent(
        kind=FactKind(kind),
        type=type_,
        text=CleanText(text),
        context=None if context is None else CleanText(context),
        naming=naming,
        provenance=provenance,
        scope_id=scope_id,
        status=FactStatus(status),
        retention=RetentionClass(retention),
        quality=quality,
        surprise=surprise,
        is_pinned=bool(is_pinned),
        valid_from_us=valid_from_us,
        valid_until_us=valid_until_us,
        expires_us=expires_us,
        observed_us=observed_us,
        created_us=created_us,
        owner_id=owner_id,
        visibility=Visibility(visibility),
        disputes_id=disputes_id,
        supersedes_id=supersedes_id,
        fields=fields,
    )


def _naming(row: Row) -> Naming:
    subject, attribute, aliases, paths, symbols, anchors, thread, goal = row
    return Naming(
        subject,
        attribute,
        unpacked(aliases),
        unpacked(paths),
        unpacked(symbols),
        unpacked(anchors),
        thread,
        goal,
    )


def _find_or_add(session: Session, provenance: Provenance) -> int:
    values = (
        provenance.source_agent,
        provenance.source_client,
        provenance.source_model,
        provenance.reasoning_depth,
        provenance.confidence,
        provenance.trust,
        provenance.worktree,
        provenance.branch,
    )
    found = session.value(
        "SELECT provenance_id FROM provenances WHERE source_agent = ? AND source_client = ?"
        " AND source_model IS ? AND reasoning_depth = ? AND confidence = ? AND trust_score = ?"
        " AND worktree IS ? AND branch IS ?",
        values,
    )
    if isinstance(found, int):
        return found
    return session.insert(
        "INSERT INTO provenances (source_agent, source_client, source_model, reasoning_depth,"
        " confidence, trust_score, worktree, branch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        values,
    )
