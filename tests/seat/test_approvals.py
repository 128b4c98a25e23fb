"""Is each question decided once, and never lost on its way?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.model.errors import Denied, NotFound
from cortex.model.refusals import MoveRefused, SeatFileRefused
from cortex.model.seat_bus import Approval, ApprovalState
from cortex.model.seat_bus_names import approval_id, task_id
from cortex.seat import approvals
from cortex.seat.approvals import (
    PENDING_MAX,
    Decision,
    ask,
    every_approval,
    find_approval,
    is_approved,
    resolve,
    untold,
)
from cortex.stores.files.seat_files import SeatFolder
from cortex.wire.seat_bus import approval_bytes

NOW_US = 1_796_040_000_000_000
TASK = task_id(NOW_US, 7)
YES = Decision(ApprovalState.APPROVED, "seat:desk", "desk", "fine ✓")
NO = Decision(ApprovalState.REJECTED, "person:ann", "ops", "")


def nobody(_: Approval) -> None:
    """Tell nobody."""


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[SeatFolder]:
    """Give what seats share, with nothing in it."""
    folder = SeatFolder(str(tmp_path))
    yield folder
    folder.close()


def asked(shared: SeatFolder, letters: str = "aaaaa", task: str = "") -> Approval:
    """Let ops ask something."""
    name = approval_id(NOW_US, letters)
    made = Approval(name, "端口 öffnen?", "ops", "acme", "deployment", NOW_US, NOW_US, task_id=task)
    ask(shared, made)
    return made


def test_nothing_waits_before_the_first_question(shared: SeatFolder, tmp_path: Path) -> None:
    """Looking makes no folder, and no name leads anywhere."""
    assert ((), ()) == every_approval(shared, is_all=True)
    for name in ("", "../signing-key", "aaaaa"):
        with pytest.raises(NotFound):
            find_approval(shared, name)
    assert [] == list(tmp_path.iterdir())


def test_question_moves_when_it_is_decided(shared: SeatFolder) -> None:
    """From the one folder to the other, with who and what apart; the same again changes nothing."""
    one = asked(shared)
    assert (one,) == every_approval(shared, is_all=False).approvals
    told: list[Approval] = []
    done, is_new = resolve(shared, "aaaaa", YES, NOW_US + 5, told.append)
    assert (True, "seat:desk", "fine ✓") == (is_new, done.resolved_by, done.note)
    assert ((), (f"{one.approval_id}.json",)) == (
        shared.names("approvals/pending"),
        shared.names("approvals/resolved"),
    )
    assert (done, False) == resolve(shared, one.approval_id, YES, NOW_US + 9, told.append)
    with pytest.raises(MoveRefused):
        resolve(shared, one.approval_id, NO, NOW_US, told.append)
    assert [done] == told
    assert ((), (done,)) == (
        every_approval(shared, is_all=False).approvals,
        every_approval(shared, is_all=True).approvals,
    )


def test_seat_that_asks_is_refused_and_nothing_is_written(shared: SeatFolder) -> None:
    """The question still waits."""
    one = asked(shared)
    with pytest.raises(Denied):
        resolve(shared, "aaaaa", YES._replace(who="seat:ops", at=""), NOW_US, nobody)
    with pytest.raises(Denied):
        resolve(shared, "aaaaa", YES._replace(workers=("desk",)), NOW_US, nobody)
    assert one == find_approval(shared, "aaaaa")


def test_decision_whose_writer_died_before_it_moved_counts(shared: SeatFolder) -> None:
    """It is read by what it says; the next call tells the seat that asked and moves it, once."""
    one = asked(shared)
    done = one._replace(state=ApprovalState.APPROVED, resolved_us=NOW_US, resolved_by="seat:desk")
    shared.replace(f"approvals/pending/{one.approval_id}.json", approval_bytes(done))
    assert () == every_approval(shared, is_all=False).approvals
    assert (done,) == untold(shared)
    told: list[Approval] = []
    for _ in range(2):
        assert (done, False) == resolve(shared, "aaaaa", YES, NOW_US + 1, told.append)
    assert [done] == told
    assert () == untold(shared)
    assert (f"{one.approval_id}.json",) == shared.names("approvals/resolved")


def test_task_is_approved_by_a_yes_that_names_it(shared: SeatFolder) -> None:
    """Neither a question nor a no is one, nor a yes to something else."""
    asked(shared, "aaaaa", TASK)
    asked(shared, "bbbbb")
    resolve(shared, "bbbbb", YES, NOW_US, nobody)
    assert not is_approved(shared, TASK, "ops")
    resolve(shared, "aaaaa", NO, NOW_US, nobody)
    assert not is_approved(shared, TASK, "ops")
    asked(shared, "ccccc", TASK)
    resolve(shared, "ccccc", YES, NOW_US, nobody)
    assert is_approved(shared, TASK, "ops")
    assert not is_approved(shared, TASK, "desk")  # It said yes to its own work.


def test_yes_counts_however_many_came_later(
    shared: SeatFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a list leaves out is not forgotten."""
    monkeypatch.setattr(approvals, "LISTED_MAX", 1)
    for letters, task in (("aaaaa", TASK), ("bbbbb", "")):
        asked(shared, letters, task)
        resolve(shared, letters, YES, NOW_US, nobody)
    assert 1 == len(every_approval(shared, is_all=True).approvals)
    assert is_approved(shared, TASK, "ops")


def test_file_that_holds_no_approval_is_no_missing_one(shared: SeatFolder) -> None:
    """It is named, so that somebody can look at it."""
    one = asked(shared)
    shared.replace(f"approvals/pending/{one.approval_id}.json", b"{")
    with pytest.raises(SeatFileRefused, match=f"bus/approvals/pending/{one.approval_id}.json"):
        find_approval(shared, "aaaaa")


def test_questions_have_a_limit_and_broken_files_are_named(
    shared: SeatFolder, tmp_path: Path
) -> None:
    """The last that fits is kept, one more is refused."""
    asked(shared)
    folder = tmp_path / "approvals/pending"
    for number in range(PENDING_MAX - 2):
        (folder / f"approval_1_{number:05}.json").write_text("[]")
    asked(shared, "bbbbb")
    with pytest.raises(SeatFileRefused, match="wait already"):
        asked(shared, "ccccc")
    found = every_approval(shared, is_all=False)
    assert (2, PENDING_MAX - 2) == (len(found.approvals), len(found.broken))
