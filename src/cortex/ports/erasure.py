"""What was forgotten, so that it stays forgotten?"""

from typing import Protocol


class ErasureReader(Protocol):
    """A consistent snapshot."""


class ErasureWriter(ErasureReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
