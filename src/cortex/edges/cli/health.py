"""How does the state of the store read?"""

from __future__ import annotations

from collections.abc import Sequence

from cortex.edges.cli.screen import Screen, counted
from cortex.model.housekeeping import Pressure
from cortex.model.outcomes import Finding, Level
from cortex.model.stories import StatusReport, StoreCounts
from cortex.wire.display import display_line

_BYTES_PER_STEP = 1024
_STEPS = ("bytes", "KiB", "MiB", "GiB", "TiB")


def show_status(screen: Screen, report: StatusReport) -> None:
    """Print which file is open and what is in it."""
    rows = [("store", report.path)]
    if report.real_path not in ("", report.path):
        rows.append(("which is", report.real_path))
    rows.append(("state", report.state.value.replace("_", " ")))
    rows += [(name, value) for name, value in _told(report) if value]
    if report.is_present:
        log = f", and {in_bytes(report.wal_bytes)} not merged yet" if report.wal_bytes else ""
        rows.append(("size", in_bytes(report.store_bytes) + log))
    rows.append(("durability", report.durability.replace("_", " ")))
    rows.append(("scope", f"{report.scope_name} ({report.scope_id})"))
    rows.append(("facts here", str(report.scope_facts)))
    if report.counts is not None:
        rows += _counted(report.counts)
    screen.pairs([(name, display_line(value)) for name, value in rows])


def show_findings(screen: Screen, findings: Sequence[Finding]) -> None:
    """Print every check in the order made, with the remedy below what is not well."""
    width = max((len(finding.check) for finding in findings), default=0)
    for finding in findings:
        level = f"{finding.level.value:<5}"
        name = f"{finding.check:<{width}}"
        shown = level if finding.level is Level.PASS else screen.strong(level)
        margin = len(level) + width + 3
        screen.line(f"{shown} {name}  {display_line(finding.detail)}", hang=margin)
        if finding.remedy:
            screen.line(display_line(finding.remedy), margin)


def in_bytes(count: int) -> str:
    """Give a size in the largest unit that leaves a whole part."""
    size, step = float(count), 0
    while size >= _BYTES_PER_STEP and step < len(_STEPS) - 1:
        size /= _BYTES_PER_STEP
        step += 1
    return f"{size:.1f} {_STEPS[step]}" if step else f"{count} {_STEPS[0]}"


def _told(report: StatusReport) -> tuple[tuple[str, str], ...]:
    return (("because", report.detail), ("remedy", report.remedy))


def _counted(counts: StoreCounts) -> list[tuple[str, str]]:
    by_status = ", ".join(f"{count} {status}" for status, count in counts.by_status if count)
    total = f"{counts.facts} ({by_status})" if by_status else str(counts.facts)
    rows = [
        ("facts", total),
        ("version", "none yet" if counts.head is None else str(counts.head)),
        ("conflicts", f"{counts.open_conflicts} open"),
    ]
    rows += _housekeeping(counts)
    if not counts.projection_is_current:
        rows.append(("handles", "out of date: run `cortex rebuild-anchors`"))
    return rows


def _housekeeping(counts: StoreCounts) -> list[tuple[str, str]]:
    """Say how old the facts are and what maintenance is owed; nothing where all is fresh."""
    rows = []
    if any(count for tier, count in counts.tiers if tier != "fresh"):
        rows.append(("ages", ", ".join(f"{count} {tier}" for tier, count in counts.tiers if count)))
    if counts.cold_rows:
        rows.append(("cold", f"{counted(counts.cold_rows, 'fact')} in compressed blocks"))
    if counts.debt is not None and counts.debt.pressure is not Pressure.NONE:
        rows.append(("jobs", f"{counts.debt.waiting} wait: run `cortex maintain`"))
    rows += [("failed", f"{job.kind}: {job.error}") for job in counts.failed_jobs]
    return rows
