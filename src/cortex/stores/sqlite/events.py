"""What happened that is not a fact?

Table ``events``: canonical, append only.
"""

from cortex.stores.sqlite.session import Session


def add(session: Session, kind: str, data_json: str, agent: str, now_us: int) -> None:
    """Append to the event log."""
    session.rows(
        "INSERT INTO events (type, source_agent, created_us, data_json) VALUES (?, ?, ?, ?)",
        (kind, agent, now_us, data_json),
    )
