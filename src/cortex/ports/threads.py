"""Which thread of work does a fact belong to, and what is owed on it?"""

from typing import Protocol


class ThreadsReader(Protocol):
    """A consistent snapshot."""


class ThreadsWriter(ThreadsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
