"""What happened to the brain, in which order, and where does it stand?

Tables ``versions`` and ``head_state``: canonical. Version ids grow and are never used again.
"""

from __future__ import annotations

from cortex.model.errors import NotFound, RollbackRefused
from cortex.stores.sqlite.session import Row, Session, numbers

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cortex.model.versions import Version

# A summary that quotes the start of its fact is put together on read: the words have one home.
_SELECT = """
SELECT v.version_id, v.operation,
    iif(v.text_chars, v.summary || substr(f.text, 1, v.text_chars), v.summary), v.fact_id,
    v.status = 'orphaned', v.created_us, v.text_chars, f.cold_block, v.summary
FROM versions AS v CROSS JOIN facts AS f ON f.fact_id = v.fact_id
"""

_WRITING = """
WHERE v.version_id IN (
    SELECT version_id FROM versions WHERE fact_id = :fact_id
    UNION SELECT version_id FROM facts WHERE fact_id = :fact_id
    UNION SELECT version_id FROM version_changes WHERE fact_id = :fact_id)
"""

_QUOTE_CHARS_MIN = 8
"""Characters below which a quote is not worth a look at the fact."""


def listed(session: Session, fact_id: int | None, limit: int) -> list[Version]:
    """Give log entries, newest first; those that wrote one fact when an id is given."""
    if fact_id is None:
        rows = session.rows(_SELECT + "ORDER BY v.version_id DESC LIMIT ?", (limit,))
    else:
        rows = session.rows(
            _SELECT + _WRITING + "ORDER BY v.version_id DESC LIMIT :limit",
            {"fact_id": fact_id, "limit": limit},
        )
    return [_version(session, row) for row in rows]


def find(session: Session, version_id: int) -> Version | None:
    """Give one log entry, or None."""
    row = session.row(_SELECT + "WHERE v.version_id = ?", (version_id,))
    return None if row is None else _version(session, row)


def head(session: Session) -> int | None:
    """Give the version id the brain stands at, or None for an empty brain."""
    found = session.value("SELECT head_id FROM head_state WHERE scope = 'default'")
    return found if isinstance(found, int) else None


def facts_written_by(session: Session, version_ids: Sequence[int]) -> list[int]:
    """Give the ids of the facts these entries made or changed, ascending, each once."""
    if not version_ids:
        return []
    return session.values(
        "SELECT fact_id FROM facts WHERE version_id IN (SELECT value FROM carray(:ids))"
        " UNION SELECT fact_id FROM version_changes"
        " WHERE version_id IN (SELECT value FROM carray(:ids)) ORDER BY fact_id",
        {"ids": numbers(version_ids)},
    )


def open_entry(session: Session, operation: str, now_us: int) -> int:
    """Start a log entry and give its id."""
    return session.insert(
        "INSERT INTO versions (operation, summary, text_chars, status, created_us)"
        " VALUES (?, '', 0, 'active', ?)",
        (operation, now_us),
    )


def close_entry(session: Session, version_id: int, fact_id: int, summary: str) -> None:
    """Name what the entry did and move HEAD to it."""
    head, text_chars = _without_quote(session, fact_id, summary)
    session.rows(
        "UPDATE versions SET summary = ?, text_chars = ?, fact_id = ? WHERE version_id = ?",
        (head, text_chars, fact_id, version_id),
    )
    _move_head(session, version_id)


def roll_back(session: Session, version_id: int, now_us: int) -> tuple[Version, ...]:
    """Orphan every later entry, put back what they changed, move HEAD; newest first."""
    target = find(session, version_id)
    if target is None:
        message = f"there is no version {version_id}"
        raise NotFound(message)
    if target.is_orphaned:
        message = f"version {version_id} was itself rolled back"
        raise RollbackRefused(message)
    rows = session.rows(
        _SELECT + "WHERE v.version_id > ? AND v.status = 'active' ORDER BY v.version_id DESC",
        (version_id,),
    )
    from cortex.stores.sqlite import changes

    changes.restore_after(session, version_id)
    session.rows(
        "UPDATE versions SET status = 'orphaned', orphaned_us = ?"
        " WHERE version_id > ? AND status = 'active'",
        (now_us, version_id),
    )
    _move_head(session, version_id)
    return tuple(_version(session, row)._replace(is_orphaned=True) for row in rows)


def _without_quote(session: Session, fact_id: int, summary: str) -> tuple[str, int]:
    """Split off the end of a summary that is the start of the fact, and give its length."""
    from cortex.stores.sqlite import facts

    text = facts.text_of(session, fact_id)
    if text is None or len(text) < _QUOTE_CHARS_MIN or "\0" in text:
        return summary, 0
    at = summary.find(text[:_QUOTE_CHARS_MIN])
    if at < 0 or not text.startswith(summary[at:]):
        return summary, 0
    return summary[:at], len(summary) - at


def _move_head(session: Session, version_id: int) -> None:
    session.rows(
        "INSERT INTO head_state (scope, head_id) VALUES ('default', ?)"
        " ON CONFLICT (scope) DO UPDATE SET head_id = excluded.head_id",
        (version_id,),
    )


def _version(session: Session, row: Row) -> Version:
    version_id, operation, summary, fact_id, is_orphaned, created_us = row[:6]
    text_chars, cold_block, told = row[6:]
    if text_chars and cold_block is not None:
        from cortex.stores.sqlite import cold

        summary = told + cold.read(session, fact_id, cold_block)[0][:text_chars]
    from cortex.model.versions import Version

    return Version(version_id, operation, summary, fact_id, bool(is_orphaned), created_us)
