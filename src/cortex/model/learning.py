"""What does use teach, and in which values is it kept?

Learning orders and widens; it never changes what a fact is worth as a claim. Signals, questions and
bridges follow from lessons and can be dropped whole. Source: CQR 12.3, ADR 0080,
docs/formats/learning.md.
"""

from cortex.model.lean_classes import NamedTuple, StrEnum


class OutcomeWord(StrEnum):
    """How a piece of work ended."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


class LessonKind(StrEnum):
    """What one report taught."""

    VERIFIED_USE = "verified_use"
    HARMFUL_USE = "harmful_use"


class Signal(NamedTuple):
    """How use speaks for one fact.

    ``score`` is the sum of all votes as it stood at ``at_us``, each halved every 30 days.
    """

    fact_id: int
    helped: int
    harmed: int
    score: float
    at_us: int


class RememberedQuestion(NamedTuple):
    """A question as it is kept: its terms, never its words. ``terms`` are sorted."""

    signature: str
    terms: tuple[str, ...]
    asks: int
    successes: int
    first_us: int
    last_us: int


class Bridge(NamedTuple):
    """A word of questions and a word of the facts that answered them."""

    query_term: str
    doc_term: str
    positive: int
    negative: int
    last_us: int


class Lesson(NamedTuple):
    """What one report taught: one vote of one training unit.

    Args:
        unit: digest of the receipt (or of what stands for one) and the kind; it votes once.
        reward: +1 or -1.
        cues: terms of the question, at most 64.
        fact_ids: the facts it speaks of, ascending, at most 64.
    """

    principal: str
    unit: str
    kind: LessonKind
    reward: int
    signature: str
    cues: tuple[str, ...]
    fact_ids: tuple[int, ...]
    at_us: int


class AgentOutcome(NamedTuple):
    """One report of an agent. Scores run 0..1; ``used`` and ``exposed`` are fact ids, ascending."""

    principal: str
    agent: str
    scope_id: str | None
    task_class: str
    outcome: OutcomeWord
    outcome_score: float
    quality: float
    is_harmful: bool
    is_wrong_scope: bool
    task: str | None
    notes: str | None
    selected_action: str | None
    receipt: str | None
    latency_ms: int | None
    retries: int | None
    tokens_used: int | None
    recorded_us: int
    used: tuple[int, ...] = ()
    exposed: tuple[int, ...] = ()


class LearnedCounts(NamedTuple):
    """How much was learned, by kind."""

    lessons: int
    signals: int
    questions: int
    bridges: int
    links: int


class LearnedSummary(NamedTuple):
    """What was learned, the strongest of each kind first."""

    is_on: bool
    counts: LearnedCounts
    signals: tuple[Signal, ...]
    bridges: tuple[Bridge, ...]
    questions: tuple[RememberedQuestion, ...]


class ReliabilityRow(NamedTuple):
    """Weighted mean over reports of one kind; ``reliability`` 0..1 with four decimals."""

    name: str
    reports: int
    reliability: float


class AgentFigures(NamedTuple):
    """How the work of one agent went lately, newer reports counting more.

    Args:
        coverage: share of its reports that named a fact they used, 0..1.
        classes: by task class, most reports first.
        sources: (fact id, reports) of the facts used most, at most ten.
        advice: one sentence for whoever reads it.
        recommended_k: cards to ask for, 6..24.
    """

    agent: str
    reports: int
    reliability: float
    coverage: float
    classes: tuple[ReliabilityRow, ...]
    sources: tuple[tuple[int, int], ...]
    advice: str
    recommended_k: int
