"""What may a client ask for? Source: CQR 9, docs/formats/permissions.md."""

from cortex.model.lean_classes import NamedTuple, StrEnum

EVERY = "*"
"""Stands for every client, or for every operation."""

GRANTS_MAX = 500
"""Grants of one owner."""


class Permission(StrEnum):
    """How much; each level includes those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


class Grant(NamedTuple):
    """One client may do so much. ``scope`` is an operation's name, or ``EVERY``."""

    client: str
    permission: Permission
    scope: str
    granted_by: str
    granted_us: int
