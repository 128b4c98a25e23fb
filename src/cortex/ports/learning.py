"""What did use teach?"""

from typing import Protocol


class LearningReader(Protocol):
    """A consistent snapshot."""


class LearningWriter(LearningReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
