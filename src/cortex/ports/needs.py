"""What did an agent ask to be told, and what was it given?"""

from typing import Protocol


class NeedsReader(Protocol):
    """A consistent snapshot."""


class NeedsWriter(NeedsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
