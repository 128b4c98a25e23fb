"""Do both boot readers tell the same of other agents, and of one owner only?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.boot import BOOT_TEAM_ROWS_MAX, BootQuestion, BootTeam
from cortex.model.coordination import (
    Activity,
    AgentSession,
    FeedEntry,
    Lock,
    Message,
    Task,
    TaskStatus,
)
from cortex.model.focus import FocusSession
from cortex.ports.brain import Brain
from tests.contracts.test_boot_reader import HERE, NOW_US, Pair
from tests.services.factory import SCOPE_ID

MINUTE_US = 60_000_000


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Give an empty brain with both readers."""
    made = Pair(tmp_path / "cortex.db")
    yield made
    made.close()


def told(pair: Pair, agent: str = "ann", owner_id: int | None = None) -> dict[str, Any] | None:
    """Give what both readers say, which must be the same."""
    asked = BootQuestion(HERE, "/srv/demo", NOW_US, owner_id, agent=agent)
    narrow, plain = pair.narrow.read(asked).team, pair.plain.read(asked).team
    assert parts(narrow) == parts(plain)
    return parts(narrow)


def parts(team: BootTeam | None) -> dict[str, Any] | None:
    """Give the parts of a team by name."""
    return None if team is None else {name: getattr(team, name) for name in BootTeam.__slots__}


def fill(brain: Brain, owner_id: int) -> None:
    """Let two agents of an owner tell each other more than a brief shows."""
    with brain.writing() as writer:
        rows = writer.coordination
        seen = AgentSession("ann", NOW_US - MINUTE_US, NOW_US + 9, inbox_seen_id=0)
        rows.keep_agent(owner_id, seen, 10)
        rows.keep_agent(owner_id, AgentSession("bob", NOW_US - 1, NOW_US + 9, description="x"), 10)
        quiet = AgentSession("cid", NOW_US - 76_000_000, NOW_US + 9)
        rows.keep_agent(owner_id, quiet, 10)
        for n in range(BOOT_TEAM_ROWS_MAX + 3):
            rows.add_message(owner_id, Message(0, "bob", "ann", f"m{n}", NOW_US), 100)
            rows.add_entry(owner_id, FeedEntry(0, "bob", "note", f"f{n}", NOW_US), 0, 100)
            rows.add_activity(owner_id, Activity(0, "bob", f"a{n}", (), NOW_US), 100)
        rows.add_activity(owner_id, Activity(0, "bob", "before", (), NOW_US - 2 * MINUTE_US), 100)
        rows.add_activity(owner_id, Activity(0, "ann", "own", (), NOW_US), 100)
        for scope_id, title in ((SCOPE_ID, "here"), ("user", "mine"), ("project:/x", "elsewhere")):
            rows.add_task(owner_id, Task(0, title, scope_id, "bob", NOW_US, priority="high"))
        claimed = rows.add_task(owner_id, Task(0, "claimed", "project:/x", "bob", NOW_US))
        claimed = claimed._replace(status=TaskStatus.CLAIMED, claimed_by="ann")
        rows.change_task(owner_id, claimed, 100)
        for path in ("/srv/demo/a", "/srv/demo2/a", "deploy:prod"):
            rows.keep_lock(owner_id, Lock(path, path, "bob", NOW_US, NOW_US + 1))
        rows.keep_lock(owner_id, Lock("/srv/demo/over", "o", "bob", NOW_US - 9, NOW_US))
        focus = writer.focus.start(owner_id, FocusSession(0, "ann", "gateway", SCOPE_ID, NOW_US))
        writer.focus.start(owner_id, FocusSession(0, "bob", "theirs", SCOPE_ID, NOW_US))
        writer.focus.note(owner_id, "ann", focus.focus_id)


def test_brain_without_agents_has_no_team(pair: Pair) -> None:
    """Where nobody coordinated, nothing is read and nothing told."""
    assert None is told(pair)


def test_every_part_is_told_alike(pair: Pair) -> None:
    """Unread messages, own focus and tasks, what is pending, locked and going on in this place."""
    fill(pair.brain, 0)
    team = told(pair)
    assert team is not None
    assert [f"m{n}" for n in range(2, 13)] == [row[1] for row in team["messages"]]
    assert (("gateway", 1, NOW_US),) == team["focus"]
    assert ["claimed"] == [row[2] for row in team["tasks_own"]]
    assert ["here", "mine"] == [row[2] for row in team["tasks"]]
    assert ["/srv/demo/a", "deploy:prod"] == [row[0] for row in team["locks"]]
    assert (("bob", "x"),) == team["agents"]
    assert [f"f{n}" for n in range(2, 13)] == [row[3] for row in team["feed"]]
    assert [f"a{n}" for n in range(12, 1, -1)] == [row[1] for row in team["activity"]]
    stranger = told(pair, agent="dan")
    assert stranger is not None
    assert ((), (), ()) == (stranger["messages"], stranger["focus"], stranger["tasks_own"])


def test_one_owner_is_never_told_of_another(pair: Pair) -> None:
    """Tasks, messages, locks and the rest are those of the asking owner alone: CQR G11."""
    fill(pair.brain, 2)
    for team in (told(pair, owner_id=1), told(pair)):
        assert team is None or {()} == set(team.values())
    theirs = told(pair, owner_id=2)
    assert theirs is not None
    assert theirs["messages"]
