"""Does what JSON can spell, and no store takes, reach the use cases as something plain?"""

from typing import Any

import pytest

from cortex.services.operations.inward import DEPTH_MAX
from tests.services.operations.conftest import Asking

FACT = "The billing gateway listens on port 8443"
ODD = ("\0", "\ud800", "gate\0way", "\udcff")
REQUESTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("query", "symbols", {"need": FACT}),
    ("orient", "symbols", {"task": FACT}),
    ("commit", "disputes", {"text": FACT}),
    ("commit", "refines", {"text": FACT}),
    ("commit", "evidence", {"text": FACT}),
    ("commit", "symbols", {"text": FACT}),
    ("checkpoint", "note", {"thread": "gw"}),
)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(("operation", "field", "others"), REQUESTS)
def test_text_that_no_store_takes_is_no_fault_of_ours(
    ask: Asking, operation: str, field: str, others: dict[str, Any], odd: str
) -> None:
    """A lone surrogate or a NUL in any field is served or refused, never an internal error."""
    ask("commit", text=FACT)
    answer = ask(operation, **{**others, field: odd})
    assert answer["status"] in ("ok", "partial", "ambiguous", "invalid_request", "no_match")
    assert "internal_error" != answer.get("code")


@pytest.mark.parametrize("relation", ODD)
def test_parameters_inside_are_plain_too(ask: Asking, relation: str) -> None:
    """What stands deep inside a request is read the same way."""
    ask("commit", text=FACT)
    answer = ask("query", recipe="conflicts", parameters={"relation": relation})
    assert "ok" == answer["status"]


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_number_without_an_end_is_refused_by_name(ask: Asking, number: float) -> None:
    """A number like 1e999, which decoders read as infinite, names the field it stands in."""
    plan = {"steps": [{"id": number}], "outputs": ["a"]}
    answer = ask("query", recipe="proposed", plan=plan)
    assert ("invalid_request", "plan") == (answer["status"], answer["field"])
    answer = ask("commit", text=FACT, fields={"retries": number})
    assert ("invalid_request", "fields") == (answer["status"], answer["field"])


@pytest.mark.parametrize("levels", [DEPTH_MAX + 1, 5000])
def test_deep_nesting_is_refused_by_name(ask: Asking, levels: int) -> None:
    """A request that is deeper than anything here means names the field, however deep it is."""
    deep: list[Any] = []
    for _ in range(levels):
        deep = [deep]
    plan = {"steps": [{"id": "a", "op": "Select", "relation": "*", "where": deep}]}
    for name, arguments in (
        ("query", {"recipe": "proposed", "plan": plan}),
        ("query", {"recipe": "open_work", "environment": deep}),
    ):
        answer = ask(name, **arguments)
        assert "invalid_request" == answer["status"]
        assert answer["field"] in ("plan", "environment")
