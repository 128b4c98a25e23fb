"""What did one agent store during one stretch of work?"""

from typing import Protocol


class FocusReader(Protocol):
    """A consistent snapshot."""


class FocusWriter(FocusReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
