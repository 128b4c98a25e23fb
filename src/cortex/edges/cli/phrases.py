"""How are the codes of verdicts, notes and scopes said to a person?

JSON keeps the codes; a terminal gets these words. A code that is not known here is shown as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.conflicts import ConflictClass, ConflictStatus
from cortex.model.facts import FactStatus
from cortex.model.scopes import KIND_USER, scope_kind, scope_label
from cortex.wire.display import display_line
from cortex.wire.instants import format_date

if TYPE_CHECKING:
    from cortex.model.boundaries import Boundary
    from cortex.model.cards import Card
    from cortex.model.conflicts import ConflictRecord
    from cortex.model.facts import Fact

BACKDATED = "_backdated"
OVER_POLICY = "_over_policy"

_DISPUTE = "explicit_dispute"

# What decided between two statements.
_STRATEGIES = {
    "deduplicated_merge": "the two say the same",
    "disjoint_validity": "they hold at different times",
    _DISPUTE: "its author says so, and nobody has decided",
    "explicit_refine": "its author named it",
    "explicit_supersede": "its author named it",
    "kept_beside": "both are kept",
    "reopened_by_rollback": "open again after a rollback",
    "requires_user_review": "a person has to decide",
    "restated": "the same was said again",
    "succeeded_head": "a later checkpoint followed",
    "subject_attribute": "same subject and attribute",
    "trust_score_source_wins": "the later statement holds",
    "trust_score_target_wins": "the older one is trusted more",
    "typed_evidence": "evidence stands beside what it is about",
    "unrelated": "both are kept",
    "unresolved_heads": "two views of one thread, and nobody resolved them",
    "user_archive": "a person took both back",
    "user_keep": "a person decided",
    "user_merge": "a person let both stand",
    "user_resolved_heads": "somebody made them one",
    "user_retract": "one of them was taken back",
}

_CONTESTS = "trust_score_target_wins"
_BY_A_PERSON = "user_"
_KEPT = "user_keep"
_UNDECIDED = (
    *(
        _DISPUTE,
        "requires_user_review",
        "reopened_by_rollback",
        "succeeded_head",
        "unresolved_heads",
    ),
    _CONTESTS,
)

# How the notes of a card begin that hold a reference and a code.
_CONTRARY = "contrary head "
_NEWER = "replaced "
_OLDER = "contradicted by "

_REPLACED = "replaced by"

# What stands before the fact that limits a statement.
_LIMITS = {
    "contrary_head": "undecided",
    "counterevidence": "against it",
    "counterexample": "it went otherwise",
    "policy": "under a policy",
    "procedure_precondition": "first",
    "qualification_unavailable": "doubtful",
    "required_qualifier": "but",
}


def limit_words(limit: Boundary) -> str:
    """Give what limits a statement in words, for example ``but: ... (decision::3)``."""
    said = display_line(limit.statement)
    word = _LIMITS.get(limit.kind, limit.kind)
    return f"{word}: {said} ({limit.reference})" if limit.reference else f"{word}: {said}"


def strategy_words(strategy: str) -> str:
    """Give what decided between two statements, for example ``same subject and attribute``."""
    plain = strategy.removesuffix(OVER_POLICY)
    known = _STRATEGIES.get(plain.removesuffix(BACKDATED), plain)
    return f"{known}; it is about an earlier time" if plain.endswith(BACKDATED) else known


def relation_words(classification: ConflictClass, strategy: str) -> str:
    """Give what a newer statement does to an older one, for example ``replaces``."""
    if classification is ConflictClass.AGREES:
        return "says the same as"
    if classification is ConflictClass.REFINES:
        return "refines" if strategy == "explicit_refine" else "is close to"
    if classification is ConflictClass.UNRELATED:
        return "stands beside"
    if strategy.endswith(BACKDATED):
        return "held before"
    if strategy in _UNDECIDED or strategy.startswith(_BY_A_PERSON):
        return "contradicts"
    return "replaces"


def conflict_words(record: ConflictRecord) -> str:
    """Give whether and how two recorded statements were settled."""
    words = strategy_words(record.strategy)
    return f"open: {words}" if record.status is ConflictStatus.OPEN else f"settled: {words}"


def note_words(note: str) -> str:
    """Give a note of a card in words; a note that holds no code is given as it is."""
    if note.startswith(_CONTRARY):
        other = note.removeprefix(_CONTRARY)
        return f"{other} says otherwise, and nobody has decided (see `cortex conflicts`)"
    relation, other, reason = _settled(note)
    return f"{relation} {other}: {reason}" if relation else note


def shown_notes(card: Card, *, is_as_of: bool) -> list[str]:
    """Give the notes of a card in words, without those that ``standing_words`` has said."""
    status = card.fact.content.status
    said = {f"{status.value} later"}
    if not is_as_of and status is FactStatus.SUPERSEDED:
        said.update(note for note in card.notes if _settled(note)[0] == _REPLACED)
    return [note_words(note) for note in card.notes if note not in said]


def standing_words(card: Card, *, is_as_of: bool) -> str:
    """Say how a card stands to the instant asked about; empty when it simply holds.

    For example ``held then, replaced since``, or ``replaced by decision::4 since 2026-05-01``.
    """
    content = card.fact.content
    ended = {FactStatus.SUPERSEDED: "replaced", FactStatus.ARCHIVED: "taken back"}
    end = ended.get(content.status, "")
    if is_as_of:
        return f"held then, {end} since" if end else "held then"
    if end:
        return f"{end}{_replacement(card)}{_since(card.fact)}"
    from cortex.model.cards import Applicability

    if card.applicability is Applicability.APPLICABLE:
        return ""
    return card.applicability.value.replace("_", " ")


def validity(valid_from_us: int | None, valid_until_us: int | None) -> str:
    """Give a window in words, dates only."""
    start = "" if valid_from_us is None else f"since {format_date(valid_from_us)}"
    end = "" if valid_until_us is None else f"until {format_date(valid_until_us)}"
    return " ".join(part for part in ("valid", start, end) if part) if start or end else "always"


def filed_words(scope_id: str) -> str:
    """Say under which scope something is filed: ``in project web``, ``for you, everywhere``."""
    kind = scope_kind(scope_id)
    if kind == KIND_USER:
        return "for you, everywhere"
    return f"in {kind or 'scope'} {scope_label(scope_id)}"


def _replacement(card: Card) -> str:
    if card.fact.content.status is FactStatus.SUPERSEDED:
        for relation, other, _ in map(_settled, card.notes):
            if relation == _REPLACED:
                return f" by {other}"
    return ""


def _since(fact: Fact) -> str:
    end_us = fact.content.valid_until_us
    return "" if end_us is None else f" since {format_date(end_us)}"


def _settled(note: str) -> tuple[str, str, str]:
    """Read a note that ends in a code as (relation, other fact, reason); else three empty texts."""
    is_newer = note.startswith(_NEWER)
    other, separator, code = note.removeprefix(_NEWER if is_newer else _OLDER).partition(" (")
    if not separator or not code.endswith(")") or not note.startswith((_NEWER, _OLDER)):
        return "", "", ""
    strategy = code[:-1]
    if strategy in (_CONTESTS, _DISPUTE):
        relation = "contradicts" if is_newer else "contradicted by"
    elif strategy.endswith(BACKDATED):
        relation = "held before" if is_newer else "held after"
    elif strategy.startswith(_BY_A_PERSON) and strategy.removesuffix(OVER_POLICY) != _KEPT:
        relation = "says otherwise than"
    else:
        relation = "replaces" if is_newer else _REPLACED
    return relation, other, strategy_words(strategy)
