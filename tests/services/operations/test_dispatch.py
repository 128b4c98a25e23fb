"""Does one dispatcher answer every name, and does nothing reach the caller as an exception?"""

from typing import Any, cast

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.errors import CortexError, StoreBusy, TextRejected
from cortex.model.operations import (
    FAILED_STATUSES,
    LEGACY_NAMES,
    REMOVED_NAMES,
    Operation,
    OperationStatus,
    tool_name,
)
from cortex.model.refusals import EVERY_ERROR
from cortex.services.operations.dispatch import TABLE, operate
from cortex.services.operations.host import OperationHost
from cortex.wire.statuses import OPERATION_EXITS
from tests.services.operations.conftest import Asking

ENOUGH: dict[Operation, dict[str, Any]] = {
    Operation.CAPABILITIES: {},
    Operation.ORIENT: {"task": "gateway"},
    Operation.QUERY: {"need": "gateway"},
    Operation.EXPAND: {"reference": "decision::1"},
    Operation.COMMIT: {"text": "The gateway listens on port 8443"},
    Operation.CHECKPOINT: {"thread": "gateway", "note": "moved the listener to port 8443"},
    Operation.RESOLVE: {"keep": "decision::1", "drop": "decision::2"},
    Operation.FEEDBACK: {"outcome": "success"},
}


class FaultyHost:
    """A host in which everything fails in the same way."""

    durability = "durable"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def now_us(self) -> int:
        """Give an instant."""
        return 0

    def __getattr__(self, name: str) -> Any:
        """Fail."""
        raise self._error


def faulty(operation: Operation, error: Exception) -> dict[str, Any]:
    """Give the answer of an operation whose host fails with this error."""
    host = cast(OperationHost, FaultyHost(error))
    return operate(operation.value, ENOUGH[operation], host, Caller(), Place())


def test_table_is_complete() -> None:
    """Every operation has a dispatcher, and every status an exit."""
    assert set(Operation) == set(TABLE)
    assert {status.value for status in OperationStatus} == set(OPERATION_EXITS)


@pytest.mark.parametrize("operation", list(Operation))
def test_each_operation_answers_to_its_names(ask: Asking, operation: Operation) -> None:
    """An operation answers to its own name and to its tool name, with one of the statuses."""
    for name in (operation.value, tool_name(operation)):
        answer = ask(name, **ENOUGH[operation])
        assert answer["status"] in set(OperationStatus)
        assert "unknown_name" != answer.get("code")


@pytest.mark.parametrize(("name", "operation"), sorted(LEGACY_NAMES.items()))
def test_earlier_names_still_work(ask: Asking, name: str, operation: Operation) -> None:
    """A name of an earlier release answers as the operation it became. CQR F1"""
    answer = ask(f"cortex_{name}", **ENOUGH[operation])
    assert "unknown_name" != answer.get("code")
    assert "internal_error" != answer.get("code")


@pytest.mark.parametrize("name", sorted(REMOVED_NAMES))
def test_removed_names_say_what_to_use(ask: Asking, name: str) -> None:
    """A removed name is refused with its replacement, never with a success. CQR F1"""
    answer = ask(f"cortex_{name}")
    assert ("invalid_request", "unknown_name") == (answer["status"], answer["code"])
    assert REMOVED_NAMES[name] == answer["replacement"]


def test_misspelt_operation_is_answered_with_the_nearest(ask: Asking) -> None:
    """A slip in the name of an operation is answered with the name meant."""
    answer = ask("comit")
    assert ("invalid_request", "operation") == (answer["status"], answer["field"])
    assert "did you mean 'commit'?" == answer["remedy"]


@pytest.mark.parametrize("operation", list(Operation))
@pytest.mark.parametrize("body", [None, {}, [], "text", {"nonsense": 1}])
def test_no_body_breaks_an_operation(ask: Asking, operation: Operation, body: object) -> None:
    """Whatever the arguments are, the answer has a status, and a refusal says what to do."""
    answer = operate(
        operation.value, body, cast(OperationHost, FaultyHost(StoreBusy("busy"))), Caller(), Place()
    )
    assert answer["status"] in set(OperationStatus)
    assert "internal_error" != answer.get("code")


@pytest.mark.parametrize("operation", [one for one in Operation if one is not Operation.EXPAND])
@pytest.mark.parametrize("kind", [one for one in EVERY_ERROR if one is not TextRejected])
def test_errors_are_values(operation: Operation, kind: type[CortexError]) -> None:
    """Each of our errors becomes a status with its code, message and remedy."""
    error = CortexError.__new__(kind)
    CortexError.__init__(error, "it failed")
    answer = faulty(operation, error)
    if operation is Operation.CAPABILITIES:
        answer = answer.get("brain", answer)
    assert answer["error"].endswith("it failed")
    assert kind.code == answer["code"]


@pytest.mark.parametrize("operation", list(Operation))
def test_surprise_never_quotes_its_words(operation: Operation) -> None:
    """An unexpected exception is told by its kind; its words could quote a memory."""
    answer = faulty(operation, RuntimeError("secret words"))
    assert answer["status"] in FAILED_STATUSES
    assert "secret" not in str(answer)
    assert "internal error (RuntimeError)" == answer["error"]


def test_write_that_broke_off_has_an_unknown_outcome() -> None:
    """A write that failed unexpectedly is never reported as not done."""
    answer = faulty(Operation.COMMIT, RuntimeError("boom"))
    assert "outcome_unknown" == answer["status"]
    assert "idempotency_key" in answer["remedy"]
    assert "unavailable" == faulty(Operation.QUERY, RuntimeError("boom"))["status"]
