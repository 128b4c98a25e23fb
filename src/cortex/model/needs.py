"""What does an agent ask to be told, and what is it handed?

A need names words, and whatever was observed about one of them is handed over.
Source: CQR 6.3; docs/formats/needs.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.lean_classes import NamedTuple, StrEnum

if TYPE_CHECKING:
    from cortex.model.observations import Observation

Cue = tuple[str, ...]
"""The terms one word is found by, sorted; a text holds the cue when it holds every one of them."""

PULL_PREFIX = "pull:"
"""What no need may be called: the name of a question that nobody subscribed to."""


class Overflow(StrEnum):
    """What is answered when more was found than fits."""

    PREFIX = "prefix"
    REFUSE = "refuse"


class ViewStatus(StrEnum):
    """How a view stands, gravest first. Only the last two hand anything over."""

    CLOSURE_LIMIT = "closure_limit"
    QUALIFICATION_UNAVAILABLE = "qualification_unavailable"
    PERMISSION_REQUIRED = "permission_required"
    SOURCE_UNAVAILABLE = "source_unavailable"
    PROJECTION_PENDING = "projection_pending"
    QUOTA_BLOCKED = "quota_blocked"
    PARTIAL = "partial"
    READY = "ready"


class Route(StrEnum):
    """Why something is in a view."""

    LITERAL = "literal"
    REQUIRED = "required"
    LEARNED = "learned_local_association"


class NeedSpec(NamedTuple):
    """What an agent asks to be told: words, one scope, and bounds of the answer.

    ``cues`` and ``exclude_cues`` are texts as they were written; ``bytes_max`` bounds the payload.
    """

    need_id: str
    scope_id: str
    cues: tuple[str, ...]
    exclude_cues: tuple[str, ...]
    results_max: int
    bytes_max: int
    ttl_seconds: int
    is_learned: bool = False
    overflow: Overflow = Overflow.PREFIX


class Need(NamedTuple):
    """A subscribed need of one principal; it ends at ``expires_us``, that instant excluded."""

    principal: str
    spec: NeedSpec
    subscribed_us: int
    expires_us: int


class Rank(NamedTuple):
    """Where in its ranking something stands: how many cues it holds, then its id."""

    cues: int
    observation_id: int


class Hit(NamedTuple):
    """An observation that was found, and the UTF-8 bytes of its text."""

    rank: Rank
    text_bytes: int


class Hits(NamedTuple):
    """The best of what was found, best first, and how much there is from there on in all."""

    first: tuple[Hit, ...]
    total: int
    text_bytes: int


class Asked(NamedTuple):
    """What is looked for. Without cues everything is found; ``after`` begins below a place."""

    principal: str
    scope_ids: tuple[str, ...]
    cues: tuple[Cue, ...]
    excluded: tuple[Cue, ...] = ()
    after: Rank | None = None


class Evidence(NamedTuple):
    """One observation of a view, how it came there, and how many cues it holds."""

    observation: Observation
    route: Route
    cues: int


class Sized(NamedTuple):
    """Something that fits in no view of this need by itself; it is opened by its id."""

    observation_id: int
    text_bytes: int


class Omitted(NamedTuple):
    """What was found and is not in this view; ``next_rank`` is where to go on, or None."""

    total: int = 0
    text_bytes: int = 0
    too_large: tuple[Sized, ...] = ()
    next_rank: Rank | None = None


class PreparedView(NamedTuple):
    """What is handed over. Evidence is newest first when ready, best first when partial.

    ``blocked`` names what is in the way, by source key or reference. ``delivery_id`` is None when
    nothing is handed over; ``is_present`` says that the caller has the payload already.
    """

    status: ViewStatus
    evidence: tuple[Evidence, ...]
    omitted: Omitted
    blocked: tuple[str, ...]
    cues: tuple[str, ...]
    fingerprint: str
    restore_epoch: int
    policy_epoch: int
    payload_bytes: int = 0
    delivery_id: str | None = None
    is_present: bool = False
    is_pending: bool = False
    assembly_brief: str = ""
