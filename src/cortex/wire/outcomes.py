"""How is the answer of every verb but `query` written as JSON? Source: docs/formats/cli-json.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex.model.ages import AgedForm, AgeTier
from cortex.model.facts import Fact
from cortex.model.outcomes import (
    Finding,
    HistoryEntry,
    Level,
    RebuildReport,
    RetractOutcome,
    RollbackOutcome,
)
from cortex.model.scopes import Scope
from cortex.wire.facts import fact_json, version_json


def facts_json(
    facts: Sequence[Fact], *, has_more: bool, forms: Mapping[int, AgedForm] | None = None
) -> dict[str, object]:
    """Give one page of facts; ``next`` is where the next page starts, null on the last one.

    With the kept short forms each fact has its ``age``, and the ``display`` of a short list, null
    where the statement is short enough.
    """
    return {
        "facts": [
            fact_json(fact) if forms is None else {**fact_json(fact), **_aged(forms, fact)}
            for fact in facts
        ],
        "next": facts[-1].reference if facts and has_more else None,
    }


def _aged(forms: Mapping[int, AgedForm], fact: Fact) -> dict[str, object]:
    form = forms.get(fact.fact_id)
    tier = AgeTier.FRESH if form is None else form.tier
    return {"age": tier.value, "display": None if form is None else form.display}


def history_json(entries: Sequence[HistoryEntry]) -> dict[str, object]:
    """Give log entries, newest first, each with its fact as that stands now (or null)."""
    return {
        "entries": [
            {
                **version_json(entry.version, is_head=entry.is_head),
                "fact": None if entry.fact is None else entry.fact.reference,
                "fact_status": None if entry.fact is None else entry.fact.content.status.value,
            }
            for entry in entries
        ]
    }


def rollback_json(outcome: RollbackOutcome) -> dict[str, object]:
    """Give what a rollback did; when ``applied`` is false, what it would do."""
    return {
        "applied": outcome.is_applied,
        "head": outcome.head,
        "orphaned": [version_json(version) for version in outcome.orphaned],
        "revived": list(outcome.revived),
        "hidden": list(outcome.hidden),
    }


def retract_json(outcome: RetractOutcome) -> dict[str, object]:
    """Give the retracted fact; ``changed`` is false when it already was."""
    return {
        "changed": outcome.version_id is not None,
        "version": outcome.version_id,
        "previous_status": outcome.previous_status.value,
        "fact": fact_json(outcome.fact),
    }


def is_healthy(findings: Sequence[Finding]) -> bool:
    """Tell whether no check failed; warnings do not count."""
    return all(finding.level is not Level.FAIL for finding in findings)


def doctor_json(findings: Sequence[Finding]) -> dict[str, object]:
    """Give every check in the order made; ``healthy`` is false when one failed."""
    return {
        "healthy": is_healthy(findings),
        "findings": [
            {
                "check": finding.check,
                "level": finding.level.value,
                "detail": finding.detail,
                "remedy": finding.remedy or None,
            }
            for finding in findings
        ],
    }


def rebuild_json(report: RebuildReport) -> dict[str, object]:
    """Give how many facts were projected again, and the rows per derived table."""
    return {
        "facts": report.facts,
        "generation": report.generation,
        "details": dict(report.details),
    }


def scope_json(scope: Scope) -> dict[str, object]:
    """Give a resolved scope; ``visible`` names every scope whose facts are seen from here."""
    return {
        "scope": scope.scope_id,
        "kind": scope.kind,
        "name": scope.name,
        "root": scope.root,
        "worktree": scope.worktree,
        "branch": scope.branch,
        "visible": list(scope.visible_ids),
    }


def scopes_json(rows: Sequence[tuple[str, str, str, int]]) -> dict[str, object]:
    """Give every scope that holds facts, from (id, kind, name, number of facts)."""
    return {
        "scopes": [
            {"scope": scope_id, "kind": kind, "name": name, "facts": facts}
            for scope_id, kind, name, facts in rows
        ]
    }
