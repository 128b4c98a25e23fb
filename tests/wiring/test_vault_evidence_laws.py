"""Is there any evidence that turns health green without being what it should be?"""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cortex.core.vault.evidence import log_rows, retrieval_evidence, reviewer_evidence
from cortex.core.vault.health import Overrides, overrides
from cortex.core.vault.index_claims import is_no_index_policy, read_manifest
from cortex.model.vault_health import RetrievalState, ReviewerState, Severity, Thresholds
from cortex.services.vault.health import examine
from cortex.stores.files.evidence import EvidenceRoot
from cortex.stores.files.vault import PinnedFolder
from cortex.wire.vault_health import line, report_json

NOW_MS = 1_781_524_800_000
LOGS = ("reviewer-runs.jsonl", "memory-retrievals.jsonl", "pending-proposals.jsonl", "tool.log")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [
        *("runId", "ts", "transcript", "dispatch_summary", "ok", "parse_ok", "exchanges", "error"),
        *("skipped", "inference_duration_ms", "query_hash", "returned_count", "duration_ms"),
    ]
)
ROWS = st.dictionaries(KEYS, VALUES).map(lambda row: json.dumps(row).encode())
LINES = st.lists(st.binary(max_size=30) | ROWS | VALUES.map(lambda v: json.dumps(v).encode()))
ANY = settings(max_examples=200, deadline=None)


@ANY
@given(LINES)
def test_no_lines_break_a_judgement(lines: list[bytes]) -> None:
    """Whatever a log holds is judged; what is no row is counted by its line."""
    rows = list(log_rows(lines))
    assert [number for number, _ in rows] == sorted({number for number, _ in rows})
    reviewer = reviewer_evidence(rows, None, ("log", "runs"), NOW_MS, 600_000)
    retrieval = retrieval_evidence(rows, "log")
    if any(row is None for _, row in rows):
        assert reviewer.status is ReviewerState.PARSE_FAILED
        assert retrieval.status is RetrievalState.INVALID


@ANY
@given(st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_no_other_content_is_a_policy_or_a_manifest(content: bytes) -> None:
    """Made-up content claims nothing of an index."""
    assert not is_no_index_policy(content)
    assert read_manifest(content) is None


@ANY
@given(st.text(max_size=12).filter(bool))
def test_variables_are_taken_or_critical(value: str) -> None:
    """A threshold is a finite number above zero, or the default with a critical finding."""
    found = overrides({"CORTEX_PROPOSAL_BACKLOG": value, "CORTEX_HEALTH_NOW": value})
    assert 0 < found.thresholds.proposal_backlog < float("inf")
    refused = {one.id for one in found.findings}
    assert ("cortex-clock-invalid" in refused) == (found.now_ms is None)
    assert {Severity.CRITICAL} >= {one.severity for one in found.findings}


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(contents=st.lists(LINES, min_size=4, max_size=4))
def test_made_up_evidence_is_never_green(tmp_path: Path, contents: list[list[bytes]]) -> None:
    """Each part gives a finding, made-up logs are never healthy, and a report can be printed."""
    folder = tmp_path / "OBSERVABILITY"
    folder.mkdir(exist_ok=True)
    for name, lines in zip(LOGS, contents, strict=True):
        (folder / name).write_bytes(b"\n".join(lines))
    asked = Overrides(Thresholds(), NOW_MS, ())
    report = examine(
        EvidenceRoot(str(tmp_path)), lambda: PinnedFolder(str(tmp_path)), asked, NOW_MS
    )
    parts = {one.part for one in report.findings if one.part is not None}
    assert 5 == len(parts)
    assert report.overall is not Severity.OK
    assert line(report_json(report)).endswith(b"}\n")
