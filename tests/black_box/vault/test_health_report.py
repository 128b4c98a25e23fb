"""Where does a health report go, and what does it leave alone?"""

import json
import os
from dataclasses import replace

from tests.black_box.vault.programs import Harness, review, run_name, stamp


def test_report_is_logged_unless_that_is_forbidden(fresh: Harness) -> None:
    """The variable stops the row of the log, and never the report that was asked for. Vault Q13"""
    log, path = fresh.logs / "memory-health.jsonl", fresh.home / "report.json"
    path.write_text("an older report", encoding="utf-8")
    silent = fresh.having(CORTEX_HEALTH_REPORT_PATH=str(path))
    report = silent.examine().report
    assert not log.exists()
    assert report == json.loads(path.read_text(encoding="utf-8"))
    loud = fresh.having(CORTEX_HEALTH_NO_WRITE="0")
    reports = [loud.examine().report, loud.examine().report]
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert reports == rows
    assert [path.name] == [each.name for each in fresh.home.iterdir()]


def test_report_that_cannot_be_written_is_a_finding(fresh: Harness) -> None:
    """Where a report was asked for and cannot be, an old one may stand: never green."""
    for path in (fresh.home, fresh.home / "missing" / "report.json"):
        asked = fresh.having(CORTEX_HEALTH_REPORT_PATH=str(path))
        assert {"health-report-unwritten": "warn"} == asked.findings()
    assert [] == list(fresh.home.iterdir())


def test_log_goes_through_no_link(fresh: Harness) -> None:
    """A log that is a link or has a second name is not written; the verdict stands."""
    loud, outside = fresh.having(CORTEX_HEALTH_NO_WRITE=""), fresh.home / "target"
    outside.write_text("", encoding="utf-8")
    log = fresh.logs / "memory-health.jsonl"
    log.symlink_to(outside)
    first = loud.examine()
    log.unlink()
    os.link(outside, log)
    second = loud.examine()
    assert "" == outside.read_text(encoding="utf-8")
    for verdict in (first, second):
        assert "ok" == verdict.overall
        assert "not logged" in verdict.err


def test_log_never_becomes_part_of_a_vault(harness: Harness) -> None:
    """In a vault that is read from its root down no log is begun, and no root is made."""
    loud = harness.having(CORTEX_HEALTH_NO_WRITE="")
    harness.put("a.md", "alpha")
    loud.examine()
    assert not harness.logs.exists()
    nowhere = loud.having(CORTEX_HEALTH_ROOT=str(harness.home / "nowhere"))
    nowhere.examine()
    assert not (harness.home / "nowhere").exists()
    harness.put("KNOWLEDGE/a.md", "alpha")
    loud.examine()
    assert (harness.logs / "memory-health.jsonl").exists()


def test_own_log_is_no_evidence(harness: Harness) -> None:
    """Asking twice makes nothing healthy: the log of health itself proves nothing."""
    harness.put("KNOWLEDGE/a.md", "alpha")
    loud = harness.having(CORTEX_HEALTH_NO_WRITE="")
    first, second = loud.findings(), loud.findings()
    assert first == second
    assert "observability-evidence-missing" in second


def test_what_was_proposed_is_what_waits(fresh: Harness) -> None:
    """The queue that `propose` fills is the one that is counted."""
    (fresh.logs / "pending-proposals.jsonl").unlink()
    for number in range(11):
        item = {
            "type": "proposal",
            "target_kind": "style",
            "target_file": "x",
            "edit": f"edit {number}",
            "rationale": "r",
            "confidence": 0.5,
        }
        words = ("--adapter", "claude", "--allow-write", "--memory-root", str(fresh.root))
        assert 0 == fresh.run("propose", json.dumps(item), *words).returncode
    verdict = fresh.examine()
    assert "warn" == verdict.findings["proposal-backlog-high"]
    assert 11 == verdict.report["evidence"]["proposals"]["pending"]


def test_private_words_of_a_log_stay_private(fresh: Harness) -> None:
    """What a report repeats of a log has no private spans and is short."""
    error = "<private>secretword</private> failed " + "x" * 2000
    fresh.rows("reviewer-runs.jsonl", review(stamp(), ok=False, error=error))
    report = fresh.examine().report
    assert "secretword" not in json.dumps(report)
    assert 500 == len(report["evidence"]["reviewer"]["error"])


def test_examining_changes_nothing_but_its_log(fresh: Harness) -> None:
    """Without the log no byte, size or mtime under the root changes."""

    def states() -> list[tuple[str, int, int]]:
        found = sorted(fresh.root.rglob("*"))
        return [(str(p), p.lstat().st_size, p.lstat().st_mtime_ns) for p in found]

    fresh.manifest()
    before = states()
    fresh.examine()
    assert before == states()


def test_what_permissions_hide_is_never_green(fresh: Harness) -> None:
    """A log, a folder of logs or a folder of runs that may not be read is a finding."""
    bound = replace(fresh, is_bound=True)
    assert {} == bound.findings()
    deep = fresh.put("OBSERVABILITY/deep/tool.log", b"x").parent
    run = fresh.logs / "reviewer-runs" / run_name(seconds=1)
    run.mkdir(parents=True)
    policy = fresh.policy()
    for path, expected in (
        (fresh.logs / "reviewer-runs.jsonl", {"reviewer-evidence-invalid": "critical"}),
        (fresh.logs / "memory-retrievals.jsonl", {"retrieval-evidence-invalid": "warn"}),
        (fresh.logs / "pending-proposals.jsonl", {"proposal-evidence-malformed": "warn"}),
        (deep, {"observability-evidence-invalid": "warn"}),
        (run.parent, {"reviewer-evidence-invalid": "critical"}),
        (run, {"reviewer-latest-parse-failed": "critical"}),
        (policy, {"index-manifest-invalid": "critical"}),
    ):
        mode = path.stat().st_mode
        path.chmod(0)
        found = bound.findings()
        path.chmod(mode)
        assert expected.items() <= found.items(), path
    assert {} == bound.findings()
