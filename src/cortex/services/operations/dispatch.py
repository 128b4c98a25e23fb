"""Who answers a named request? The one door for MCP, `cortex op` and whoever comes later.

One dispatcher means that the same request gets the same answer on every surface.
Source: docs/formats/operations.md, ADR 0041.
"""

from collections.abc import Callable, Mapping

from cortex.core.names.nearness import nearest_name
from cortex.model.callers import Caller, Place
from cortex.model.errors import CortexError, UnknownName
from cortex.model.operations import (
    LEGACY_NAMES,
    TOOL_PREFIX,
    Operation,
    OperationStatus,
    find_operation,
    find_replacement,
)
from cortex.services.labels import known_caller
from cortex.services.operations import (
    capabilities,
    checkpoint,
    commit,
    coordinate,
    expand,
    feedback,
    orient,
    query,
    resolve,
)
from cortex.services.operations.answers import refusal
from cortex.services.operations.arguments import Arguments, Fields
from cortex.services.operations.host import OperationHost
from cortex.services.operations.inward import plain_values
from cortex.services.operations.outward import plain_names
from cortex.wire.refusals import broken

Answer = Callable[[OperationHost, Arguments, Caller, Place], dict[str, object]]

TABLE: Mapping[Operation, tuple[Fields, Answer]] = {
    Operation.CAPABILITIES: (capabilities.FIELDS, capabilities.answer),
    Operation.ORIENT: (orient.FIELDS, orient.answer),
    Operation.QUERY: (query.FIELDS, query.answer),
    Operation.EXPAND: (expand.FIELDS, expand.answer),
    Operation.COMMIT: (commit.FIELDS, commit.answer),
    Operation.CHECKPOINT: (checkpoint.FIELDS, checkpoint.answer),
    Operation.RESOLVE: (resolve.FIELDS, resolve.answer),
    Operation.FEEDBACK: (feedback.FIELDS, feedback.answer),
}
# What an earlier name said by being called; the arguments of the request win.
LEGACY_ARGUMENTS: Mapping[str, Mapping[str, object]] = {
    "focus_end": {"action": "focus_end"},
    "focus_start": {"action": "focus_start"},
}


def operate(
    name: str, arguments: object, host: OperationHost, caller: Caller, place: Place
) -> dict[str, object]:
    """Run one operation and give its answer; never raises.

    Args:
        name: an operation, with or without the tool prefix, or an earlier name of one.
        arguments: decoded JSON: an object, or None.
        host: the use cases.
        caller: who asks, as the surface knows it; nothing in the arguments changes that.
        place: where the surface stands; the arguments may name another place.

    Returns:
        A JSON object with ``status``; when it failed, also ``error``, ``code`` and, where they
        help, ``field`` and ``remedy``.
    """
    operation = find_operation(name)
    if operation is None:
        return unknown(name)
    fields, answer = TABLE[operation]
    try:
        body = _with_earlier(name, plain_values(arguments))
        if operation is Operation.CHECKPOINT:
            checkpoint.require_action(body)
        if operation is Operation.CHECKPOINT and coordinate.is_coordination(body):
            fields, answer = coordinate.FIELDS, coordinate.answer
        asked = Arguments(body, fields)
        return plain_names(answer(host, asked, known_caller(caller), place))
    except CortexError as error:
        return refusal(error)
    except Exception as error:  # noqa: BLE001  # Whatever it was, the caller gets an answer.
        return broken(operation, error)


def unknown(name: str) -> dict[str, object]:
    """Give the answer to a name nobody answers to: what replaced it, or the nearest name."""
    replacement = find_replacement(name)
    if replacement is not None:
        return {
            "status": OperationStatus.INVALID_REQUEST.value,
            "error": f"'{name}' was removed",
            "code": "unknown_name",
            "remedy": f"use {replacement}",
            "removed": True,
            "replacement": replacement,
        }
    known = (*(operation.value for operation in Operation), *LEGACY_NAMES)
    near = nearest_name(name.removeprefix(TOOL_PREFIX), known)
    shown = "".join(c if c.isprintable() else "?" for c in name[:60])
    error = UnknownName("operation", shown, () if near is None else (near,), field="operation")
    return refusal(error)


def _with_earlier(name: str, arguments: object) -> object:
    added = LEGACY_ARGUMENTS.get(name.removeprefix(TOOL_PREFIX))
    if added is None or not isinstance(arguments, Mapping | None):
        return arguments
    return {**added, **(arguments or {})}
