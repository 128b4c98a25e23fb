"""Is JSON read so that nothing of it changes, or refused?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.model.errors import InvalidRequest
from cortex.wire.exact_json import one_line, read_object

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(value=st.dictionaries(st.text(), VALUES, max_size=4))
def test_what_is_read_is_written_again(value: dict[str, object]) -> None:
    """Every finite value comes back with its type, its digits and the order of its keys."""
    written = json.dumps(value, separators=(",", ":"))
    assert written == one_line(read_object(written, "assembly"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "no object"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": 1e999}', "1e999"),
        ('{"a": 0.1000000000000000000000001}', "exactly"),
        ('{"a": 0e-99999999999999999999}', "exactly"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "twice"),
        ('{"a": ' + "9" * 5000 + "}", "too long"),
        ('{"a": ' + "[" * 100_000, "nested"),
    ],
)
def test_what_would_change_is_refused(text: str, why: str) -> None:
    """The message says what it is, and the remedy what to do."""
    with pytest.raises(InvalidRequest, match=why) as refused:
        read_object(text, "assembly")
    assert "assembly" == refused.value.field
    assert refused.value.remedy


@pytest.mark.parametrize("number", ["1.10", "1E5", "-0.0", "1e400", "100000000000000000000000"])
def test_numbers_are_kept_as_values(number: str) -> None:
    """Another spelling of the same value is that value; what no machine number holds is refused."""
    text = '{"a": ' + number + "}"
    if number == "1e400":
        with pytest.raises(InvalidRequest):
            read_object(text, "event")
    else:
        assert float(number) == float(one_line(read_object(text, "event"))[5:-1])
