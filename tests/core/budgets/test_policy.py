"""Does budgets.toml say exactly one thing, or a fault with its published code?"""

import tomllib

import pytest

from cortex.core.budgets.policy import read_policy
from cortex.model.budgets import USES_MAX, Budget, Endpoint


def fault(text: str) -> tuple[str, str | None, str | None]:
    """Give code, endpoint and field of what is wrong."""
    policy = read_policy(tomllib.loads(text))
    assert policy.is_loaded
    assert not policy.is_enabled
    assert policy.fault is not None
    return policy.fault.code, policy.fault.endpoint, policy.fault.field


def test_budgets_are_read_by_endpoint_in_any_case() -> None:
    """Both values are needed; names of endpoints are read without case, in a fixed order."""
    text = (
        "[endpoints.MCP]\nlimit = 9\nwindow_seconds = 1\n"
        "[endpoints.store]\nlimit = 2\nwindow_seconds = 3600\n"
    )
    policy = read_policy(tomllib.loads(text))
    assert ((Endpoint.STORE, Budget(2, 3600)), (Endpoint.MCP, Budget(9, 1))) == policy.budgets
    assert Budget(2, 3600) == policy.find(Endpoint.STORE)
    assert None is policy.find(Endpoint.RECALL)


def test_switched_off_keeps_no_budget() -> None:
    """`enabled = false` is no fault, and nothing is limited."""
    text = "[defaults]\nenabled = false\n[endpoints.store]\nlimit = 2\nwindow_seconds = 3600\n"
    policy = read_policy(tomllib.loads(text))
    assert (True, False, None) == (policy.is_loaded, policy.is_enabled, policy.fault)
    assert None is policy.find(Endpoint.STORE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[endpoints.stroe]\nlimit=1\nwindow_seconds=1", ("unknown_endpoint", "stroe", None)),
        ("[endpoints.store]\nwindow_seconds=1", ("missing_limit", "store", "limit")),
        ("[endpoints.store]\nlimit=1", ("missing_window_seconds", "store", "window_seconds")),
        ("[endpoints.store]\nlimit=0\nwindow_seconds=1", ("invalid_limit", "store", "limit")),
        ("[endpoints.store]\nlimit=true\nwindow_seconds=1", ("invalid_limit", "store", "limit")),
        (
            f"[endpoints.store]\nlimit={USES_MAX + 1}\nwindow_seconds=1",
            ("invalid_limit", "store", "limit"),
        ),
        (
            '[endpoints.store]\nlimit=1\nwindow_seconds="1"',
            ("invalid_window_seconds", "store", "window_seconds"),
        ),
        (
            "[endpoints.store]\nlimit=1\nwindow_seconds=1\nburst=2",
            ("parse_error", "store", "burst"),
        ),
        ("[defaults]\nenabeld = true", ("parse_error", None, "enabeld")),
        ("[defaults]\nenabled = 1", ("parse_error", None, "enabled")),
        ("limits = 3", ("parse_error", None, "limits")),
        ("endpoints = 3", ("parse_error", None, "endpoints")),
        ("endpoints.store = 3", ("parse_error", "store", None)),
        (
            "[endpoints.store]\nlimit=1\nwindow_seconds=1\n[endpoints.STORE]\nlimit=1\n"
            "window_seconds=1",
            ("parse_error", "store", None),
        ),
    ],
)
def test_anything_else_is_a_fault(text: str, expected: tuple[str, str | None, str | None]) -> None:
    """A wrong file keeps no budget at all, and says what is wrong where."""
    assert expected == fault(text)


def test_largest_limit_is_allowed() -> None:
    """The limit itself is still a budget."""
    text = f"[endpoints.store]\nlimit={USES_MAX}\nwindow_seconds=1"
    assert read_policy(tomllib.loads(text)).fault is None
