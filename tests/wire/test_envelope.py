"""Is there one object for success and failure, with the same keys in both?"""

import json

from cortex.model.errors import CortexError, InvalidRequest, UnknownName
from cortex.model.refusals import EVERY_ERROR
from cortex.wire.envelope import answered, encode, failure, internal, success

KEYS = ["command", "data", "error", "ok", "schema", "warnings"]


def test_success_and_failure_have_the_same_keys() -> None:
    """A reader finds every key in every envelope, in the same order."""
    for envelope in (
        success("query", {}),
        failure("query", CortexError("it broke")),
        internal(None, RuntimeError("secret")),
        answered("op", {"status": "denied", "error": "no"}),
    ):
        assert KEYS == list(json.loads(encode(envelope)))
        assert "cortex/1" == envelope["schema"]


def test_success_carries_data_and_no_error() -> None:
    """What worked has data, and warnings beside it."""
    envelope = success("status", {"a": 1}, ("look out",))
    assert (True, {"a": 1}, None, ["look out"]) == tuple(
        envelope[key] for key in ("ok", "data", "error", "warnings")
    )


def test_failure_names_code_message_remedy_and_field() -> None:
    """A program reads the code, a person the message and the remedy."""
    error = InvalidRequest("'limit' is 0", remedy="give 1 or more", field="limit")
    assert {
        "code": "invalid_request",
        "message": "'limit' is 0",
        "remedy": "give 1 or more",
        "field": "limit",
    } == failure("list", error)["error"]


def test_failure_offers_the_near_name() -> None:
    """A misspelt name is answered with the one that exists."""
    error = failure("qurey", UnknownName("command", "qurey", ("query",)))["error"]
    assert isinstance(error, dict)
    assert "did you mean 'query'?" == error["remedy"]


def test_internal_error_repeats_no_words_of_the_exception() -> None:
    """A foreign exception may quote a fact, so only its kind is told."""
    assert "secret" not in encode(internal("commit", ValueError("secret")))
    assert "ValueError" in encode(internal("commit", ValueError("secret")))


def test_operation_that_failed_keeps_its_answer() -> None:
    """A refused operation is no success, and its answer is still there to read."""
    answer = {"status": "invalid_request", "error": "what?", "code": "unknown_name", "field": "op"}
    envelope = answered("op", answer)
    assert False is envelope["ok"]
    assert answer == envelope["data"]
    assert {"code": "unknown_name", "message": "what?", "remedy": None, "field": "op"} == envelope[
        "error"
    ]


def test_codes_are_unique() -> None:
    """A code stands for one class of error."""
    codes = [error.code for error in EVERY_ERROR]
    assert sorted(set(codes)) == sorted(codes)
