"""Who asks, and from where?

Authority is never read from a request: ``owner_id`` and ``principal`` are set by the edge that
knows its caller. Source: CQR 3.7, docs/formats/operations.md.
"""

from cortex.model.lean_classes import NamedTuple

SOLO = "solo"
"""The principal of a store that has one owner."""


def principal_of(owner_id: int | None) -> str:
    """Give the principal of an owner; None stands for the one owner of a store."""
    return SOLO if owner_id is None else f"user:{owner_id}"


class Caller(NamedTuple):
    """Who is asking: ``principal`` is solo or user:<id>; ``owner_id`` only in team mode.

    ``is_person`` says that a person asks at a command line, not an agent in their name.
    ``is_mcp`` marks a client that came in over MCP.
    """

    principal: str = SOLO
    agent: str = "cli"
    owner_id: int | None = None
    is_person: bool = False
    is_mcp: bool = False


class Place(NamedTuple):
    """Where a request is made. ``project`` names a scope instead of the working directory's.

    ``project`` may be a scope id, a project's name, ``user`` or ``all`` (reading only).
    """

    cwd: str | None = None
    project: str | None = None
