"""Is each job in one worker's hands, and does none get lost or finished twice?"""

import pytest

from cortex.model.housekeeping import ATTEMPTS_MAX, LEASE_US, Chore, Debt, FailedJob, Pressure
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import commit_of, stored

KINDS = ("age", "checkpoint_wal")


def committed(brain: Brain, *jobs: str) -> None:
    """Commit something that asks for jobs."""
    fact = stored(brain)
    with brain.writing() as writer:
        writer.append_commit(commit_of(fact, jobs=jobs))


def test_oldest_job_is_claimed_first_then_by_kind(brain: Brain) -> None:
    """Sequence before name; a job in hand is not given out again."""
    committed(brain, "checkpoint_wal")
    committed(brain, "other", "age")
    with brain.writing() as writer:
        claimed = [writer.outbox.claim("w", KINDS, NOW_US) for _ in range(3)]
        assert ["checkpoint_wal", "age"] == [job.kind for job in claimed if job is not None]
        assert claimed[2] is None
        assert Debt(1, 2, 0) == writer.outbox.debt()
        assert writer.outbox.claim("w", (), NOW_US) is None


def test_kind_that_waits_is_not_asked_for_again(brain: Brain) -> None:
    """Commits and callers may ask as often as they like; one in hand does not count as waiting
    once something was committed after it.
    """
    with brain.writing() as writer:
        assert not writer.outbox.ask("age")  # Nothing was ever committed.
    committed(brain, "age")
    committed(brain, "age")
    with brain.writing() as writer:
        assert not writer.outbox.ask("age")
        job = writer.outbox.claim("w", KINDS, NOW_US)
        assert job is not None
        assert writer.outbox.ask("age")  # Claimed for an earlier commit.
        assert 2 == writer.pending_jobs()


def test_claim_of_the_newest_commit_is_not_asked_for_twice(brain: Brain) -> None:
    """What is being done for the newest commit needs no second job."""
    committed(brain, "age")
    with brain.writing() as writer:
        job = writer.outbox.claim("w", KINDS, NOW_US)
        assert job is not None
        assert not writer.outbox.ask("age")
        assert writer.outbox.finish(job)
        assert 0 == writer.pending_jobs()


def test_lease_that_ran_out_is_taken_over(brain: Brain) -> None:
    """At its end and not before; the first worker can then neither renew nor finish."""
    committed(brain, "age")
    with brain.writing() as writer:
        first = writer.outbox.claim("one", KINDS, NOW_US)
        assert first is not None
        assert writer.outbox.claim("two", KINDS, NOW_US + LEASE_US - 1) is None
        second = writer.outbox.claim("two", KINDS, NOW_US + LEASE_US)
        assert second is not None
        assert (2, 2) == (second.attempts, second.generation)
        stale = (
            writer.outbox.renew(first, NOW_US),
            writer.outbox.finish(first),
            writer.outbox.give_back(first, "late"),
        )
        assert (False, False, False) == stale
        assert writer.outbox.finish(second)
        assert not writer.outbox.finish(second)


def test_renewed_lease_is_kept(brain: Brain) -> None:
    """Whoever says a word in time is not overtaken."""
    committed(brain, "age")
    with brain.writing() as writer:
        job = writer.outbox.claim("one", KINDS, NOW_US)
        assert job is not None
        assert writer.outbox.renew(job, NOW_US + LEASE_US // 2)
        assert writer.outbox.claim("two", KINDS, NOW_US + LEASE_US) is None


def failed_once(writer: BrainWriter) -> bool:
    """Begin the job and give it back with an error; tell whether there was one."""
    job = writer.outbox.claim("w", KINDS, NOW_US)
    return job is not None and writer.outbox.give_back(job, "the disk is full")


def test_job_is_given_up_after_five_attempts(brain: Brain) -> None:
    """It is reported, never done, and asking again starts afresh."""
    committed(brain, "age")
    with brain.writing() as writer:
        assert [True] * ATTEMPTS_MAX == [failed_once(writer) for _ in range(ATTEMPTS_MAX)]
        assert not failed_once(writer)
        assert Debt(0, 0, 1) == writer.outbox.debt()
        assert [FailedJob("age", 5, "the disk is full")] == writer.outbox.failed(9)
        assert writer.outbox.ask("age")
        assert Debt(1, 0, 0) == writer.outbox.debt()


def test_job_that_kills_its_worker_is_given_up(brain: Brain) -> None:
    """Five leases that ran out count as five failures."""
    committed(brain, "age")
    with brain.writing() as writer:
        for attempt in range(ATTEMPTS_MAX):
            assert writer.outbox.claim("w", KINDS, NOW_US + attempt * LEASE_US) is not None
        assert writer.outbox.claim("w", KINDS, NOW_US + ATTEMPTS_MAX * LEASE_US) is None
        assert 1 == writer.outbox.debt().failed


def test_success_clears_earlier_failures_of_its_kind(brain: Brain) -> None:
    """What was done since is no longer owed."""
    committed(brain, "age")
    with brain.writing() as writer:
        for _ in range(ATTEMPTS_MAX):
            failed_once(writer)
    committed(brain, "age")
    with brain.writing() as writer:
        job = writer.outbox.claim("w", KINDS, NOW_US)
        assert job is not None
        assert Debt(0, 1, 1) == writer.outbox.debt()
        writer.outbox.finish(job)
        assert Debt(0, 0, 0) == writer.outbox.debt()


def test_job_given_back_without_error_keeps_its_attempts(brain: Brain) -> None:
    """A worker that stops early does not use a job up."""
    committed(brain, "age")
    with brain.writing() as writer:
        for _ in range(ATTEMPTS_MAX + 1):
            job = writer.outbox.claim("w", KINDS, NOW_US)
            assert job is not None
            assert writer.outbox.give_back(job)
        assert Debt(1, 0, 0) == writer.outbox.debt()


@pytest.mark.parametrize(
    ("waiting", "pressure"),
    [
        (4_999, Pressure.NONE),
        (5_000, Pressure.SOFT),
        (49_999, Pressure.SOFT),
        (50_000, Pressure.HARD),
    ],
)
def test_debt_presses_at_its_limits(waiting: int, pressure: Pressure) -> None:
    """Soft at 5,000 jobs and hard at 50,000, whatever their state."""
    assert pressure is Debt(waiting - 2, 1, 1).pressure


def test_chores_are_kept_by_kind(brain: Brain) -> None:
    """The latest stands."""
    with brain.writing() as writer:
        assert {} == writer.outbox.chores()
        writer.outbox.keep_chore("age", Chore(7))
        writer.outbox.keep_chore("age", Chore(0, NOW_US))
        assert {"age": Chore(0, NOW_US)} == writer.outbox.chores()


def test_only_named_old_events_are_pruned(brain: Brain) -> None:
    """By type and age, oldest first, no more than asked."""
    with brain.writing() as writer:
        for kind, at_us in (("ping", 1), ("ping", 2), ("ping", 9), ("retract", 1)):
            writer.add_event(kind, "{}", "cli", at_us)
        assert {"ping": 2} == writer.outbox.telemetry(("ping", "pong"), 9)
        assert {} == writer.outbox.telemetry((), 9)
        assert [1, 1, 0] == [writer.outbox.prune_events(("ping",), 9, 1) for _ in range(3)]
        assert {"ping": 1, "retract": 1} == writer.outbox.telemetry(("ping", "retract"), 10)
        assert 0 == writer.outbox.prune_events((), 9, 1)
