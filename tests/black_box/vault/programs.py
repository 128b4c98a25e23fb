"""What do the programs around a vault leave behind? Logs, runs and index claims, as asked."""

import json
import os
import subprocess
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.black_box.shell import CORTEX
from tests.black_box.vault.desk import BOUND
from tests.black_box.vault.schemas import complaints

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


def stamp(**ago: float) -> str:
    """Give the instant that lies so far before the fixed clock, as timedelta counts."""
    return (NOW - timedelta(**ago)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def run_name(**ago: float) -> str:
    """Give the name of the folder of a run that began so far before the fixed clock."""
    return stamp(**ago).replace(":", "-").replace(".", "-")


def summary(**changes: object) -> dict[str, Any]:
    """Give what a run dispatched: two items, unless changed."""
    return {
        "total": 2,
        "by_type": {"memory": 1, "proposal": 1},
        "succeeded": 2,
        "failed": 0,
        "failures": [],
        "skipped_guard": 0,
        "skips": [],
        "proposals_auto_applied": 0,
        "proposals_auto_apply_failed": 0,
        **changes,
    }


def review(ts: object, **changes: object) -> dict[str, Any]:
    """Give the row of a run that worked, with changes; ``...`` removes a key."""
    row = {
        "ts": ts,
        "ok": True,
        "runId": "run-1",
        "transcript": "t.jsonl",
        "exchanges": 4,
        "inference_duration_ms": 1200.5,
        "parse_ok": True,
        "dispatch_summary": summary(),
        **changes,
    }
    return {key: value for key, value in row.items() if value is not ...}


def skip(ts: str, **changes: object) -> dict[str, Any]:
    """Give the row of a run that found nothing to do."""
    skipped = {"exchanges": 0, "inference_duration_ms": 0, "skipped": True}
    return review(ts, **{**skipped, "dispatch_summary": ..., **changes})


def retrieval(ts: str, **changes: object) -> dict[str, Any]:
    """Give the row of one retrieval, with changes; ``...`` removes a key."""
    row = {"ts": ts, "query_hash": "q", "returned_count": 3, "duration_ms": 1.5, **changes}
    return {key: value for key, value in row.items() if value is not ...}


@dataclass(frozen=True)
class Verdict:
    """What the health program concluded."""

    status: int
    report: dict[str, Any]
    err: str

    @property
    def overall(self) -> str:
        """Give the worst severity, which the status must agree with."""
        found: str = self.report["overall"]
        assert {"ok": 0, "warn": 1, "critical": 2}[found] == self.status
        return found

    @property
    def findings(self) -> dict[str, str]:
        """Give id -> severity of what is not healthy."""
        return {one["id"]: one["severity"] for one in self.report["findings"]}


@dataclass(frozen=True)
class Harness:
    """The folder an agent host keeps its vault in, seen by the health program."""

    folder: Path
    home: Path
    variables: dict[str, str] = field(default_factory=dict)
    is_bound: bool = False
    """Whether permissions bind it, also where the tests run as root."""

    @property
    def root(self) -> Path:
        """Give the vault."""
        return self.folder / "LIFEOS" / "MEMORY"

    @property
    def logs(self) -> Path:
        """Give the folder of the logs."""
        return self.root / "OBSERVABILITY"

    def having(self, **variables: str) -> "Harness":
        """Give the same with more variables."""
        return replace(self, variables={**self.variables, **variables})

    def put(self, name: str, content: str | bytes, **ago: float) -> Path:
        """Write a file of the vault, changed so long before the fixed clock."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.age(path, **ago)
        return path

    def age(self, path: Path, **ago: float) -> None:
        """Date a file."""
        changed_ns = int((NOW - timedelta(**ago)).timestamp()) * 1_000_000_000
        os.utime(path, ns=(changed_ns, changed_ns))

    def rows(self, name: str, *rows: object) -> Path:
        """Write a log of rows."""
        text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
        return self.put(f"OBSERVABILITY/{name}", text)

    def policy(self, content: object = ...) -> Path:
        """Write the index policy."""
        said = {"schema": "lifeos-cortex-index-policy/v1", "policy": "no-index-v1"}
        path = self.folder / "LIFEOS" / "CORTEX_INDEX_POLICY.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        shown = content if isinstance(content, str) else json.dumps(
            said if content is ... else content
        )  # fmt: skip
        path.write_text(shown, encoding="utf-8")
        return path

    def manifest(self, **changes: object) -> Path:
        """Write an index and a manifest that says the truth about it, with changes."""
        index = self.put("INDEX/index.bin", b"an index")
        told = {
            "schema": "lifeos-cortex-index/v1",
            "canonical_sha256": self.digest(),
            "index_path": "index.bin",
            "index_sha256": sha256(index.read_bytes()).hexdigest(),
            "indexed_at": stamp(hours=1),
            **changes,
        }
        kept = {key: value for key, value in told.items() if value is not ...}
        return self.put("INDEX/index-manifest.json", json.dumps(kept))

    def digest(self) -> str:
        """Give the digest that `rebuild` gives for the vault."""
        ended = self.run("rebuild", "--from-canonical", "--memory-root", str(self.root))
        found: str = json.loads(ended.stdout)["data"]["canonical_digest"]
        return found

    def fresh(self) -> "Harness":
        """Write evidence that is all healthy."""
        self.put("KNOWLEDGE/a.md", "alpha")
        self.rows("reviewer-runs.jsonl", review(stamp(hours=1)))
        self.rows("memory-retrievals.jsonl", retrieval(stamp(hours=1)))
        self.rows("pending-proposals.jsonl", {"status": "pending"})
        self.policy()
        return self

    def run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Run the installed command."""
        before = BOUND if self.is_bound and os.getuid() == 0 else ()
        return subprocess.run(
            [*before, CORTEX, "vault", *words],
            capture_output=True,
            check=False,
            cwd=self.home,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
                "CORTEX_HEALTH_ROOT": str(self.folder),
                "CORTEX_HEALTH_NOW": stamp(),
                "CORTEX_HEALTH_NO_WRITE": "1",
                **self.variables,
            },
            timeout=60,
        )

    def examine(self, *words: str) -> Verdict:
        """Run the health program and check what holds of every report."""
        ended = self.run("health", *words)
        report = json.loads(ended.stdout)
        assert [] == complaints(report, "health-report")
        counts = [one["severity"] for one in report["findings"]]
        assert report["counts"] == {
            "critical": counts.count("critical"),
            "warn": counts.count("warn"),
            "ok": len(report["ok_summary"]),
        }
        return Verdict(ended.returncode, report, ended.stderr.decode())

    def findings(self) -> dict[str, str]:
        """Give id -> severity of what is not healthy."""
        verdict = self.examine()
        assert verdict.overall in ("ok", "warn", "critical")
        return verdict.findings
