"""Which facts does a fact depend on, and in what role?"""

from typing import Protocol


class RelationsReader(Protocol):
    """A consistent snapshot."""


class RelationsWriter(RelationsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
