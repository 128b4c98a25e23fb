"""How is a health report written? One JSON object in the published spelling.

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from cortex.model.vault_health import (
    Evidence,
    Finding,
    HealthReport,
    IndexEvidence,
    Part,
    Retrieval,
    Reviewer,
    Severity,
    Thresholds,
)

SCHEMA = "cortex-vault-health/1"
NS_PER_MS = 1_000_000


def report_json(report: HealthReport) -> dict[str, object]:
    """Give a report; ``findings`` are what is not healthy, ``ok_summary`` names what is."""
    evidence = evidence_json(report.evidence)
    counts = {
        severity.value: sum(1 for one in report.findings if one.severity is severity)
        for severity in (Severity.CRITICAL, Severity.WARN, Severity.OK)
    }
    return {
        "ts": report.ts,
        "overall": report.overall.value,
        "counts": counts,
        "thresholds": _thresholds_json(report.thresholds),
        "evidence": evidence,
        "findings": [
            _finding_json(one, evidence)
            for one in report.findings
            if one.severity is not Severity.OK
        ],
        "ok_summary": [one.id for one in report.findings if one.severity is Severity.OK],
    }


def refusal_json(message: str) -> dict[str, object]:
    """Give what is printed when the words cannot be followed."""
    return {"schema": SCHEMA, "ok": False, "error": message}


def line(value: Mapping[str, object]) -> bytes:
    """Give an object on one line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def pretty(value: Mapping[str, object]) -> bytes:
    """Give an object for programs and people alike."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def evidence_json(evidence: Evidence) -> dict[str, object]:
    """Give everything that was looked at."""
    proposals, logs = evidence.proposals, evidence.observability
    oldest_ms = None if logs.oldest_ns is None else logs.oldest_ns // NS_PER_MS
    return {
        "nowMs": evidence.now_ms,
        "thresholds": _thresholds_json(evidence.thresholds),
        Part.REVIEWER.value: _reviewer_json(evidence.reviewer),
        Part.RETRIEVAL.value: _retrieval_json(evidence.retrieval),
        Part.PROPOSALS.value: {
            "pending": proposals.pending,
            "evidence": proposals.evidence,
            "available": proposals.available,
            "malformedLines": list(proposals.malformed_lines),
            **_known(error=proposals.error),
        },
        Part.OBSERVABILITY.value: {
            "bytes": logs.bytes,
            "oldestMs": oldest_ms,
            "files": logs.files,
            "evidence": logs.evidence,
            "available": logs.available,
            **_known(error=logs.error),
        },
        Part.INDEX.value: _index_json(evidence.derived_index),
    }


def _reviewer_json(seen: Reviewer) -> dict[str, object]:
    return {
        "status": seen.status.value,
        **_known(ts=seen.ts, runId=seen.run_id),
        "evidence": seen.evidence,
        **_known(priorSuccesses=seen.prior_successes, error=seen.error),
    }


def _retrieval_json(seen: Retrieval) -> dict[str, object]:
    duration = None if seen.duration_ms is None else number(seen.duration_ms)
    return {
        "status": seen.status.value,
        **_known(
            ts=seen.ts,
            queryHash=seen.query_hash,
            returnedCount=seen.returned_count,
            durationMs=duration,
        ),
        "evidence": seen.evidence,
        "malformedLines": list(seen.malformed_lines),
        **_known(error=seen.error),
    }


def _index_json(seen: IndexEvidence) -> dict[str, object]:
    return {
        "status": seen.status.value,
        "manifest": seen.manifest,
        "policy": seen.policy,
        "measuredAt": seen.measured_at_ms,
        **_known(
            canonicalHash=seen.canonical_hash,
            manifestCanonicalHash=seen.manifest_canonical_hash,
            indexHash=seen.index_hash,
            manifestIndexHash=seen.manifest_index_hash,
            indexPath=seen.index_path,
            indexedAt=seen.indexed_at,
            ageMs=seen.age_ms,
            error=seen.error,
        ),
    }


def _finding_json(finding: Finding, evidence: Mapping[str, object]) -> dict[str, object]:
    shown = {"id": finding.id, "severity": finding.severity.value, "message": finding.message}
    detail: dict[str, object] = {}
    if finding.part is not None:
        part = evidence[finding.part.value]
        assert isinstance(part, dict)
        detail.update(part)
    detail.update(
        (name, value if isinstance(value, str) else number(value))
        for name, value in finding.measured
    )
    return {**shown, "detail": detail} if detail else {**shown}


def _thresholds_json(thresholds: Thresholds) -> dict[str, object]:
    return {
        "reviewerStaleMs": number(thresholds.reviewer_stale_ms),
        "retrievalStaleMs": number(thresholds.retrieval_stale_ms),
        "proposalBacklog": number(thresholds.proposal_backlog),
        "observabilityMaxBytes": number(thresholds.observability_max_bytes),
        "observabilityMaxAgeMs": number(thresholds.observability_max_age_ms),
        "reviewerRunGraceMs": number(thresholds.reviewer_run_grace_ms),
        "indexStaleMs": number(thresholds.index_stale_ms),
    }


def _known(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def number(value: float) -> float | int:
    """Give a number as JavaScript writes it: a whole one without a point."""
    return int(value) if value == int(value) else value
