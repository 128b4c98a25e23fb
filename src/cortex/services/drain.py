"""How does what hooks took down get into the brain, once each, and no row in the way of another?

In batches of one transaction; a batch that is refused goes row by row, so that the one row that
cannot be kept is set aside alone. Draining again what was drained changes nothing. A store that is
busy or broken ends the drain and loses nothing. Source: ADR 0137, docs/formats/spool.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cortex.core.text.cleaning import clean_name
from cortex.model.callers import principal_of
from cortex.model.errors import (
    CortexError,
    DiskFull,
    StoreBusy,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    StoreUnreadable,
)
from cortex.model.host_events import COMPACT_BEFORE, TOOL_AFTER, HostEvent
from cortex.model.lean_classes import NamedTuple
from cortex.model.refusals import CaptureRefused, Forgotten
from cortex.model.spooled import SESSION_EVENTS_MAX, SpooledEvent
from cortex.services.host_capture import Keeping, keep_event, open_grant
from cortex.services.stats import note_use
from cortex.wire.spooled import read_spooled

if TYPE_CHECKING:
    from cortex.model.scopes import Scope
    from cortex.ports.brain import Brain, BrainWriter
    from cortex.ports.spool import Spool, SpooledLine, TakenSpool
    from cortex.services.session_facts import SessionFacts

BATCH_ROWS = 64
BATCH_BYTES = 512 * 1024
"""Rows and bytes of one transaction: others wait for their turn no longer than for a large commit.
"""

NOT_WANTED = ("source_not_authorized", "source_disabled_or_policy_stale")
"""Reasons of a refusal that are the operator's word: such a row is dropped, and counted."""

KEPT = "kept"
DUPLICATES = "duplicate_capture_avoidance"
DIFFERING = "differing"
TORN = "torn"
QUARANTINED = "quarantined"
OVER_SESSION_LIMIT = "over_session_limit"
NOTHING_TO_KEEP = "nothing_to_keep"
STOPPED = "capture_disabled"
COMPACTIONS = "compactions"
"""Names of what became of a row, in the totals."""

_ACCEPTED = (KEPT, DUPLICATES, COMPACTIONS)

_STOPPING = (StoreBusy, StoreReadOnly, DiskFull, StoreUnreadable, StoreNewer, StoreOlder)


def never() -> bool:
    """Give the answer of a caller who never stops a drain."""
    return False


@dataclass(frozen=True, slots=True)
class DrainGround:
    """What a drain stands on.

    Args:
        brain: where the rows go.
        spool: where they lie.
        scope_of: gives the scope of a folder; an empty one is nowhere in particular.
        is_stopped: tells whether the operator wants nothing of a scope, not even what waits.
        facts: keeps what tool results prove and where the work stands; None keeps neither.
        should_stop: asked after every batch.
        wait_ms: longest wait for the turn to write; None is the store's own.
        batch_rows: rows of one transaction; fewer for a caller with little time.
    """

    brain: Brain
    spool: Spool
    scope_of: Callable[[str], Scope]
    is_stopped: Callable[[str], bool]
    facts: SessionFacts | None = None
    should_stop: Callable[[], bool] = never
    wait_ms: int | None = None
    batch_rows: int = BATCH_ROWS


class DrainReport(NamedTuple):
    """What a drain did.

    ``counts`` says how often each thing became of a row, by name. ``is_done`` tells that nothing is
    left that this drain could have taken. ``stopped_by`` is the code of the error that ended it.
    """

    counts: tuple[tuple[str, int], ...] = ()
    is_done: bool = True
    stopped_by: str = ""

    def count(self, name: str) -> int:
        """Give how often something became of a row."""
        return dict(self.counts).get(name, 0)


class _Stopped(Exception):  # It is no error of ours: the drain ends here.
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Work:
    """One drain on its way: what it counted, and how many events each session has."""

    ground: DrainGround
    counts: dict[str, int] = field(default_factory=dict)
    sessions: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def note(self, name: str, count: int = 1) -> None:
        if count:
            self.counts[name] = self.counts.get(name, 0) + count


class _Row(NamedTuple):
    line: SpooledLine
    spooled: SpooledEvent

    @property
    def event(self) -> HostEvent:
        return self.spooled.event


def drain(ground: DrainGround) -> DrainReport:
    """Keep what lies in the spool, as far as the caller's time goes. Raises nothing of ours.

    Two drains at once do not meet: the second finds nothing to take.
    """
    total: dict[str, int] = {}
    is_done, stopped_by = True, ""
    while not ground.should_stop():
        taken = ground.spool.take()
        if taken is None:
            break
        work = _Work(ground)
        try:
            is_done = _drain(work, taken)
        except _Stopped as stopped:
            is_done, stopped_by = False, stopped.code
        except OSError as error:
            is_done, stopped_by = False, f"spool: {error.strerror}"
        finally:
            _close(taken, work)
        for name, count in work.counts.items():
            total[name] = total.get(name, 0) + count
        if not is_done:
            break
    return DrainReport(tuple(sorted(total.items())), is_done, stopped_by)


def _close(taken: TakenSpool, work: _Work) -> None:
    try:
        if work.counts:
            taken.count(work.counts)
    except OSError:
        pass  # Totals are for people to look at; what was kept is kept.
    finally:
        taken.close()


def _drain(work: _Work, taken: TakenSpool) -> bool:
    """Drain what was taken, and tell whether that was all of it."""
    while True:
        lines = taken.lines(work.ground.batch_rows, BATCH_BYTES)
        if not lines:
            taken.finish()
            return True
        rows = []
        for line in lines:
            spooled = read_spooled(line.content)
            if spooled is None:
                work.note(TORN)
            else:
                rows.append(_Row(line, spooled))
        if rows:
            _keep_batch(work, taken, rows)
        taken.advance(lines[-1].end)
        if work.ground.should_stop():
            return False


def _keep_batch(work: _Work, taken: TakenSpool, rows: Sequence[_Row]) -> None:
    """Keep the rows together; if that is refused, each by itself."""
    accepted: list[_Row] = []
    if not _kept(work, rows, accepted):
        for row in rows:
            refusal = _refusal(work, row, accepted)
            if refusal is not None:
                reason, is_wanted = refusal
                if is_wanted:
                    taken.set_aside(row.line.content, reason)
                work.note(QUARANTINED if is_wanted else reason)
    facts = work.ground.facts
    if facts is not None:
        _keep_facts(work, facts, accepted)


def _kept(work: _Work, rows: Sequence[_Row], accepted: list[_Row]) -> bool:
    """Keep all rows in one transaction, or none and tell so."""
    try:
        _keep(work, rows, accepted)
    except _STOPPING as error:
        raise _Stopped(error.code) from error
    except Exception:  # noqa: BLE001  # Whatever one row did, the others go on; see below.
        work.sessions.clear()
        return False
    return True


def _refusal(work: _Work, row: _Row, accepted: list[_Row]) -> tuple[str, bool] | None:
    """Keep one row alone; gives (reason, whether somebody should look at it) when it cannot be."""
    try:
        _keep(work, (row,), accepted)
    except _STOPPING as error:
        raise _Stopped(error.code) from error
    except CaptureRefused as error:
        return error.reason, error.reason not in NOT_WANTED
    except Forgotten as error:
        return error.code, False  # Set aside, it would lie there again.
    except CortexError as error:
        return error.code, True
    except Exception as error:  # noqa: BLE001  # One row that we cannot handle blocks no other.
        return f"internal: {type(error).__name__}", True
    return None


def _keep(work: _Work, rows: Sequence[_Row], accepted: list[_Row]) -> None:
    """Keep rows in one transaction; those that may prove something join the accepted ones."""
    scopes = [work.ground.scope_of(row.event.cwd) for row in rows]
    with work.ground.brain.writing(work.ground.wait_ms) as writer:
        for scope in dict.fromkeys(scopes):
            writer.keep_scope(scope.scope_id, scope.kind, clean_name(scope.name).text)
        became = [
            _keep_one(work, writer, row, scope) for row, scope in zip(rows, scopes, strict=True)
        ]
    for row, name in zip(rows, became, strict=True):
        work.note(name)
        if name in _ACCEPTED:
            accepted.append(row)


def _keep_one(work: _Work, writer: BrainWriter, row: _Row, scope: Scope) -> str:
    event = row.event
    principal = principal_of(row.spooled.owner_id)
    keeping = Keeping(principal, scope.scope_id if event.cwd else "", row.spooled.captured_us)
    try:
        grant = open_grant(writer, event.host, keeping)
    except CaptureRefused as error:
        return error.reason  # The operator's word: no fault of the row, and nothing was written.
    if work.ground.is_stopped(keeping.scope_id or grant.scope_id):
        return STOPPED
    note_use(writer, event.host, event.session_id, event.command, row.spooled.captured_us)
    if event.kind == COMPACT_BEFORE:
        return COMPACTIONS
    session = (principal, event.host, event.session_id)
    if session not in work.sessions:
        work.sessions[session] = _events_of(writer, principal, event)
    if work.sessions[session] >= SESSION_EVENTS_MAX:
        return OVER_SESSION_LIMIT
    kept = keep_event(writer, event, keeping)
    if kept.observation is None:
        return NOTHING_TO_KEEP
    if kept.is_duplicate:
        return DIFFERING if kept.differs else DUPLICATES
    work.sessions[session] += 1
    return KEPT


def _events_of(writer: BrainWriter, principal: str, event: HostEvent) -> int:
    """Count the events of a session that are kept already, as far as the limit."""
    prefix = f"host:{event.host}:"
    return sum(
        writer.observations.count(source.source_no, event.session_id, SESSION_EVENTS_MAX)
        for source in writer.observations.sources(principal)
        if source.key.startswith(prefix)
    )


def _keep_facts(work: _Work, facts: SessionFacts, rows: Sequence[_Row]) -> None:
    """Keep what the rows prove, after they are kept; a statement that is refused is only counted.

    Repeating it after a crash changes nothing: each has a key of its own.
    """
    for row in rows:
        if row.event.kind not in (TOOL_AFTER, COMPACT_BEFORE) or row.event.agent_id:
            continue
        try:
            work.note(*facts.keep(row.spooled, work.ground.scope_of(row.event.cwd)))
        except _STOPPING as error:
            raise _Stopped(error.code) from error
        except CortexError as error:
            work.note(f"fact_refused:{error.code}")
