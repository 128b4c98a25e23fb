"""What does a request say that a statement depends on?

``{"role": "required_qualifier", "reference": "decision::3"}``: that fact is the role of this one.
``{"role": "counterevidence", "of": "decision::3"}``: this one is the role of that fact.
Source: docs/formats/operations.md, ADR 0070.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.relations import RelationRequest, Role
from cortex.services.operations.arguments import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex.model.commits import CommitRequest
    from cortex.services.operations.arguments import Arguments

ROLES = tuple(role.value for role in Role)
RELATION_FIELDS = Fields(role=("relation", "kind"), reference=("ref", "id"), of=("relation_of",))
REFERENCE_REMEDY = "name the other fact: reference (what it is to this one) or of (the reverse)"


def stated_relations(given: Arguments) -> tuple[RelationRequest, ...]:
    """Give the relations an entry states, in the order stated.

    Raises:
        InvalidRequest: an unknown role, or neither or both of ``reference`` and ``of``.
    """
    return tuple(_stated(one) for one in given.items("relations", RELATION_FIELDS))


def among_siblings(request: CommitRequest, places: Mapping[str, int]) -> CommitRequest:
    """Give the request with every reference that is a local id led to that entry."""
    return request._replace(
        relations=tuple(
            relation._replace(sibling=places.get(relation.reference))
            for relation in request.relations
        )
    )


def _stated(one: Arguments) -> RelationRequest:
    role = one.choice("role", ROLES, "")
    if not role:
        one.refuse("role", "is missing", f"it is one of: {', '.join(ROLES)}")
    reference, reverse = one.reference("reference"), one.reference("of")
    if (reference is None) == (reverse is None):
        one.refuse("reference", "and 'of' name the other fact; give one", REFERENCE_REMEDY)
    return RelationRequest(Role(role), reference or reverse or "", reverse is not None)
