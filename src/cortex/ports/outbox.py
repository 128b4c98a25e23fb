"""Which housekeeping waits, and who has it in hand?"""

from typing import Protocol


class OutboxReader(Protocol):
    """A consistent snapshot."""


class OutboxWriter(OutboxReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
