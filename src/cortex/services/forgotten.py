"""May this be said again, or was it forgotten on purpose?

Every deposit asks; what answers is loaded only where something was forgotten. Source: ADR 0101.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex.model.refusals import Forgotten

if TYPE_CHECKING:
    from cortex.ports.brain import BrainReader


def require_not_forgotten(reader: BrainReader, text: str, context: str | None = None) -> None:
    """Refuse a statement that was forgotten; costs one small read while nothing was.

    Raises:
        Forgotten: the same words were forgotten here, in whatever spelling.
    """
    keys = reader.erasure.tombstone_keys()
    if not keys:
        return
    from cortex.core.erasure.wording import statements_of, tombstone_digest

    digests = [tombstone_digest(key, one) for key in keys for one in statements_of(text, context)]
    stones = reader.erasure.find_tombstones(digests)
    if stones:
        number = stones[0].fact_id
        named = "" if number is None else f" (it was fact {number})"
        message = f"this statement was forgotten on purpose{named}; nothing was stored"
        raise Forgotten(message, field="text")
