"""How are the figures of use written as JSON? Source: docs/formats/stats.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.wire.instants import format_instant

if TYPE_CHECKING:
    from cortex.model.injections import PromptFigures


def stats_json(
    days: int, figures: PromptFigures, spool: dict[str, object], taken_in: int
) -> dict[str, object]:
    """Give the figures of some days, each in its own unit; None is what nobody could measure."""
    return {
        "days": days,
        "taken_in": taken_in,
        "captured": [
            {"host": one.host, "day": one.day, "events": one.events} for one in figures.captured
        ],
        "spool": spool,
        "prompts": {
            "seen": figures.seen,
            "injected": figures.injected,
            "silent": [{"reason": reason, "prompts": count} for reason, count in figures.silent],
        },
        "injected": {
            "facts": figures.told,
            "bytes": figures.size_bytes,
            "token_estimate": figures.token_estimate,
            "used": figures.used,
            "used_percent": figures.used * 100 // figures.told if figures.told else None,
        },
        "time_us": {"p50": figures.p50_us, "p95": figures.p95_us},
    }


def spool_json(
    bytes_waiting: int, oldest_us: int | None, refused: int, quarantined: int
) -> dict[str, object]:
    """Give what hooks took down that nobody has kept yet."""
    return {
        "bytes_waiting": bytes_waiting,
        "oldest": None if oldest_us is None else format_instant(oldest_us),
        "refused": refused,
        "quarantined": quarantined,
    }
