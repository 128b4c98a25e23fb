"""How do the tests of boot briefs write down a fact?"""

from typing import Any

from cortex.model.boot import BootFact, BootMaterial, BootQuestion
from cortex.model.scopes import Scope

DAY_US = 86_400_000_000
NOW_US = 1_780_272_000_000_000
"""2026-06-01T00:00:00Z."""

SCOPE = Scope("project:/srv/demo/.git", "demo", "/srv/demo", "main", ("folder:/srv", "user"))
QUESTION = BootQuestion(SCOPE, "/srv/demo", NOW_US)

_PLAIN: dict[str, Any] = {
    "fact_id": 1,
    "kind": "decision",
    "type": "decision",
    "text": "plain text",
    "is_whole": True,
    "is_stated": False,
    "scope_id": SCOPE.scope_id,
    "status": "active",
    "retention": "durable",
    "valid_from_us": NOW_US,
    "valid_until_us": None,
    "created_us": NOW_US,
    "updated_us": NOW_US,
    "worktree": "/srv/demo",
    "branch": "main",
    "retrievals": 0,
    "last_accessed_us": None,
    "paths": (),
}


def fact(fact_id: int = 1, text: str = "plain text", **changes: Any) -> BootFact:
    """Give a durable decision of the demo project, changed where named."""
    return BootFact(**{**_PLAIN, "fact_id": fact_id, "text": text, **changes})


def material(**parts: Any) -> BootMaterial:
    """Give a brain's content with only the parts named; lists become tuples."""
    made = BootMaterial()
    made.head = 1
    made.newest_us = NOW_US
    for name, value in parts.items():
        setattr(made, name, tuple(value) if isinstance(value, list) else value)
    if "binding_count" not in parts:
        made.binding_count = len(made.binding)
    return made
