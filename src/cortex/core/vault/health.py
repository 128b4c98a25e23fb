"""What follows from the evidence? Green only for what was seen, understood, and is recent.

Missing, malformed, unreadable and future evidence are findings; each part gives at least one
finding, so that nothing is healthy because nobody looked. Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from cortex.core.vault.instants import parse_ms
from cortex.core.vault.script import number
from cortex.model.lean_classes import NamedTuple
from cortex.model.vault_health import (
    Evidence,
    Finding,
    IndexState,
    Part,
    RetrievalState,
    ReviewerState,
    Severity,
    Thresholds,
)

CLOCK_VARIABLE = "CORTEX_HEALTH_NOW"
THRESHOLD_VARIABLES = {
    "CORTEX_RETRIEVAL_STALE_MS": "retrieval_stale_ms",
    "CORTEX_PROPOSAL_BACKLOG": "proposal_backlog",
    "CORTEX_OBSERVABILITY_MAX_BYTES": "observability_max_bytes",
    "CORTEX_OBSERVABILITY_MAX_AGE_MS": "observability_max_age_ms",
}
_REVIEWER_FAILED = {
    ReviewerState.FAILED: "reviewer-latest-failed",
    ReviewerState.PARSE_FAILED: "reviewer-latest-parse-failed",
    ReviewerState.TIMED_OUT: "reviewer-latest-timed-out",
    ReviewerState.INVALID: "reviewer-evidence-invalid",
}
_RETRIEVAL_UNPROVED = {
    RetrievalState.MISSING: ("retrieval-missing", "No retrieval was logged."),
    RetrievalState.INVALID: (
        "retrieval-evidence-malformed",
        "The log of retrievals holds what is no row of it.",
    ),
    RetrievalState.UNREADABLE: (
        "retrieval-evidence-invalid",
        "The log of retrievals cannot be read.",
    ),
}


class Overrides(NamedTuple):
    """What variables ask for: thresholds, and an instant to judge as of, None for the present.

    ``findings`` name the values that are refused; what they were for stays as it is.
    """

    thresholds: Thresholds
    now_ms: int | None
    findings: tuple[Finding, ...]


def overrides(environment: Mapping[str, str]) -> Overrides:
    """Read the variables; an empty one is one that was not set, an invalid one is critical."""
    values: dict[str, float] = {}
    findings: list[Finding] = []
    for name, field in THRESHOLD_VARIABLES.items():
        raw = environment.get(name)
        if not raw:
            continue
        value = number(raw)
        if value is None or not 0 < value < math.inf:
            message = f"{name} must be a finite number above zero; its default holds."
            found = (("name", name), ("value", raw))
            findings.append(
                Finding("cortex-threshold-invalid", Severity.CRITICAL, message, None, found)
            )
        else:
            values[field] = value
    clock = environment.get(CLOCK_VARIABLE)
    now_ms = parse_ms(clock) if clock else None
    if clock and now_ms is None:
        message = f"{CLOCK_VARIABLE} names no instant; ages are those of the real clock."
        found = (("name", CLOCK_VARIABLE), ("value", clock))
        findings.append(Finding("cortex-clock-invalid", Severity.CRITICAL, message, None, found))
    return Overrides(Thresholds()._replace(**values), now_ms, tuple(findings))


def assess(evidence: Evidence) -> tuple[Finding, ...]:
    """Give the findings about each part, at least one each, in the order of the parts."""
    return (
        *_reviewer(evidence),
        *_retrieval(evidence),
        *_proposals(evidence),
        *_observability(evidence),
        *_index(evidence),
    )


def _reviewer(evidence: Evidence) -> list[Finding]:
    seen, limit = evidence.reviewer, evidence.thresholds.reviewer_stale_ms
    if seen.status in _REVIEWER_FAILED:
        message = f"The latest run of the reviewer is {seen.status.value}."
        id_ = _REVIEWER_FAILED[seen.status]
        return [Finding(id_, Severity.CRITICAL, message, Part.REVIEWER)]
    if seen.status is ReviewerState.MISSING:
        return [_warn("reviewer-evidence-missing", "No run of a reviewer was logged.",
                      Part.REVIEWER)]  # fmt: skip
    if seen.ts is None or parse_ms(seen.ts) is None:
        message = "The latest run of the reviewer does not say when it was."
        return [Finding("reviewer-evidence-invalid", Severity.CRITICAL, message, Part.REVIEWER)]
    return _fresh("reviewer", Part.REVIEWER, seen.ts, evidence.now_ms, limit)


def _retrieval(evidence: Evidence) -> list[Finding]:
    seen, limit = evidence.retrieval, evidence.thresholds.retrieval_stale_ms
    if seen.status in _RETRIEVAL_UNPROVED:
        id_, message = _RETRIEVAL_UNPROVED[seen.status]
        return [_warn(id_, message, Part.RETRIEVAL)]
    return _fresh("retrieval", Part.RETRIEVAL, seen.ts or "", evidence.now_ms, limit)


def _fresh(name: str, part: Part, ts: str, now_ms: int, limit_ms: float) -> list[Finding]:
    """Give the finding about the age of what happened at an instant."""
    at_ms = parse_ms(ts)
    if at_ms is None:
        return [_warn(f"{name}-evidence-invalid", f"The latest {name} names no instant.", part)]
    age = now_ms - at_ms
    if age < 0:
        message = f"The latest {name} is dated in the future, which proves nothing."
        return [_warn(f"{name}-future", message, part, ("ageMs", age))]
    measured = ("ageMs", age), ("thresholdMs", limit_ms)
    if age > limit_ms:
        message = f"The latest {name} is older than {limit_ms:.0f} ms."
        return [_warn(f"{name}-stale", message, part, *measured)]
    return [Finding(f"{name}-fresh", Severity.OK, f"The latest {name} is recent.", part, measured)]


def _proposals(evidence: Evidence) -> list[Finding]:
    seen, limit = evidence.proposals, evidence.thresholds.proposal_backlog
    if not seen.available:
        return [_warn("proposal-evidence-missing", "There is no queue of proposals.",
                      Part.PROPOSALS)]  # fmt: skip
    found: list[Finding] = []
    if seen.malformed_lines or seen.error is not None:
        message = "The queue of proposals holds what is no proposal, or cannot be read."
        found.append(_warn("proposal-evidence-malformed", message, Part.PROPOSALS))
    if seen.pending > limit:
        message = f"{seen.pending} proposals wait for a person; {limit:.0f} may."
        found.append(_warn("proposal-backlog-high", message, Part.PROPOSALS, ("threshold", limit)))
    if found:
        return found
    message = "Few proposals wait."
    return [Finding("proposal-backlog-ok", Severity.OK, message, Part.PROPOSALS)]


def _observability(evidence: Evidence) -> list[Finding]:
    seen, limits = evidence.observability, evidence.thresholds
    part = Part.OBSERVABILITY
    found: list[Finding] = []
    if seen.error is not None:
        message = "Not all logs can be looked at; there may be more of them, and older."
        found.append(_warn("observability-evidence-invalid", message, part))
    elif not seen.available:
        return [_warn("observability-evidence-missing", "There are no logs.", part)]
    if seen.bytes > limits.observability_max_bytes:
        message = f"The logs hold {seen.bytes} bytes."
        measured = ("maxBytes", limits.observability_max_bytes)
        found.append(_warn("observability-bytes-exceeded", message, part, measured))
    if seen.oldest_ns is not None:
        # In nanoseconds, as files are dated: a fraction of a millisecond past the limit is past it.
        age_ns = evidence.now_ms * 1_000_000 - seen.oldest_ns
        if age_ns > limits.observability_max_age_ms * 1_000_000:
            measured = ("maxAgeMs", limits.observability_max_age_ms)
            message = "The oldest log was not changed for too long."
            found.append(
                _warn("observability-age-exceeded", message, part,
                      ("ageMs", age_ns // 1_000_000), measured)
            )  # fmt: skip
    return found or [Finding("observability-ok", Severity.OK, "The logs are within bounds.", part)]


def _index(evidence: Evidence) -> list[Finding]:
    seen, limit, part = evidence.derived_index, evidence.thresholds.index_stale_ms, Part.INDEX
    if seen.status is IndexState.ABSENT:
        message = "Neither a policy nor a manifest says whether there is an index."
        return [_warn("index-evidence-missing", message, part)]
    if seen.status is IndexState.INVALID:
        message = "What is said of the index cannot be relied on."
        return [Finding("index-manifest-invalid", Severity.CRITICAL, message, part)]
    if seen.status is IndexState.MISMATCH:
        message = "The index, or the records it was made from, differ from what its manifest says."
        return [Finding("index-integrity-mismatch", Severity.CRITICAL, message, part)]
    if seen.status is IndexState.NO_INDEX:
        return [Finding("index-none-by-policy", Severity.OK, "There is no index, by policy.", part)]
    age = seen.age_ms
    if age is None or age < 0:
        message = "The index is dated in the future, which proves nothing."
        return [_warn("index-freshness-invalid", message, part)]
    if age > limit:
        message = f"The index is older than {limit:.0f} ms."
        return [_warn("index-stale", message, part, ("thresholdMs", limit))]
    return [Finding("index-fresh", Severity.OK, "The index matches the records.", part)]


def _warn(id_: str, message: str, part: Part, *measured: tuple[str, float | str]) -> Finding:
    return Finding(id_, Severity.WARN, message, part, measured)
