"""Is everything the memory depends on in order, and if not, what is to be done?

Every check gives exactly one finding, in a fixed order. It looks and changes nothing, so a second
run says the same. A check that cannot tell says nothing is wrong: a warning nobody can act on
teaches people to ignore warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex.model.durations import DAY_US
from cortex.model.errors import CortexError, InvalidRequest, StoreOlder
from cortex.model.housekeeping import Pressure
from cortex.model.lean_classes import NamedTuple
from cortex.model.outcomes import Finding, Level
from cortex.services.spool_health import spool_finding
from cortex.wire.instants import format_instant, parse_instant

if TYPE_CHECKING:
    from cortex.model.housekeeping import Debt, FailedJob
    from cortex.ports.brain import BrainFigures, BrainReader
    from cortex.ports.health import BrainOpener, Examination, Examiner, SiteReport, StoreSite

WAL_BYTES_WARN = 64 * 1024 * 1024
"""Write-ahead log that no checkpoint has folded in: sixteen times what one grows to in health."""

FREE_BYTES_WARN = 256 * 1024 * 1024
"""Room on the disk below which a bulk import or a rebuild may not end well."""

FREE_BYTES_FAIL = 16 * 1024 * 1024
"""Room on the disk below which a single commit may fail."""

FAULT_AGE_US = 7 * DAY_US
"""Microseconds a fault of a hook is worth a warning: a week. Older ones are over."""

FAULTS_READ_MAX = 200
"""Newest lines of the hook journal that are looked at."""

CLOCK_AHEAD_US = 5_000_000
"""Microseconds by which an entry may be ahead: clocks are set by a little all the time."""

ENTRIES_CLOCKED = 64
"""Newest entries whose instants are looked at: a clock is set back now and then, not all day."""

OTHERS_MASK = 0o077
"""Permission bits of the group and of everybody else."""

OTHERS_WRITE_MASK = 0o022
STICKY_BIT = 0o1000

FAULTS_TOLD = 3
"""Failed jobs told of: each is a line of its own making."""

MAINTAIN = "run `cortex maintain`"
REBUILD = "run `cortex rebuild-anchors`"
RESTORE = "run `cortex recover` for what can be read, or `cortex restore` to list copies"


@dataclass(frozen=True, slots=True)
class Expected:
    """What this code writes: the schema it migrates to and the analysis it indexes with."""

    schema_version: int
    analysis_version: int


class _Owed(NamedTuple):
    """Housekeeping that is not done."""

    debt: Debt
    failed: tuple[FailedJob, ...]


def doctor(
    site: StoreSite,
    open_brain: BrainOpener,
    examiner: Examiner,
    expected: Expected,
    warnings: tuple[str, ...],
    now_us: int,
) -> tuple[Finding, ...]:
    """Give one finding per check, in a fixed order; never raises a CortexError.

    The checks inside the store are left out when it is missing or cannot be opened.

    Args:
        warnings: what the settings reader had to say, such as misspelt variables.
    """
    found = site.look()
    return (
        _check_runtime(site),
        _check_settings(warnings),
        *_check_store(found, open_brain, examiner, expected, now_us),
        _check_permissions(found),
        _check_wal(found),
        _check_space(found),
        _check_leftovers(found),
        _check_copies(found, now_us),
        _check_capture(found),
        _check_hooks(site, now_us),
        spool_finding(site.spool(), now_us),
    )


def _check_runtime(site: StoreSite) -> Finding:
    told = ", ".join(f"{name} {version}" for name, version in site.runtime())
    return Finding("runtime", Level.PASS, told)


def _sized(count: int) -> str:
    """Give a number of bytes as a person reads it; steady while little changes."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def _check_settings(warnings: tuple[str, ...]) -> Finding:
    if warnings:
        return Finding(
            "settings", Level.WARN, "; ".join(warnings), "correct or unset what is named"
        )
    return Finding("settings", Level.PASS, "every CORTEX_ variable that is set has a meaning")


def _check_store(
    found: SiteReport,
    open_brain: BrainOpener,
    examiner: Examiner,
    expected: Expected,
    now_us: int,
) -> Iterator[Finding]:
    """Yield the finding on the store itself and, when it opens, those on its content."""
    if not found.is_present:
        if found.is_writable:
            yield Finding(
                "store", Level.PASS, f"none yet at {found.path}; the first commit creates it"
            )
        else:
            detail = f"there is no store at {found.path}, and none can be created there"
            yield Finding("store", Level.FAIL, detail, "choose another folder with --home or --db")
        return
    try:
        brain = open_brain()
        try:
            with brain.reading() as reader:
                figures = reader.figures()
                head_fault = _head_fault(reader)
                owed = _Owed(reader.outbox.debt(), tuple(reader.outbox.failed(FAULTS_TOLD)))
                unfinished = len(reader.erasure.unfinished())
                newest = reader.versions(None, ENTRIES_CLOCKED)
        finally:
            brain.close()
        examined = examiner.examine()
    except CortexError as error:
        # Many errors send people here, which is no way on from here.
        remedy = RESTORE if "cortex doctor" in error.remedy else error.remedy
        is_older = isinstance(error, StoreOlder) and found.is_writable
        level = Level.WARN if is_older else Level.FAIL
        yield Finding("store", level, error.message, remedy)
        return
    yield Finding("store", Level.PASS, _store_detail(found, figures))
    yield _check_schema(figures, expected)
    yield from _check_content(examined)
    yield _check_head(figures, head_fault)
    yield _check_clock(max((entry.created_us for entry in newest), default=0), now_us)
    yield _check_analysis(figures, expected)
    yield _check_jobs(owed)
    yield _check_forgetting(unfinished)


def _store_detail(found: SiteReport, figures: BrainFigures) -> str:
    facts = sum(figures.facts.values())
    counted = "1 fact" if facts == 1 else f"{facts} facts"
    access = "" if found.is_writable else ", read-only here"
    target = "" if found.path == found.real_path else f", which is {found.real_path}"
    restored = figures.restored_us
    since = "" if restored is None else f", last verified restore {format_instant(restored)}"
    return f"{found.path}{target}: {counted}, {_sized(found.store_bytes)}{access}{since}"


def _check_schema(figures: BrainFigures, expected: Expected) -> Finding:
    if figures.schema_version == expected.schema_version:
        return Finding("schema", Level.PASS, f"version {figures.schema_version}")
    detail = f"version {figures.schema_version}, this Cortex writes {expected.schema_version}"
    return Finding("schema", Level.WARN, detail, "the next commit migrates it; make a copy first")


def _check_content(examined: Examination) -> Iterator[Finding]:
    checks = (
        ("integrity", examined.integrity, Level.FAIL, "pages and indexes agree", RESTORE),
        (
            "references",
            examined.references,
            Level.FAIL,
            "every row points at rows that exist",
            RESTORE,
        ),
        ("handles", examined.derived, Level.WARN, "handles and facts agree", REBUILD),
    )
    for check, faults, level, sound, remedy in checks:
        if faults:
            yield Finding(check, level, "; ".join(faults), remedy)
        else:
            yield Finding(check, Level.PASS, sound)


def _head_fault(reader: BrainReader) -> str | None:
    """Say how HEAD differs from the newest entry that is not undone, or None when it does not."""
    read_max = 64
    while True:
        versions = reader.versions(None, read_max)
        active = next((entry.version_id for entry in versions if not entry.is_orphaned), None)
        if active is not None or len(versions) < read_max:
            break
        read_max *= 2
    head = reader.head()
    if head == active:
        return None
    return f"HEAD is {_version_name(head)}, the newest active entry is {_version_name(active)}"


def _version_name(version_id: int | None) -> str:
    return "nowhere" if version_id is None else f"version {version_id}"


def _check_head(figures: BrainFigures, fault: str | None) -> Finding:
    if fault is not None:
        return Finding(
            "head", Level.FAIL, fault, "run `cortex history`, then roll back to an entry"
        )
    return Finding("head", Level.PASS, _version_name(figures.head_version))


def _check_clock(newest_us: int, now_us: int) -> Finding:
    """Tell when the clock stands before the newest entry: facts hold from their own instant on."""
    if newest_us - now_us <= CLOCK_AHEAD_US:
        return Finding("clock", Level.PASS, "no entry is from the future")
    detail = f"the newest entry is of {format_instant(newest_us)}, which is still to come here"
    remedy = "set the clock right; facts kept while it was ahead are shown from that instant on"
    return Finding("clock", Level.WARN, detail, remedy)


def _check_analysis(figures: BrainFigures, expected: Expected) -> Finding:
    if figures.analysis_version == expected.analysis_version:
        return Finding("analysis", Level.PASS, f"version {figures.analysis_version}")
    detail = (
        f"handles were made by analysis {figures.analysis_version}, questions are read by "
        f"{expected.analysis_version}; some facts are not found"
    )
    return Finding("analysis", Level.WARN, detail, REBUILD)


def _check_jobs(owed: _Owed) -> Finding:
    """Tell how much housekeeping waits; only what piles up or was given up needs a person."""
    count = owed.debt.waiting
    waiting = {0: "nothing waits", 1: "1 job waits"}.get(count, f"{count} jobs wait")
    detail = f"{waiting} for maintenance"
    if owed.failed:
        told = "; ".join(
            f"{job.kind} failed {job.attempts} times: {job.error}" for job in owed.failed
        )
        return Finding("jobs", Level.WARN, f"{detail}; {told}", MAINTAIN)
    if owed.debt.pressure is Pressure.HARD:
        return Finding("jobs", Level.FAIL, f"{detail}; nothing new is taken in", MAINTAIN)
    if owed.debt.pressure is Pressure.SOFT:
        return Finding("jobs", Level.WARN, detail, MAINTAIN)
    return Finding("jobs", Level.PASS, detail)


def _check_forgetting(unfinished: int) -> Finding:
    if unfinished:
        detail = f"{unfinished} not finished: pages of the file may still hold what was forgotten"
        return Finding("forgetting", Level.WARN, detail, "run `cortex forget --finish`")
    return Finding("forgetting", Level.PASS, "nothing that was forgotten waits to be cleaned away")


def _check_permissions(found: SiteReport) -> Finding:
    faults = []
    if found.file_mode is not None and found.file_mode & OTHERS_MASK:
        faults.append(f"chmod 600 {found.real_path}")
    if found.home_mode is not None and found.home_mode & OTHERS_MASK:
        faults.append("chmod 700 the Cortex home")
    if _is_open_to_strangers(found.folder_mode):
        faults.append("chmod go-w the folder of the store")
    if faults:
        detail = "others on this machine can read or replace the memory"
        return Finding("permissions", Level.WARN, detail, "; ".join(faults))
    return Finding("permissions", Level.PASS, "only this user can read the memory")


def _is_open_to_strangers(mode: int | None) -> bool:
    """Tell whether others may swap files in a folder; in a sticky one they may not."""
    return mode is not None and bool(mode & OTHERS_WRITE_MASK) and not mode & STICKY_BIT


def _check_wal(found: SiteReport) -> Finding:
    detail = f"{_sized(found.wal_bytes)} of changes wait to be folded in"
    if found.wal_bytes > max(WAL_BYTES_WARN, found.store_bytes):
        remedy = "close sessions that have been reading for long; the next commit folds it in"
        return Finding("log", Level.WARN, detail, remedy)
    return Finding("log", Level.PASS, detail)


def _check_space(found: SiteReport) -> Finding:
    if found.free_bytes is None:
        return Finding("space", Level.PASS, "not known here")
    detail = f"{_sized(found.free_bytes)} free"
    if found.free_bytes < FREE_BYTES_FAIL:
        return Finding("space", Level.FAIL, detail, "free some space; commits are about to fail")
    if found.free_bytes < FREE_BYTES_WARN:
        return Finding("space", Level.WARN, detail, "free some space")
    return Finding("space", Level.PASS, detail)


def _check_leftovers(found: SiteReport) -> Finding:
    if found.leftovers:
        detail = "an interrupted program left " + ", ".join(found.leftovers)
        return Finding("leftovers", Level.WARN, detail, "delete them when no Cortex is running")
    return Finding("leftovers", Level.PASS, "no interrupted write left a file behind")


def _check_copies(found: SiteReport, now_us: int) -> Finding:
    """Tell how old the newest copy is, and which files beside the store hold an earlier state."""
    if found.newest_copy_us is None:
        detail = "none in the home; `cortex backup` makes one"
    else:
        days = max(0, now_us - found.newest_copy_us) // DAY_US
        age = {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")
        detail = f"the newest in the home was made {age}"
    if found.past:
        detail += f"; beside the store lie {', '.join(found.past)}"
    return Finding("copies", Level.PASS, detail)


def _check_capture(found: SiteReport) -> Finding:
    """Tell what the operator allows; a word that cannot be read closes everything."""
    if found.capture_fault is not None:
        detail = f"stopped: what the operator allows cannot be read, {found.capture_fault}"
        remedy = "say it again: `cortex capture resume`, or pause or stop"
        return Finding("capture", Level.FAIL, detail, remedy)
    return Finding("capture", Level.PASS, found.capture)


def _check_hooks(site: StoreSite, now_us: int) -> Finding:
    recent = [line for line in site.hook_faults(FAULTS_READ_MAX) if _is_recent(line, now_us)]
    if recent:
        detail = f"{len(recent)} faults of hooks within a week; the last: {recent[-1]}"
        return Finding(
            "hooks", Level.WARN, detail, "read hooks.log in the journal folder of the home"
        )
    return Finding("hooks", Level.PASS, "no fault within a week")


def _is_recent(line: str, now_us: int) -> bool:
    """Tell whether a journal line is of the last week; one without an instant is not counted."""
    try:
        at_us = parse_instant(line.split(" ", 1)[0], field="journal")
    except InvalidRequest:
        return False
    return 0 <= now_us - at_us <= FAULT_AGE_US
