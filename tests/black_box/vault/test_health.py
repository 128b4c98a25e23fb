"""Is a vault's health green only for what was seen, understood, and is recent?"""

import json
import os
from typing import Any

import pytest

from tests.black_box.vault.programs import (
    Harness,
    retrieval,
    review,
    run_name,
    skip,
    stamp,
    summary,
)
from tests.black_box.vault.schemas import complaints

ROWS = {
    "reviewer": ("reviewer-runs.jsonl", review),
    "retrieval": ("memory-retrievals.jsonl", retrieval),
}
LIMITS = {"reviewer": {"days": 7}, "retrieval": {"days": 1}}


def test_fresh_evidence_is_green(fresh: Harness) -> None:
    """All evidence recent and a policy in place are healthy, with status 0. Vault Q1"""
    verdict = fresh.examine("--json")
    assert ("ok", {}) == (verdict.overall, verdict.findings)
    parts = ["reviewer-fresh", "retrieval-fresh", "proposal-backlog-ok", "observability-ok"]
    assert [*parts, "index-none-by-policy"] == verdict.report["ok_summary"]
    assert "2026-06-15T12:00:00.000Z" == verdict.report["ts"]


def test_no_evidence_is_a_warning_for_each_part(harness: Harness) -> None:
    """An empty vault, or none at all, lacks all five kinds of evidence. Vault Q2"""
    missing = {
        *("reviewer-evidence-missing", "retrieval-missing", "proposal-evidence-missing"),
        *("observability-evidence-missing", "index-evidence-missing"),
    }
    elsewhere = harness.having(CORTEX_HEALTH_ROOT=str(harness.home / "nowhere"))
    for each in (harness, elsewhere):
        verdict = each.examine()
        assert "warn" == verdict.overall
        assert dict.fromkeys(missing, "warn") == verdict.findings
        assert [] == verdict.report["ok_summary"]


@pytest.mark.parametrize("part", ROWS)
def test_evidence_is_recent_up_to_its_limit(fresh: Harness, part: str) -> None:
    """Exactly the limit is recent, a second more is stale, the future proves nothing. Vault Q3"""
    name, row = ROWS[part]
    seconds = LIMITS[part]["days"] * 86_400
    for ago, expected in (
        (seconds, {}),
        (seconds + 1, {f"{part}-stale": "warn"}),
        (0, {}),
        (-1, {f"{part}-future": "warn"}),
    ):
        fresh.rows(name, row(stamp(seconds=ago)))
        assert expected == fresh.findings()


FAILED = {
    "failed": (review(stamp(), ok=False), "reviewer-latest-failed"),
    "not parsed": (review(stamp(), parse_ok=False), "reviewer-latest-parse-failed"),
    "timeout": (review(stamp(), ok=False, error="inference Timeout"), "reviewer-latest-timed-out"),
    "timeout not parsed": (
        review(stamp(), ok=False, parse_ok=False, error="timeout"),
        "reviewer-latest-timed-out",
    ),
    "no longer a row": ("{broken", "reviewer-latest-parse-failed"),
    "null": ("null", "reviewer-latest-parse-failed"),
    "list": ("[1]", "reviewer-latest-parse-failed"),
    "NaN": ('{"ts":NaN}', "reviewer-latest-parse-failed"),
}


@pytest.mark.parametrize("case", FAILED)
def test_latest_run_of_the_reviewer_counts(fresh: Harness, case: str) -> None:
    """A failed latest run is critical whatever came before; a good one after it heals."""
    row, expected = FAILED[case]
    good = review(stamp(hours=1))
    fresh.rows("reviewer-runs.jsonl", good, row)
    verdict = fresh.examine()
    assert {expected: "critical"} == verdict.findings
    assert 2 == verdict.status
    if not isinstance(row, str):
        assert 1 == verdict.report["evidence"]["reviewer"]["priorSuccesses"]
        fresh.rows("reviewer-runs.jsonl", row, good)
        assert {} == fresh.findings()


INVALID_REVIEWS: dict[str, dict[str, Any]] = {
    "extra key": {"note": 1},
    "no transcript": {"transcript": ...},
    "blank run id": {"runId": ""},
    "no such instant": {"ts": "2026-02-30T00:00:00Z"},
    "instant is a number": {"ts": 5},
    "negative duration": {"inference_duration_ms": -1},
    "half an exchange": {"exchanges": 1.5},
    "exchanges true": {"exchanges": True},
    "ok is 1": {"ok": 1},
    "no summary": {"dispatch_summary": ...},
    "summary null": {"dispatch_summary": None},
    "summary extra": {"dispatch_summary": {**summary(), "x": 1}},
    "summary without failures": {
        "dispatch_summary": {k: v for k, v in summary().items() if k != "failures"}
    },
    "only one guard key": {
        "dispatch_summary": {k: v for k, v in summary().items() if k != "skips"}
    },
    "a failure": {"dispatch_summary": summary(failed=1, succeeded=1)},
    "failures listed": {"dispatch_summary": summary(failures=[{}])},
    "sum differs": {"dispatch_summary": summary(total=3)},
    "types differ": {"dispatch_summary": summary(by_type={"memory": 1})},
    "unknown type": {"dispatch_summary": summary(by_type={"memory": 1, "blog": 1})},
    "applied too many": {"dispatch_summary": summary(proposals_auto_applied=2)},
    "apply failed": {"dispatch_summary": summary(proposals_auto_apply_failed=1)},
}


@pytest.mark.parametrize("case", INVALID_REVIEWS)
def test_run_is_good_only_in_exactly_its_shape(fresh: Harness, case: str) -> None:
    """A row that claims success in another shape is invalid, which is critical."""
    fresh.rows("reviewer-runs.jsonl", review(**{"ts": stamp(), **INVALID_REVIEWS[case]}))
    assert {"reviewer-evidence-invalid": "critical"} == fresh.findings()


def test_run_may_leave_out_what_a_guard_refused(fresh: Harness) -> None:
    """A guarded item is no failure; both guard keys may be absent together. Vault Q5"""
    guarded = summary(total=3, skipped_guard=1, skips=[{}], by_type={"memory": 2, "proposal": 1})
    bare = {k: v for k, v in summary().items() if k not in ("skipped_guard", "skips")}
    for each in (guarded, bare, summary(total=0, succeeded=0, by_type={})):
        fresh.rows("reviewer-runs.jsonl", review(stamp(), dispatch_summary=each))
        assert {} == fresh.findings()


def test_skipped_run_is_healthy_in_its_own_shape(fresh: Harness) -> None:
    """A run that found nothing is healthy; one that claims exchanges is invalid. Vault Q5"""
    for good in (skip(stamp()), skip(stamp(), transcript=None), skip(stamp(), transcript=...),
                 skip(stamp(), error="empty")):  # fmt: skip
        fresh.rows("reviewer-runs.jsonl", good)
        assert {} == fresh.findings()
    for bad in (skip(stamp(), exchanges=1), skip(stamp(), ok=False), skip(stamp(), note=1),
                skip(stamp(), runId=""), skip(stamp(), dispatch_summary=summary()),
                skip(stamp(), transcript=5), skip(stamp(), exchanges=False)):  # fmt: skip
        fresh.rows("reviewer-runs.jsonl", bad)
        assert {"reviewer-evidence-invalid": "critical"} == fresh.findings()
    fresh.rows("reviewer-runs.jsonl", skip(stamp(days=8)))
    assert {"reviewer-stale": "warn"} == fresh.findings()


def test_run_without_a_row_times_out(fresh: Harness) -> None:
    """A folder newer than the last row has ten minutes; an older one is ignored. Vault Q6"""
    timed_out = {"reviewer-latest-timed-out": "critical"}
    for ago, expected in ((600, {}), (601, timed_out), (3600, {}), (86_400, {})):
        run = fresh.logs / "reviewer-runs" / run_name(seconds=ago)
        run.mkdir(parents=True)
        assert expected == fresh.findings(), ago
        run.rmdir()


def test_run_that_could_not_be_parsed_is_critical_at_once(fresh: Harness) -> None:
    """What a run left unparsed needs no grace, unless a later row follows. Vault Q6"""
    runs = fresh.logs / "reviewer-runs"
    (runs / run_name(seconds=1)).mkdir(parents=True)
    (runs / run_name(seconds=1) / "parse-error.txt").touch()
    assert {"reviewer-latest-parse-failed": "critical"} == fresh.findings()
    fresh.rows("reviewer-runs.jsonl", review(stamp()))
    assert {} == fresh.findings()


def test_stray_folder_hides_no_run(fresh: Harness) -> None:
    """A folder that names no instant is no run, and one dated ahead proves nothing. Vault Q6"""
    runs = fresh.logs / "reviewer-runs"
    (runs / "zzz").mkdir(parents=True)
    assert {} == fresh.findings()
    (runs / run_name(seconds=601)).mkdir()
    assert {"reviewer-latest-timed-out": "critical"} == fresh.findings()
    (runs / run_name(seconds=-5)).mkdir()
    assert {"reviewer-future": "warn"} == fresh.findings()


def test_run_folders_without_a_log(fresh: Harness) -> None:
    """Without a log a run in its grace is missing evidence, and afterwards timed out."""
    (fresh.logs / "reviewer-runs.jsonl").unlink()
    runs = fresh.logs / "reviewer-runs"
    (runs / run_name(seconds=600)).mkdir(parents=True)
    assert {"reviewer-evidence-missing": "warn"} == fresh.findings()
    (runs / run_name(seconds=600)).rmdir()
    (runs / run_name(seconds=700)).mkdir()
    assert {"reviewer-latest-timed-out": "critical"} == fresh.findings()


MALFORMED: dict[str, list[object]] = {
    "broken": ["{broken"],
    "null": ["null"],
    "text": ['"x"'],
    "extra key": [retrieval(stamp(), note=1)],
    "missing key": [retrieval(stamp(), query_hash=...)],
    "blank hash": [retrieval(stamp(), query_hash="")],
    "no instant": [retrieval("yesterday")],
    "negative": [retrieval(stamp(), returned_count=-1)],
    "boolean": [retrieval(stamp(), returned_count=True)],
    "bad score": [retrieval(stamp(), top_score="high")],
    "broken before a good row": ["{", retrieval(stamp())],
    "not utf-8": ["\udcff"],
}


@pytest.mark.parametrize("case", MALFORMED)
def test_log_of_retrievals_must_be_understood(fresh: Harness, case: str) -> None:
    """A malformed line anywhere, or a bad last row, is a warning. Vault Q7"""
    text = "".join(f"{r if isinstance(r, str) else json.dumps(r)}\n" for r in MALFORMED[case])
    fresh.put("OBSERVABILITY/memory-retrievals.jsonl", text.encode("utf-8", "surrogateescape"))
    assert {"retrieval-evidence-malformed": "warn"} == fresh.findings()


def test_retrieval_may_carry_a_score(fresh: Harness) -> None:
    """A score may be given; blank lines and line ends of any kind are no rows. Vault Q7"""
    row = json.dumps(retrieval(stamp(), top_score=1.25))
    fresh.put("OBSERVABILITY/memory-retrievals.jsonl", f"\r\n  \n{row}\r\n\r\n")
    assert {} == fresh.findings()


def test_proposals_wait_up_to_ten(fresh: Harness) -> None:
    """Ten pending rows are fine and eleven a warning; only exactly pending counts."""
    pending = [{"status": "pending"}] * 10
    others = [{"status": status} for status in ("accepted", "Pending", "", None, 1)]
    fresh.rows("pending-proposals.jsonl", *pending, *others, {})
    assert {} == fresh.findings()
    fresh.rows("pending-proposals.jsonl", *pending, {"status": "pending"})
    verdict = fresh.examine()
    assert {"proposal-backlog-high": "warn"} == verdict.findings
    assert 11 == verdict.report["evidence"]["proposals"]["pending"]
    (fresh.logs / "pending-proposals.jsonl").unlink()
    assert {"proposal-evidence-missing": "warn"} == fresh.findings()
    fresh.rows("pending-proposals.jsonl")
    assert {} == fresh.findings()


def test_logs_have_a_size(fresh: Harness) -> None:
    """256 MiB of logs of both kinds are fine, one byte more is a warning. Vault Q9"""
    before = fresh.examine().report["evidence"]["observability"]["bytes"]
    large = fresh.put("OBSERVABILITY/deep/er/tool.log", b"")
    fresh.put("OBSERVABILITY/deep/notes.txt", b"x" * 1000)
    os.truncate(large, 256 * 1024 * 1024 - before)
    fresh.age(large)
    assert {} == fresh.findings()
    os.truncate(large, 256 * 1024 * 1024 - before + 1)
    fresh.age(large)
    assert {"observability-bytes-exceeded": "warn"} == fresh.findings()


def test_logs_have_an_age(fresh: Harness) -> None:
    """The oldest log may be thirty days old, and no second older; other files may. Vault Q9"""
    log = fresh.put("OBSERVABILITY/deep/tool.log", b"x", days=30)
    fresh.put("OBSERVABILITY/old.txt", b"x", days=300)
    assert {} == fresh.findings()
    fresh.age(log, days=30, seconds=1)
    assert {"observability-age-exceeded": "warn"} == fresh.findings()


@pytest.mark.parametrize("clock", ["soon", "2026-06-15T12:00:00", "2026-02-30", " ", "NaN"])
def test_clock_that_is_none_is_critical(fresh: Harness, clock: str) -> None:
    """A clock override that names no instant is critical, and the real clock judges. Vault Q14"""
    findings = fresh.having(CORTEX_HEALTH_NOW=clock).findings()
    assert "critical" == findings["cortex-clock-invalid"]
    assert "retrieval" in str(sorted(findings))


def test_line_of_null_is_malformed(fresh: Harness) -> None:
    """A row that is null, or no object, is malformed and stops nothing. Vault Q15"""
    for row in ("null", "5", '"x"', "[]"):
        fresh.rows("pending-proposals.jsonl", row, {"status": "pending"})
        verdict = fresh.examine()
        assert {"proposal-evidence-malformed": "warn"} == verdict.findings
        seen = verdict.report["evidence"]["proposals"]
        assert ([1], 1) == (seen["malformedLines"], seen["pending"])


def test_thresholds_can_be_set(fresh: Harness) -> None:
    """A variable sets a threshold, in the numbers of the contract; empty is unset."""
    fresh.rows("pending-proposals.jsonl", *[{"status": "pending"}] * 3)
    fresh.put("OBSERVABILITY/tool.log", b"x", hours=3)
    for name, value, expected in (
        ("CORTEX_RETRIEVAL_STALE_MS", "3599999", {"retrieval-stale": "warn"}),
        ("CORTEX_RETRIEVAL_STALE_MS", "3.6e6", {}),
        ("CORTEX_PROPOSAL_BACKLOG", "2", {"proposal-backlog-high": "warn"}),
        ("CORTEX_PROPOSAL_BACKLOG", "0x3", {}),
        ("CORTEX_OBSERVABILITY_MAX_BYTES", "1", {"observability-bytes-exceeded": "warn"}),
        ("CORTEX_OBSERVABILITY_MAX_AGE_MS", "1000", {"observability-age-exceeded": "warn"}),
        ("CORTEX_PROPOSAL_BACKLOG", "", {}),
    ):
        assert expected == fresh.having(**{name: value}).findings(), name


@pytest.mark.parametrize("value", ["0", "-1", "abc", "Infinity", "NaN", " ", "1_000", "1e999"])
def test_threshold_that_is_none_is_critical(fresh: Harness, value: str) -> None:
    """A value that is no finite number above zero is critical, and the default holds."""
    verdict = fresh.having(CORTEX_RETRIEVAL_STALE_MS=value, CORTEX_PROPOSAL_BACKLOG="x").examine()
    assert {"cortex-threshold-invalid": "critical"} == verdict.findings
    assert 2 == len(verdict.report["findings"])
    assert (86_400_000, 10) == (
        verdict.report["thresholds"]["retrievalStaleMs"],
        verdict.report["thresholds"]["proposalBacklog"],
    )


UNREADABLE = {
    "reviewer-runs.jsonl": {"reviewer-evidence-invalid": "critical"},
    "memory-retrievals.jsonl": {"retrieval-evidence-invalid": "warn"},
    "pending-proposals.jsonl": {"proposal-evidence-malformed": "warn"},
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_evidence_that_cannot_be_read_is_never_green(fresh: Harness, name: str) -> None:
    """A link, a pipe or a folder where a log should be is a finding, and nothing hangs."""
    path = fresh.logs / name
    kept = path.rename(fresh.home / name)
    path.symlink_to(kept)
    assert UNREADABLE[name] == fresh.findings()
    path.unlink()
    os.mkfifo(path)
    assert UNREADABLE[name] == fresh.findings()
    path.unlink()
    path.mkdir()
    assert UNREADABLE[name] == fresh.findings()


def test_line_beyond_any_row_is_not_read_on(fresh: Harness) -> None:
    """A line of more than a mebibyte is no row, and makes its log unreadable."""
    fresh.put("OBSERVABILITY/memory-retrievals.jsonl", b"x" * ((1 << 20) + 1))
    assert {"retrieval-evidence-invalid": "warn"} == fresh.findings()


def test_logs_behind_a_link_are_never_green(fresh: Harness) -> None:
    """Logs that lie behind a link are looked at by no check."""
    moved = fresh.logs.rename(fresh.home / "logs")
    fresh.logs.symlink_to(moved)
    assert {
        "reviewer-evidence-invalid": "critical",
        "retrieval-evidence-invalid": "warn",
        "proposal-evidence-malformed": "warn",
        "observability-evidence-invalid": "warn",
    } == fresh.findings()


def test_vault_behind_a_link_is_followed_once(fresh: Harness) -> None:
    """The root itself may be a link, as the original layout has it; its policy lies beside it."""
    moved = fresh.root.rename(fresh.home / "MEMORY")
    fresh.root.symlink_to(moved)
    verdict = fresh.examine()
    assert "ok" == verdict.overall
    assert verdict.report["evidence"]["retrieval"]["evidence"].startswith(f"{moved}/")
    fresh.manifest()
    assert {} == fresh.findings()


def test_any_folder_can_be_examined(fresh: Harness) -> None:
    """A root named by option or variable is examined; its policy may lie in it."""
    elsewhere = fresh.having(CORTEX_HEALTH_ROOT="", CORTEX_MEMORY_ROOT=str(fresh.root))
    assert {} == elsewhere.findings()
    moved = fresh.root.rename(fresh.home / "vault")
    assert {"index-evidence-missing": "warn"} == fresh.examine("--memory-root", str(moved)).findings
    (fresh.folder / "LIFEOS" / "CORTEX_INDEX_POLICY.json").rename(
        moved / "CORTEX_INDEX_POLICY.json"
    )
    assert {} == fresh.examine("--memory-root", str(moved), "--json").findings


def test_words_that_are_none_are_refused(fresh: Harness) -> None:
    """Unknown words are not passed over: status 4 and one object that says so."""
    for words in (["x"], ["--frob"], ["--memory-root"], ["--memory-root", ""]):
        ended = fresh.run("health", *words)
        assert (4, b"") == (ended.returncode, ended.stderr)
        assert [] == complaints(json.loads(ended.stdout), "program-refusal")
