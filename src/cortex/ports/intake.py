"""Where does the intake of each source stand, and what may be taken in at all?"""

from typing import Protocol


class IntakeReader(Protocol):
    """A consistent snapshot."""


class IntakeWriter(IntakeReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
