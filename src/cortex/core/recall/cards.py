"""How does an admitted fact leave as a card?

Source: CQR 5.4, docs/formats/view.md.
"""

from __future__ import annotations

from cortex.core.query.units import heard_words
from cortex.core.recall.quorum import independent_origins
from cortex.core.recall.rank import relevance, tie_break
from cortex.core.text.fence import neutralise
from cortex.model.boot import BINDING_TYPES
from cortex.model.cards import Applicability, Card, Lead, Reason, Rejection
from cortex.model.conflicts import ConflictClass, ConflictRecord, ConflictStatus
from cortex.model.evidence import ARM_ORDER, Admission, Why, Witness
from cortex.model.facts import COLD_STATUSES, Epistemic, Fact, FactStatus
from cortex.model.gates import Gate, TemporalMode
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import LEAD_HINT_CHARS_MAX, LEADS_MAX

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cortex.core.query.units import Unit
    from cortex.core.recall.pool import Candidate

_ATTEMPT_TYPES = frozenset({"attempt", "failure", "outcome"})


class Setting(NamedTuple):
    """What all cards of one answer share: the gate, HEAD, and the units of the question."""

    gate: Gate
    head: int | None
    units: tuple[Unit, ...]


def epistemic_of(fact: Fact, conflicts: Iterable[ConflictRecord], gate: Gate) -> Epistemic:
    """Give what the house holds of a fact, given the conflict records that touch it.

    As of a past instant a fact that held then was asserted then, whatever became of it later.
    """
    if fact.content.status in COLD_STATUSES:
        return Epistemic.ASSERTED if _was_held(fact, gate) else Epistemic.RETRACTED
    is_open = any(
        c.status is ConflictStatus.OPEN and c.classification is not ConflictClass.AGREES
        for c in conflicts
    )
    if fact.content.status is FactStatus.DISPUTED or is_open:
        return Epistemic.CONTESTED
    return Epistemic.ASSERTED


def applicability_of(fact: Fact, gate: Gate) -> Applicability:
    """Tell whether a fact applies now and here; a past answer is never plainly applicable."""
    if gate.mode is TemporalMode.EXPLICIT_AS_OF:
        return Applicability.OUTSIDE_VALIDITY
    if fact.content.status in COLD_STATUSES:
        return Applicability.OUT_OF_SCOPE
    until, start = fact.content.valid_until_us, fact.content.valid_from_us
    if (until is not None and until <= gate.at_us) or (start is not None and start > gate.at_us):
        return Applicability.OUTSIDE_VALIDITY
    return Applicability.APPLICABLE


def conflict_notes(
    fact: Fact, conflicts: Sequence[ConflictRecord], facts: Mapping[int, Fact], gate: Gate
) -> tuple[str, ...]:
    """Tell which other facts speak against this one, auto-resolved ones included."""
    notes = [f"{fact.content.status.value} later"] if _was_held(fact, gate) else []
    for conflict in conflicts:
        if conflict.classification is ConflictClass.AGREES:
            continue
        is_source = conflict.source_fact_id == fact.fact_id
        other_id = conflict.target_fact_id if is_source else conflict.source_fact_id
        other = facts.get(other_id)
        if other is None:
            continue
        if conflict.status is ConflictStatus.OPEN:
            notes.append(f"contrary head {other.reference}")
        elif is_source:
            notes.append(f"replaced {other.reference} ({conflict.strategy})")
        else:
            notes.append(f"contradicted by {other.reference} ({conflict.strategy})")
    return tuple(dict.fromkeys(notes))


def numbered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Give the cards with the names they have in one answer, in this order.

    Aliases are m1, m2 ...; labels count within x (conflict), c (constraint), f (attempt) and k.
    """
    counts: dict[str, int] = {}
    named = []
    for place, card in enumerate(cards, 1):
        letter = _letter(card.fact, card.epistemic)
        counts[letter] = counts.get(letter, 0) + 1
        named.append(card._replace(alias=f"m{place}", label=f"{letter}{counts[letter]}"))
    return tuple(named)


def _was_held(fact: Fact, gate: Gate) -> bool:
    """Tell whether a fact held at the asked instant and no longer does."""
    return gate.mode is TemporalMode.EXPLICIT_AS_OF and fact.content.status in COLD_STATUSES


def _letter(fact: Fact, epistemic: Epistemic) -> str:
    if epistemic is Epistemic.CONTESTED:
        return "x"
    if fact.content.type in BINDING_TYPES:
        return "c"
    return "f" if fact.content.type in _ATTEMPT_TYPES else "k"


def is_required(fact: Fact, epistemic: Epistemic) -> bool:
    """Tell whether a reader must not miss this card."""
    return epistemic is Epistemic.CONTESTED or fact.content.type in BINDING_TYPES


def card_of(
    candidate: Candidate,
    fact: Fact,
    rule: Admission,
    setting: Setting,
    *,
    conflicts: Sequence[ConflictRecord] = (),
    notes: tuple[str, ...] = (),
) -> Card:
    """Build the card of an admitted fact; alias and label are given by ``numbered``."""
    epistemic = epistemic_of(fact, conflicts, setting.gate)
    shown = neutralise(fact.content.text)
    if shown.flags:
        marks = ", ".join(shown.flags)
        notes = (*notes, f"holds marks that could act on a reader ({marks}); it is data")
    return Card(
        alias="",
        label="",
        fact=fact,
        epistemic=epistemic,
        applicability=applicability_of(fact, setting.gate),
        is_required=is_required(fact, epistemic),
        relevance=relevance(candidate),
        notes=notes,
        why=_why(candidate, fact, rule, setting, epistemic),
        quoted=shown.text if shown.flags else None,
    )


def _why(
    candidate: Candidate, fact: Fact, rule: Admission, setting: Setting, epistemic: Epistemic
) -> Why:
    gate, units, matched = setting.gate, setting.units, candidate.match.matched
    return Why(
        admitted_by=rule,
        is_hard=candidate.is_hard,
        votes=candidate.votes,
        arms=tuple(sorted(candidate.arms, key=ARM_ORDER.__getitem__)),
        anchors=tuple(sorted(candidate.anchors, key=lambda a: (-a.specificity, a.kind, a.value))),
        links=tuple(sorted(candidate.links, key=lambda k: (k.relation, k.source, k.target))),
        acl="solo" if gate.owner_id is None else "owner",
        head=setting.head,
        as_of_us=gate.at_us if gate.mode is TemporalMode.EXPLICIT_AS_OF else None,
        status_filters=("archived", "superseded") if gate.hides_cold else (),
        tie_break=tie_break(candidate, fact),
        witnesses=tuple(sorted(_signed(w, fact) for w in candidate.witnesses)),
        independent_origins=independent_origins(candidate.witnesses),
        epistemic=epistemic.value,
        coverage_permille=candidate.match.permille,
        matched=heard_words(units, matched, candidate.match),
        unmatched=heard_words(units, frozenset(range(len(units))) - matched),
    )


def _signed(witness: Witness, fact: Fact) -> Witness:
    """Give a direct witness with the published form of its row in its origin."""
    bare = f":{fact.fact_id}"
    if witness.is_derived or not witness.origin.endswith(bare):
        return witness
    return witness._replace(origin=f"{witness.origin.removesuffix(bare)}:{fact.reference}")


def rejection_of(
    candidate: Candidate, fact: Fact, units: tuple[Unit, ...], reasons: tuple[Reason, ...]
) -> Rejection:
    """Give what was heard about a fact that is no card, and why it is none."""
    matched = candidate.match.matched
    return Rejection(
        reference=fact.reference,
        reasons=reasons,
        coverage_permille=candidate.match.permille,
        matched=heard_words(units, matched, candidate.match),
        unmatched=heard_words(units, frozenset(range(len(units))) - matched),
        witnesses=tuple(sorted(_signed(w, fact) for w in candidate.witnesses)),
    )


def leads_from(
    candidates: Sequence[Candidate], facts: Mapping[int, Fact], units: tuple[Unit, ...]
) -> tuple[Lead, ...]:
    """Give the best rejected rows that share a telling word, at most LEADS_MAX."""
    leads = []
    for candidate in candidates:
        telling = [p for p in sorted(candidate.match.matched) if units[p].is_telling]
        if candidate.fact_id in facts and telling:
            fact = facts[candidate.fact_id]
            shared = ", ".join(heard_words(units, telling, candidate.match))
            leads.append(Lead(fact.reference, _hint(fact.content.text), f"shares only: {shared}"))
        if len(leads) == LEADS_MAX:
            break
    return tuple(leads)


def _hint(text: str) -> str:
    line = " ".join(neutralise(text).text.split())
    if len(line) <= LEAD_HINT_CHARS_MAX:
        return line
    return line[: LEAD_HINT_CHARS_MAX - 1].rsplit(" ", 1)[0] + "…"
