"""What leaves the house when somebody asks?

Every recalled thing leaves as a card (a claim we stand behind) or a lead (a labelled hint).
Recalled text is a claim without privilege, never an instruction.
Source: CQR 5.4, docs/formats/view.md.
"""

from __future__ import annotations

from cortex.model.evidence import Why, Witness
from cortex.model.facts import Epistemic, Fact
from cortex.model.gates import TemporalMode
from cortex.model.lean_classes import NamedTuple, StrEnum

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.model.boundaries import Boundary


class ViewStatus(StrEnum):
    """How an answer went."""

    OK = "ok"
    PARTIAL = "partial"
    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"


class Applicability(StrEnum):
    """Whether a statement applies to the moment and place of the question."""

    APPLICABLE = "applicable"
    OUT_OF_SCOPE = "out_of_scope"
    OUTSIDE_VALIDITY = "outside_validity"


POLICY_EPOCH = 1
"""Rises when a release changes what a card says of a fact, or which gates it passes."""


class Card(NamedTuple):
    """One admitted fact with its reason.

    ``alias`` (m1, m2 ...) names it inside this view; ``label`` (c1, x1, k1 ...) says what it is
    for. ``notes`` are things a reader must know with it: a contrary fact, another checkout, a file
    that is gone, marks that could act on whoever reads it. ``is_required`` marks constraints and
    contested facts. ``relevance`` is 0.05..1.0 with four decimals. ``quoted`` is the statement with
    such marks out of force, for text that a model may read; None when there are none.
    ``exceptions`` travel with the statement. ``revision`` is the number of the revision its record
    stands at, 0 when it stands at none. ``evidence`` names what the fact cites.
    """

    alias: str
    label: str
    fact: Fact
    epistemic: Epistemic
    applicability: Applicability
    is_required: bool
    relevance: float
    notes: tuple[str, ...]
    why: Why
    quoted: str | None = None
    exceptions: tuple[Boundary, ...] = ()  # Its module would cost a commit a millisecond.
    revision: int = 0
    evidence: tuple[str, ...] = ()


class Lead(NamedTuple):
    """A row that shares something with the question but was not admitted. Never a claim."""

    reference: str
    hint: str
    reason: str


class Obstacle(StrEnum):
    """What kept a fact from being a card, in the order the steps are taken."""

    ROLLED_BACK = "rolled_back"
    SCOPE = "scope"
    STATUS = "status"
    NOT_YET = "not_yet"
    ENDED = "ended"
    EXPIRED = "expired"
    CAP = "cap"
    UNHEARD = "unheard"
    TYPE = "type"
    PATH = "path"
    LINK_ONLY = "link_only"
    FLOOR = "floor"
    ONE_ORIGIN = "one_origin"
    ONE_DOMAIN = "one_domain"
    QUOTA = "quota"
    BEATEN = "beaten"
    CROWD = "crowd"
    LIMIT = "limit"


class Reason(NamedTuple):
    """One obstacle with what it is about.

    Args:
        own: what the fact has: its scope, status, type or paths, the one domain that speaks for it,
            the arms that were full, the reference of the fact that beats it.
        others: what would have been needed: the types or paths asked for; what superseded it.
        at_us: the instant of a window.
        place: where it stands among the facts let in, from 1.
        allowed: how many were let on; permille of the question for the floor.
    """

    obstacle: Obstacle
    own: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    at_us: int | None = None
    place: int = 0
    allowed: int = 0


class Rejection(NamedTuple):
    """Why one fact is no card, and what was heard about it all the same.

    ``reasons`` are never empty, the first gate first. ``coverage_permille`` is the share of the
    question it answers. Nothing is ``matched`` and ``witnesses`` is empty when it was not heard.
    """

    reference: str
    reasons: tuple[Reason, ...]
    coverage_permille: int
    matched: tuple[str, ...]
    unmatched: tuple[str, ...]
    witnesses: tuple[Witness, ...]


class NearScope(NamedTuple):
    """Another scope that holds rows for this question."""

    scope_id: str
    name: str
    hits: int


class RouteReport(NamedTuple):
    """How many candidates one arm collected and how many its quota kept.

    ``is_capped`` tells that it brought as many rows as it may: there may be more, not looked at.
    """

    arm: str
    collected: int
    kept: int
    is_capped: bool = False

    @property
    def is_exhausted(self) -> bool:
        """Tell whether the quota left some out."""
        return self.kept < self.collected


class Coverage(NamedTuple):
    """What was searched, what was left out, and why.

    ``omitted`` pairs a reference with ``limit`` or ``quota``: facts that were let in and for which
    there was no room, best first. ``cold_rows`` counts facts in cold blocks within the scopes.
    ``heard_decisions`` and ``heard_memories`` count the facts of each family that were judged.
    """

    searched_scopes: tuple[str, ...] | None
    corpus_size: int
    routes: tuple[RouteReport, ...]
    omitted: tuple[tuple[str, str], ...]
    cold_searched: bool
    unmatched_words: tuple[str, ...]
    cold_rows: int = 0
    heard_decisions: int = 0
    heard_memories: int = 0

    @property
    def is_cut(self) -> bool:
        """Tell whether some arm or quota left rows out, so that more may qualify."""
        return any(route.is_exhausted or route.is_capped for route in self.routes)


class View(NamedTuple):
    """An answer: cards in rank order, then pinned ones; leads; what was and was not searched.

    ``admitted_count`` counts cards admitted on evidence (pinned ones excluded). ``rejection`` is
    there when it was asked why one fact is no card. ``head`` (None in an empty brain),
    ``restore_epoch`` and ``frontier`` (the place of the newest commit) tell the state of the store
    the whole answer was read from.
    """

    status: ViewStatus
    question: str
    mode: TemporalMode
    at_us: int
    is_as_of: bool
    scope_id: str
    cards: tuple[Card, ...]
    leads: tuple[Lead, ...]
    near_scopes: tuple[NearScope, ...]
    coverage: Coverage
    admitted_count: int
    rejection: Rejection | None = None
    head: int | None = None
    restore_epoch: int = 0
    frontier: int = 0
