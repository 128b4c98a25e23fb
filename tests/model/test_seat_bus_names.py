"""Does the name of a record say what it should, and nothing else count as one?"""

import pytest

from cortex.model.seat_bus_names import (
    approval_id,
    is_approval_id,
    is_task_id,
    message_id,
    read_id,
    read_stamped,
    stamped,
    task_id,
    waiting,
)

NOW_US = 1_796_040_000_123_456


def test_message_id_says_priority_instant_and_sender() -> None:
    """What goes in comes out, also of a sender with dashes in its name."""
    name = message_id(1, NOW_US // 1000, "from-desk_2", "a1b2c")
    assert "1-1796040000123-from-from-desk_2-a1b2c" == name
    assert (1, 1_796_040_000_123, "from-desk_2") == read_id(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "4-1796040000123-from-ops-a1b2c", "1-179604000012-from-ops-a1b2c"),
        *(
            "1-1796040000123-from--a1b2c",
            "1-1796040000123-from-ops-a1b2",
            "1-1796040000123-ops-a1b2c",
        ),
        *("1-1796040000123-from-../x-a1b2c", "1-1796040000123-from-Ops-a1b2c"),
        *("1-१७९६०४००००१२३-from-ops-a1b2c", "1-1796040000123-from-ops-A1b2c"),
    ],
)
def test_other_names_are_no_message(name: str) -> None:
    """A name that is nearly one is none, and none leads out of its folder."""
    assert read_id(name) is None


def test_ids_in_their_order_are_the_most_urgent_first_then_the_oldest() -> None:
    """No file has to be read to know what comes first."""
    names = [
        message_id(place, ms, "ops", "aaaaa") for place, ms in ((1, 2), (0, 9), (1, 1), (3, 0))
    ]
    assert [(0, 9), (1, 1), (1, 2), (3, 0)] == [read_id(name)[:2] for name in sorted(names)]  # type: ignore[index]  # Each is one.


def test_stamp_in_front_of_a_name_is_read_again() -> None:
    """A message in flight says when it was taken; another file says nothing."""
    name = message_id(2, 1, "ops", "aaaaa")
    assert (NOW_US // 1000 * 1000, name) == read_stamped(f"{stamped(NOW_US, name)}.json")
    for other in ("", "x_y.json", f"12_{name}.json", f"{stamped(NOW_US, 'x')}.json"):
        assert (0, "") == read_stamped(other)


def test_what_waits_is_the_inbox_and_what_was_taken_too_long_ago() -> None:
    """What is in hand does not wait, and leftovers are no messages."""
    one, two, three = (message_id(2, at, "ops", "aaaaa") for at in (1, 2, 3))
    taken = [f"{stamped(5_000_000, two)}.json", f"{stamped(9_000_000, three)}.json"]
    assert [one, two] == waiting([f"{one}.json", "x.json", f"{one}.json.tmp"], taken, 5_000_000)


def test_ids_of_tasks_and_approvals_are_file_names() -> None:
    """What could lead elsewhere is no id."""
    task, approval = task_id(NOW_US, 12), approval_id(NOW_US, "a1b2c")
    assert ("task_1796040000123_00000012", True) == (task, is_task_id(task))
    assert ("approval_1796040000_a1b2c", True) == (approval, is_approval_id(approval))
    for name in ("", "task", "task_1_2", "task_1_../../xx", "task_१_12345678", "task_1_12345678_1"):
        assert not is_task_id(name)
    for name in ("", "approval_1_../..", "approval_1_A1b2c", "approval_x_a1b2c"):
        assert not is_approval_id(name)
