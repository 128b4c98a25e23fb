"""Which bytes does a reference by digest mean?

``z://blob/<64 lower hex>``, with ``#B6-10`` for bytes or ``#L2-3`` for lines. Source: CQR 11,
docs/formats/references.md.
"""

from __future__ import annotations

import re

from cortex.core.text.digests import plain_digest
from cortex.core.text.patterns import pattern
from cortex.model.identity import NUMBER_MAX, BlobReference, RefFault, SpanRef
from cortex.model.refusals import ReferenceRefused

SCHEME = "z://"
BLOB = "z://blob/"
DIGEST_CHARS = 64

_NUMBER = "(0|[1-9][0-9]{0,15})"
_REFERENCE = pattern(f"z://blob/([0-9a-f]{{64}})(?:#(B|L){_NUMBER}-{_NUMBER})?")
_OTHER_KIND = pattern(r"z://(?!blob/)[a-z][a-z0-9]*/[^/#\s].*")
_DIGEST = pattern("(?:z://blob/)?[0-9a-f]{64}")
REMEDY = "write z://blob/ and 64 lower-case hex digits, then nothing, #Bstart-end or #Lstart-end"


def parse_blob_reference(text: str) -> BlobReference:
    """Give what a reference names.

    Raises:
        ReferenceRefused: ``malformed``, or ``unsupported`` for kinds and short forms of others.
    """
    match = _REFERENCE.fullmatch(text)
    if match is None:
        if text[:2] in ("g:", "q:") or _OTHER_KIND.fullmatch(text):
            raise _refused(RefFault.UNSUPPORTED, "only references to blobs are understood")
        raise _refused(RefFault.MALFORMED, "the text is no reference to a blob")
    digest, unit, first, last = match.groups()
    if unit is None:
        return BlobReference(digest)
    start, end = int(first), int(last)
    if start > end or end > NUMBER_MAX or (unit == "L" and start == 0):
        raise _refused(RefFault.MALFORMED, "the range of the reference runs backwards or is none")
    if unit == "B":
        return BlobReference(digest, span=(start, end))
    return BlobReference(digest, lines=(start, end))


def blob_reference(payload: bytes) -> str:
    """Give the reference to exactly these bytes."""
    return BLOB + plain_digest(payload)


def is_digest_spelling(text: str) -> bool:
    """Tell whether a text is a digest, bare or as a reference without a range."""
    return _DIGEST.fullmatch(text) is not None


def selected(payload: bytes, reference: BlobReference, *, is_strict: bool = False) -> bytes:
    """Give the bytes a reference selects of an object; lines keep their line ends.

    Args:
        is_strict: a last line behind the end is refused instead of read as the end.

    Raises:
        ReferenceRefused: ``digest_mismatch``, ``range_out_of_bounds`` or ``not_utf8``.
    """
    if plain_digest(payload) != reference.digest:
        raise _refused(RefFault.DIGEST_MISMATCH, "the bytes are not those the reference names")
    if reference.span is not None:
        start, end = reference.span
        if end > len(payload):
            message = f"the range ends behind the {len(payload)} bytes there are"
            raise _refused(RefFault.RANGE_OUT_OF_BOUNDS, message)
        return payload[start:end]
    if reference.lines is not None:
        return _lines(payload, *reference.lines, is_strict=is_strict)
    return payload


def span_of(oid: str, payload: bytes, start: int, end: int) -> SpanRef:
    """Give what a later reader needs to check a stretch of an object.

    Raises:
        ReferenceRefused: ``range_out_of_bounds``.
    """
    if not 0 <= start <= end <= len(payload):
        raise _refused(RefFault.RANGE_OUT_OF_BOUNDS, "the span does not lie inside the object")
    inside = payload[start:end]
    return SpanRef(oid, plain_digest(payload), start, end - start, plain_digest(inside))


def verified_span(span: SpanRef, given: bytes) -> bytes:
    """Give the bytes of a span, from the span alone or from the whole object.

    Raises:
        ReferenceRefused: ``digest_mismatch`` when neither fits.
    """
    if len(given) == span.byte_len and plain_digest(given) == span.span_digest:
        return given
    inside = given[span.byte_start : span.byte_start + span.byte_len]
    is_whole = plain_digest(given) == span.object_digest
    if is_whole and plain_digest(inside) == span.span_digest:
        return inside
    raise _refused(RefFault.DIGEST_MISMATCH, "the bytes are not those the span was made of")


def _lines(payload: bytes, first: int, last: int, *, is_strict: bool) -> bytes:
    try:
        payload.decode("utf-8")
    except UnicodeDecodeError:
        raise _refused(RefFault.NOT_UTF8, "lines are counted in text, and this is none") from None
    lines = re.findall(rb"[^\n]*\n|[^\n]+", payload)
    if first > len(lines) or (is_strict and last > len(lines)):
        message = f"the range lies behind the {len(lines)} lines there are"
        raise _refused(RefFault.RANGE_OUT_OF_BOUNDS, message)
    return b"".join(lines[first - 1 : last])


def _refused(reason: RefFault, message: str) -> ReferenceRefused:
    return ReferenceRefused(message, reason=reason.value, remedy=REMEDY, field="reference")
