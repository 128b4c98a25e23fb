"""What does the text of ``budgets.toml`` say? Anything unknown in it is a fault, never a guess."""

from __future__ import annotations

from collections.abc import Sequence

from cortex.model.budgets import (
    USES_MAX,
    WINDOW_SECONDS_MAX,
    Budget,
    BudgetFault,
    BudgetPolicy,
    Endpoint,
)

PARSE_ERROR = "parse_error"
UNKNOWN_ENDPOINT = "unknown_endpoint"
_FIELDS = (("limit", USES_MAX), ("window_seconds", WINDOW_SECONDS_MAX))


class _Faulty(Exception):
    """The file is wrong; carries the fault."""

    def __init__(self, code: str, message: str, endpoint: str | None, field: str | None) -> None:
        super().__init__(message)
        self.fault = BudgetFault(code, message, endpoint, field)


def read_policy(table: dict[str, object]) -> BudgetPolicy:
    """Give what the file says; a faulty one gives its fault and keeps no budget. Never raises.

    Args:
        table: the decoded TOML.
    """
    try:
        return _policy(table)
    except _Faulty as error:
        return BudgetPolicy(is_loaded=True, fault=error.fault)


def _policy(table: dict[str, object]) -> BudgetPolicy:
    _refuse_unknown(table, ("defaults", "endpoints"), None)
    defaults = _table(table, "defaults")
    _refuse_unknown(defaults, ("enabled",), None)
    is_enabled = defaults.get("enabled", True)
    if not isinstance(is_enabled, bool):
        code = PARSE_ERROR
        raise _Faulty(code, "'defaults.enabled' must be true or false", None, "enabled")
    found: dict[Endpoint, Budget] = {}
    for written, entry in _table(table, "endpoints").items():
        endpoint = _endpoint(written)
        if endpoint in found:
            code = PARSE_ERROR
            raise _Faulty(code, f"the endpoint '{endpoint}' is given twice", endpoint, None)
        found[endpoint] = _budget(endpoint, entry)
    budgets = tuple((endpoint, found[endpoint]) for endpoint in Endpoint if endpoint in found)
    return BudgetPolicy(is_loaded=True, is_enabled=is_enabled, budgets=budgets)


def _endpoint(written: str) -> Endpoint:
    folded = written.strip().lower()
    if folded not in tuple(Endpoint):
        names = ", ".join(Endpoint)
        message = f"there is no endpoint '{written[:60]}'; there are {names}"
        code = UNKNOWN_ENDPOINT
        raise _Faulty(code, message, written[:60], None)
    return Endpoint(folded)


def _budget(endpoint: Endpoint, entry: object) -> Budget:
    if not isinstance(entry, dict):
        code = PARSE_ERROR
        raise _Faulty(code, f"'endpoints.{endpoint}' must be a table", endpoint, None)
    _refuse_unknown(entry, [field for field, _ in _FIELDS], endpoint)
    return Budget(*(_count(endpoint, entry, field, most) for field, most in _FIELDS))


def _count(endpoint: Endpoint, entry: dict[str, object], field: str, most: int) -> int:
    value = entry.get(field)
    where = f"'endpoints.{endpoint}.{field}'"
    if value is None:
        code = f"missing_{field}"
        raise _Faulty(code, f"{where} is missing", endpoint, field)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        code = f"invalid_{field}"
        message = f"{where} must be a whole number from 1 to {most}"
        raise _Faulty(code, message, endpoint, field)
    return value


def _table(table: dict[str, object], name: str) -> dict[str, object]:
    found = table.get(name, {})
    if not isinstance(found, dict):
        code = PARSE_ERROR
        raise _Faulty(code, f"'{name}' must be a table", None, name)
    return found


def _refuse_unknown(table: dict[str, object], known: Sequence[str], endpoint: str | None) -> None:
    for field in table:
        if field not in known:
            code = PARSE_ERROR
            message = f"'{field[:60]}' is not known here; known: {', '.join(known)}"
            raise _Faulty(code, message, endpoint, field[:60])
