"""What may a caller rely on after a write?

A receipt never claims more durability than the connection gives.
Source: CQR 3.6, docs/formats/receipts.md.
"""

from cortex.model.lean_classes import StrEnum


class Durability(StrEnum):
    """The profile a brain is opened with."""

    DURABLE = "durable"
    FAST = "fast"


class AckProfile(StrEnum):
    """What an acknowledged write survives."""

    POWER_LOSS_ASSUMED = "power_loss_assumed"
    PROCESS_CRASH = "process_crash"
