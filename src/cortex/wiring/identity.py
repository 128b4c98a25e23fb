"""How is the sidecar put beside the brain?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex.model.callers import Caller
    from cortex.stores.sqlite.identity.store import SqliteIdentity
    from cortex.wiring.house import House
    from cortex.wiring.settings import Settings


def sidecar_path(settings: Settings) -> str:
    """Give the path of a brain's sidecar."""
    from cortex.model.copies import SIDECAR_SUFFIX

    return settings.db_path + SIDECAR_SUFFIX


def open_sidecar(house: House) -> SqliteIdentity:
    """Give the sidecar of an open house, made when there is none yet."""
    from cortex.stores.sqlite.identity.store import open_identity

    return open_identity(sidecar_path(house.settings), house.new_id)


def existing_sidecar(house: House) -> SqliteIdentity | None:
    """Give the sidecar, or None when nobody has asked for one yet."""
    is_made = os.path.lexists(sidecar_path(house.settings))
    return open_sidecar(house) if is_made else None


def read_reference(house: House, reference: str, caller: Caller, *, is_strict: bool) -> bytes:
    """Give the bytes a reference selects.

    Raises:
        ReferenceRefused: with the reason.
    """
    from cortex.core.identity.references import parse_blob_reference
    from cortex.model.identity import RefFault
    from cortex.model.refusals import ReferenceRefused
    from cortex.services.identity import read_reference as read

    parse_blob_reference(reference)
    if not os.path.lexists(house.settings.db_path):
        message = "nothing is kept here yet"
        raise ReferenceRefused(message, reason=RefFault.MISSING.value, field="reference")
    return read(house.brain, open_sidecar(house), reference, caller, is_strict=is_strict)


def intern_facts(house: House) -> int:
    """Intern what came in since the last time; maintenance does this."""
    from cortex.services.identity import intern_facts as intern

    return intern(house.brain, open_sidecar(house))
