"""What was a fact before somebody changed it?

Table ``version_changes``: canonical. One row a change, holding the earlier values of the columns
that changed, so that a rollback brings the earlier state back whole. Source: ADR 0024.
"""

import json
from typing import Any

from cortex.model.errors import NotFound
from cortex.model.facts import Fact
from cortex.model.versions import FactChange
from cortex.stores.sqlite import facts
from cortex.stores.sqlite.session import Session

_COLUMNS = (
    "status", "context", "valid_from_us", "valid_until_us", "merged_count", "quality", "pinned",
    "disputes_id", "supersedes_id", "subject", "attribute", "aliases", "paths", "symbols",
    "anchors", "thread", "goal", "updated_us",
)  # fmt: skip

_SELECT = """
SELECT status, context, valid_from_us, valid_until_us, merged_count, quality, pinned, disputes_id,
    supersedes_id, subject, attribute, aliases, paths, symbols, anchors, thread, goal, updated_us
FROM facts WHERE fact_id = ?
"""

_UPDATE = """
UPDATE facts SET status = :status, context = :context, valid_from_us = :valid_from_us,
    valid_until_us = :valid_until_us, merged_count = :merged_count, quality = :quality,
    pinned = :pinned, disputes_id = :disputes_id, supersedes_id = :supersedes_id,
    subject = :subject, attribute = :attribute, aliases = :aliases, paths = :paths,
    symbols = :symbols, anchors = :anchors, thread = :thread, goal = :goal,
    updated_us = :updated_us
WHERE fact_id = :fact_id
"""

_NAMING_COLUMNS = _COLUMNS[9:17]


def update(
    session: Session, fact_id: int, change: FactChange, version_id: int, now_us: int
) -> Fact:
    """Change a fact and keep its earlier state under the log entry.

    Raises:
        NotFound: there is no such fact.
    """
    _warm(session, fact_id)
    before = _columns(session, fact_id)
    after = before | _changed(change) | {"updated_us": now_us}
    earlier = {name: value for name, value in before.items() if after[name] != value}
    session.rows(
        "INSERT INTO version_changes (version_id, fact_id, before_json) VALUES (?, ?, ?)",
        (version_id, fact_id, json.dumps(earlier, ensure_ascii=False, sort_keys=True)),
    )
    session.rows(_UPDATE, after | {"fact_id": fact_id})
    return facts.require(session, fact_id)


def restore_after(session: Session, version_id: int) -> None:
    """Put back what active entries after this one changed, newest change first."""
    rows = session.rows(
        "SELECT c.fact_id, c.before_json FROM version_changes AS c"
        " JOIN versions AS v ON v.version_id = c.version_id"
        " WHERE c.version_id > ? AND v.status = 'active' ORDER BY c.change_id DESC",
        (version_id,),
    )
    for fact_id, before_json in rows:
        _warm(session, fact_id)
        restored = _columns(session, fact_id) | json.loads(before_json)
        session.rows(_UPDATE, restored | {"fact_id": fact_id})


def _warm(session: Session, fact_id: int) -> None:
    """Bring a fact back from its cold block first: whoever changes it may make it stand again."""
    found = session.value("SELECT cold_block FROM facts WHERE fact_id = ?", (fact_id,))
    if found is not None:
        from cortex.stores.sqlite import cold

        cold.thaw(session, fact_id)


def _columns(session: Session, fact_id: int) -> dict[str, Any]:
    row = session.row(_SELECT, (fact_id,))
    if row is None:
        message = f"there is no fact {fact_id}"
        raise NotFound(message)
    return dict(zip(_COLUMNS, row, strict=True))


def _changed(change: FactChange) -> dict[str, Any]:
    """Give the columns a change sets."""
    given: dict[str, Any] = {
        "status": change.status,
        "context": change.context,
        "valid_from_us": change.valid_from_us,
        "valid_until_us": change.valid_until_us,
        "merged_count": change.merged_count,
        "quality": change.quality,
        "pinned": None if change.is_pinned is None else int(change.is_pinned),
        "disputes_id": change.disputes_id,
        "supersedes_id": change.supersedes_id,
    }
    columns = {name: value for name, value in given.items() if value is not None}
    if change.naming is not None:
        columns |= zip(_NAMING_COLUMNS, facts.naming_columns(change.naming), strict=True)
    return columns
