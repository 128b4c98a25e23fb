"""What does the feed say of one change?

Source: CQR 12.9, docs/formats/operations.md.
"""

from cortex.model.lean_classes import NamedTuple


class ChangeItem(NamedTuple):
    """A fact was made or changed.

    ``sequence`` is the commit's place in the brain's order, ``ordinal`` the item's place in it.
    ``revision`` is the number of the revision it made, and ``epistemic`` what was held of the fact
    from then on; ``retracted`` also says that a rollback undid it.
    """

    sequence: int
    ordinal: int
    fact_id: int
    kind: str
    revision: int
    epistemic: str
    recorded_us: int
