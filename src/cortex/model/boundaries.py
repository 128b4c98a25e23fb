"""What limits the statement of a card?

Source: CQR 5.4, ADR 0070, docs/formats/view.md.
"""

from cortex.model.lean_classes import NamedTuple

UNAVAILABLE = "qualification_unavailable"
"""Kind of a boundary that says: something that limits this statement could not be read."""

CONTRARY_HEAD = "contrary_head"
"""Kind of a boundary that says: several revisions stand side by side."""

COUNTEREXAMPLE = "counterexample"
"""Kind of a boundary that names a case in which it went otherwise."""


class Boundary(NamedTuple):
    """Something without which a card would say more than is known.

    ``kind`` is a role (``model.relations``) or one of the words above. The reference
    is None when there is none to name. ``statement`` is exact, or says what is missing.
    """

    kind: str
    reference: str | None
    statement: str
