"""Who works on what: locks, sessions, tasks, messages, activities, feed?"""

from typing import Protocol


class CoordinationReader(Protocol):
    """A consistent snapshot."""


class CoordinationWriter(CoordinationReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
