"""Does a drain keep what can be kept, on every backend, and tell what became of the rest?"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cortex.core.erasure.wording import tombstone_digest
from cortex.core.facts.trust import TrustTable
from cortex.model.callers import SOLO, Caller
from cortex.model.erasure import Tombstone
from cortex.model.errors import CortexError, DiskFull
from cortex.model.host_events import CODEX, PROMPT, ROLE_USER, TOOL_AFTER, HostEvent
from cortex.model.scopes import Scope
from cortex.model.spooled import SpooledEvent
from cortex.ports.brain import Brain, BrainWriter
from cortex.ports.spool import SpooledLine, SpoolState
from cortex.services import observe
from cortex.services.commit import Committer
from cortex.services.drain import (
    BATCH_ROWS,
    KEPT,
    QUARANTINED,
    STOPPED,
    TORN,
    DrainGround,
    drain,
)
from cortex.services.host_capture import (
    Keeping,
    KeptEvent,
    default_grant,
    grant_host,
    keep_event,
    source_key,
)
from cortex.services.session_facts import FACTS, SessionFacts
from cortex.services.spool_health import WAITING_US_WARN, spool_finding
from cortex.wire.spooled import spooled_line
from tests.services.factory import SCOPE_ID, START_US

SCOPE = Scope(SCOPE_ID, "demo", "/srv/demo")


class ListSpool:
    """A spool and what was taken from it, in lists."""

    def __init__(self, *lines: bytes) -> None:
        self.left = list(lines)
        self.aside: list[tuple[bytes, str]] = []
        self.totals: dict[str, int] = {}
        self.read = 0

    def take(self) -> "ListSpool | None":
        return self if self.left else None

    def state(self) -> SpoolState:
        return SpoolState()

    def lines(self, count_max: int, bytes_max: int) -> list[SpooledLine]:
        del bytes_max
        found = self.left[self.read : self.read + count_max]
        return [SpooledLine(line, self.read + place + 1) for place, line in enumerate(found)]

    def advance(self, end: int) -> None:
        self.read = end

    def set_aside(self, line: bytes, reason: str) -> None:
        self.aside.append((line, reason))

    def count(self, counts: dict[str, int]) -> None:
        self.totals |= counts

    def finish(self) -> None:
        self.left.clear()

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.fixture
def granted(brain: Brain) -> Brain:
    """Give a brain whose operator let Codex in."""
    grant_host(brain, default_grant(CODEX, SCOPE_ID), SOLO, START_US)
    return brain


def said(text: str, key: str, kind: str = PROMPT, command: str = "") -> bytes:
    """Give the line of an event."""
    event = HostEvent(CODEX, kind, "s1", "/srv/demo")
    event.role = ROLE_USER if kind == PROMPT else "tool_report"
    event.text, event.key, event.command = text, key, command
    return spooled_line(SpooledEvent(event, START_US))


def ground(brain: Brain, spool: ListSpool, should_stop: Callable[[], bool]) -> DrainGround:
    """Give what a drain stands on."""
    committer = Committer(
        brain=brain, trust=TrustTable(()), new_id=lambda: "id", locate=str, is_scope_named=True
    )
    facts = SessionFacts(brain, lambda: committer, lambda: START_US)
    return DrainGround(brain, spool, lambda _: SCOPE, lambda _: False, facts, should_stop)


def texts(brain: Brain) -> list[str]:
    """Give what was kept."""
    with brain.reading() as reader:
        return [str(each.event.text) for each in reader.observations.iter_all()]


def test_rows_are_kept_in_order_over_many_batches(granted: Brain) -> None:
    """Two batches and one row more: all of them, in their order."""
    count = 2 * BATCH_ROWS + 1
    spool = ListSpool(*(said(f"Prompt {number}", f"k{number}") for number in range(count)))
    report = drain(ground(granted, spool, lambda: False))
    assert (True, "", count) == (report.is_done, report.stopped_by, report.count(KEPT))
    assert [f"Prompt {number}" for number in range(count)] == texts(granted)
    assert {KEPT: count} == spool.totals


def test_drain_that_is_told_to_stop_goes_on_where_it_was(granted: Brain) -> None:
    """After a batch it stops, and the next drain keeps the rest, once."""
    spool = ListSpool(*(said(f"Prompt {number}", f"k{number}") for number in range(100)))
    answers = iter([False, True])
    first = drain(ground(granted, spool, lambda: next(answers)))
    assert (False, BATCH_ROWS) == (first.is_done, first.count(KEPT))
    second = drain(ground(granted, spool, lambda: False))
    assert (True, 100 - BATCH_ROWS) == (second.is_done, second.count(KEPT))
    assert 100 == len(texts(granted))


def test_row_that_cannot_be_kept_is_alone_in_quarantine(granted: Brain) -> None:
    """Whatever a row does, those beside it are kept, and it lies aside with the reason."""
    bad = said("No session", "k1").replace(b'"session":"s1",', b"")
    spool = ListSpool(said("First", "k0"), bad, b"torn", said("Last", "k2"))
    report = drain(ground(granted, spool, lambda: False))
    assert (2, 1, 1) == (report.count(KEPT), report.count(QUARANTINED), report.count(TORN))
    assert [(bad, "original_event_identity_required")] == spool.aside
    assert ["First", "Last"] == texts(granted)


def test_row_that_says_what_was_forgotten_lies_nowhere(granted: Brain) -> None:
    """It is dropped and counted: in quarantine the words would be in the home again."""
    key = b"k" * 32
    with granted.writing() as writer:
        stone = Tombstone(tombstone_digest(key, "The owl code"), SCOPE_ID, key, 1, START_US)
        writer.erasure.keep_tombstones([stone])
    spool = ListSpool(said("The owl code", "k1"), said("And the rest", "k2"))
    report = drain(ground(granted, spool, lambda: False))
    assert (1, 0, []) == (report.count("forgotten"), report.count(QUARANTINED), spool.aside)
    assert ["And the rest"] == texts(granted)


def test_fault_of_ours_costs_one_row(granted: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a bug that one row brings out leaves the others alone."""

    def fail(writer: BrainWriter, event: HostEvent, keeping: Keeping) -> KeptEvent:
        if event.text == "Second":
            raise ZeroDivisionError
        return keep_event(writer, event, keeping)

    monkeypatch.setattr("cortex.services.drain.keep_event", fail)
    spool = ListSpool(*(said(text, text) for text in ("First", "Second", "Third")))
    drain(ground(granted, spool, lambda: False))
    assert ["First", "Third"] == texts(granted)
    assert ["internal: ZeroDivisionError"] == [reason for _, reason in spool.aside]


def test_batch_that_was_rolled_back_does_not_count_against_its_session(
    granted: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events that are kept row by row after a refusal count once towards the limit."""
    monkeypatch.setattr("cortex.services.drain.SESSION_EVENTS_MAX", 2)
    bad = said("No session", "k1").replace(b'"session":"s1",', b"")
    spool = ListSpool(said("First", "k0"), bad, said("Last", "k2"))
    assert 2 == drain(ground(granted, spool, lambda: False)).count(KEPT)
    assert ["First", "Last"] == texts(granted)


def test_source_that_the_operator_closed_drops_its_rows(granted: Brain) -> None:
    """What is not wanted is counted by its reason, and is nothing for anybody to look at."""
    drain(ground(granted, ListSpool(said("Open", "k0")), lambda: False))
    key = source_key(CODEX, ROLE_USER, SCOPE_ID)
    observe.set_enabled(granted, key, Caller(SOLO), is_enabled=False)
    spool = ListSpool(said("Closed", "k1"))
    report = drain(ground(granted, spool, lambda: False))
    assert (1, []) == (report.count("source_disabled_or_policy_stale"), spool.aside)
    assert ["Open"] == texts(granted)


def test_event_of_no_folder_is_dropped_with_the_scope_of_its_grant(granted: Brain) -> None:
    """What names no folder belongs to the grant's scope; stopped there, nothing of it is kept."""
    nowhere = said("Nowhere", "k0").replace(b'"cwd":"/srv/demo",', b"")
    here = ground(granted, ListSpool(nowhere), lambda: False)
    elsewhere = Scope("project:/srv/other", "other", "/srv/other")
    stopped = replace(here, scope_of=lambda _: elsewhere, is_stopped=lambda one: one == SCOPE_ID)
    assert 1 == drain(stopped).count(STOPPED)
    assert [] == texts(granted)


def test_full_disk_ends_the_drain_and_leaves_every_row(
    granted: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that cannot take anything is told by its code, and nothing is set aside."""

    def full(*_: object) -> object:
        message = "the disk is full"
        raise DiskFull(message)

    monkeypatch.setattr("cortex.services.drain.keep_event", full)
    spool = ListSpool(said("First", "k0"))
    report = drain(ground(granted, spool, lambda: False))
    assert (False, DiskFull.code) == (report.is_done, report.stopped_by)
    assert ([], 0, 1) == (spool.aside, spool.read, len(spool.left))


def test_refused_fact_costs_no_observation(granted: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the statement of a result is refused, the result is kept, and the refusal counted."""

    def refuse(*_: object) -> tuple[str, int]:
        message = "too vague"
        raise CortexError(message)

    monkeypatch.setattr(SessionFacts, "keep", refuse)
    spool = ListSpool(said("Exit code 1", "k0", TOOL_AFTER, "pytest"))
    report = drain(ground(granted, spool, lambda: False))
    assert (1, 1) == (report.count(KEPT), report.count(f"fact_refused:{CortexError.code}"))
    assert ["Exit code 1"] == texts(granted)


def test_failing_check_becomes_a_fact(granted: Brain) -> None:
    """CQR I9: a result that failed is stated once, however often it is drained."""
    line = said("Exit code 1\n2 failed", "k0", TOOL_AFTER, "pytest")
    first = drain(ground(granted, ListSpool(line), lambda: False))
    second = drain(ground(granted, ListSpool(line), lambda: False))
    assert (1, 0) == (first.count(FACTS), second.count(FACTS))
    assert 1 == second.count("facts_repeated")


def test_success_is_a_fact_only_where_it_ends_a_failure(granted: Brain) -> None:
    """Case 95: that a check passes is told once after it failed, and never again while it does."""
    told = []
    outputs = ("5 passed", "Exit code 1\n2 failed", "5 passed in 1s", "5 passed in 2s")
    for number, output in enumerate(outputs):
        line = said(output, f"k{number}", TOOL_AFTER, "pytest")
        told.append(drain(ground(granted, ListSpool(line), lambda: False)).count(FACTS))
    assert [0, 1, 1, 0] == told


@pytest.mark.parametrize(
    ("state", "level", "said_in"),
    [
        (SpoolState(), "pass", "nothing that hooks took down waits"),
        (SpoolState(2048, START_US - 1), "pass", "2 KiB of events wait since"),
        (SpoolState(5, START_US - WAITING_US_WARN - 1), "warn", "1 KiB of events wait"),
        (SpoolState(refused=1), "warn", "1 event found no room"),
        (SpoolState(refused=2, quarantined=2), "warn", "2 rows could not be kept"),
    ],
)
def test_doctor_says_when_events_pile_up(state: SpoolState, level: str, said_in: str) -> None:
    """What waits for long, found no room or was refused is a warning with a remedy."""
    finding = spool_finding(state, START_US)
    assert level == finding.level
    assert said_in in finding.detail
