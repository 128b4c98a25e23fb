"""What is a fact: an explicit statement someone committed, with its provenance and validity.

Source: CQR 3 and 4.1, ADR 0003, docs/formats/facts.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum
from cortex.model.text import CleanText


class FactKind(StrEnum):
    """The two families of fact; a reference names its family."""

    DECISION = "decision"
    MEMORY = "memory"


class FactStatus(StrEnum):
    """Where a fact stands today. ``archived`` is a retracted fact, kept for history."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    ARCHIVED = "archived"


COLD_STATUSES = (FactStatus.ARCHIVED, FactStatus.SUPERSEDED)


class Epistemic(StrEnum):
    """What the house holds of a statement."""

    ASSERTED = "asserted"
    SUPPORTED = "supported"
    CHECKER_VERIFIED = "checker_verified"
    CONTESTED = "contested"
    RETRACTED = "retracted"


class RetentionClass(StrEnum):
    """How long a fact is kept when nobody says otherwise."""

    DURABLE = "durable"
    OPERATIONAL = "operational"
    AUDIT = "audit"
    EPHEMERAL = "ephemeral"


class Visibility(StrEnum):
    """Who besides its owner may see a fact."""

    PRIVATE = "private"
    SHARED = "shared"
    TEAM = "team"
    PUBLIC = "public"


OPEN_VISIBILITIES = (Visibility.SHARED, Visibility.TEAM, Visibility.PUBLIC)


class Provenance(NamedTuple):
    """Who stated a fact, through what, and from where in the code.

    ``confidence`` is 0..1 as claimed by the author; ``trust`` 0..1 is what the operator's table
    makes of the source (ADR 0032), never of a model's name.
    """

    source_agent: str = "unknown"
    source_client: str = "unknown"
    source_model: str | None = None
    reasoning_depth: str = "single-shot"
    confidence: float = 0.8
    trust: float = 0.8
    worktree: str | None = None
    branch: str | None = None


class Naming(NamedTuple):
    """The handles an author gave by name; canonical, so every rebuild keeps them.

    ``paths``, ``symbols`` and ``anchors`` are sorted and unique; all may be empty.
    """

    subject: str | None = None
    attribute: str | None = None
    aliases: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    thread: str | None = None
    goal: str | None = None


class FactContent(NamedTuple):
    """The canonical row as it is written; what a store gives an id to.

    Windows include their start and exclude their end; ``None`` is an open bound. ``fields`` is
    what a fact has beyond its text: one JSON object as ``core.facts.structured`` writes it.
    """

    kind: FactKind
    type: str
    text: CleanText
    context: "CleanText | None"  # A function at run time, which no `|` takes.
    naming: Naming
    provenance: Provenance
    scope_id: str
    status: FactStatus
    retention: RetentionClass
    quality: int
    surprise: float
    is_pinned: bool
    valid_from_us: int | None
    valid_until_us: int | None
    expires_us: int | None
    observed_us: int
    created_us: int
    owner_id: int | None = None
    visibility: Visibility = Visibility.PRIVATE
    disputes_id: int | None = None
    supersedes_id: int | None = None
    fields: str | None = None


class Fact(NamedTuple):
    """A stored fact. ``fact_id`` is opaque and grows with every commit.

    ``is_cold`` tells that what it says lies in a compressed block; it reads the same.
    """

    fact_id: int
    content: FactContent
    version_id: int | None
    updated_us: int
    merged_count: int = 0
    retrievals: int = 0
    last_accessed_us: int | None = None
    is_cold: bool = False

    @property
    def reference(self) -> str:
        """Give the published form, for example ``decision::12``."""
        return f"{self.content.kind.value}::{self.fact_id}"
