"""What was put beside which prompt, and was it used?"""

from typing import Protocol


class InjectionsReader(Protocol):
    """A consistent snapshot."""


class InjectionsWriter(InjectionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
