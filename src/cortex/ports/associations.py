"""Which words of observations lead to which others?"""

from typing import Protocol


class AssociationsReader(Protocol):
    """A consistent snapshot."""


class AssociationsWriter(AssociationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
