"""Which operations may an agent ask for, under which names, and how may each one end?

One table for the dispatcher, the MCP tool list, `cortex op` and the reference page, so that a name
is advertised only when something answers to it. Source: docs/formats/operations.md, ADR 0041.
"""

from __future__ import annotations

from cortex.model.lean_classes import StrEnum


class OperationStatus(StrEnum):
    """How an operation ended; the same words on every surface."""

    OK = "ok"
    PARTIAL = "partial"
    NO_MATCH = "no_match"
    AMBIGUOUS = "ambiguous"
    NEEDS_MORE_BUDGET = "needs_more_budget"
    RESNAPSHOT_REQUIRED = "resnapshot_required"
    UNAVAILABLE = "unavailable"
    DENIED = "denied"
    OUTCOME_UNKNOWN = "outcome_unknown"
    INVALID_REQUEST = "invalid_request"


FAILED_STATUSES = frozenset(
    {
        OperationStatus.UNAVAILABLE,
        OperationStatus.DENIED,
        OperationStatus.OUTCOME_UNKNOWN,
        OperationStatus.INVALID_REQUEST,
        OperationStatus.RESNAPSHOT_REQUIRED,
    }
)
"""Statuses of a request that was not served; the others are answers, an empty one included."""


class Operation(StrEnum):
    """The eight things an agent can do, in the order they are listed."""

    CAPABILITIES = "capabilities"
    ORIENT = "orient"
    QUERY = "query"
    EXPAND = "expand"
    COMMIT = "commit"
    CHECKPOINT = "checkpoint"
    RESOLVE = "resolve"
    FEEDBACK = "feedback"


WRITING_OPERATIONS = frozenset(
    {Operation.COMMIT, Operation.CHECKPOINT, Operation.RESOLVE, Operation.FEEDBACK}
)

TOOL_PREFIX = "cortex_"

# Names of earlier releases that still work, without being listed. Each may also carry the prefix.
LEGACY_NAMES = {
    "agent_feedback_record": Operation.FEEDBACK,
    "boot": Operation.ORIENT,
    "conflicts_resolve": Operation.RESOLVE,
    "digest": Operation.ORIENT,
    "focus_end": Operation.CHECKPOINT,
    "focus_start": Operation.CHECKPOINT,
    "health": Operation.CAPABILITIES,
    "peek": Operation.QUERY,
    "recall": Operation.QUERY,
    "semantic_recall": Operation.QUERY,
    "store": Operation.COMMIT,
    "unfold": Operation.EXPAND,
}

# Names that no longer do anything, with what to use instead.
REMOVED_NAMES = {
    "agent_feedback_stats": "the command line: cortex learned agents",
    "boot_audit": "the command line: cortex savings",
    "conflicts_get": "expand with the reference of either fact",
    "conflicts_list": "query with profile=conflicts",
    "consensus_promote": "resolve",
    "diary": "checkpoint",
    "eval_run": "the command line: cortex eval",
    "focus_status": "checkpoint with action=focus_status",
    "forget": "resolve with action=archive; a person forgets for good with `cortex forget`",
    "lastCall": "checkpoint with action=status",
    "memory_decay_run": "the command line: cortex maintain",
    "permissions_grant": "the operator's command line: cortex permissions grant",
    "permissions_list": "the operator's command line: cortex permissions list",
    "permissions_revoke": "the operator's command line: cortex permissions revoke",
    "recall_policy_explain": "query with evidence=support",
    "reconnect": "a restart of the server; it keeps no connection",
}


def tool_name(operation: Operation) -> str:
    """Give the name an operation has as an MCP tool."""
    return f"{TOOL_PREFIX}{operation.value}"


def find_operation(name: str) -> Operation | None:
    """Give the operation a name stands for: current or earlier, with or without the prefix."""
    bare = name.removeprefix(TOOL_PREFIX)
    for operation in Operation:
        if bare == operation.value:
            return operation
    return LEGACY_NAMES.get(bare)


def find_replacement(name: str) -> str | None:
    """Give what to use instead of a removed name, or None when the name never existed."""
    return REMOVED_NAMES.get(name.removeprefix(TOOL_PREFIX))
