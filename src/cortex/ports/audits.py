"""What was served, and what did that save?"""

from typing import Protocol


class AuditsReader(Protocol):
    """A consistent snapshot."""


class AuditsWriter(AuditsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
