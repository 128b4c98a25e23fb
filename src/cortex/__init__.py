"""What is Cortex? A private, local-first memory for AI coding agents.

What we promise is the ``cortex`` command with its ``--json`` objects, the MCP tools and the formats
in ``docs/formats`` (ADR 0006). The names in ``__all__`` are enough to use a brain from Python; they
load on first use, so that a hook pays only for what it touches, and may change between releases:

    with open_house(read_settings()) as house:
        house.commit(CommitRequest("The gateway listens on 8443"), Place(), Caller())
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.core.vault.capture import (
        CaptureEnvelope,
        CaptureTimestamps,
        create_envelope,
        filter_valid,
        ingest_envelope,
    )
    from cortex.model.callers import Caller, Place
    from cortex.model.cards import View
    from cortex.model.commits import CommitOutcome, CommitRequest
    from cortex.model.errors import CortexError
    from cortex.model.questions import Question
    from cortex.wiring.house import House, open_house
    from cortex.wiring.settings import Settings, read_settings
    from cortex.wiring.vault_adapter import VaultAdapter, VaultRuntime, create_vault_adapter

_HOMES = {
    "Caller": "cortex.model.callers",
    "CaptureEnvelope": "cortex.core.vault.capture",
    "CaptureTimestamps": "cortex.core.vault.capture",
    "CommitOutcome": "cortex.model.commits",
    "CommitRequest": "cortex.model.commits",
    "CortexError": "cortex.model.errors",
    "House": "cortex.wiring.house",
    "Place": "cortex.model.callers",
    "Question": "cortex.model.questions",
    "Settings": "cortex.wiring.settings",
    "VaultAdapter": "cortex.wiring.vault_adapter",
    "VaultRuntime": "cortex.wiring.vault_adapter",
    "View": "cortex.model.cards",
    "create_envelope": "cortex.core.vault.capture",
    "create_vault_adapter": "cortex.wiring.vault_adapter",
    "filter_valid": "cortex.core.vault.capture",
    "ingest_envelope": "cortex.core.vault.capture",
    "open_house": "cortex.wiring.house",
    "read_settings": "cortex.wiring.settings",
}
__all__ = [
    "Caller",
    "CaptureEnvelope",
    "CaptureTimestamps",
    "CommitOutcome",
    "CommitRequest",
    "CortexError",
    "House",
    "Place",
    "Question",
    "Settings",
    "VaultAdapter",
    "VaultRuntime",
    "View",
    "create_envelope",
    "create_vault_adapter",
    "filter_valid",
    "ingest_envelope",
    "open_house",
    "read_settings",
]


def __getattr__(name: str) -> object:
    """Load a public name from the module that owns it."""
    if name not in _HOMES:
        message = f"module 'cortex' has no attribute '{name}'"
        raise AttributeError(message)
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List only what is public."""
    return [*__all__, "__version__"]
