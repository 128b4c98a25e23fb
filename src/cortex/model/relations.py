"""What may one fact be to another that depends on it?

Source: CQR 5.4, ADR 0070, docs/formats/view.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class Role(StrEnum):
    """What a fact is to the one that depends on it, in the order it is told."""

    REQUIRED_QUALIFIER = "required_qualifier"
    PROCEDURE_PRECONDITION = "procedure_precondition"
    POLICY = "policy"
    COUNTEREVIDENCE = "counterevidence"
    SUPPORT = "support"
    EXTERNAL_STATE = "external_state"
    NEGATIVE_PREDICATE_RANGE = "negative_predicate_range"
    OPTIONAL_CONTEXT = "optional_context"


ROLE_ORDER = {role: place for place, role in enumerate(Role)}

REQUIRED_ROLES = frozenset(
    {Role.REQUIRED_QUALIFIER, Role.PROCEDURE_PRECONDITION, Role.POLICY, Role.COUNTEREVIDENCE}
)
"""Roles without which a statement would say more than is known, so they travel with its card."""

INHERITED_ROLES = REQUIRED_ROLES - {Role.COUNTEREVIDENCE}
"""Roles a replacement takes over when it states none; evidence spoke against the old one only."""


class Relation(NamedTuple):
    """One dependency: ``other_id`` is the ``role`` of ``fact_id``."""

    fact_id: int
    role: Role
    other_id: int


class Standing(NamedTuple):
    """How a fact's record stands, and what the fact depends on.

    ``heads`` counts the heads of its record: none means it has no record, more than one that nobody
    has decided between two revisions. ``revision`` is the number of the newest head, 0 without one.
    ``relations`` are by role, then other id; those of an undone log entry are not among them.
    """

    heads: int
    revision: int
    relations: tuple[Relation, ...] = ()


class RelationRequest(NamedTuple):
    """A dependency as a caller states it.

    Args:
        reference: the other fact, as the caller names it.
        is_reverse: the new statement is the ``role`` of the named fact, not the other way round.
        sibling: the other fact is this entry of the same request, counted from zero.
    """

    role: Role
    reference: str
    is_reverse: bool = False
    sibling: int | None = None
