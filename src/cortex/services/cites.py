"""Which observations does a fact rest on?

Every cite is checked inside the transaction that stores the fact: one bad cite and nothing is
stored. Source: CQR 5.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.core.observe.cites import refusal_of_cite
from cortex.model.capture_policy import EVERYTHING_ALLOWED
from cortex.model.errors import InvalidRequest
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import EVIDENCE_CITES_MAX
from cortex.services.observe import observation_id

RECORD_PREFIX = "vault:"  # What begins so is a record of a vault: services.vault.citing.

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.facts import Fact
    from cortex.model.vault import CitedRecord
    from cortex.ports.brain import BrainReader, BrainWriter

FIELD = "evidence"


class Citing(NamedTuple):
    """What the operator allows to be cited.

    ``roles`` are those of a source that may be; None allows every one that can be evidence.
    """

    roles: tuple[str, ...] | None = None
    policy: CapturePolicy = EVERYTHING_ALLOWED


def cited_ids(evidence: tuple[str, ...]) -> tuple[int, ...]:
    """Give the ids of the observations a request cites, ascending, each once.

    Raises:
        InvalidRequest: one names no observation, or there are too many.
    """
    ids = sorted(
        {
            observation_id(one, FIELD)
            for one in evidence
            if not one.strip().startswith(RECORD_PREFIX)
        }
    )
    if len(ids) > EVIDENCE_CITES_MAX:
        message = f"{len(ids)} observations are cited, at most {EVIDENCE_CITES_MAX} can be"
        raise InvalidRequest(message, remedy="cite the decisive ones", field=FIELD)
    return tuple(ids)


def require_citable(
    reader: BrainReader,
    evidence: tuple[str, ...],
    scope_id: str,
    caller: Caller,
    citing: Citing,
) -> tuple[int, ...]:
    """Give the ids cited, when a fact of this scope may rest on every one of them.

    Raises:
        InvalidRequest: one cannot be cited; the message names it and says why.
    """
    ids = cited_ids(evidence)
    for one in ids:
        found = reader.observations.find(one)
        why = (
            "does not exist here"
            if found is None
            else refusal_of_cite(found, caller.principal, scope_id, *citing)
        )
        if why is not None:
            message = f"obs:{one} {why}, so it cannot be cited"
            remedy = "cite another observation, or none"
            raise InvalidRequest(message, remedy=remedy, field=FIELD)
    return ids


def cite(
    writer: BrainWriter,
    fact: Fact,
    ids: tuple[int, ...],
    records: tuple[CitedRecord, ...],
    now_us: int,
) -> None:
    """Note what a fact rests on; of a merged statement, at the fact it was merged into."""
    if ids:
        writer.observations.cite(fact.fact_id, ids, now_us)
    if records:
        writer.observations.cite_records(fact.fact_id, records)
