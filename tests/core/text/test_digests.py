"""Is a digest the same for ever, and different for different things?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.text.digests import canonical_json, content_hash, digest

EMPTY = "ce442c2222ced39cf7660d225e56c60252a591a9c1d0afd5e388a098af76f662"
CAFE = "fc496f3088562aca5d016796945553207ed82b527439c914acdef8bf82943c83"


def test_a_digest_never_changes() -> None:
    """A stored digest is compared for years: these two values are part of the format."""
    assert EMPTY == digest("cortex/test/1", b"")
    assert CAFE == content_hash("café")


@given(st.text(max_size=6), st.binary(max_size=6), st.text(max_size=6), st.binary(max_size=6))
def test_domain_and_payload_never_run_together(a: str, p: bytes, b: str, q: bytes) -> None:
    """Two pairs share a digest only when both halves agree; lengths keep them apart."""
    assert ((a, p) == (b, q)) == (digest(a, p) == digest(b, q))


def test_a_split_moved_between_the_halves_is_another_digest() -> None:
    """Without lengths these two would be the same bytes."""
    assert digest("ab", b"c") != digest("a", b"bc")


def test_canonical_json_has_one_spelling() -> None:
    """Keys sort at every depth, tuples are lists, letters stay letters."""
    value = {"b": [1, {"z": None, "a": "é"}], "a": (True,)}
    assert '{"a":[true],"b":[1,{"a":"é","z":null}]}' == canonical_json(value)


@pytest.mark.parametrize("value", [1.0, [0.5], {"a": {"b": 2.0}}, {1: "a"}, {"a": b"x"}, {1, 2}])
def test_what_has_no_single_spelling_is_refused(value: object) -> None:
    """Floats, keys that are no strings and what JSON cannot say raise TypeError at any depth."""
    with pytest.raises(TypeError):
        canonical_json(value)


def test_a_lone_surrogate_has_a_digest() -> None:
    """case 76: text that cannot be encoded is still told apart."""
    assert content_hash("\ud83d") != content_hash("\ufffd")
