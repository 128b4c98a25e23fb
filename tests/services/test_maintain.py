"""Is housekeeping done in slices, told truly, and never at the cost of what holds?"""

from collections.abc import Sequence

import pytest

from cortex.model.errors import CortexError, InvalidRequest, StoreBusy
from cortex.model.facts import Fact, FactStatus, RetentionClass
from cortex.model.gates import Gate, TemporalMode
from cortex.model.housekeeping import Debt, JobKind, JobReport, Pressure
from cortex.model.learning import Signal
from cortex.model.relations import Relation, Role
from cortex.ports.brain import Brain
from cortex.services import maintain as module
from cortex.services.cleanup import cleanup, plan_cleanup
from cortex.services.compact import STORE_BYTES_HARD, STORE_BYTES_SOFT
from cortex.services.crystallize import clusters, forget_clusters
from cortex.services.grounds import Grounds, Step
from cortex.services.maintain import EVERY_KIND, Orders, due_kinds, maintain, total
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from cortex.services.tend import is_due
from tests.services.factory import (
    ANNA,
    DAY_US,
    SCOPE_ID,
    SOLO,
    START_US,
    disagreed,
    replaced,
    stored,
)
from tests.services.upkeep import NoFile, grounds

LATER_US = START_US + 100 * DAY_US
LONG = "The gateway listens on 8443. It was red. It was blue. It was green. It must stay up."


def chatter(brain: Brain, text: str, *, is_pinned: bool = False) -> Fact:
    """Store an operational note of low quality."""
    return stored(
        brain,
        text,
        retention=RetentionClass.OPERATIONAL,
        quality=30,
        type="note",
        is_pinned=is_pinned,
    )


def run(brain: Brain, now_us: int = LATER_US, *kinds: str) -> tuple[JobReport, ...]:
    """Do these kinds of housekeeping, or every kind, and give what each did."""
    return maintain(grounds(brain, now_us), Orders("worker", kinds or EVERY_KIND)).jobs


def statuses(brain: Brain, ids: Sequence[int]) -> list[FactStatus]:
    """Give the status of each fact."""
    with brain.reading() as reader:
        return [fact.content.status for fact in reader.facts(ids)]


@pytest.mark.parametrize(
    ("helped", "days_ago", "is_kept"), [(5, 13, True), (4, 13, False), (5, 15, False)]
)
def test_fact_that_helped_often_of_late_stays(
    brain: Brain,
    helped: int,
    days_ago: int,
    is_kept: bool,  # A case.
) -> None:
    """Five times within fourteen days keeps a fact that would leave; less, or longer ago, not."""
    noise = chatter(brain, "The build was slow today")
    at_us = LATER_US - days_ago * DAY_US
    with brain.writing() as writer:
        writer.learning.keep_signals("solo", [Signal(noise.fact_id, helped, 0, 1.0, at_us)])
    run(brain, LATER_US, JobKind.AGE)
    expected = FactStatus.ACTIVE if is_kept else FactStatus.ARCHIVED
    assert [expected] == statuses(brain, [noise.fact_id])


def test_fact_that_limits_another_stays(brain: Brain) -> None:
    """What a statement only holds within is not archived from under it."""
    limit = chatter(brain, "Only on the staging machines, today")
    stored_later = chatter(brain, "The build was slow today")
    claim = stored(brain, "Deploys are frozen")
    with brain.writing() as writer:
        version_id = writer.open_version("relate", START_US)
        relation = Relation(claim.fact_id, Role.REQUIRED_QUALIFIER, limit.fact_id)
        writer.relations.add(relation, version_id)
        writer.close_version(version_id, claim.fact_id, "related")
    run(brain, LATER_US, JobKind.AGE)
    assert [FactStatus.ACTIVE, FactStatus.ARCHIVED] == statuses(
        brain, [limit.fact_id, stored_later.fact_id]
    )


def test_durable_facts_are_never_archived_and_chatter_is(brain: Brain) -> None:
    """However low the score of the durable one, however long ago: CQR G13."""
    durable = stored(brain, "Never deploy on Fridays", quality=0)
    noise = chatter(brain, "The build was slow today")
    counts = [dict(job.counts).get("archived", 0) for job in run(brain, LATER_US, JobKind.AGE)]
    assert [1] == counts
    assert [FactStatus.ACTIVE, FactStatus.ARCHIVED] == statuses(
        brain, [durable.fact_id, noise.fact_id]
    )
    assert [0] == [total([job], "archived") for job in run(brain, LATER_US, JobKind.AGE)]


def test_what_somebody_needs_is_not_archived(brain: Brain) -> None:
    """Pinned, lately used, or still to be decided about."""
    pinned = chatter(brain, "Pinned chatter of the team", is_pinned=True)
    used = chatter(brain, "Chatter that was asked for")
    newer = chatter(brain, "The lamp is red")
    older = chatter(brain, "The lamp is blue")
    disagreed(brain, newer, older, START_US)
    with brain.writing() as writer:
        writer.touch({used.fact_id: 1}, LATER_US - DAY_US)
    run(brain)
    ids = [fact.fact_id for fact in (pinned, used, newer, older)]
    assert [FactStatus.ACTIVE] * 4 == statuses(brain, ids)


def test_archiving_is_history_that_a_rollback_undoes(brain: Brain) -> None:
    """One entry for all of them; their windows stay open, for nobody said that they ended."""
    stored(brain, "A fact that stays", START_US)
    ids = [chatter(brain, f"Chatter number {n}").fact_id for n in range(3)]
    run(brain)
    with brain.reading() as reader:
        newest = reader.versions(None, 1)[0]
        assert ("archive", "archived out of use: 3 facts") == (newest.operation, newest.summary)
        assert [None] * 3 == [fact.content.valid_until_us for fact in reader.facts(ids)]
        as_of = Gate(TemporalMode.EXPLICIT_AS_OF, START_US + DAY_US)
        assert ids == [fact.fact_id for fact in reader.facts(ids, as_of)]
    rollback(brain, newest.version_id - 1, SOLO, LATER_US, is_applied=True)
    assert [FactStatus.ACTIVE] * 3 == statuses(brain, ids)


def test_old_facts_get_short_forms_and_keep_their_words(brain: Brain) -> None:
    """The form is beside the statement; a change makes the fact fresh again."""
    old = stored(brain, LONG, retention=RetentionClass.AUDIT)
    stored(brain, LONG, LATER_US, retention=RetentionClass.AUDIT)
    durable = stored(brain, LONG)
    aged = run(brain, START_US + 20 * DAY_US, JobKind.AGE)
    assert [(("aged", 1),)] == [job.counts for job in aged]
    with brain.reading() as reader:
        forms = reader.ages.forms([1, 2, 3])
        assert {old.fact_id: "The gateway listens on 8443."} == {
            fact_id: form.display for fact_id, form in forms.items()
        }
        assert LONG == reader.facts([old.fact_id])[0].content.text
        assert durable.fact_id not in forms
    assert [()] == [job.counts for job in run(brain, START_US + 20 * DAY_US, JobKind.AGE)]


def test_ended_facts_go_to_cold_blocks_after_ninety_days(brain: Brain) -> None:
    """Not a day earlier, unless the disk is short; durable ones too, for their words are kept."""
    first = stored(brain, "The port is 80")
    replaced(brain, first, "The port is 81", START_US)
    early = START_US + 89 * DAY_US
    assert [0] == [total([job], "moved") for job in run(brain, early, JobKind.MOVE_COLD)]
    hard = grounds(brain, early, NoFile(STORE_BYTES_HARD))
    report = maintain(hard, Orders("w", (JobKind.MOVE_COLD,)))
    assert (Pressure.HARD, 1) == (report.pressure, total(report.jobs, "moved"))
    with brain.reading() as reader:
        assert 1 == reader.ages.cold_rows([SCOPE_ID])
        assert "The port is 80" == reader.facts([first.fact_id])[0].content.text


def test_pressure_begins_at_its_limits(brain: Brain) -> None:
    """Bytes in use, at the limit and one below it."""
    stored(brain, "One fact")
    pressures = [
        maintain(grounds(brain, START_US, NoFile(size)), Orders("w", (JobKind.AGE,))).pressure
        for size in (STORE_BYTES_SOFT - 1, STORE_BYTES_SOFT, STORE_BYTES_HARD - 1, STORE_BYTES_HARD)
    ]
    assert [Pressure.NONE, Pressure.SOFT, Pressure.SOFT, Pressure.HARD] == pressures


def test_clusters_are_made_once_and_the_same_when_made_again(brain: Brain) -> None:
    """Newcomers join in a later run; dropping all and making them again changes nothing else."""
    for number in range(4):
        stored(brain, f"The gateway number {number} listens on port 844{number}")
    stored(brain, "Ada drinks green tea")
    made = run(brain, START_US, JobKind.CRYSTALLIZE)
    assert (1, 4) == (total(made, "clusters"), total(made, "members"))
    late = stored(brain, "The gateway number 9 listens on port 8449", START_US + 1)
    joined = run(brain, START_US, JobKind.CRYSTALLIZE)
    assert (0, 1) == (total(joined, "clusters"), total(joined, "members"))
    before = clusters(brain, (SCOPE_ID,), SOLO, START_US + 2, 9)
    assert [5] == [len(cluster.members) for cluster in before]
    assert late == before[0].speaker
    forget_clusters(grounds(brain, START_US))
    assert () == clusters(brain, (SCOPE_ID,), SOLO, START_US + 2, 9)
    run(brain, START_US, JobKind.CRYSTALLIZE)
    again = clusters(brain, (SCOPE_ID,), SOLO, START_US + 2, 9)
    assert [story.members for story in before] == [story.members for story in again]
    assert [before[0].label] == [story.label for story in again]


def test_cluster_hides_what_its_reader_may_not_see(brain: Brain) -> None:
    """Another owner's private facts are in no cluster of mine, nor are retracted ones."""
    for owner in (1, 2):
        for number in range(2):
            stored(brain, f"The gateway {number} listens on port 80", owner_id=owner)
    run(brain, START_US, JobKind.CRYSTALLIZE)
    seen = clusters(brain, None, ANNA, START_US + 1, 9)
    assert [[1, 1]] == [[m.content.owner_id for m in story.members] for story in seen]
    retract(brain, "1", "", ANNA, START_US + 1)
    assert () == clusters(brain, None, ANNA, START_US + 2, 9)


def test_cleanup_takes_away_exactly_what_its_plan_counts(brain: Brain) -> None:
    """Case 100: a dry run changes nothing and its counts are those of the deed."""
    for number in range(7):
        chatter(brain, f"Chatter {number}")
    replaced(brain, stored(brain, "The port is 80"), "The port is 81", START_US)
    with brain.writing() as writer:
        for kind, at_us in (("recall_query", 1), ("recall_query", LATER_US), ("resolve", 1)):
            writer.add_event(kind, "{}", "cli", at_us)
    ground = grounds(brain, LATER_US)
    plan = plan_cleanup(ground)
    assert plan == plan_cleanup(ground)
    assert ((("recall_query", 1),), 7, 1) == (plan.events, plan.archived, plan.moved)
    done = cleanup(ground, "w")
    assert (1, 7, 1) == tuple(total(done.jobs, name) for name in ("events", "archived", "moved"))
    after = plan_cleanup(ground)
    assert ((), 0, 0, 0) == (after.events, after.archived, after.moved, after.members)
    with brain.reading() as reader:
        assert {"recall_query": 1, "resolve": 1} == reader.outbox.telemetry(
            ("recall_query", "resolve"), LATER_US + 1
        )


def test_only_events_leaves_facts_alone(brain: Brain) -> None:
    """The narrow cleanup archives nothing."""
    noise = chatter(brain, "Chatter")
    report = cleanup(grounds(brain, LATER_US), "w", only_events=True)
    assert [JobKind.PRUNE_EVENTS] == [job.kind for job in report.jobs]
    assert [FactStatus.ACTIVE] == statuses(brain, [noise.fact_id])


def test_failed_job_is_reported_and_stays_on_the_list(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before it failed counts, the job itself does not; the others go on."""
    stored(brain, "One fact")

    def fails(ground: Grounds, position: int, pressure: Pressure) -> Step:
        if position == 2:
            message = "the disk failed"
            raise CortexError(message)
        return Step(position + 1, (("slices", 1),))

    monkeypatch.setitem(module.SLICES, JobKind.AGE, fails)
    ground = grounds(brain, START_US)
    report = maintain(ground, Orders("w"))
    assert [JobReport(JobKind.AGE, False, (("slices", 2),), "the disk failed")] == list(
        report.failures
    )
    assert set(EVERY_KIND) == {job.kind for job in report.jobs}
    assert Debt(1, 0, 0) == report.debt
    with brain.reading() as reader:
        assert (JobKind.AGE,) == due_kinds(reader, START_US)
        assert reader.outbox.finished_us(JobKind.AGE) is None
    for _ in range(4):
        report = maintain(ground, Orders("w", (JobKind.AGE,), asks=()))
    assert Debt(0, 0, 1) == report.debt
    with brain.reading() as reader:
        assert ["the disk failed"] == [job.error for job in reader.outbox.failed(9)]
        assert () == due_kinds(reader, START_US)  # Given up until somebody asks.


def test_run_that_is_stopped_goes_on_where_it_was(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Position is kept and the attempt does not count; nothing is reported as finished."""
    stored(brain, "One fact")
    seen: list[int] = []

    def counts(ground: Grounds, position: int, pressure: Pressure) -> Step:
        seen.append(position)
        return Step(position + 1, is_done=position == 4)

    monkeypatch.setitem(module.SLICES, JobKind.AGE, counts)
    ground = grounds(brain, START_US)
    ends: list[bool] = []
    for looks in (2, 4, 6):

        def is_over(most: int = looks) -> bool:
            return len(seen) >= most

        orders = Orders("w", (JobKind.AGE,), should_stop=is_over)
        ends += [job.is_finished for job in maintain(ground, orders).jobs]
    assert [0, 1, 2, 3, 4] == seen
    assert [False, False, True] == ends


def test_worker_that_lost_its_lease_does_not_finish(
    brain: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else has the job in hand: the late one says so and claims nothing done."""
    stored(brain, "One fact")

    def slow(ground: Grounds, position: int, pressure: Pressure) -> Step:
        with ground.brain.writing() as writer:
            assert writer.outbox.claim("other", EVERY_KIND, START_US + 3600 * 1_000_000)
        return Step(0, is_done=True)

    monkeypatch.setitem(module.SLICES, JobKind.AGE, slow)
    jobs = run(brain, START_US, JobKind.AGE)
    assert ["another worker took the job over"] == [job.error for job in jobs]
    with brain.reading() as reader:
        assert Debt(0, 1, 0) == reader.outbox.debt()


def test_log_that_a_reader_needs_is_a_failure(brain: Brain) -> None:
    """A checkpoint that could not be made is not counted as made."""

    class Held(NoFile):
        def checkpoint(self, *, is_pressing: bool = False) -> bool:
            return False

    stored(brain, "One fact")
    report = maintain(grounds(brain, START_US, Held()), Orders("w", (JobKind.CHECKPOINT_LOG,)))
    assert ["a session that has been reading for long still needs the log"] == [
        job.error for job in report.failures
    ]


def test_empty_brain_has_nothing_to_keep(brain: Brain) -> None:
    """Before the first commit there is no job."""
    report = maintain(grounds(brain, START_US), Orders("w"))
    assert ((), 0) == (report.jobs, report.debt.waiting)


@pytest.mark.parametrize("jobs_max", [0, 4097])
def test_number_of_jobs_is_bounded(brain: Brain, jobs_max: int) -> None:
    """Zero and more than 4,096 are refused by name."""
    with pytest.raises(InvalidRequest, match=f"{jobs_max} jobs"):
        maintain(grounds(brain, START_US), Orders("w", jobs_max=jobs_max))


def test_no_more_jobs_than_ordered(brain: Brain) -> None:
    """The rest waits for the next run."""
    stored(brain, "One fact")
    report = maintain(grounds(brain, START_US), Orders("w", jobs_max=2))
    assert (2, len(EVERY_KIND) - 2) == (len(report.jobs), report.debt.pending)


def test_round_is_due_a_day_after_the_first_fact(brain: Brain) -> None:
    """And a day after each round; an empty brain needs none; a clock set back asks for none."""
    with brain.reading() as reader:
        assert not is_due(reader, LATER_US)
    stored(brain, "One fact")
    with brain.reading() as reader:
        due = [is_due(reader, START_US + at) for at in (-DAY_US, 0, DAY_US - 1, DAY_US)]
    assert [False, False, False, True] == due
    run(brain, LATER_US, JobKind.AGE)
    with brain.reading() as reader:
        assert [False, True] == [is_due(reader, LATER_US + at) for at in (0, DAY_US)]


def test_busy_store_stops_a_run_that_may_not_wait(brain: Brain) -> None:
    """Whoever tidies up after an answer waits for nobody."""
    stored(brain, "One fact")
    ground = Grounds(brain, NoFile(), lambda: START_US, SOLO, 0)
    with brain.writing(), pytest.raises(StoreBusy):
        maintain(ground, Orders("w"))
