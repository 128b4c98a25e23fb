"""What did a record say, revision by revision, and which are its heads?"""

from typing import Protocol


class RevisionsReader(Protocol):
    """A consistent snapshot."""


class RevisionsWriter(RevisionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
