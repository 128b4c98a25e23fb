"""Is a checkpoint, a move or a resolution whole or absent, wherever its process dies?"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.stores.sqlite.session import Session
from cortex.wiring.house import open_house
from tests.faults.deposit_writer import settings_of
from tests.faults.test_deposit_load import failed_checks

PLACE = Place(project="user")
STATEMENTS_MAX = 400
"""Statements after which an action must be over; it takes a tenth of them."""

ACTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "checkpoint": ("checkpoint", {"thread": "gw", "state": "the smoke test passed on production"}),
    "fork": ("checkpoint", {"thread": "gw", "state": "rolled back on staging", "parent": "1"}),
    "move": ("checkpoint", {"action": "transition", "obligation": "3", "to": "cancelled"}),
    "resolve": ("resolve", {"record": "thread:gw", "rationale": "one thing was seen by both"}),
}


def operate(home: Path, name: str, said: dict[str, Any]) -> dict[str, Any]:
    """Run one operation on the brain below a folder."""
    with open_house(settings_of(home)) as house:
        return house.operate(name, said, Caller(agent="writer"), PLACE)


def prepared(home: Path) -> None:
    """Make a thread with two checkpoints and an obligation."""
    for state in ("listener moved to port 8443", "certificates of the gateway renewed"):
        operate(home, "checkpoint", {"thread": "gw", "state": state})
    owed = {"action": "obligation", "thread": "gw", "goal": "Tell the mobile team"}
    operate(home, "checkpoint", owed)


def told(home: Path) -> dict[str, Any]:
    """Give all that the status of the thread tells, and the number of facts and revisions."""
    with open_house(settings_of(home)) as house, house.brain.reading() as reader:
        latest = reader.revisions.latest(range(1, 20))
        status = house.operate("checkpoint", {"thread": "gw", "action": "status"}, Caller(), PLACE)
        return {**status, "facts kept": reader.fact_count(), "revisions": latest}


def dies_after(statements: int, act: Callable[[], object]) -> bool:
    """Run something in a process that is killed after so many statements; tell whether it was."""
    pid = os.fork()
    if pid == 0:
        seen = 0
        run, run_many = Session.rows, Session.run_many

        def count() -> None:
            nonlocal seen
            seen += 1
            if seen > statements:
                os.kill(os.getpid(), signal.SIGKILL)

        def rows(self: Session, *words: Any) -> Any:
            count()
            return run(self, *words)

        def many(self: Session, *words: Any) -> None:
            count()
            run_many(self, *words)

        dying = pytest.MonkeyPatch()
        dying.setattr(Session, "rows", rows)
        dying.setattr(Session, "run_many", many)
        act()
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("action", ACTIONS)
def test_death_between_two_statements_leaves_nothing_half(tmp_path: Path, action: str) -> None:
    """Killed after any number of statements, the thread is as it was; done, it is done once."""
    prepared(tmp_path)
    if action == "resolve":
        operate(tmp_path, *ACTIONS["fork"])
    before = told(tmp_path)
    name, said = ACTIONS[action]
    said = {**said, "idempotency_key": "once"}
    for statements in range(STATEMENTS_MAX):
        if not dies_after(statements, lambda: operate(tmp_path, name, said)):
            break
        assert before == told(tmp_path), statements
    after = told(tmp_path)
    assert 5 < statements < STATEMENTS_MAX - 1
    assert before != after
    assert operate(tmp_path, name, said)["replayed"] is True
    assert after == told(tmp_path)
    assert [] == failed_checks(tmp_path)
