"""Which records belong together, and what did their use teach?"""

from typing import Protocol


class AssembliesReader(Protocol):
    """A consistent snapshot."""


class AssembliesWriter(AssembliesReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
