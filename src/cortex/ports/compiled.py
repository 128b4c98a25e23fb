"""Which answers were worked out before, and do they still stand?"""

from typing import Protocol


class CompiledReader(Protocol):
    """A consistent snapshot."""


class CompiledWriter(CompiledReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
