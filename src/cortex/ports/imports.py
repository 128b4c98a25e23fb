"""Which item of which source was taken in already?"""

from typing import Protocol


class ImportsReader(Protocol):
    """A consistent snapshot."""


class ImportsWriter(ImportsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
