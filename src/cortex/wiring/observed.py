"""May what happens in a folder be taken down now? The operator's word, read on every event."""

# pathlib costs a hook 11 ms.

from __future__ import annotations

import os

TYPE_CHECKING = False  # The typing module costs a hook 10 ms; checkers read this name as true.
if TYPE_CHECKING:
    from cortex.wiring.settings import Settings


def is_observed(settings: Settings, cwd: str) -> bool:
    """Tell whether the operator lets a folder be observed; paused and stopped ones are not."""
    from cortex.stores.system.capture_policy import ACTIVE, policy_of, policy_path

    if not os.path.lexists(policy_path(settings.home)):
        return True  # The usual case: nobody closed anything, and no folder has to be resolved.
    from cortex.core.scopes.resolution import resolve
    from cortex.stores.system.places import SystemPlaces

    scope = resolve(SystemPlaces(), cwd, settings.user_home)
    return policy_of(settings.home, scope.scope_id) == ACTIVE
