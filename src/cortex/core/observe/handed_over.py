"""May an operator's program hand over what a host sent it, and under which identity?

Who speaks is the operator's word and never the payload's. Source: CQR 7.1, 7.2; ADR 0148.
"""

from __future__ import annotations

import json
from typing import Any

from cortex.model.refusals import CaptureRefused

AUTHORITY_FIELDS = ("grant", "origin", "owner", "principal", "role", "source_role")
"""Fields by which a payload would say who it is; none may stand at its top level."""

EXTERNAL, DELIVERED = "external", "cortex_delivery"

ORIGINS_MAX = 128
"""Events whose origin one file tells (CQR 7.1)."""

UNTRUSTED = "untrusted_host_authority_field"
UNKNOWN_SHAPE = "unsupported_host_record"
SESSION_MISMATCH = "host_session_mismatch"
ORIGIN_UNRESOLVED = "host_origin_unresolved"
ORIGIN_AMBIGUOUS = "host_origin_ambiguous"


def require_no_authority(payload: dict[str, Any]) -> None:
    """Refuse a payload that says itself whose it is.

    Raises:
        CaptureRefused: it does.
    """
    for name in AUTHORITY_FIELDS:
        if name in payload:
            message = f"{name}: a payload does not say whose it is"
            remedy = "take the field out; the grant says what its words are"
            raise CaptureRefused(UNTRUSTED, message, remedy=remedy, field=name)


def require_session(found: str, session: str) -> None:
    """Refuse an event of another session than the one the operator named.

    Raises:
        CaptureRefused: it is of another.
    """
    if session and found != session:
        message = "the payload is of another session than --session names"
        remedy = "hand each session over for itself"
        raise CaptureRefused(SESSION_MISMATCH, message, remedy=remedy, field="session")


def read_origins(text: str) -> dict[str, str]:
    """Give where each event is from, by its key, of the operator's file.

    Raises:
        CaptureRefused: it is no object of known origins, names an event twice, or too many.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            message = "the origins name an event twice"
            remedy = "say once where an event is from"
            raise CaptureRefused(ORIGIN_AMBIGUOUS, message, remedy=remedy, field="origins")
        return found

    try:
        origins = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        origins = None
    if not isinstance(origins, dict) or len(origins) > ORIGINS_MAX:
        message = f"the origins are no JSON object of at most {ORIGINS_MAX} event keys"
        remedy = f'write {{"<event key>": "{EXTERNAL}"}}'
        raise CaptureRefused(ORIGIN_UNRESOLVED, message, remedy=remedy, field="origins")
    return {key: str(origin) for key, origin in origins.items()}


def is_delivered(key: str, origins: dict[str, str] | None) -> bool:
    """Tell whether an event is what Cortex itself handed out; without a file nothing is.

    Raises:
        CaptureRefused: the file does not say where the event is from.
    """
    if origins is None:
        return False
    origin = origins.get(key, "")
    if origin not in {EXTERNAL, DELIVERED}:
        message = f"the origins do not say where the event '{key[:60]}' is from"
        remedy = f"give it '{EXTERNAL}' or '{DELIVERED}'"
        raise CaptureRefused(ORIGIN_UNRESOLVED, message, remedy=remedy, field="origins")
    return origin == DELIVERED
