"""Does a reference lead to exactly the bytes it names, and fail in one of eight ways?"""

import pytest

from cortex.core.identity.envelopes import digests_in_slots, read_envelope
from cortex.core.identity.references import (
    blob_reference,
    is_digest_spelling,
    parse_blob_reference,
    selected,
    span_of,
    verified_span,
)
from cortex.core.text.digests import plain_digest
from cortex.model.identity import BlobReference, Envelope, RefFault, SpanRef
from cortex.model.refusals import ReferenceRefused

VECTOR = b"alpha\nbeta\ngamma\n"
DIGEST = "ed8b7a779a4acecd8265c7b2b70a2e74e7c63b9d39e5050601c6c80af194e5c0"
WHOLE = f"z://blob/{DIGEST}"


def reason(text: str, payload: bytes = VECTOR, *, is_strict: bool = False) -> str:
    """Give the reason a reference is refused for."""
    with pytest.raises(ReferenceRefused) as caught:
        selected(payload, parse_blob_reference(text), is_strict=is_strict)
    return caught.value.reason


def test_known_vector() -> None:
    """CQR I11: the published bytes have the published reference, and #B6-10 selects beta."""
    assert WHOLE == blob_reference(VECTOR)
    assert b"beta" == selected(VECTOR, parse_blob_reference(f"{WHOLE}#B6-10"))
    assert BlobReference(DIGEST, (6, 10)) == parse_blob_reference(f"{WHOLE}#B6-10")


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("", VECTOR),
        ("#B0-0", b""),
        ("#B17-17", b""),
        ("#B0-17", VECTOR),
        ("#L1-1", b"alpha\n"),
        ("#L2-3", b"beta\ngamma\n"),
        ("#L3-9", b"gamma\n"),
    ],
)
def test_ranges_select(fragment: str, expected: bytes) -> None:
    """CQR I11: bytes end before their end, lines hold theirs, and a last line is clamped."""
    assert expected == selected(VECTOR, parse_blob_reference(WHOLE + fragment))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "z://",
        "z://blob",
        "z://blob/",
        "z://other/",
        DIGEST,
        f"z://blob/{DIGEST[:-1]}",
        f"z://blob/{DIGEST}0",
        f"z://blob/{DIGEST.upper()}",
        f"Z://blob/{DIGEST}",
        f"{WHOLE}/more",
        f"{WHOLE}#",
        f"{WHOLE}#B6",
        f"{WHOLE}#B06-10",
        f"{WHOLE}#B10-6",
        f"{WHOLE}#B-1-3",
        f"{WHOLE}#L0-2",
        f"{WHOLE}#L3-2",
        f"{WHOLE}#C1-2",
        f"{WHOLE}#B1-99999999999999999999",
        f"{WHOLE}#B1-9999999999999999",
        f" {WHOLE}",
        f"{WHOLE}\n",
    ],
)
def test_malformed(text: str) -> None:
    """CQR I11: no path, a bad hash, upper case, more segments and bad numbers."""
    assert RefFault.MALFORMED == reason(text)


@pytest.mark.parametrize("text", ["g:abc", "q:1", "z://tree/abc", f"z://commit/{DIGEST}"])
def test_unsupported(text: str) -> None:
    """CQR I11: short forms, and other kinds that have a path."""
    assert RefFault.UNSUPPORTED == reason(text)


def test_faults_of_the_bytes() -> None:
    """CQR I11: each fault of the content has its own word."""
    assert RefFault.RANGE_OUT_OF_BOUNDS == reason(f"{WHOLE}#B6-18")
    assert RefFault.RANGE_OUT_OF_BOUNDS == reason(f"{WHOLE}#L4-4")
    assert RefFault.RANGE_OUT_OF_BOUNDS == reason(f"{WHOLE}#L3-4", is_strict=True)
    assert RefFault.DIGEST_MISMATCH == reason(WHOLE, VECTOR + b"!")
    assert RefFault.DIGEST_MISMATCH == reason(f"{WHOLE}#B0-1", b"")
    odd = b"\xff\n"
    assert RefFault.NOT_UTF8 == reason(f"z://blob/{plain_digest(odd)}#L1-1", odd)
    expected = {
        *("digest_mismatch", "io", "malformed", "missing"),
        *("not_utf8", "policy_denied", "range_out_of_bounds", "unsupported"),
    }
    assert expected == {fault.value for fault in RefFault}


def test_span_is_verified_alone_or_in_the_whole() -> None:
    """CQR I11: any changed byte, in the span or around it, is noticed."""
    span = span_of("o" * 32, VECTOR, 6, 10)
    assert SpanRef("o" * 32, DIGEST, 6, 4, plain_digest(b"beta")) == span
    assert (b"beta", b"beta") == (verified_span(span, b"beta"), verified_span(span, VECTOR))
    for given in (b"Beta", b"bet", b"", VECTOR.replace(b"gamma", b"gamme"), VECTOR[:-1]):
        with pytest.raises(ReferenceRefused) as caught:
            verified_span(span, given)
        assert RefFault.DIGEST_MISMATCH == caught.value.reason
    with pytest.raises(ReferenceRefused):
        span_of("o" * 32, VECTOR, 6, 18)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"oid_hex": "a" * 32, "start": 0},
        {"oid_hex": "a" * 32, "start": 0, "end": 1, "loc": "@1"},
        {"oid_hex": "A" * 32, "start": 0, "end": 1},
        {"oid_hex": "a" * 31, "start": 0, "end": 1},
        {"oid_hex": 7, "start": 0, "end": 1},
        {"oid_hex": "a" * 32, "start": 1, "end": 0},
        {"oid_hex": "a" * 32, "start": -1, "end": 0},
        {"oid_hex": "a" * 32, "start": True, "end": 1},
        {"oid_hex": "a" * 32, "start": 0.0, "end": 1},
        {"oid_hex": "a" * 32, "start": 0, "end": 2**53},
    ],
)
def test_envelope_is_exact(value: object) -> None:
    """CQR I11: exactly three fields, 32 lower-case digits, integers in order."""
    with pytest.raises(ReferenceRefused):
        read_envelope(value)


def test_envelope_is_read() -> None:
    """CQR I11: the empty span and the largest number are in range."""
    value = {"oid_hex": "0123456789abcdef" * 2, "start": 0, "end": 2**53 - 1}
    assert Envelope("0123456789abcdef" * 2, 0, 2**53 - 1) == read_envelope(value)


def test_slots_are_flagged_and_texts_are_not() -> None:
    """CQR I11: a digest in a field for fetching again is found, at any depth; in a text never."""
    value = {
        "text": WHOLE,
        "handle": WHOLE,
        "cards": [{"refetch": DIGEST, "statement": DIGEST}, {"handle": "@3"}],
        "refetch": {"handle": DIGEST},
    }
    assert ["cards[0].refetch", "handle", "refetch.handle"] == digests_in_slots(value)
    assert is_digest_spelling(DIGEST)
    assert not is_digest_spelling(f"{WHOLE}#B1-2")
