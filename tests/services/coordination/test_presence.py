"""Is an agent known by what it does, and forgotten when it is silent?"""

import pytest

from cortex.model.callers import Caller
from cortex.model.coordination import (
    ACTIVE_SECONDS,
    AGENT_CHARS_MAX,
    IDLE_SECONDS,
    SESSION_TTL_SECONDS,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest, NotFound
from cortex.ports.brain import Brain
from cortex.services.coordination.feed import acknowledge
from cortex.services.coordination.locks import lock, locks
from cortex.services.coordination.presence import (
    actor_of,
    agents,
    beat,
    end_session,
    see,
    start_session,
)
from tests.services.coordination.conftest import NewId, actor
from tests.services.factory import START_US


def test_active_until_a_heartbeat_is_missed(brain: Brain) -> None:
    """A sign of life counts for seventy-five seconds, and the agent is listed for two hours."""
    with brain.writing() as writer:
        see(writer, actor("ann"))
    (known,) = agents(brain, actor("bob"))
    end_us = START_US + ACTIVE_SECONDS * SECOND_US
    assert (True, False) == (known.is_active(end_us - 1), known.is_active(end_us))
    over_us = SESSION_TTL_SECONDS * SECOND_US
    assert 1 == len(agents(brain, actor("bob", over_us - 1)))
    assert [] == agents(brain, actor("bob", over_us))


def test_heartbeat_keeps_what_is_not_given(brain: Brain, new_id: NewId) -> None:
    """A beat renews two hours, and changes only what it says."""
    started, fresh = start_session(brain, actor("ann"), "user", "work", ("a.py",), new_id)
    assert (False, "id-1") == (fresh, started.session_id)
    beaten = beat(brain, actor("ann", SECOND_US), None, ())
    assert ("work", ("a.py",)) == (beaten.description, beaten.files)
    assert started.expires_us + SECOND_US == beaten.expires_us
    assert "other" == beat(brain, actor("ann"), "other", ()).description


def test_heartbeat_without_session_is_refused(brain: Brain, new_id: NewId) -> None:
    """An agent that never started, ended, or ran out has no active session."""
    with brain.writing() as writer:
        see(writer, actor("ann"))
    start_session(brain, actor("bob"), "user", None, (), new_id)
    end_session(brain, actor("bob"))
    start_session(brain, actor("cid"), "user", None, (), new_id)
    over = actor("cid", SESSION_TTL_SECONDS * SECOND_US)
    for who in (actor("nobody"), actor("ann"), actor("bob"), over):
        with pytest.raises(NotFound) as refused:
            beat(brain, who, None, ())
        assert "no_active_session" == refused.value.code


def test_start_after_a_day_of_silence_clears_what_is_over(brain: Brain, new_id: NewId) -> None:
    """Only after the whole day, and said."""
    lock(brain, actor("ann"), "/a", None, new_id)
    idle_us = IDLE_SECONDS * SECOND_US
    _, fresh = start_session(brain, actor("bob", idle_us - 1), "user", None, (), new_id)
    assert not fresh
    _, fresh = start_session(brain, actor("bob", 2 * idle_us), "user", None, (), new_id)
    assert fresh
    assert [] == locks(brain, actor("ann"))


def test_end_of_a_session_keeps_how_far_was_read(brain: Brain, new_id: NewId) -> None:
    """What was acknowledged stays so in the next session."""
    start_session(brain, actor("ann"), "user", None, (), new_id)
    acknowledge(brain, actor("ann"), inbox_id=7, feed_id=9)
    end_session(brain, actor("ann"))
    again, _ = start_session(brain, actor("ann", SECOND_US), "user", None, (), new_id)
    assert (7, 9) == (again.inbox_seen_id, again.feed_seen_id)


def test_name_of_an_agent_is_bounded() -> None:
    """The limit itself is a name; one more is refused."""
    assert actor_of(Caller(agent="a" * AGENT_CHARS_MAX), 0).agent
    with pytest.raises(InvalidRequest):
        actor_of(Caller(agent="a" * (AGENT_CHARS_MAX + 1)), 0)
