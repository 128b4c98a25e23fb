"""Which client may read, write or administer?"""

from typing import Protocol


class PermissionsReader(Protocol):
    """A consistent snapshot."""


class PermissionsWriter(PermissionsReader, Protocol):
    """Part of one write transaction; reads see its own writes."""
