"""How is a permission written as JSON? Source: docs/formats/permissions.md."""

from __future__ import annotations

from cortex.model.permissions import Grant
from cortex.wire.instants import format_instant


def grant_json(grant: Grant) -> dict[str, object]:
    """Give who may do how much, and who said so when."""
    return {
        "client": grant.client,
        "permission": grant.permission.value,
        "scope": grant.scope,
        "granted_by": grant.granted_by,
        "granted_at": format_instant(grant.granted_us),
    }
