"""What did a registered source produce, exactly?"""

from typing import Protocol


class ObservationsReader(Protocol):
    """A consistent snapshot."""


class ObservationsWriter(ObservationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
