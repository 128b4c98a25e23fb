"""What was served instead of everything, by quantity and day?

Briefs are noted down beside the brain, because a hook may not wait for a writer, and taken in here
(ADR 0093). Sums of different quantities are never added: CQR C13.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cortex.core.boot.calendar import day_text
from cortex.model.audits import (
    AUDITS_KEPT,
    QUANTITY_BOOT,
    ROLLUP_DAYS_KEPT,
    UNIT_CHARACTERS,
    BootAudit,
    Rollup,
)
from cortex.model.durations import DAY_US

if TYPE_CHECKING:
    from cortex.ports.brain import Brain


def read_audits(
    lines: Sequence[Sequence[str]], baseline: Callable[[int, tuple[str, ...]], int]
) -> list[BootAudit]:
    """Give the briefs that were noted down; a line that cannot be read is left out.

    Args:
        lines: the fields of each line as the boot log has them.
        baseline: gives the characters of every fact shown to an owner (0 for the only person) in
            these scopes; asked once for each.
    """
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    found = []
    for line in lines:
        try:
            created_us, process_id, owner_id = (int(field) for field in line[:3])
            form, agent, scope_ids = line[3], line[9], tuple(line[10:])
            budget, latency_us, served, facts, left_out = (int(field) for field in line[4:9])
        except (ValueError, IndexError):
            continue
        if not scope_ids:
            continue
        place = (owner_id, scope_ids)
        if place not in known:
            known[place] = baseline(*place)
        found.append(
            BootAudit(
                created_us,
                process_id,
                owner_id,
                agent,
                scope_ids[0],
                form,
                budget,
                served,
                known[place],
                facts,
                left_out,
                latency_us,
            )
        )
    return found


def keep_audits(brain: Brain, audits: Sequence[BootAudit], now_us: int) -> int:
    """Store audits and add them to the sums of their days; gives how many were new."""
    count = 0
    with brain.writing() as writer:
        for audit in audits:
            if writer.audits.add_audit(audit):
                count += 1
                writer.audits.add_to_rollup(audit.owner_id, _rollup(audit))
        writer.audits.prune(AUDITS_KEPT, day_text(now_us - ROLLUP_DAYS_KEPT * DAY_US))
    return count


def sums(brain: Brain, owner_id: int, days: int, now_us: int) -> list[Rollup]:
    """Give one sum for each quantity over the last days, by quantity."""
    since = day_text(now_us - (days - 1) * DAY_US)
    by_quantity: dict[str, Rollup] = {}
    with brain.reading() as reader:
        for one in reader.audits.rollups(owner_id, since):
            known = by_quantity.get(one.quantity)
            if known is not None:
                added = [a + b for a, b in zip(known[3:], one[3:], strict=True)]
                by_quantity[one.quantity] = Rollup(since, one.quantity, one.unit, *added)
            else:
                by_quantity[one.quantity] = one
    return [by_quantity[quantity] for quantity in sorted(by_quantity)]


def _rollup(audit: BootAudit) -> Rollup:
    baseline = audit.baseline_chars
    is_compared = baseline is not None
    return Rollup(
        day=day_text(audit.created_us),
        quantity=QUANTITY_BOOT,
        unit=UNIT_CHARACTERS,
        events=1,
        served=audit.served_chars,
        compared=int(is_compared),
        compared_served=audit.served_chars if is_compared else 0,
        baseline=baseline or 0,
    )
