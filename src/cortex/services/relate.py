"""How is it kept what a new statement depends on, and what depends on it?

In the transaction of the statements themselves: a claim must not be kept without the qualifier that
was stated with it. Source: CQR 5.4, ADR 0070.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cortex.model.errors import CortexError, InvalidRequest, NotFound
from cortex.model.relations import INHERITED_ROLES, Relation

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.model.facts import Fact
    from cortex.model.relations import RelationRequest
    from cortex.ports.brain import BrainWriter


def relate(
    writer: BrainWriter,
    requests: Sequence[CommitRequest],
    outcomes: Sequence[CommitOutcome],
    caller: Caller,
) -> None:
    """Keep the relations of statements just stored; a replayed one has its own already.

    Raises:
        NotFound: a named fact does not exist here, or a rollback undid it.
        Denied: the statement would limit a fact of somebody else.
        InvalidRequest: a fact would depend on itself. Each has ``entry``, the statement's place.
    """
    for place, (request, outcome) in enumerate(zip(requests, outcomes, strict=True)):
        if outcome.is_replay or not (request.relations or request.supersedes):
            continue
        try:
            for relation in _relations(writer, place, request, outcomes, caller):
                writer.relations.add(relation, outcome.version_id)
        except CortexError as error:
            error.entry = place
            raise


def _relations(
    writer: BrainWriter,
    place: int,
    request: CommitRequest,
    outcomes: Sequence[CommitOutcome],
    caller: Caller,
) -> Iterator[Relation]:
    own = outcomes[place].fact
    if not request.relations:
        yield from _inherited(writer, own)
    for index, stated in enumerate(request.relations):
        field = f"relations[{index}]"
        other = _other(writer, stated, outcomes, caller, field)
        if other.fact_id == own.fact_id:
            message = f"{own.reference} cannot depend on itself"
            raise InvalidRequest(message, remedy="name another fact", field=field)
        ends = (other, own) if stated.is_reverse else (own, other)
        yield Relation(ends[0].fact_id, stated.role, ends[1].fact_id)


def _other(
    writer: BrainWriter,
    stated: RelationRequest,
    outcomes: Sequence[CommitOutcome],
    caller: Caller,
    field: str,
) -> Fact:
    from cortex.services.find import get_changeable, get_fact, is_rolled_back

    if stated.sibling is not None:
        return outcomes[stated.sibling].fact
    if stated.is_reverse:
        return get_changeable(writer, stated.reference, caller, field)
    fact = get_fact(writer, stated.reference, caller, field)
    if is_rolled_back(writer, fact):
        message = f"{fact.reference} was undone by a rollback, so nothing can depend on it"
        raise NotFound(message, remedy="commit it again if it holds after all", field=field)
    return fact


def _inherited(writer: BrainWriter, fact: Fact) -> Iterator[Relation]:
    """Give what a replacement takes over: a new wording must not lose its qualifier."""
    old_id = fact.content.supersedes_id
    if old_id is None:
        return
    for relation in writer.relations.standings([old_id])[old_id].relations:
        if relation.role in INHERITED_ROLES and relation.other_id != fact.fact_id:
            yield relation._replace(fact_id=fact.fact_id)
