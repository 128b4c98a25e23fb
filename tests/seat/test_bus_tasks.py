"""Does one seat at a time hold a task, and is nothing of a task ever lost?"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.durations import DAY_US, SECOND_US
from cortex.model.errors import InvalidRequest, NotFound
from cortex.model.refusals import CoordinationRefused, MoveRefused, SeatFileRefused
from cortex.model.seat_bus import BusTask, Claimed, Output, TaskState
from cortex.model.seat_bus_names import task_id
from cortex.seat.bus_tasks import (
    OPEN_MAX,
    Change,
    add_task,
    archive_tasks,
    claim_of,
    claim_task,
    complete_task,
    every_task,
    find_task,
    steps_of,
    tell_waiting,
    unbegun_claims,
    update_task,
)
from cortex.stores.files.seat_files import SeatFolder
from cortex.wire.seat_bus import claim_bytes, task_bytes, task_json

NOW_US = 1_796_040_000_000_000
HOUR_US = 3_600 * SECOND_US
NAMES = [task_id(NOW_US, number) for number in range(9)]


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give what seats share, with nothing in it."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def added(shared: SeatFolder, number: int = 0, **changed: Any) -> str:
    """Keep a task of ops and give its id."""
    task = BusTask(NAMES[number], f"Đường 端口 {number}", "ops", "acme", NOW_US, NOW_US)
    add_task(shared, task._replace(**changed))
    return NAMES[number]


def claimed(shared: SeatFolder, name: str, seat: str, now_us: int = NOW_US) -> BusTask:
    """Let a seat claim a task."""
    return claim_task(shared, name, seat, now_us, takes_over=False)[0]


def test_nothing_is_there_before_the_first_task(shared: SeatFolder, tmp_path: Path) -> None:
    """Looking makes no folder, and no name leads anywhere."""
    assert ((), ()) == every_task(shared)
    for name in ("", "..", "task_1_12345678", "12345678", "../signing-key"):
        with pytest.raises(NotFound):
            find_task(shared, name)
    assert [] == list(tmp_path.iterdir())


def test_task_is_found_by_its_last_digits_when_they_are_one(shared: SeatFolder) -> None:
    """Two of the same digits are named whole."""
    name = added(shared)
    assert name == find_task(shared, name).task_id == find_task(shared, name[-8:]).task_id
    twin = BusTask(task_id(NOW_US + 1_000, 0), "x", "ops", "acme", NOW_US, NOW_US)
    add_task(shared, twin)
    with pytest.raises(NotFound):
        find_task(shared, name[-8:])
    assert name == find_task(shared, name).task_id


def test_archived_task_is_found_by_its_last_digits_too(shared: SeatFolder) -> None:
    """In a file of its own, and in the one of its month; two of the same digits are named whole."""
    name = added(shared)
    complete_task(shared, name, "ops", ("done", ()), NOW_US, is_approved=False)
    for days in (8, 40):
        archive_tasks(shared, NOW_US + days * DAY_US)
        assert "done" == find_task(shared, name[-8:]).result
    twin = BusTask(task_id(NOW_US + 1_000, 0), "x", "ops", "acme", NOW_US, NOW_US)
    add_task(shared, twin)
    assert twin == find_task(shared, name[-8:])  # The one that is not put aside is meant.
    complete_task(shared, twin.task_id, "ops", ("", ()), NOW_US, is_approved=False)
    archive_tasks(shared, NOW_US + 8 * DAY_US)
    with pytest.raises(NotFound):
        find_task(shared, name[-8:])


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "binary"])
def test_claim_that_says_nothing_stops_nobody_else(
    shared: SeatFolder, tmp_path: Path, kind: str
) -> None:
    """The task is held by nobody known until somebody takes it over."""
    name, other = added(shared), added(shared, 1)
    path = tmp_path / "tasks/.claims" / f"{name}.claim"
    path.parent.mkdir()
    match kind:
        case "link":
            path.symlink_to("/etc/hostname")
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case _:
            path.write_bytes(bytes(range(256)))
    assert Claimed("?", 0) == claim_of(shared, name)
    assert "desk" == claimed(shared, other, "desk").assigned_to
    with pytest.raises(CoordinationRefused, match=r"claimed by \?"):
        claimed(shared, name, "desk")
    if kind == "folder":
        with pytest.raises(SeatFileRefused, match=f"{name}.claim"):
            claim_task(shared, name, "desk", NOW_US, takes_over=True)
    else:
        assert "desk" == claim_task(shared, name, "desk", NOW_US, takes_over=True)[0].assigned_to
        assert Claimed("desk", NOW_US) == claim_of(shared, name)


def test_finished_task_keeps_no_claim(shared: SeatFolder) -> None:
    """Also when whoever finished it died before the claim was gone."""
    name = added(shared)
    claimed(shared, name, "desk")
    done = find_task(shared, name)._replace(state=TaskState.COMPLETED, completed_us=NOW_US)
    shared.replace(f"tasks/{name}.json", task_bytes(done))
    assert not complete_task(shared, name, "desk", ("", ()), NOW_US, is_approved=False)[1]
    assert () == shared.names("tasks/.claims")
    shared.replace(f"tasks/.claims/{name}.claim", claim_bytes(Claimed("desk", NOW_US)))
    archive_tasks(shared, NOW_US + 8 * DAY_US)
    assert () == shared.names("tasks/.claims")


def test_life_of_a_task_is_written_down(shared: SeatFolder) -> None:
    """Each move has its row with instant, seat, from and to; doing it again adds none."""
    name = added(shared)
    claimed(shared, name, "desk", NOW_US + 1)
    claimed(shared, name, "desk", NOW_US + 2)
    note = Change(note="half done")
    update_task(shared, name, "desk", note, NOW_US + 3)
    came = ("moved", (Output("out/x.md", "report"),))
    done, is_new = complete_task(shared, name, "desk", came, NOW_US + 4, is_approved=False)
    again = complete_task(shared, name, "ops", ("other", ()), NOW_US + 5, is_approved=False)
    assert (True, (done, False)) == (is_new, again)
    assert [
        ("create", "ops", "", "pending", ""),
        ("claim", "desk", "pending", "in_progress", ""),
        ("update", "desk", "in_progress", "in_progress", "half done"),
        ("complete", "desk", "in_progress", "completed", ""),
    ] == [step[1:] for step in steps_of(shared, name)]
    assert ("moved", NOW_US + 4, None) == (done.result, done.completed_us, claim_of(shared, name))


def test_other_seat_neither_claims_nor_moves_what_is_held(shared: SeatFolder) -> None:
    """The refusal names the holder, and nothing is written."""
    name = added(shared)
    claimed(shared, name, "desk")
    before = steps_of(shared, name)
    for refused in (
        lambda: claimed(shared, name, "ops"),
        lambda: claim_task(shared, name, "ops", NOW_US + HOUR_US, takes_over=True),
        lambda: update_task(shared, name, "ops", Change(note="x"), NOW_US),
        lambda: complete_task(shared, name, "ops", ("", ()), NOW_US, is_approved=False),
    ):
        with pytest.raises(CoordinationRefused, match="desk"):
            refused()
    assert before == steps_of(shared, name)


def test_task_that_stands_still_is_taken_over_when_that_is_said(shared: SeatFolder) -> None:
    """After two hours without a word, and never silently."""
    name = added(shared)
    claimed(shared, name, "desk")
    late_us = NOW_US + 2 * HOUR_US + 1
    with pytest.raises(CoordinationRefused, match="claimed by desk"):
        claimed(shared, name, "ops", late_us)
    task, taken = claim_task(shared, name, "ops", late_us, takes_over=True)
    assert ("ops", Claimed("desk", NOW_US)) == (task.assigned_to, taken)
    assert "taken over from desk" == steps_of(shared, name)[-1].note
    with pytest.raises(CoordinationRefused, match="held by ops"):
        update_task(shared, name, "desk", Change(note="x"), late_us)


def test_third_seat_neither_ends_nor_gives_away_what_is_assigned(shared: SeatFolder) -> None:
    """Nothing is written, until it stood for a day and that seat says that it takes it over."""
    name = added(shared, assigned_to="desk")
    before = find_task(shared, name), steps_of(shared, name)
    for refused in (
        lambda: complete_task(shared, name, "third", ("", ()), NOW_US, is_approved=False),
        lambda: update_task(shared, name, "third", Change(TaskState.CANCELLED), NOW_US),
        lambda: update_task(shared, name, "third", Change(assigned_to="third"), NOW_US),
        lambda: claim_task(shared, name, "third", NOW_US + DAY_US, takes_over=True),
        lambda: claimed(shared, name, "third", NOW_US + 2 * DAY_US),
    ):
        with pytest.raises(CoordinationRefused, match="assigned to desk"):
            refused()
    assert before == (find_task(shared, name), steps_of(shared, name))
    late_us = NOW_US + DAY_US + 1
    task, taken = claim_task(shared, name, "third", late_us, takes_over=True)
    assert ("third", "desk") == (task.assigned_to, taken.seat if taken else "")
    assert ("desk", Claimed("third", late_us)) == (task.untold, claim_of(shared, name))
    with pytest.raises(CoordinationRefused, match="held by third"):
        complete_task(shared, name, "desk", ("", ()), late_us, is_approved=False)


@pytest.mark.parametrize("seat", ["ops", "desk"])
def test_maker_and_assignee_may_cancel_what_nobody_began(shared: SeatFolder, seat: str) -> None:
    """The seat that made it, and the one it is for."""
    name = added(shared, assigned_to="desk")
    task = update_task(shared, name, seat, Change(TaskState.CANCELLED), NOW_US)[1]
    assert TaskState.CANCELLED is task.state


def test_seat_waits_to_be_told_until_it_was_and_is_told_once(shared: SeatFolder) -> None:
    """Of what it is to do, and of what came of what it wanted; until then nothing is put aside."""
    name = added(shared, assigned_to="desk")
    told: list[tuple[str, str]] = []

    def tell(task: BusTask) -> None:
        told.append((task.untold, task.state.value))

    seen = every_task(shared).tasks
    for _ in range(2):
        tell_waiting(shared, seen, tell)  # Whoever looked before somebody told tells nobody.
    assert [("desk", "pending")] == told
    complete_task(shared, name, "desk", ("", ()), NOW_US, is_approved=False)
    assert ((), ()) == archive_tasks(shared, NOW_US + 8 * DAY_US)
    tell_waiting(shared, every_task(shared).tasks, tell)
    assert [("desk", "pending"), ("ops", "completed")] == told
    assert ((name,), ()) == archive_tasks(shared, NOW_US + 8 * DAY_US)
    assert b"untold" not in (shared.find(f"tasks/archive/{name}.json", 99_999) or b"")


def test_claim_whose_writer_died_is_told_and_not_stolen(shared: SeatFolder) -> None:
    """Its own seat goes on with it; another one says that it takes over."""
    for number in (0, 1):
        name = added(shared, number)
        shared.replace(f"tasks/.claims/{name}.claim", claim_bytes(Claimed("desk", NOW_US)))
    dead = unbegun_claims(shared, every_task(shared))
    assert [(NAMES[0], "desk"), (NAMES[1], "desk")] == [(name, one.seat) for name, one in dead]
    with pytest.raises(CoordinationRefused, match="died before it began"):
        claimed(shared, NAMES[0], "ops")
    assert TaskState.IN_PROGRESS is claimed(shared, NAMES[0], "desk").state
    task, taken = claim_task(shared, NAMES[1], "ops", NOW_US, takes_over=True)
    assert ("ops", "desk") == (task.assigned_to, taken.seat if taken else "")
    assert () == unbegun_claims(shared, every_task(shared))


def test_task_that_is_given_back_blocked_or_reassigned_keeps_the_right_claim(
    shared: SeatFolder,
) -> None:
    """Given back it is anybody's; blocked it stays; for another seat it waits for that one."""
    name = added(shared)
    claimed(shared, name, "desk")
    blocked = update_task(shared, name, "desk", Change(TaskState.BLOCKED), NOW_US)[1]
    assert (TaskState.BLOCKED, "desk") == (blocked.state, claim_of(shared, name).seat)  # type: ignore[union-attr]  # It is held.
    assert TaskState.IN_PROGRESS is claimed(shared, name, "desk", NOW_US + 1).state
    back = update_task(shared, name, "desk", Change(TaskState.PENDING), NOW_US + 2)[1]
    assert ("", None) == (back.assigned_to, claim_of(shared, name))
    claimed(shared, name, "ops", NOW_US + 3)
    given = update_task(shared, name, "ops", Change(assigned_to="desk"), NOW_US + 4)[1]
    assert (TaskState.PENDING, "desk", None) == (
        given.state,
        given.assigned_to,
        claim_of(shared, name),
    )
    with pytest.raises(CoordinationRefused, match="assigned to desk"):
        claimed(shared, name, "ops")


def test_task_that_waits_is_claimed_when_what_it_waits_for_is_done(shared: SeatFolder) -> None:
    """Links said later count as well; unknown tasks and circles change nothing."""
    first, second = added(shared, 0), added(shared, 1, blocked_by=(NAMES[0],))
    with pytest.raises(MoveRefused, match=first):
        claimed(shared, second, "desk")
    before = task_json(find_task(shared, first))
    for change, error in (
        (Change(blocked_by=(second,)), InvalidRequest),
        (Change(blocked_by=(first,)), InvalidRequest),
        (Change(blocks=(NAMES[7],)), NotFound),
    ):
        with pytest.raises(error):
            update_task(shared, first, "ops", change, NOW_US)
    assert before == task_json(find_task(shared, first))
    complete_task(shared, first, "ops", ("", ()), NOW_US, is_approved=False)
    assert "desk" == claimed(shared, second, "desk").assigned_to


def test_task_that_needs_an_approval_waits_for_it(shared: SeatFolder) -> None:
    """The remedy says how to ask."""
    name = added(shared, needs_approval=True)
    with pytest.raises(MoveRefused) as caught:
        complete_task(shared, name, "ops", ("", ()), NOW_US, is_approved=False)
    assert name in caught.value.remedy
    assert complete_task(shared, name, "ops", ("", ()), NOW_US, is_approved=True)[1]


def test_open_tasks_have_a_limit(shared: SeatFolder) -> None:
    """The last that fits is kept; finished ones do not count."""
    for number in range(100, 99 + OPEN_MAX):
        task = BusTask(task_id(NOW_US, number), "x", "ops", "acme", NOW_US, NOW_US)
        shared.replace(f"tasks/{task.task_id}.json", task_bytes(task))
    added(shared, 0)
    with pytest.raises(SeatFileRefused, match="limit"):
        added(shared, 1)
    complete_task(shared, NAMES[0], "ops", ("", ()), NOW_US, is_approved=False)
    added(shared, 1)


def test_files_that_hold_no_task_are_named_and_hide_none(
    shared: SeatFolder, tmp_path: Path
) -> None:
    """Broken, foreign or a link: listed by name, and the others are still there."""
    name = added(shared)
    folder = tmp_path / "tasks"
    (folder / f"{NAMES[1]}.json").write_text("{")
    (folder / f"{NAMES[2]}.json").symlink_to(folder / f"{name}.json")
    (folder / f"{NAMES[3]}.json").write_bytes((folder / f"{name}.json").read_bytes())
    (folder / "note.txt").write_text("x")
    found = every_task(shared)
    assert ([name], [f"{one}.json" for one in NAMES[1:4]]) == (
        [one.task_id for one in found.tasks],
        list(found.broken),
    )
    with pytest.raises(SeatFileRefused):
        find_task(shared, NAMES[1])


def test_archive_keeps_all_that_a_task_said(shared: SeatFolder, tmp_path: Path) -> None:
    """A week in a file, thirty days in a line of its month; found in each; twice is once."""
    name, late = added(shared, 0), added(shared, 1)
    open_one = added(shared, 2)
    complete_task(shared, name, "ops", ("端口 moved", ()), NOW_US, is_approved=False)
    complete_task(shared, late, "ops", ("", ()), NOW_US + 20 * DAY_US, is_approved=False)
    assert ((), ()) == archive_tasks(shared, NOW_US + 7 * DAY_US - 1)
    assert ((name,), ()) == archive_tasks(shared, NOW_US + 7 * DAY_US)
    whole = find_task(shared, name)
    assert (True, "端口 moved") == (whole.archived, whole.result)
    assert ((late,), (name,)) == archive_tasks(shared, NOW_US + 30 * DAY_US)
    assert ((), ()) == archive_tasks(shared, NOW_US + 30 * DAY_US)
    assert whole == find_task(shared, name)
    months = list((tmp_path / "tasks/archive").glob("archive-*.jsonl"))
    assert ["archive-2026-11.jsonl"] == [path.name for path in months]
    assert task_json(whole) == json.loads(months[0].read_text())
    assert 2 == len(steps_of(shared, name))
    assert [open_one] == [one.task_id for one in every_task(shared).tasks]


def test_archive_that_was_stopped_goes_on(shared: SeatFolder) -> None:
    """A task that stands in both places is in one afterwards, and in its month once."""
    name = added(shared)
    complete_task(shared, name, "ops", ("", ()), NOW_US, is_approved=False)
    before = shared.find(f"tasks/{name}.json", 99_999) or b""
    archive_tasks(shared, NOW_US + 7 * DAY_US)
    shared.replace(f"tasks/{name}.json", before)
    aside = shared.find(f"tasks/archive/{name}.json", 99_999) or b""
    archive_tasks(shared, NOW_US + 30 * DAY_US)
    shared.replace(f"tasks/archive/{name}.json", aside)
    assert ((), (name,)) == archive_tasks(shared, NOW_US + 30 * DAY_US)
    month = shared.find("tasks/archive/archive-2026-11.jsonl", 99_999) or b""
    assert 1 == month.count(b"\n")
