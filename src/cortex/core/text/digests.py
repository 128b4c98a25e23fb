"""What short name do these bytes have, for ever and on every machine?

BLAKE3 over a domain and a payload, both preceded by their length, so that no two different pairs
give the same input, and a digest made for one purpose never equals one made for another.
Source: ADR 0011; docs/formats/text-analysis.md.
"""

from __future__ import annotations

from blake3 import blake3

TEXT_DOMAIN = "cortex/text/1"
"""Domain of ``content_hash``. A change of meaning takes the next number."""

LENGTH_BYTES = 8
"""Bytes of each length prefix, big-endian."""


def digest(domain: str, payload: bytes) -> str:
    """Give 64 lower-case hex digits that name a payload within a domain.

    Args:
        domain: what the digest is for, with a version, such as ``cortex/deposit/1``.
        payload: the exact bytes; may be empty.
    """
    name = domain.encode("utf-8")
    hasher = blake3()
    for part in (name, payload):
        hasher.update(len(part).to_bytes(LENGTH_BYTES, "big"))
        hasher.update(part)
    return hasher.hexdigest()


def keyed_digest(key: bytes, domain: str, payload: bytes) -> bytes:
    """Give 32 bytes that name a payload only to whoever has the key.

    Args:
        key: exactly 32 bytes, as BLAKE3 wants them.
    """
    name = domain.encode("utf-8")
    hasher = blake3(key=key)
    for part in (name, payload):
        hasher.update(len(part).to_bytes(LENGTH_BYTES, "big"))
        hasher.update(part)
    return hasher.digest()


def plain_digest(payload: bytes) -> str:
    """Give 64 lower-case hex digits of the bytes alone, as other programs work them out."""
    return blake3(payload).hexdigest()


def canonical_json(value: object) -> str:
    """Write a value as the one JSON text that equal values share.

    Keys are sorted by code point, nothing is indented, letters stay letters. Two texts are equal
    exactly when the values are: numbers are integers, because 1, 1.0 and 1e0 would be one value
    with three spellings.

    Raises:
        TypeError: for a float, a key that is no string, or anything JSON has no word for.
    """
    import json

    _refuse_ambiguous(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(text: str) -> str:
    """Give the digest of a text: 64 lower-case hex digits. Lone surrogates count as themselves."""
    return digest(TEXT_DOMAIN, text.encode("utf-8", "surrogatepass"))


def _refuse_ambiguous(value: object) -> None:
    """Refuse what could be written in two ways, at any depth."""
    if isinstance(value, float):
        message = "canonical JSON holds no floats; pass an integer or a decimal string"
        raise TypeError(message)
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str):
                message = f"a key of canonical JSON is a string, not {type(key).__name__}"
                raise TypeError(message)
            _refuse_ambiguous(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _refuse_ambiguous(inner)
