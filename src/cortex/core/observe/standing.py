"""Is a source closed by the operator's word, whatever it was registered for?

Each command that shows or cites asks, so this loads nothing else. Source: CQR 6.1; ADR 0122.
"""

from __future__ import annotations

from cortex.model.capture_policy import EVERYTHING_ALLOWED, STOPPED

TYPE_CHECKING = False  # Checkers read this name as true; the module it comes from costs a command.
if TYPE_CHECKING:
    from cortex.model.capture_policy import CapturePolicy
    from cortex.model.observations import Source

HOST_PREFIX = "host:"
"""How the keys of sources begin that a host's grant opens, and nobody registers."""


def is_stale(source: Source, policy: CapturePolicy) -> bool:
    """Tell whether a source was opened before capture was last stopped for its scope."""
    if policy is EVERYTHING_ALLOWED or source.key.startswith(HOST_PREFIX):
        return False
    return source.policy_epoch != policy.epoch(source.scope_id)


def is_stopped(source: Source, policy: CapturePolicy) -> bool:
    """Tell whether the operator's word closes a source, enabled or not."""
    return policy.state(source.scope_id) == STOPPED or is_stale(source, policy)
