"""How is what an import did written as JSON? Source: docs/formats/cli-json.md."""

from __future__ import annotations

from cortex.model.imports import ImportReport, Origin
from cortex.wire.instants import format_instant


def origin_json(origin: Origin) -> dict[str, object]:
    """Give where a fact was taken in from: the kind of source, the place in it, and when."""
    return {
        "kind": origin.source.kind,
        "where": origin.locator,
        "imported_at": format_instant(origin.imported_us),
    }


def import_json(report: ImportReport) -> dict[str, object]:
    """Give what taking in one kind of source did; when ``applied`` is false, what it would do."""
    return {
        "kind": report.source.kind,
        "applied": report.is_applied,
        "new": report.new,
        "edited": report.edited,
        "known": report.known,
        "merged": report.merged,
        "gone": report.gone,
        "types": dict(report.types),
        "examples": [
            {"type": fact_type, "text": text, "where": where}
            for fact_type, text, where in report.examples
        ],
        "damaged": report.damaged,
        "reasons": dict(report.reasons),
        "redacted": dict(report.redacted),
        "skipped": [
            {"where": one.locator, "reason": one.reason, "damaged": one.is_damage}
            for one in report.skipped
        ],
    }
