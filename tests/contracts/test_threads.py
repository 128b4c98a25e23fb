"""Are the facts of a thread found, and does an obligation stand where its last move left it?"""

import pytest

from cortex.model.errors import NotFound
from cortex.model.facts import FactStatus, Naming
from cortex.model.gates import Gate, TemporalMode
from cortex.model.threads import Move, ObligationState, ThreadRow
from cortex.ports.brain import Brain, BrainWriter
from tests.contracts.brains import NOW_US, faults_of
from tests.contracts.deposits import NOW, commit_of, content, insert, stored

GW = Naming(thread="thread:gw")


def move(writer: BrainWriter, fact_id: int, state: ObligationState, note: str = "") -> Move:
    """Make a move under a log entry of its own."""
    version_id = writer.open_version("transition", NOW_US)
    made = Move(fact_id, 2, version_id, state, "ann", NOW_US, note, "abc", "ci", None)
    writer.threads.add_move(made)
    writer.close_version(version_id, fact_id, f"moved to {state}")
    return made


def test_facts_of_a_thread_pass_the_gate_newest_first(brain: Brain) -> None:
    """Only the thread's own facts come, those of other scopes, types and times left out."""
    first = stored(brain, naming=GW)
    stored(brain, naming=Naming(thread="thread:other"))
    stored(brain)
    stored(brain, naming=GW, scope_id="project:/b/.git")
    stored(brain, naming=GW, status=FactStatus.ARCHIVED)
    last = stored(brain, naming=GW, type="checkpoint")
    here = Gate(TemporalMode.CURRENT, NOW_US, ("user",))
    with brain.reading() as reader:
        assert [last, first] == reader.threads.facts_of("thread:gw", (), here, 9)
        assert [last] == reader.threads.facts_of("thread:gw", (), here, 1)
        assert [last] == reader.threads.facts_of("thread:gw", ("checkpoint",), here, 9)
        assert [] == reader.threads.facts_of("thread:no", (), here, 9)
        assert [] == reader.threads.facts_of("thread:gw", ("note",), here, 9)


def test_facts_are_found_by_type(brain: Brain) -> None:
    """Facts of several types come newest first; no type finds nothing."""
    one, two = stored(brain, type="rule"), stored(brain, type="policy")
    stored(brain, type="note")
    with brain.reading() as reader:
        assert [two, one] == reader.threads.facts_typed(("rule", "policy"), NOW, 9)
        assert [two] == reader.threads.facts_typed(("rule", "policy"), NOW, 1)
        assert [] == reader.threads.facts_typed((), NOW, 9)


@pytest.mark.parametrize(
    "preconditions",
    ['["it is \\"live\\"","ça\\nva \\u0001"]', '"one text"', '{"a":{"b":[1,true]}}', "7"],
)
def test_trials_have_exactly_these_preconditions(brain: Brain, preconditions: str) -> None:
    """Preconditions are compared whole, whatever characters they are written with."""
    same = f'{{"outcome":"success","preconditions":{preconditions}}}'
    case = stored(brain, type="case", fields=same)
    against = stored(brain, type="counterexample", fields=f'{{"preconditions":{preconditions}}}')
    stored(brain, type="case", fields='{"preconditions":["it is"]}')
    stored(brain, type="case")
    stored(brain, type="note", fields=same)
    types = ("case", "counterexample")
    with brain.reading() as reader:
        assert [case, against] == reader.threads.trials(types, preconditions, NOW, 9)
        assert [case] == reader.threads.trials(types, preconditions, NOW, 1)
        assert [] == reader.threads.trials((), preconditions, NOW, 9)
        assert [] == reader.threads.trials(types, '["other"]', NOW, 9)


def test_obligation_stands_where_its_last_move_left_it(brain: Brain) -> None:
    """One that never moved is proposed; a fact of another type has no state."""
    owed = stored(brain, type="obligation")
    idle = stored(brain, type="obligation")
    other = stored(brain)
    ids = [idle.fact_id, owed.fact_id, other.fact_id, 99]
    with brain.writing() as writer:
        ready = move(writer, owed.fact_id, ObligationState.READY)
        blocked = move(writer, owed.fact_id, ObligationState.BLOCKED, "wartet auf Zertifikat")
    with brain.reading() as reader:
        states = {owed.fact_id: "blocked", idle.fact_id: "proposed"}
        assert states == reader.threads.obligation_states(ids)
        assert {owed.fact_id: blocked} == reader.threads.last_moves(ids)
        assert [ready, blocked] == reader.threads.moves_of(owed.fact_id, 9)
        assert [blocked] == reader.threads.moves_of(owed.fact_id, 1)
        assert ({}, {}) == (reader.threads.obligation_states([]), reader.threads.last_moves([]))
    assert [] == faults_of(brain)


def test_rollback_takes_a_move_back(brain: Brain) -> None:
    """A move whose log entry was undone does not count, and a later one does."""
    owed = stored(brain, type="obligation")
    with brain.writing() as writer:
        ready = move(writer, owed.fact_id, ObligationState.READY)
        move(writer, owed.fact_id, ObligationState.CANCELLED)
        writer.rollback_to(ready.version_id, NOW_US)
    with brain.writing() as writer:
        assert {owed.fact_id: "ready"} == writer.threads.obligation_states([owed.fact_id])
        begun = move(writer, owed.fact_id, ObligationState.IN_PROGRESS)
        assert [ready, begun] == writer.threads.moves_of(owed.fact_id, 9)


def test_move_of_no_fact_is_refused(brain: Brain) -> None:
    """A move belongs to a fact that is there."""
    stored(brain)
    with pytest.raises(NotFound), brain.writing() as writer:
        move(writer, 7, ObligationState.READY)


def test_threads_are_listed_with_what_is_open(brain: Brain) -> None:
    """The thread changed last comes first; what is verified or cancelled is not open."""
    stored(brain, naming=Naming(thread="thread:a"), type="obligation", created_us=NOW_US - 5)
    done = stored(brain, naming=GW, type="obligation")
    stored(brain, naming=GW)
    stored(brain)
    stored(brain, naming=Naming(thread="thread:b"))
    with brain.writing() as writer:
        move(writer, done.fact_id, ObligationState.VERIFIED_COMPLETE)
    rows = [
        ThreadRow("thread:b", 1, 0, NOW_US),
        ThreadRow("thread:gw", 2, 0, NOW_US),
        ThreadRow("thread:a", 1, 1, NOW_US - 5),
    ]
    with brain.reading() as reader:
        assert rows == reader.threads.listed(NOW, 9)
        assert rows[:1] == reader.threads.listed(NOW, 1)
        assert [] == reader.threads.listed(Gate(TemporalMode.CURRENT, NOW_US, ("none",)), 9)


def test_structured_fields_come_back_as_written(brain: Brain) -> None:
    """Fields are kept to the letter, and a fact without any has none."""
    with brain.writing() as writer:
        one = insert(writer, content(fields='{"a":"ä","b":[1]}'))
        writer.append_commit(commit_of(one))
        two = insert(writer, content())
    with brain.reading() as reader:
        assert ['{"a":"ä","b":[1]}', None] == [
            fact.content.fields for fact in reader.facts([one.fact_id, two.fact_id])
        ]
