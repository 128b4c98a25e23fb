"""Is a published state of the brain in memory really never changed?"""

from copy import deepcopy
from dataclasses import fields

from cortex.stores.memory.brain import MemoryBrain
from cortex.stores.memory.state import State
from tests.contracts.brains import NOW_US
from tests.contracts.deposits import commit_of, content, handles, insert, path


def test_copy_shares_no_container() -> None:
    """Whatever a writer does to its copy, the published state keeps every row."""
    state = State("brain", 1)
    copied = state.copy()
    for field in fields(State):
        value = getattr(copied, field.name)
        if isinstance(value, dict | list):
            assert value is not getattr(state, field.name)
    assert state == copied


def test_open_reader_keeps_its_state_to_the_last_row() -> None:
    """Every kind of write leaves the state that somebody reads as it was."""
    brain = MemoryBrain("brain")
    with brain.writing() as writer:
        first = insert(writer, content(), handles([("a", 1)], [path("x")]))
    with brain.reading() as reader:
        before = deepcopy(reader._state)
        with brain.writing() as writer:
            insert(writer, content())
            writer.touch({1: 1}, NOW_US)
            writer.project(first, handles())
            writer.append_commit(commit_of(first, jobs=("job",)))
            writer.use_link(1, 2, "used_with", is_rejected=False)
            writer.add_event("boot", "{}", "agent", NOW_US)
            writer.keep_scope("user", "user", "me")
            writer.rollback_to(1, NOW_US)
        assert before == reader._state
