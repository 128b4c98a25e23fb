"""How old is a fact, what is it grouped with, and was it moved to a cold block?"""

from typing import Protocol


class AgesReader(Protocol):
    """A consistent snapshot."""


class AgesWriter(AgesReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
