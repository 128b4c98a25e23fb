"""What does an event of a host ask for, given what this host can do? A pure decision, told in full.

Nothing is claimed that a host does not let us see: an event that it does not hand over, or cannot
be answered, is never counted. `cortex hook --explain` tells it. Source: CQR 7.4.
"""

from __future__ import annotations

from cortex.model.host_events import (
    COMPACT_AFTER,
    COMPACT_BEFORE,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_AFTER,
    TOOL_BEFORE,
    TURN_END,
)

# What is decided.
NOOP = "NOOP"
DELIVER = "DELIVER"
QUERY_REQUIRED = "QUERY_REQUIRED"
PROJECTION_PENDING = "PROJECTION_PENDING"
UNAVAILABLE = "UNAVAILABLE"

# Kinds of event in the vocabulary of the decision.
SESSION = "session_start"
PROMPT_DELTA = "prompt_delta"
TOOL_RESULT = "tool_result"
ARTIFACT_REVISION = "artifact_revision"
COMPACTION = "compaction"
HANDOFF = "handoff"
NEW_TURN = "new_turn"
END = "session_end"

# The kind of each event of a host; those that are only marks have none.
KIND_OF_EVENT = {
    SESSION_START: SESSION,
    PROMPT: PROMPT_DELTA,
    TOOL_AFTER: TOOL_RESULT,
    COMPACT_BEFORE: COMPACTION,
    TURN_END: END,
    SESSION_END: END,
    TOOL_BEFORE: "",
    COMPACT_AFTER: "",
}

# The flag a host needs so that an event of this kind is an observation at all.
_NEEDED = {
    SESSION: "",
    NEW_TURN: "",
    PROMPT_DELTA: "observe_prompt_delta",
    TOOL_RESULT: "observe_tool_result",
    ARTIFACT_REVISION: "observe_artifact_revision",
    COMPACTION: "observe_compaction",
    HANDOFF: "checkpoint_on_transition",
    END: "",
}

# Whether the context still holds what was delivered.
PRESENT = "present"
ABSENT = "absent"
UNKNOWN = "unknown"

# What a store can answer at this moment.
FRESH = "fresh"
EXPIRED = "expired"
PENDING = "pending"
MISSING = "missing"

# Every flag of a manifest, by name.
FLAGS = (
    "attest_context_presence",
    "cancellation",
    "checkpoint_on_transition",
    "durable_local_capture",
    "emit_outcome_receipts",
    "inject_context",
    "native_in_process",
    "observe_artifact_revision",
    "observe_compaction",
    "observe_prompt_delta",
    "observe_tool_result",
    "read_only",
    "replace_context_spans",
)

INPUT_BYTES_MAX = 256 * 1024
"""Bytes of one event above which a host is told that not all of it was read (CQR 7.4)."""

DELIVERY_BYTES_MAX = 16 * 1024
"""Bytes of one answer, whatever the host takes (CQR 7.4)."""


class Manifest:
    """What a host can do: the flags of ``FLAGS`` that it has, and its limits in bytes."""

    __slots__ = ("delivery_bytes_max", "flags", "input_bytes_max")

    def __init__(
        self,
        *flags: str,
        input_bytes_max: int = INPUT_BYTES_MAX,
        delivery_bytes_max: int = DELIVERY_BYTES_MAX,
    ) -> None:
        self.flags = frozenset(flags)
        self.input_bytes_max = input_bytes_max
        self.delivery_bytes_max = delivery_bytes_max

    def can(self, flag: str) -> bool:
        """Tell whether a host has a flag."""
        return flag in self.flags


NATIVE = Manifest(*[flag for flag in FLAGS if flag != "read_only"])
"""A host that Cortex runs inside of: it sees and may do everything."""

TOOLS_ONLY = Manifest("emit_outcome_receipts", "durable_local_capture", "cancellation")
"""A client that only calls tools: nothing of its session is seen, so nothing is claimed."""

HOOKED = Manifest(
    "observe_prompt_delta",
    "observe_tool_result",
    "inject_context",
    "observe_compaction",
    "checkpoint_on_transition",
    "durable_local_capture",
)
"""A host that runs our hooks, as Claude Code does."""

HOOKED_SILENTLY = Manifest(*(HOOKED.flags - {"inject_context"}))
"""A host that runs our hooks and gives them no way to say something at this event."""


class Decision:
    """What is to be done.

    Attributes:
        decision: ``NOOP``, ``DELIVER``, ``QUERY_REQUIRED``, ``PROJECTION_PENDING``
            or ``UNAVAILABLE``.
        reason: why, in one word.
        is_counted: what is delivered or asked for costs tokens and is counted.
        captures: the event is kept; that costs the model nothing.
        checkpoints: where the work stands is kept.
        presence: whether earlier deliveries are still in the context.
        is_overflow: the event is larger than the host was promised to be read.
    """

    __slots__ = (
        "captures",
        "checkpoints",
        "decision",
        "is_counted",
        "is_overflow",
        "presence",
        "reason",
    )

    def __init__(self, decision: str, reason: str, *, is_counted: bool = False) -> None:
        self.decision = decision
        self.reason = reason
        self.is_counted = is_counted
        self.captures = False
        self.checkpoints = False
        self.presence = UNKNOWN
        self.is_overflow = False


def decide(
    kind: str,
    manifest: Manifest,
    *,
    snapshot: str = FRESH,
    has_needs: bool = True,
    is_present: bool = False,
    input_bytes: int = 0,
) -> Decision:
    """Decide what an event asks for.

    Args:
        kind: one of the kinds above; any other is unknown.
        manifest: what the host can do.
        snapshot: ``FRESH``, ``EXPIRED``, ``PENDING`` or ``MISSING``.
        has_needs: something may be said about it.
        is_present: the host attests that what was delivered is still in its context.
        input_bytes: size of the event.
    """
    made = _decide(kind, manifest, snapshot, has_needs=has_needs)
    made.is_overflow = input_bytes > manifest.input_bytes_max
    if is_present and manifest.can("attest_context_presence"):
        made.presence = PRESENT
    elif kind == COMPACTION and manifest.can("observe_compaction"):
        made.presence = ABSENT
    return made


def _decide(kind: str, manifest: Manifest, snapshot: str, *, has_needs: bool) -> Decision:
    if kind not in _NEEDED:
        return Decision(NOOP, "unknown_event")
    needed = _NEEDED[kind]
    if needed and not manifest.can(needed):
        return Decision(NOOP, "not_observed")
    if kind == TOOL_RESULT:
        return _captured(manifest)
    if kind in (COMPACTION, HANDOFF):
        return _checkpointed(manifest)
    if kind == END:
        return Decision(NOOP, "session_end")
    return _answered(kind, manifest, snapshot, has_needs=has_needs)


def _captured(manifest: Manifest) -> Decision:
    if manifest.can("read_only"):
        return Decision(NOOP, "read_only")
    made = Decision(DELIVER, "capture")
    made.captures = True
    return made


def _checkpointed(manifest: Manifest) -> Decision:
    if not manifest.can("checkpoint_on_transition") or manifest.can("read_only"):
        return Decision(NOOP, "no_checkpoint")
    made = Decision(DELIVER, "checkpoint")
    made.checkpoints = True
    return made


def _answered(kind: str, manifest: Manifest, snapshot: str, *, has_needs: bool) -> Decision:
    if not manifest.can("inject_context"):
        return Decision(QUERY_REQUIRED, "no_injection", is_counted=True)
    if snapshot == MISSING:
        return Decision(UNAVAILABLE, "snapshot_unavailable")
    if snapshot == PENDING:
        return Decision(PROJECTION_PENDING, "projection_pending")
    if snapshot == EXPIRED:
        return Decision(QUERY_REQUIRED, "snapshot_expired", is_counted=True)
    if kind == PROMPT_DELTA and not has_needs:
        return Decision(NOOP, "no_needs")
    return Decision(DELIVER, "context", is_counted=True)
