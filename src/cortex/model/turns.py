"""What is a turn: an observation as somebody's words, at its place in a session of a host.

Source: docs/formats/search.md.
"""

from cortex.model.lean_classes import NamedTuple


class HostSession(NamedTuple):
    """A session of a host in one scope: the same session elsewhere is another one.

    ``key`` is the host's own id of it; ``opened_us`` is when it was first heard of.
    """

    session_no: int
    principal: str
    host: str
    key: str
    scope_id: str
    opened_us: int


class Turn(NamedTuple):
    """An observation in its session; turns are in order of instant, then of id.

    ``speaker`` is a person's name, or the part somebody plays: user, assistant, tool.
    """

    observation_id: int
    session_no: int
    speaker: str
    at_us: int
