"""Does a lock keep two agents apart, and end by itself?"""

import pytest

from cortex.model.coordination import (
    LOCK_TTL_SECONDS,
    LOCK_TTL_SECONDS_MAX,
    LOCKS_MAX,
    Lock,
)
from cortex.model.durations import SECOND_US
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.refusals import CoordinationRefused
from cortex.ports.brain import Brain
from cortex.services.coordination.locks import lock, lock_name, locks, under, unlock
from tests.services.coordination.conftest import NewId, actor
from tests.services.factory import START_US

END_US = LOCK_TTL_SECONDS * SECOND_US


def test_holder_extends_and_others_are_refused(brain: Brain, new_id: NewId) -> None:
    """The same agent keeps its lock's id; another is told holder, end and minutes left."""
    first, extended = lock(brain, actor("ann"), "/a", None, new_id)
    assert not extended
    later, extended = lock(brain, actor("ann", SECOND_US), "/a", None, new_id)
    assert extended
    assert (first.lock_id, first.expires_us + SECOND_US) == (later.lock_id, later.expires_us)
    with pytest.raises(CoordinationRefused) as refused:
        lock(brain, actor("bob", 2 * SECOND_US), "/a", None, new_id)
    assert "file_already_locked" == refused.value.code
    assert ("ann", 5) == (refused.value.details["holder"], refused.value.details["minutes_left"])
    assert "expires_at" in refused.value.details


def test_who_waited_is_told_no_more_than_the_whole_time(brain: Brain, new_id: NewId) -> None:
    """A clock read before another one took the lock does not make its time longer."""
    lock(brain, actor("ann", SECOND_US), "/a", None, new_id)
    with pytest.raises(CoordinationRefused) as refused:
        lock(brain, actor("bob"), "/a", None, new_id)
    assert LOCK_TTL_SECONDS // 60 == refused.value.details["minutes_left"]


def test_expired_lock_is_free(brain: Brain, new_id: NewId) -> None:
    """One microsecond before its end it holds, at its end anybody may have it."""
    lock(brain, actor("ann"), "/a", None, new_id)
    with pytest.raises(CoordinationRefused):
        lock(brain, actor("bob", END_US - 1), "/a", None, new_id)
    taken, extended = lock(brain, actor("bob", END_US), "/a", None, new_id)
    assert ("bob", False) == (taken.agent, extended)


def test_only_the_holder_unlocks(brain: Brain, new_id: NewId) -> None:
    """Others are refused by name; a lock that is gone or over is not found."""
    lock(brain, actor("ann"), "/a", None, new_id)
    with pytest.raises(CoordinationRefused) as refused:
        unlock(brain, actor("bob"), "/a")
    assert ("not_lock_holder", {"holder": "ann"}) == (refused.value.code, refused.value.details)
    unlock(brain, actor("ann"), "/a")
    for when in (0, END_US):
        with pytest.raises(NotFound) as missing:
            unlock(brain, actor("ann", when), "/a")
        assert "no_lock_found" == missing.value.code


@pytest.mark.parametrize("seconds", [0, -1, LOCK_TTL_SECONDS_MAX + 1])
def test_time_out_of_bounds_is_refused(brain: Brain, new_id: NewId, seconds: int) -> None:
    """Zero, less, and more than a day are refused by the field's name."""
    with pytest.raises(InvalidRequest) as refused:
        lock(brain, actor("ann"), "/a", seconds, new_id)
    assert "ttl_seconds" == refused.value.field
    lock(brain, actor("ann"), "/a", LOCK_TTL_SECONDS_MAX, new_id)


def test_owners_do_not_see_each_others_locks(brain: Brain, new_id: NewId) -> None:
    """The same path can be locked by agents of two owners."""
    lock(brain, actor("ann", owner_id=1), "/a", None, new_id)
    lock(brain, actor("bob", owner_id=2), "/a", None, new_id)
    assert ["ann"] == [one.agent for one in locks(brain, actor("x", owner_id=1))]


def test_one_lock_more_than_the_limit_is_refused(brain: Brain, new_id: NewId) -> None:
    """Held locks are bounded; extending one of them still works."""
    with brain.writing() as writer:
        for n in range(LOCKS_MAX):
            taken = lock_row(n)
            writer.coordination.keep_lock(0, taken)
    lock(brain, actor("ann"), "/0", None, new_id)
    with pytest.raises(InvalidRequest):
        lock(brain, actor("ann"), "/one/more", None, new_id)


def lock_row(number: int) -> Lock:
    """Give a lock that holds for a minute."""
    return Lock(f"/{number}", f"l{number}", "ann", START_US, START_US + 60 * SECOND_US)


def test_names_of_things_are_no_paths() -> None:
    """A colon before any slash names a thing; everything else is followed to its real place."""

    def real(path: str) -> str:
        return f"/real/{path}"

    assert "deploy:production" == lock_name(" deploy:production ", real)
    assert "/real/src/a:b.py" == lock_name("src/a:b.py", real)
    for nothing in (None, "", "<private>x</private>"):
        with pytest.raises(InvalidRequest):
            lock_name(nothing, real)


def test_locks_below_a_folder(brain: Brain, new_id: NewId) -> None:
    """A sibling whose name begins alike is not below; a thing without a path is everywhere."""
    for path in ("/srv/demo/a", "/srv/demo2/a", "deploy:x"):
        lock(brain, actor("ann"), path, None, new_id)
    held = locks(brain, actor("ann"))
    assert ["/srv/demo/a", "deploy:x"] == [one.path for one in under(held, "/srv/demo")]
    assert held == under(held, None)
