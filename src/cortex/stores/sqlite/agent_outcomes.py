"""What did agents report of their work?

Tables ``agent_outcomes`` and ``outcome_facts``: canonical.
"""

from collections.abc import Sequence

from cortex.model.learning import AgentOutcome, OutcomeWord
from cortex.model.limits import OUTCOMES_MAX
from cortex.stores.sqlite.session import Row, Session, numbers


def since(session: Session, since_us: int, limit: int) -> list[AgentOutcome]:
    """Give the reports recorded at or after an instant, newest first."""
    rows = session.rows(
        "SELECT outcome_id, principal, agent, scope_id, task_class, outcome, outcome_score,"
        " quality, is_harmful, is_wrong_scope, task, notes, selected_action, receipt,"
        " latency_ms, retries, tokens_used, recorded_us FROM agent_outcomes"
        " WHERE recorded_us >= ? ORDER BY recorded_us DESC, outcome_id DESC LIMIT ?",
        (since_us, limit),
    )
    if not rows:
        return []
    named: dict[int, tuple[list[int], list[int]]] = {row[0]: ([], []) for row in rows}
    for outcome_id, fact_id, is_used in session.rows(
        "SELECT outcome_id, fact_id, is_used FROM outcome_facts"
        " WHERE outcome_id IN (SELECT value FROM carray(?)) ORDER BY outcome_id, fact_id",
        (numbers(sorted(named)),),
    ):
        named[outcome_id][0 if is_used else 1].append(fact_id)
    return [_outcome(row, *named[row[0]]) for row in rows]


def keep(session: Session, outcome: AgentOutcome) -> None:
    """Keep a report; the oldest beyond the limit go."""
    outcome_id = session.insert(
        "INSERT INTO agent_outcomes (principal, agent, scope_id, task_class, outcome,"
        " outcome_score, quality, is_harmful, is_wrong_scope, task, notes, selected_action,"
        " receipt, latency_ms, retries, tokens_used, recorded_us)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *outcome[:4],
            outcome.outcome.value,
            *outcome[5:7],
            int(outcome.is_harmful),
            int(outcome.is_wrong_scope),
            *outcome[9:17],
        ),
    )
    named = [(outcome_id, fact_id, 1) for fact_id in outcome.used]
    named += [(outcome_id, fact_id, 0) for fact_id in outcome.exposed]
    session.run_many(
        "INSERT OR IGNORE INTO outcome_facts (outcome_id, fact_id, is_used) VALUES (?, ?, ?)",
        named,
    )
    # Ids grow by one, so the oldest id to keep follows from the newest.
    oldest = (outcome_id - OUTCOMES_MAX,)
    session.rows("DELETE FROM outcome_facts WHERE outcome_id <= ?", oldest)
    session.rows("DELETE FROM agent_outcomes WHERE outcome_id <= ?", oldest)


def blank(session: Session, fact_ids: Sequence[int]) -> None:
    """Take the texts out of the reports about these facts."""
    session.rows(
        "UPDATE agent_outcomes SET task = NULL, notes = NULL, selected_action = NULL"
        " WHERE outcome_id IN (SELECT outcome_id FROM outcome_facts"
        " WHERE fact_id IN (SELECT value FROM carray(?)))",
        (numbers(fact_ids),),
    )


def _outcome(row: Row, used: list[int], exposed: list[int]) -> AgentOutcome:
    plain = AgentOutcome(*row[1:])
    return plain._replace(
        outcome=OutcomeWord(plain.outcome),
        is_harmful=bool(plain.is_harmful),
        is_wrong_scope=bool(plain.is_wrong_scope),
        used=tuple(used),
        exposed=tuple(exposed),
    )
