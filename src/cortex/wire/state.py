"""How is a seat's STATE.md written as JSON? Source: docs/formats/state.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cortex.wire.instants import instant_json

if TYPE_CHECKING:
    from cortex.model.seat_checks import SeatCheck


def state_json(
    seat: str, path: str, text: str, written_us: int, sections: Sequence[tuple[str, str]]
) -> dict[str, object]:
    """Give a file whole and by its sections, in the order of the file."""
    return {
        "seat": seat,
        "path": path,
        "written_at": instant_json(written_us) if written_us else None,
        "text": text,
        "characters": len(text),
        "sections": [{"title": title, "body": body} for title, body in sections],
    }


def rewritten_json(
    text: str, former: str | None, removed: Sequence[tuple[str, int]]
) -> dict[str, object]:
    """Give what a rewrite came to."""
    return {
        "characters": len(text),
        "former": former,
        "removed": [{"kind": kind, "count": count} for kind, count in removed],
    }


def copies_json(copies: Sequence[tuple[str, int, int]]) -> dict[str, object]:
    """Give the copies of former versions, each as (name, when it was made, bytes)."""
    return {
        "copies": [
            {"name": name, "made_at": instant_json(made_us), "bytes": size}
            for name, made_us, size in copies
        ]
    }


def checks_json(checks: Sequence[SeatCheck]) -> dict[str, object]:
    """Give the rows of a check, and whether none of them failed."""
    return {
        "healthy": all(row.level != "fail" for row in checks),
        "checks": [row._asdict() for row in checks],
    }
