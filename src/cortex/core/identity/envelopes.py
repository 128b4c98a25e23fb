"""Is this what one session may hand another to recall bytes by?

Source: CQR 11.
"""

from __future__ import annotations

from collections.abc import Iterator

from cortex.core.identity.references import is_digest_spelling
from cortex.core.text.patterns import pattern
from cortex.model.identity import NUMBER_MAX, Envelope, RefFault
from cortex.model.refusals import ReferenceRefused

SLOTS = frozenset({"handle", "refetch"})
"""Fields by which a reader fetches again; a digest there would pass for a place."""

DEPTH_MAX = 32
"""Levels of a value that are scanned; a payload of ours has five."""

_OID = pattern("[0-9a-f]{32}")


def read_envelope(value: object) -> Envelope:
    """Give the envelope an object holds: exactly ``oid_hex``, ``start`` and ``end``.

    Raises:
        ReferenceRefused: ``malformed``.
    """
    if isinstance(value, dict) and set(value) == {"oid_hex", "start", "end"}:
        oid, start, end = value["oid_hex"], value["start"], value["end"]
        is_span = all(type(number) is int for number in (start, end))
        if (
            isinstance(oid, str)
            and _OID.fullmatch(oid)
            and is_span
            and 0 <= start <= end <= NUMBER_MAX
        ):
            return Envelope(oid, start, end)
    message = "it is no recall envelope"
    remedy = "send exactly oid_hex (32 lower-case hex digits), start and end"
    raise ReferenceRefused(message, reason=RefFault.MALFORMED.value, remedy=remedy)


def digests_in_slots(value: object) -> list[str]:
    """Give the paths of the fields for fetching again that hold a digest, sorted.

    The same digest in a text is only a text.
    """
    return sorted(_scan(value, "", 0))


def _scan(value: object, path: str, depth: int) -> Iterator[str]:
    if depth > DEPTH_MAX:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            place = f"{path}.{name}" if path else str(name)
            if name in SLOTS and isinstance(inner, str) and is_digest_spelling(inner):
                yield place
            else:
                yield from _scan(inner, place, depth + 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _scan(inner, f"{path}[{number}]", depth + 1)
