"""How is a forgetting written as JSON? Counts, references and digests; never a word of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cortex.model.erasure import ErasureReport, Proof, Scrubbed


def erasure_json(report: ErasureReport) -> dict[str, object]:
    """Give what goes or went; ``scrubbed`` and ``proof`` are null while nothing was done."""
    return {
        "applied": report.is_applied,
        "facts": list(report.facts),
        "captured": list(report.captured),
        "captured_left": report.captured_left,
        "counts": dict(report.counts),
        "flagged": [
            {"reference": reference, "relation": relation} for reference, relation in report.flagged
        ],
        "also_said_by": list(report.also_said_by),
        "copies": list(report.copies),
        "removed_copies": list(report.removed_copies),
        "tombstones": list(report.tombstones),
        "scrubbed": None if report.scrubbed is None else scrubbed_json(report.scrubbed),
        "proof": None if report.proof is None else _proof_json(report.proof),
    }


def scrubbed_json(scrubbed: Scrubbed) -> dict[str, object]:
    """Give what became of the pages of the file."""
    return {
        "clean": scrubbed.is_clean,
        "bytes_before": scrubbed.bytes_before,
        "bytes_after": scrubbed.bytes_after,
        "log_bytes_left": scrubbed.log_bytes_left,
        "fault": scrubbed.fault or None,
    }


def forgotten_bases_json(bases: Iterable[tuple[int, str]]) -> list[dict[str, object]]:
    """Give what a standing fact was built on that was forgotten."""
    return [{"fact_id": fact_id, "relation": relation} for fact_id, relation in bases]


def _proof_json(proof: Proof) -> dict[str, object]:
    return {
        "clean": not proof.found_in,
        "bytes_searched": proof.bytes_searched,
        "files_searched": proof.files_searched,
        "found_in": list(proof.found_in),
    }
