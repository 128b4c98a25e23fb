"""What does one check of a seat say? Source: OGL 9."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.lean_classes import NamedTuple

PASS = "pass"  # noqa: S105  # A level, no secret.
WARN = "warn"
FAIL = "fail"

LEVELS = (PASS, WARN, FAIL)
"""From well to badly."""


class SeatCheck(NamedTuple):
    """What one check found.

    Attributes:
        check: its published id, such as ``D1``.
        level: one of ``LEVELS``; what could not be looked at is never a pass.
        evidence: what was seen, with names and numbers; nothing that is remembered.
        remedy: what to do about it; empty for a pass.
    """

    check: str
    level: str
    evidence: str
    remedy: str = ""


SHOWN_MAX = 5
"""Places a row of evidence names; the others are counted."""


def shown(places: Sequence[str], mark: str = "; ") -> str:
    """Give places as one text: some by name, the rest as a number."""
    rest = len(places) - SHOWN_MAX
    return mark.join(places[:SHOWN_MAX]) + (f"{mark}and {rest} more" if rest > 0 else "")
