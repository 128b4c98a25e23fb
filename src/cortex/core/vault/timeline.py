"""What happened around an instant?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.core.vault.collation import collation_key
from cortex.model.vault import VaultRecord


def around(
    records: Sequence[VaultRecord], anchor_ms: int, before: int, after: int
) -> list[VaultRecord]:
    """Give the records before, at and after an instant, oldest first; equal instants by id.

    Args:
        records: the filtered set.
        anchor_ms: the instant.
        before, after: how many records to give on each side; what happened at the same instant
            as the anchor is on neither side and always given.
    """
    ordered = sorted(records, key=lambda one: (one.created_ms, collation_key(one.id)))
    earlier = [one for one in ordered if one.created_ms < anchor_ms]
    later = [one for one in ordered if one.created_ms > anchor_ms]
    same = [one for one in ordered if one.created_ms == anchor_ms]
    return [*(earlier[-before:] if before else ()), *same, *later[:after]]
