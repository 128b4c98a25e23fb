"""What do the two disclosures hand over, and how is the report on them written?

Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from cortex.model.vault import VaultCard, record_fields
from cortex.model.vault_bench import SAMPLES, TOP, BenchReport, Cost, Disclosure
from cortex.wire.vault import EXPORT_FORMAT, card_json

SCHEMA = "lifeos-cortex-benchmark/v1"
PATHS = {
    Disclosure.FULL: "rank-full-records",
    Disclosure.PROGRESSIVE: "rank-cards-expand-selected",
}


def payload(disclosure: Disclosure, cards: Sequence[VaultCard]) -> bytes:
    """Give what is handed over: all records whole, or all cards and the first record whole."""
    if disclosure is Disclosure.FULL:
        return _compact(_export(cards))
    search = {
        "items": [card_json(card) for card in cards],
        "total": len(cards),
        "page": 1,
        "page_size": TOP,
    }
    return _compact({"search": search, "fetch": _export(cards[:1])})


def _export(cards: Sequence[VaultCard]) -> dict[str, object]:
    return {"format": EXPORT_FORMAT, "items": [record_fields(card.record) for card in cards]}


def report_json(report: BenchReport) -> dict[str, object]:
    """Give a report in the published key order."""
    return {
        "schema": SCHEMA,
        "generated_at": report.generated_at,
        "labels": report.labels,
        "configs": [_config_json(report, cost) for cost in report.costs],
        "vector_config": None,
        "measurements": {
            "corpus_tokenizations": report.ranking_runs,
            "ranking_runs": report.ranking_runs,
            "latency_samples_per_query": SAMPLES,
        },
        "provenance": {
            "corpus_digest": report.corpus_digest,
            "labels_digest": report.labels_digest,
            "command": report.command,
            "generated_at": report.generated_at,
            "config": {
                "ranker": "Cortex.rankBM25",
                "validity": "Cortex.activeCortexRecords",
                "disclosure_payloads": ["full-fetch", "cards-expand-selected"],
                "top_k": TOP,
                "latency_samples_per_query": SAMPLES,
            },
        },
    }


def _config_json(report: BenchReport, cost: Cost) -> dict[str, object]:
    quality, machine = report.quality, report.machine
    return {
        "name": cost.disclosure.value,
        "recall_at_5": _number(quality.recall),
        "mrr": _number(quality.mrr),
        "temporal_accuracy": _number(quality.temporal_accuracy),
        "false_recall": _number(quality.false_recall),
        "injected_tokens": cost.injected_tokens,
        "p95_latency_ms": _number(cost.p95_latency_ms),
        "latency_samples": cost.latency_samples,
        "disk_bytes": machine.disk_bytes,
        "disk_growth_bytes": machine.disk_growth_bytes,
        "process_count": machine.process_count,
        "peak_rss_bytes": machine.peak_rss_bytes,
        "execution_path": PATHS[cost.disclosure],
    }


def failure_json(message: str) -> dict[str, object]:
    """Give what is printed instead of a report."""
    return {"schema": SCHEMA, "ok": False, "error": message}


def line(value: dict[str, object]) -> bytes:
    """Give an object on one line."""
    return _compact(value) + b"\n"


def pretty(value: dict[str, object]) -> bytes:
    """Give an object as it is kept in a file."""
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _compact(value: dict[str, object]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
