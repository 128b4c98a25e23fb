"""What is a learned route: from a word of a question to one that sources used beside it?

A route widens where is looked; it is no fact, and takes nothing away. Source: CQR 6.5,
docs/formats/associations.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.observations import Role

LEARNED_ROUTE = "learned_local_association"
"""How something was reached that a route led to."""

LEARNING_ROLES = (Role.DOCUMENT, Role.USER_STATEMENT)
"""What may teach a route: what people wrote. Never what agents, tools or Cortex itself said."""


class Assessment(StrEnum):
    """What somebody said about a source that a route led to."""

    USEFUL = "useful"
    HARMFUL = "harmful"
    NEUTRAL = "neutral"

    @property
    def weight(self) -> int:
        """Give what it counts: +1, -1 or 0."""
        return {"useful": 1, "harmful": -1}.get(self.value, 0)


class Evidence(NamedTuple):
    """An observation that may teach: where it is from, its digest, and how its text begins."""

    observation_id: int
    source_no: int
    role: Role
    generation: str
    digest: str
    opening: str


class Support(NamedTuple):
    """An observation that teaches. Those of one ``origin`` are copies, or one source's own."""

    observation_id: int
    origin: int
    terms: tuple[str, ...]
    source_no: int


class Alias(NamedTuple):
    """A route from a word of the question.

    Args:
        alias: a term, as observations are found by.
        score: 0..1.
        support: independent origins that use both words.
        feedback: sum of what was said about the sources, -2..2.
        sources: ids of the observations, ascending.
    """

    cue: str
    alias: str
    score: float
    support: int
    feedback: int
    sources: tuple[int, ...]


class Assessed(NamedTuple):
    """What was said about an observation under one name; an inactive one counts nothing."""

    observation_id: int
    assessment: Assessment
    is_active: bool
