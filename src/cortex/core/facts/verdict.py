"""What becomes of a new statement among those already kept?

Only a clear contradiction replaces anything by itself; what may be one is put to a person; anything
else lives beside its neighbours. Nothing is dropped. Source: CQR 3.4, ADR 0033.
"""

from cortex.core.facts.contrast import Contrast, Reading, contrast, similarity
from cortex.core.facts.validity import Succession, Window, succession
from cortex.model.boot import BINDING_TYPES
from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.durations import DAY_US
from cortex.model.facts import Fact
from cortex.model.lean_classes import NamedTuple, StrEnum

EVIDENCE_TYPES = frozenset(
    {
        "case",
        "counterexample",
        "attempt",
        "failure",
        "outcome",
        "exception",
        "obligation",
        "checkpoint",
        "lesson",
        "verified_result",
        "tool_result",
    }
)
"""Trials and results: two with the same words are two trials, never one and never a conflict."""

STANDING_TYPES = frozenset({*BINDING_TYPES, "procedure", "playbook", "runbook"})
"""Standing orders: a contradiction between two is never settled without a person."""


RESTATED_AFTER_US = 7 * DAY_US
"""Microseconds by which an expiry must move for a repeat to count as a statement of its own."""


class Effect(StrEnum):
    """What the deposit does about one neighbour."""

    NONE = "none"
    MERGE = "merge"
    SUPERSEDE = "supersede"
    CLOSE_NEW = "close_new"
    DISPUTE = "dispute"
    ASK = "ask"


class Verdict(NamedTuple):
    """The relation of a new statement to one stored fact, and what follows from it."""

    classification: ConflictClass
    effect: Effect
    similarity: float
    strategy: str
    status: ConflictStatus | None


class Statement(NamedTuple):
    """What the verdict needs to know of a new statement.

    ``is_dated`` says that its author gave the window or the time to live.
    """

    reading: Reading
    type: str
    trust: float
    window: Window
    expires_us: int | None = None
    is_dated: bool = False
    fields: str | None = None


def window_of(fact: Fact) -> Window:
    """Give the validity window of a stored fact."""
    return Window(fact.content.valid_from_us, fact.content.valid_until_us)


def judge(new: Statement, old: Fact, old_reading: Reading) -> Verdict:
    """Give the verdict between a new statement and one stored neighbour of the same place."""
    alike = similarity(new.reading, old_reading)
    meaning = contrast(new.reading, old_reading)
    if {new.type, old.content.type} & EVIDENCE_TYPES:
        return Verdict(ConflictClass.UNRELATED, Effect.NONE, alike, "typed_evidence", None)
    when = succession(new.window, window_of(old))
    if when is Succession.APART:
        return Verdict(ConflictClass.UNRELATED, Effect.NONE, alike, "disjoint_validity", None)
    if meaning is Contrast.SAME:
        return _agreement(new, old, alike, when)
    if meaning in (Contrast.OPPOSED, Contrast.OTHER_VALUE):
        return _contradiction(new, old, alike, when)
    if meaning is Contrast.OTHER_WORD:
        return Verdict(
            ConflictClass.REFINES, Effect.ASK, alike, "requires_user_review", ConflictStatus.OPEN
        )
    if meaning is Contrast.RELATED:
        return Verdict(ConflictClass.REFINES, Effect.NONE, alike, "kept_beside", None)
    return Verdict(ConflictClass.UNRELATED, Effect.NONE, alike, "unrelated", None)


def keyed(new: Statement, old: Fact, old_reading: Reading) -> Verdict:
    """Give the verdict when both carry the same subject and attribute: the later one holds."""
    alike = similarity(new.reading, old_reading)
    when = succession(new.window, window_of(old))
    if when is Succession.APART:
        return Verdict(ConflictClass.UNRELATED, Effect.NONE, alike, "disjoint_validity", None)
    if contrast(new.reading, old_reading) is Contrast.SAME:
        return _agreement(new, old, alike, when)
    return _ordered(alike, when, "subject_attribute")


def named(alike: float) -> Verdict:
    """Give the verdict when the author names the fact that is replaced: nothing else matters."""
    return _ordered(alike, Succession.CLOSES_OLD, "explicit_supersede")


def _agreement(new: Statement, old: Fact, alike: float, when: Succession) -> Verdict:
    """Merge a repeat; one that says more than the words did is a statement of its own.

    Another type, other fields, a window, or a clearly other expiry must not be lost in a merge.
    """
    is_restated = (
        new.is_dated
        or new.type != old.content.type
        or new.fields not in (None, old.content.fields)
        or _expires_otherwise(new.expires_us, old.content.expires_us)
        or window_of(old).end_us is not None
    )
    if not is_restated:
        status = ConflictStatus.AUTO_RESOLVED
        return Verdict(ConflictClass.AGREES, Effect.MERGE, alike, "deduplicated_merge", status)
    return _ordered(alike, when, "restated")._replace(classification=ConflictClass.AGREES)


def _expires_otherwise(new_us: int | None, old_us: int | None) -> bool:
    """Tell whether two expiries differ by more than a repeat on another day explains."""
    if new_us is None or old_us is None:
        return new_us is not old_us
    return abs(new_us - old_us) > RESTATED_AFTER_US


def _contradiction(new: Statement, old: Fact, alike: float, when: Succession) -> Verdict:
    if new.type in STANDING_TYPES and old.content.type in STANDING_TYPES:
        return Verdict(
            ConflictClass.CONTRADICTS,
            Effect.ASK,
            alike,
            "requires_user_review",
            ConflictStatus.OPEN,
        )
    if new.trust < old.content.provenance.trust:
        return Verdict(
            ConflictClass.CONTRADICTS,
            Effect.DISPUTE,
            alike,
            "trust_score_target_wins",
            ConflictStatus.AUTO_RESOLVED,
        )
    return _ordered(alike, when, "trust_score_source_wins")


def _ordered(alike: float, when: Succession, strategy: str) -> Verdict:
    effect = Effect.CLOSE_NEW if when is Succession.CLOSES_NEW else Effect.SUPERSEDE
    if when is Succession.CLOSES_NEW:
        strategy = f"{strategy}_backdated"
    return Verdict(ConflictClass.CONTRADICTS, effect, alike, strategy, ConflictStatus.AUTO_RESOLVED)
