"""Which facts speak of the same attribute of the same subject?

Table ``matters``: derived. A fact whose author named both has one row, with both names folded.
"""

from cortex.stores.sqlite.session import Session


def carriers(session: Session, matter: tuple[str, str]) -> list[int]:
    """Give the ids of the facts of exactly this matter, ascending."""
    return session.values(
        "SELECT fact_id FROM matters WHERE subject_key = ? AND attribute_key = ? ORDER BY fact_id",
        matter,
    )


def add(session: Session, fact_id: int, matter: tuple[str, str] | None) -> None:
    """Write what a fact is about; nothing when it names no matter."""
    if matter is not None:
        session.rows("INSERT INTO matters VALUES (?, ?, ?)", (fact_id, *matter))


def forget(session: Session, fact_id: int) -> None:
    """Drop what a fact is about."""
    session.rows("DELETE FROM matters WHERE fact_id = ?", (fact_id,))


def clear(session: Session) -> None:
    """Drop all rows."""
    session.rows("DELETE FROM matters")
