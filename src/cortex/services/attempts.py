"""What was tried on a thread, and what came of it?

An attempt keeps what a later reader needs to try otherwise: inputs, environment, procedure and
result. It keeps no transcript and no train of thought. Source: CQR 5.8, docs/formats/threads.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cortex.model.commits import CommitOutcome, CommitRequest
from cortex.model.errors import InvalidRequest
from cortex.model.facts import RetentionClass
from cortex.model.threads import FAILURE_TYPE, OUTCOME_TYPE

if TYPE_CHECKING:
    from cortex.services.commit import Committing

PARTS = (
    *("inputs", "environment", "procedure", "artifacts", "exit_status", "checker", "failure"),
    *("outcome", "decision_points"),
)
"""What an attempt tells, beside its text and the obligation it was made for."""

OUTCOMES = ("success", "partial", "failure")


def attempt_type(parts: Mapping[str, object]) -> str:
    """Give whether an attempt is a failure or an outcome.

    A run that ended with another status than 0 is a failure, whatever its writer calls it; so is
    one of which only the failure is told.
    """
    status, outcome = parts.get("exit_status"), parts.get("outcome")
    is_told = status is None and outcome is None and bool(parts.get("failure"))
    has_failed = status not in (None, 0) or is_told
    return FAILURE_TYPE if has_failed or outcome == "failure" else OUTCOME_TYPE


def record(
    work: Committing,
    thread: str,
    text: str | None,
    parts: Mapping[str, object],
    obligation: str | None = None,
) -> CommitOutcome:
    """Keep an attempt inside the transaction of ``work``.

    Args:
        text: one sentence about it; None has it put together from the parts.
        parts: values by the names of ``PARTS``.
        obligation: reference of the obligation it was made for.

    Raises:
        InvalidRequest: it says nothing.
        CortexError: as ``prepare`` and ``deposit``.
    """
    fact_type = attempt_type(parts)
    said = text or _sentence(fact_type, parts)
    if said is None:
        message = "an attempt says what was tried: a text, a procedure or a failure"
        raise InvalidRequest(message, remedy="give text, procedure or failure", field="attempt")
    request = CommitRequest(
        text=said,
        type=fact_type,
        thread=thread,
        retention=RetentionClass.AUDIT,
        fields={**parts, "obligation": obligation},
    )
    return work.keep(request)


def _sentence(fact_type: str, parts: Mapping[str, object]) -> str | None:
    tried, failure = parts.get("procedure"), parts.get("failure")
    named = [str(part) for part in (tried, failure) if isinstance(part, str) and part.strip()]
    if not named:
        return None
    lead = "Attempt failed" if fact_type == FAILURE_TYPE else "Attempt"
    return f"{lead}: {': '.join(named)}"
