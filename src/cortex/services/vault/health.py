"""How healthy is the memory around a vault? Collects what is there, then judges it.

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from cortex.core.vault.digests import corpus_digest
from cortex.core.vault.evidence import (
    Run,
    latest_run,
    log_rows,
    proposal_evidence,
    retrieval_evidence,
    reviewer_evidence,
)
from cortex.core.vault.health import Overrides, assess
from cortex.core.vault.index_claims import is_no_index_policy, read_manifest
from cortex.core.vault.instants import iso_ms
from cortex.core.vault.text import public
from cortex.model.vault import VaultFault
from cortex.model.vault_health import (
    Evidence,
    Finding,
    HealthReport,
    IndexEvidence,
    IndexState,
    Observability,
    Proposals,
    Retrieval,
    RetrievalState,
    Reviewer,
    ReviewerState,
    Severity,
)
from cortex.ports.vault_evidence import EvidenceUnreadable
from cortex.services.vault.corpus import load

if TYPE_CHECKING:
    from cortex.core.vault.evidence import Row
    from cortex.ports.vault import VaultFolder
    from cortex.ports.vault_evidence import EvidenceFolder

REVIEWER_LOG = "reviewer-runs.jsonl"
RETRIEVAL_LOG = "memory-retrievals.jsonl"
PROPOSAL_QUEUE = "pending-proposals.jsonl"
RUNS = "reviewer-runs"
OBSERVABILITY = "OBSERVABILITY"

_Judged = TypeVar("_Judged")


def examine(
    folder: EvidenceFolder,
    open_vault: Callable[[], VaultFolder],
    asked: Overrides,
    now_ms: int,
    manifest: str | None = None,
) -> HealthReport:
    """Judge what lies in a folder; changes nothing.

    Args:
        folder: the root of the vault, which need not exist.
        open_vault: opens the same root for reading its records; called for a manifest only, and
            may raise VaultFault.
        asked: what the variables ask for.
        now_ms: the present; ``asked`` may name another instant.
        manifest: path of the index manifest, None for its usual place.
    """
    at = now_ms if asked.now_ms is None else asked.now_ms
    evidence = Evidence(
        at,
        asked.thresholds,
        _reviewer(folder, at, asked.thresholds.reviewer_run_grace_ms),
        _retrieval(folder),
        _proposals(folder),
        _observability(folder),
        _index(folder, open_vault, at, manifest),
    )
    return HealthReport(
        iso_ms(at), asked.thresholds, evidence, (*asked.findings, *assess(evidence))
    )


def with_unwritten(report: HealthReport, reason: str) -> HealthReport:
    """Give a report that also says it could not be put where it was asked for.

    Whoever reads that place finds an older report there, or none.
    """
    message = f"The report could not be written where it was asked for: {reason}."
    found = Finding("health-report-unwritten", Severity.WARN, message)
    return report._replace(findings=(found, *report.findings))


def _place(folder: EvidenceFolder, name: str = "") -> str:
    place = f"{folder.root}/{OBSERVABILITY}"
    return public(f"{place}/{name}" if name else place)


def _rows(folder: EvidenceFolder, name: str) -> Iterator[tuple[int, Row | None]] | None:
    lines = folder.lines(name)
    return None if lines is None else log_rows(lines)


def _reviewer(folder: EvidenceFolder, at: int, grace_ms: float) -> Reviewer:
    places = _place(folder, REVIEWER_LOG), _place(folder, RUNS)
    try:
        rows = _rows(folder, REVIEWER_LOG)
        latest = latest_run(folder.run_names())
        run = None if latest is None else Run(*latest, folder.has_parse_error(latest[0]))
        return reviewer_evidence(() if rows is None else rows, run, places, at, grace_ms)
    except EvidenceUnreadable as fault:
        return Reviewer(ReviewerState.INVALID, " and ".join(places), error=fault.reason)


def _retrieval(folder: EvidenceFolder) -> Retrieval:
    place = _place(folder, RETRIEVAL_LOG)
    try:
        return retrieval_evidence(_rows(folder, RETRIEVAL_LOG) or (), place)
    except EvidenceUnreadable as fault:
        return Retrieval(RetrievalState.UNREADABLE, place, error=fault.reason)


def _proposals(folder: EvidenceFolder) -> Proposals:
    place = _place(folder, PROPOSAL_QUEUE)
    try:
        rows = _rows(folder, PROPOSAL_QUEUE)
        if rows is None:
            return Proposals(0, place, available=False)
        return proposal_evidence(rows, place)
    except EvidenceUnreadable as fault:
        return Proposals(0, place, available=True, error=fault.reason)


def _observability(folder: EvidenceFolder) -> Observability:
    seen = folder.logs()
    return Observability(
        seen.bytes, seen.oldest_ns, seen.files, _place(folder), seen.has_others, seen.error
    )


def _index(
    folder: EvidenceFolder, open_vault: Callable[[], VaultFolder], at: int, manifest: str | None
) -> IndexEvidence:
    seen = IndexEvidence(IndexState.INVALID, manifest or "", "", at)
    try:
        place, content = folder.manifest(manifest)
        seen = seen._replace(manifest=place)
        if content is not None:
            return _measured(seen, content, folder, open_vault)
        policy, content = folder.policy()
        seen = seen._replace(policy=policy)
        if content is None:
            return seen._replace(status=IndexState.ABSENT)
        if is_no_index_policy(content):
            return seen._replace(status=IndexState.NO_INDEX)
        return seen._replace(error="not the policy this program knows")
    except EvidenceUnreadable as fault:
        return seen._replace(error=fault.reason)


def _measured(
    seen: IndexEvidence,
    content: bytes,
    folder: EvidenceFolder,
    open_vault: Callable[[], VaultFolder],
) -> IndexEvidence:
    """Compare what a manifest claims with the records and the index there are."""
    claim = read_manifest(content)
    if claim is None:
        return seen._replace(error="not a manifest this program knows")
    seen = seen._replace(
        manifest_canonical_hash=claim.canonical_sha256,
        manifest_index_hash=claim.index_sha256,
        indexed_at=claim.indexed_at,
        age_ms=seen.measured_at_ms - claim.indexed_ms,
    )
    path, index_hash = folder.index_digest(seen.manifest, claim.index_path)
    seen = seen._replace(index_path=path, index_hash=index_hash)
    try:
        canonical = corpus_digest(load(open_vault()).records)
    except VaultFault as fault:
        return seen._replace(error=fault.message)
    matches = (canonical, index_hash) == (claim.canonical_sha256, claim.index_sha256)
    state = IndexState.OK if matches else IndexState.MISMATCH
    return seen._replace(status=state, canonical_hash=canonical)
