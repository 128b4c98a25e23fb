"""What do the logs of a vault's programs prove, row by row?

A row proves something only in exactly the published shape. What is no row at all is counted, never
passed over: a log that cannot be understood must not look like one that has nothing to say.
Source: docs/formats/vault-programs.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from cortex.core.vault.instants import iso_ms, parse_ms
from cortex.core.vault.script import trim
from cortex.core.vault.text import public
from cortex.model.lean_classes import NamedTuple
from cortex.model.limits import VAULT_EVIDENCE_LINES_MAX, VAULT_EVIDENCE_TEXT_MAX
from cortex.model.vault_health import (
    Proposals,
    Retrieval,
    RetrievalState,
    Reviewer,
    ReviewerState,
)

Row = dict[str, object]

ITEM_TYPES = frozenset({"memory", "idea", "knowledge", "proposal"})
_SUCCESS = frozenset(
    {
        *("runId", "ts", "transcript", "dispatch_summary", "ok", "parse_ok", "exchanges"),
        "inference_duration_ms",
    }
)
_SKIP = frozenset(
    {"runId", "ts", "skipped", "ok", "parse_ok", "exchanges", "inference_duration_ms"}
)
_SKIP_ALSO = frozenset({"transcript", "error"})
_GUARD = frozenset({"skipped_guard", "skips"})
_SUMMARY = frozenset(
    {
        *("total", "by_type", "succeeded", "failed", "failures"),
        *("proposals_auto_applied", "proposals_auto_apply_failed"),
    }
)
_RETRIEVAL = frozenset({"ts", "query_hash", "returned_count", "duration_ms"})
_RUN = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z", re.ASCII)
_TIMEOUT = "timeout"


class Run(NamedTuple):
    """One folder of a run: its name, when it began, and whether its answer could not be parsed."""

    name: str
    started_ms: int
    has_parse_error: bool


def log_rows(lines: Iterable[bytes]) -> Iterator[tuple[int, Row | None]]:
    """Yield (line number from 1, its object) of a log; None stands for a line that is no object.

    Blank lines are passed over.
    """
    for number, line in enumerate(lines, start=1):
        try:
            text = trim(line.decode("utf-8"))
            if not text:
                continue
            row = json.loads(text, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            yield number, None
            continue
        yield number, row if isinstance(row, dict) else None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def run_started_ms(name: str) -> int | None:
    """Give when a run began by the name of its folder, or None when it names no instant."""
    found = _RUN.fullmatch(name)
    return None if found is None else parse_ms("{}:{}:{}.{}Z".format(*found.groups()))


def latest_run(names: Iterable[str]) -> tuple[str, int] | None:
    """Give (name, start) of the run that began last; folders that name no instant are none."""
    started = [(ms, name) for name in names if (ms := run_started_ms(name)) is not None]
    if not started:
        return None
    ms, name = max(started)
    return name, ms


def reviewer_evidence(
    rows: Iterable[tuple[int, Row | None]], run: Run | None, places: tuple[str, str], at: int,
    grace_ms: float,
) -> Reviewer:  # fmt: skip
    """Judge the latest run of the reviewer.

    Args:
        rows: its log.
        run: the folder of the run that began last.
        places: how the log and the folder of runs are called in evidence.
        at: the present, in milliseconds.
        grace_ms: how long a run may take to write its row.
    """
    log, runs = places
    latest: Row | None = None
    malformed: list[int] = []
    successes = before = 0
    for number, row in rows:
        if row is None:
            malformed.append(number)
            continue
        before = successes
        successes += row.get("ok") is True and row.get("skipped") is not True
        latest = row
    if malformed:
        shown = ",".join(map(str, malformed[:VAULT_EVIDENCE_LINES_MAX]))
        return Reviewer(
            ReviewerState.PARSE_FAILED, log, error=f"{len(malformed)} malformed lines: {shown}"
        )
    if run is not None and _is_newer(run, latest):
        started, folder = iso_ms(run.started_ms), f"{runs}/{run.name}"
        if run.has_parse_error:
            return Reviewer(
                ReviewerState.PARSE_FAILED, f"{folder}/parse-error.txt", started, run.name,
                successes,
            )  # fmt: skip
        if at - run.started_ms > grace_ms:
            error = f"no row of this run after {grace_ms:.0f} ms"
            return Reviewer(
                ReviewerState.TIMED_OUT, folder, started, run.name, successes, error
            )  # fmt: skip
        if run.started_ms > at:
            return Reviewer(ReviewerState.RUNNING, folder, started, run.name, successes)
    if latest is None:
        return Reviewer(ReviewerState.MISSING, f"{log} and {runs}")
    return Reviewer(
        _row_state(latest), f"{log}:latest", _text(latest, "ts"), _text(latest, "runId"), before,
        _text(latest, "error"),
    )  # fmt: skip


def _is_newer(run: Run, latest: Row | None) -> bool:
    if latest is None:
        return True
    ts, run_id = latest.get("ts"), latest.get("runId")
    ended = (
        parse_ms(ts) if isinstance(ts, str) and ts
        else run_started_ms(run_id) if isinstance(run_id, str) else None
    )  # fmt: skip
    return ended is None or run.started_ms > ended


def _row_state(row: Row) -> ReviewerState:
    if row.get("skipped") is True:
        return ReviewerState.SKIPPED if _is_skip(row) else ReviewerState.INVALID
    if row.get("ok") is False or row.get("parse_ok") is False:
        if _TIMEOUT in str(row.get("error") or "").lower():
            return ReviewerState.TIMED_OUT
        return ReviewerState.PARSE_FAILED if row.get("parse_ok") is False else ReviewerState.FAILED
    return ReviewerState.OK if _is_success(row) else ReviewerState.INVALID


def _is_success(row: Row) -> bool:
    return (
        row.keys() == _SUCCESS
        and row["ok"] is True
        and row["parse_ok"] is True
        and _is_instant(row["ts"])
        and _is_filled(row["runId"])
        and _is_filled(row["transcript"])
        and _is_count(row["exchanges"])
        and _is_amount(row["inference_duration_ms"])
        and _is_summary(row["dispatch_summary"])
    )


def _is_skip(row: Row) -> bool:
    return (
        row.keys() >= _SKIP
        and row.keys() <= _SKIP | _SKIP_ALSO
        and row["ok"] is True
        and row["parse_ok"] is True
        and row["exchanges"] == 0
        and _is_count(row["exchanges"])
        and _is_instant(row["ts"])
        and _is_filled(row["runId"])
        and isinstance(row.get("transcript"), str | None)
        and isinstance(row.get("error", ""), str)
    )


def _is_summary(summary: object) -> bool:
    """Tell whether a run dispatched everything, or left out only what a guard refused."""
    if not isinstance(summary, dict) or summary.keys() - _GUARD != _SUMMARY:
        return False
    if summary.keys() & _GUARD not in (set(), _GUARD):
        return False
    guarded = summary.get("skipped_guard", 0)
    numbers = [
        summary[name] for name in ("total", "succeeded", "failed", "proposals_auto_applied",
                                   "proposals_auto_apply_failed")
    ]  # fmt: skip
    by_type = summary["by_type"]
    if not all(map(_is_count, [*numbers, guarded])) or not isinstance(by_type, dict):
        return False
    if not by_type.keys() <= ITEM_TYPES or not all(map(_is_count, by_type.values())):
        return False
    total, succeeded, failed, applied, apply_failed = numbers
    return (
        failed == apply_failed == 0
        and summary["failures"] == []
        and isinstance(summary.get("skips", []), list)
        and bool(total == succeeded + guarded == sum(by_type.values()))
        and bool(applied <= by_type.get("proposal", 0))
    )


def retrieval_evidence(rows: Iterable[tuple[int, Row | None]], log: str) -> Retrieval:
    """Judge the latest retrieval; one bad line anywhere, or a bad last row, spoils the log."""
    latest, malformed, _ = _last(rows)
    if malformed:
        return Retrieval(RetrievalState.INVALID, log, malformed_lines=malformed)
    if latest is None:
        return Retrieval(RetrievalState.MISSING, log)
    place = f"{log}:latest"
    if not _is_retrieval(latest):
        return Retrieval(RetrievalState.INVALID, place)
    count, duration = latest["returned_count"], latest["duration_ms"]
    assert isinstance(count, int | float)
    assert isinstance(duration, int | float)
    return Retrieval(
        RetrievalState.OK, place, _text(latest, "ts"), _text(latest, "query_hash"), int(count),
        duration,
    )  # fmt: skip


def _is_retrieval(row: Row) -> bool:
    return (
        row.keys() - {"top_score"} == _RETRIEVAL
        and _is_instant(row["ts"])
        and _is_filled(row["query_hash"])
        and _is_count(row["returned_count"])
        and _is_amount(row["duration_ms"])
        and _is_amount(row.get("top_score", 0))
    )


def proposal_evidence(rows: Iterable[tuple[int, Row | None]], log: str) -> Proposals:
    """Count what waits for a person."""
    _, malformed, pending = _last(rows)
    return Proposals(pending, log, available=True, malformed_lines=malformed)


def _last(rows: Iterable[tuple[int, Row | None]]) -> tuple[Row | None, tuple[int, ...], int]:
    """Give the last row, the first lines that are none, and how many rows are pending."""
    latest: Row | None = None
    malformed: list[int] = []
    pending = 0
    for number, row in rows:
        if row is None:
            malformed.append(number)
        else:
            latest = row
            pending += row.get("status") == "pending"
    return latest, tuple(malformed[:VAULT_EVIDENCE_LINES_MAX]), pending


def _is_filled(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_instant(value: object) -> bool:
    return isinstance(value, str) and parse_ms(value) is not None


def _is_amount(value: object) -> bool:
    """Tell whether a value is a number that is not negative; JSON has no other kind of infinity."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")
    )


def _is_count(value: object) -> bool:
    return _is_amount(value) and isinstance(value, int | float) and value == int(value)


def _text(row: Row, name: str) -> str | None:
    """Give a text of a row as it may be shown, or None when it is none."""
    value = row.get(name)
    return public(value)[:VAULT_EVIDENCE_TEXT_MAX] if isinstance(value, str) else None
