"""What changed since a place in the feed?"""

from typing import Protocol


class ChangeItemsReader(Protocol):
    """A consistent snapshot."""


class ChangeItemsWriter(ChangeItemsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
