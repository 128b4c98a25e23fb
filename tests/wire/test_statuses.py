"""Does a shell learn how a command ended?"""

import pytest

from cortex.model.errors import EXIT_MEANINGS, NotFound, StoreBusy
from cortex.model.operations import OperationStatus
from cortex.wire.statuses import OPERATION_EXITS, exit_meanings, exit_status, operation_exit


def test_every_operation_status_has_an_exit_status_with_a_meaning() -> None:
    """No status of an operation is unknown to the shell."""
    assert set(OperationStatus) == set(OPERATION_EXITS)
    assert set(OPERATION_EXITS.values()) <= {status for status, _ in EXIT_MEANINGS}


@pytest.mark.parametrize("status", ["ok", "partial", "no_match", "ambiguous", "needs_more_budget"])
def test_answer_succeeds_even_when_empty(status: str) -> None:
    """An honest empty answer is a success."""
    assert 0 == operation_exit({"status": status})


def test_named_thing_that_does_not_exist_fails() -> None:
    """The same status with an error means that what was named is not there."""
    assert 3 == operation_exit({"status": "no_match", "error": "decision::9 does not exist here"})


def test_unknown_status_is_a_failure() -> None:
    """A status nobody knows never looks like success."""
    assert 1 == operation_exit({"status": "splendid"})
    assert 1 == operation_exit({})


def test_error_exits_with_its_own_status_and_a_fault_with_one() -> None:
    """Each class of error owns its status; anything else is 1."""
    assert 3 == exit_status(NotFound("x"))
    assert 5 == exit_status(StoreBusy("x"))
    assert 1 == exit_status(KeyError("x"))


def test_meanings_come_sorted() -> None:
    """Help lists statuses in ascending order, only those asked for."""
    assert [0, 2, 130] == [status for status, _ in exit_meanings((130, 0, 2))]
