"""What does a list show of a record? Everything but its text."""

from __future__ import annotations

from cortex.core.vault.script import units
from cortex.model.vault import VaultCard, VaultRecord

UNITS_PER_TOKEN = 4
"""UTF-16 units counted as one token: an estimate, the same for every record (vault contract)."""


def card_of(record: VaultRecord, score: float) -> VaultCard:
    """Give the card of a record."""
    size = units(record.content) if record.unread is None else record.unread.units
    return VaultCard(record, score, -(-size // UNITS_PER_TOKEN))
