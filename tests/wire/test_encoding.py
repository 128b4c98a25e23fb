"""Does JSON text survive every reader, whatever was stored?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.wire.encoding import encode

ANY_TEXT = st.text(st.characters(codec=None))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
    max_leaves=8,
)


@given(VALUES)
def test_decoding_gives_the_value_back(value: object) -> None:
    """Any JSON value comes back equal, lone surrogates included (case 76)."""
    assert value == json.loads(encode(value))


@given(ANY_TEXT)
def test_text_is_one_printable_line_of_utf_8(text: str) -> None:
    """The text has a UTF-8 form and no character that ends a line or drives a terminal."""
    encoded = encode({"text": text})
    assert encoded == encoded.encode("utf-8").decode("utf-8")
    assert [encoded] == encoded.splitlines()
    assert not any(ord(each) < 0x20 or 0x7F <= ord(each) < 0xA0 for each in encoded)


def test_keys_are_sorted_and_other_scripts_stay_readable() -> None:
    """The same value gives the same bytes, and a person can read them."""
    assert '{"a":"日本","b":1}' == encode({"b": 1, "a": "日本"})


def test_direction_marks_are_escaped() -> None:
    """A mark that reorders what is read on a screen is never raw."""
    assert '"\\u202e"' == encode("\u202e")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_number_without_json_form_is_refused(number: float) -> None:
    """NaN and infinity are errors here, not in the reader."""
    with pytest.raises(ValueError, match="JSON"):
        encode(number)
