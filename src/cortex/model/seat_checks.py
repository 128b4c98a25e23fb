"""What does one check of a seat say? Source: OGL 9."""

from __future__ import annotations

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
