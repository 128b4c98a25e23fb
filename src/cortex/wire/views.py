"""How is an answer written as JSON, and as a few lines of text?

Source: docs/formats/view.md, docs/formats/why.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.cards import POLICY_EPOCH, Applicability, Card, Coverage, Lead, NearScope, View
from cortex.model.evidence import RANK_VERSION
from cortex.model.facts import Epistemic
from cortex.wire.display import display_line
from cortex.wire.facts import provenance_json
from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.boundaries import Boundary
    from cortex.model.evidence import Votes, Why, Witness

ENGINE = "clock-quorum"
NOTHING = "Nothing recorded answers this."

# The first letter of a card's label says what the card is for.
_LABEL_WORDS = {"x": "Conflict", "c": "Constraint", "f": "Attempt", "k": "Known"}


def view_json(view: View) -> dict[str, object]:
    """Give a whole answer: cards and leads in rank order, and what was searched for them."""
    return {
        "status": view.status.value,
        "question": view.question,
        "mode": view.mode.value,
        "valid_at": instant_json(view.at_us) if view.is_as_of else "current",
        "scope": view.scope_id,
        "cards": [card_json(card) for card in view.cards],
        "leads": [lead_json(lead) for lead in view.leads],
        "near_scopes": [near_scope_json(near) for near in view.near_scopes],
        "labels": {card.label: card.alias for card in view.cards},
        "coverage": {**coverage_json(view.coverage), "partitions": partitions_json(view)},
        "frontier": view.frontier,
        "watermark": {
            "restore_epoch": view.restore_epoch,
            "policy_epoch": POLICY_EPOCH,
            "sequence": view.frontier,
            "head": view.head,
        },
        "admitted_count": view.admitted_count,
        "brief": brief(view),
        "engine": {"name": ENGINE, "modelFree": True, "rank": RANK_VERSION},
    }


def card_json(card: Card) -> dict[str, object]:
    """Give one admitted fact with its reason; the statement is exact and never shortened."""
    content = card.fact.content
    return {
        "alias": card.alias,
        "label": card.label,
        "reference": card.fact.reference,
        "statement": str(content.text),
        "context": None if content.context is None else str(content.context),
        "type": content.type,
        "subject": content.naming.subject,
        "epistemic": card.epistemic.value,
        "applicability": card.applicability.value,
        "required": card.is_required,
        "relevance": card.relevance,
        "valid_from": instant_json(content.valid_from_us),
        "valid_until": instant_json(content.valid_until_us),
        "status": content.status.value,
        "scope": content.scope_id,
        "worktree": content.provenance.worktree,
        "branch": content.provenance.branch,
        "notes": list(card.notes),
        "exceptions": [
            {"kind": one.kind, "reference": one.reference, "statement": one.statement}
            for one in card.exceptions
        ],
        "revision": f"rev:{card.fact.fact_id}@{card.revision}" if card.revision else None,
        "evidence": list(card.evidence),
        "freshness": {
            "recorded_at": instant_json(content.created_us),
            "updated_at": instant_json(card.fact.updated_us),
        },
        "sidecar": {
            "reference": card.fact.reference,
            "kind": content.kind.value,
            "retention": content.retention.value,
            "admitted_by": card.why.admitted_by.value,
            "arms": [arm.value for arm in card.why.arms],
            "bytes": len(content.text.encode("utf-8", "replace")),
        },
        "pinned": content.is_pinned,
        "trust": {
            "kind": "recalled_claim",
            "instruction": False,
            "privilege": "none",
            "provenance": {
                **provenance_json(content.provenance),
                "recorded_at": instant_json(content.created_us),
            },
        },
        "why": why_json(card.why),
    }


def witness_json(witness: Witness) -> dict[str, object]:
    """Give one piece of evidence."""
    return {
        "domain": witness.domain.value,
        "derived": witness.is_derived,
        "origin": witness.origin,
        "matchedKey": witness.matched_key,
        "pathLength": witness.path_length,
        "specificity": witness.specificity,
    }


def why_json(why: Why) -> dict[str, object]:
    """Give the reason a card was shown. Its keys are a published contract, in camelCase."""
    arms = [arm.value for arm in why.arms]
    return {
        "engine": ENGINE,
        "admittedBy": why.admitted_by.value,
        "hardAnchor": why.is_hard,
        "clockVotes": {**_votes_json(why.votes), "admittedArms": arms},
        "anchors": [
            {"kind": anchor.kind, "value": anchor.value, "specificity": anchor.specificity}
            for anchor in why.anchors
        ],
        "links": [
            {"relation": link.relation, "from": link.source, "to": link.target}
            for link in why.links
        ],
        "filters": {
            "acl": why.acl,
            "head": why.head,
            "validAt": "current" if why.as_of_us is None else instant_json(why.as_of_us),
            "statusFilters": list(why.status_filters),
        },
        "tieBreak": _tie_break_json(why),
        "witnesses": [witness_json(witness) for witness in why.witnesses],
        "questions": {
            "discovery": arms,
            "relevance": why.admitted_by.value,
            "independentOrigins": why.independent_origins,
            "epistemic": why.epistemic,
            "coverage": {
                "permille": why.coverage_permille,
                "matched": list(why.matched),
                "unmatched": list(why.unmatched),
            },
        },
    }


def lead_json(lead: Lead) -> dict[str, object]:
    """Give one near miss, marked as unsupported so that nobody takes it for a claim."""
    return {
        "reference": lead.reference,
        "hint": lead.hint,
        "reason": lead.reason,
        "supported": False,
    }


def near_scope_json(near: NearScope) -> dict[str, object]:
    """Give one other scope and how many of its facts would answer the question there."""
    return {"scope": near.scope_id, "name": near.name, "hits": near.hits}


def coverage_json(coverage: Coverage) -> dict[str, object]:
    """Give what was searched; ``searched_scopes`` is null when every scope was."""
    scopes = coverage.searched_scopes
    return {
        "searched_scopes": None if scopes is None else list(scopes),
        "corpus_size": coverage.corpus_size,
        "routes": [
            {
                "arm": route.arm,
                "collected": route.collected,
                "kept": route.kept,
                "exhausted": route.is_exhausted,
                "capped": route.is_capped,
            }
            for route in coverage.routes
        ],
        "omitted": [
            {"reference": reference, "reason": reason} for reference, reason in coverage.omitted
        ],
        "cold_searched": coverage.cold_searched,
        "unmatched_words": list(coverage.unmatched_words),
    }


def partitions_json(view: View) -> dict[str, object]:
    """Give what was searched of each part of the store; all three are always named.

    ``exhausted`` says that nothing the question is heard by was left out.
    """
    coverage = view.coverage
    parts: dict[str, object] = {
        name: {"frontier": view.frontier, "searched": heard, "exhausted": not coverage.is_cut}
        for name, heard in (
            ("decisions", coverage.heard_decisions),
            ("memories", coverage.heard_memories),
        )
    }
    if coverage.cold_searched:
        parts["cold"] = {"searched": True, "unsearched_rows": 0}
    else:
        reason = "this profile does not search it; history and audit do"
        parts["cold"] = {
            "searched": False,
            "unsearched_rows": coverage.cold_rows,
            "reason": reason,
        }
    return parts


def brief(view: View) -> str:
    """Give the answer as lines of text: one a card, its limits and notes below it.

    When nothing was admitted on evidence the first line says so; pinned cards may still follow. A
    line break inside a statement is shown as a slash, so no statement can forge a second line, and
    role labels and tags inside it stand in quotes that no host obeys.
    """
    lines = []
    if not view.admitted_count:
        lines.append(NOTHING)
        lines.extend(
            f"  {near.hits} in scope {display_line(near.name)}" for near in view.near_scopes
        )
    for card in view.cards:
        lines.append(f"{label_word(card)} {card.label}: {_statement_line(card)}")
        lines.extend(f"  boundary: {boundary_line(one)}" for one in card.exceptions)
        lines.extend(f"  note: {display_line(note)}" for note in card.notes)
    return "\n".join(lines)


def label_word(card: Card) -> str:
    """Give the word that introduces a card: Conflict, Constraint, Attempt, Known or Retracted."""
    if card.epistemic is Epistemic.RETRACTED:
        return "Retracted"
    return _LABEL_WORDS.get(card.label[:1], "Known")


def boundary_line(boundary: Boundary) -> str:
    """Give what limits a card on one line: its kind, the fact when there is one, what it says."""
    named = f" {boundary.reference}" if boundary.reference else ""
    return f"{boundary.kind}{named}: {display_line(boundary.statement)}"


def _statement_line(card: Card) -> str:
    statement = display_line(card.quoted or card.fact.content.text)
    if card.applicability is Applicability.APPLICABLE:
        return statement
    return f"{statement} [{card.applicability.value}]"


def _votes_json(votes: Votes) -> dict[str, int]:
    return {
        "write": votes.write,
        "truth": votes.truth,
        "task": votes.task,
        "history": votes.history,
    }


def _tie_break_json(why: Why) -> dict[str, object]:
    figures = why.tie_break
    return {
        "clockCount": figures.clock_count,
        "strength": figures.strength,
        "hops": figures.hops,
        "specificity": figures.specificity,
        "ftsRank": figures.fts_rank,
        "useScore": figures.use_score,
        "recency": figures.recency,
        "targetType": figures.target_type,
        "targetId": figures.target_id,
    }
