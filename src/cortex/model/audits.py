"""What was served, and how does it compare with reading everything? Source: CQR 10."""

from cortex.model.lean_classes import NamedTuple

AUDITS_KEPT = 6000
"""Newest boot audits kept one by one: more than the log they come from can hold, so that none is
counted twice. Older ones live on in the sums of their day."""

ROLLUP_DAYS_KEPT = 400
"""Days whose sums are kept: a year and a month."""

QUANTITY_BOOT = "boot_brief"
QUANTITY_FOCUS = "focus_summary"
UNIT_CHARACTERS = "characters"


class BootAudit(NamedTuple):
    """One brief that was handed out.

    Args:
        process_id: of the process that served it; with the instant it names the audit.
        baseline_chars: characters of every fact of the place; None when nobody counted them.
    """

    created_us: int
    process_id: int
    owner_id: int
    agent: str
    scope_id: str
    form: str
    budget_tokens: int
    served_chars: int
    baseline_chars: int | None
    facts_count: int
    left_out_count: int
    latency_us: int


class Rollup(NamedTuple):
    """The sums of one day and one quantity; sums of different quantities are never added.

    Args:
        events: how often it was served.
        served: what was served in all.
        compared: events whose baseline is known.
        compared_served, baseline: their sums, so that only like is compared with like.
    """

    day: str
    quantity: str
    unit: str
    events: int
    served: int
    compared: int
    compared_served: int
    baseline: int
