"""Which turns does a session have, in which order, and how are they found?"""

from typing import Protocol


class TurnsReader(Protocol):
    """A consistent snapshot."""


class TurnsWriter(TurnsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
