"""Does every value come out of an envelope as it went in?"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.assemblies.envelope import line, members_of, pack, rows_of, unpack
from cortex.model.assemblies import Member, MemberRole

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "1", "true", "null", "1.0", "端口", '"', "\ud800"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab1"), inner, max_size=3)
    ),
    max_leaves=8,
)
ALIKE = st.lists(
    st.fixed_dictionaries({"x": VALUES, "y": VALUES, "z": st.just("the same in every row")}),
    min_size=1,
    max_size=5,
)
ROWS = ALIKE | st.lists(st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3), max_size=5)


@given(rows=ROWS)
def test_rows_come_back_exactly(rows: list[dict[str, Any]]) -> None:
    """Types, order of keys and every digit are kept: JSON text for JSON text (CQR H16)."""
    envelope = pack(rows)
    assert line(rows) == line(unpack(envelope))
    assert envelope.isascii()
    assert "\n" not in envelope


ODD = [True, 1, 1.0, "1", None, 10**40, -0.0, 0, "true", False, [], {}, {"a": 1, "b": 2}]


@pytest.mark.parametrize("other", ODD, ids=repr)
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_values_that_python_holds_equal_stay_apart(value: object, other: object) -> None:
    """true, 1, 1.0 and "1" are never said once for both (CQR H16)."""
    rows = [{"role": "support" * 9, "v": value}, {"role": "support" * 9, "v": other}]
    found = unpack(pack(rows))
    assert [line(value), line(other)] == [line(row["v"]) for row in found]
    swapped = [{"v": {"a": 1, "b": 2}, "w": 1}, {"v": {"b": 2, "a": 1}, "w": 1}]
    assert line(swapped) == line(unpack(pack(swapped)))


def test_the_shorter_codec_is_used() -> None:
    """What rows agree in is said once when that is shorter; rows of other keys are kept raw."""
    alike = [{"role": "support", "n": number} for number in range(5)]
    assert "template_residual" == json.loads(pack(alike))["codec"]
    for rows in ([], [{"a": 1}], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [{"a": 1}, {"b": 1}]):
        assert "raw" == json.loads(pack(rows))["codec"]


@pytest.mark.parametrize(
    "envelope",
    [
        "{}",
        "[]",
        "1",
        "",
        '{"codec":"zip","rows":[]}',
        '{"codec":"raw"}',
        '{"codec":"template_residual","keys":["a"],"template":{},"residuals":[[]]}',
        '{"codec":"raw","rows":[{"revision_id":"obs:1","role":"friend"}]}',
        '{"codec":"raw","rows":[{"role":"support"}]}',
        '{"codec":"raw","rows":[7]}',
    ],
)
def test_what_is_no_envelope_is_refused(envelope: str) -> None:
    """Nothing is guessed from half an envelope."""
    with pytest.raises(ValueError, match=r"envelope|Expecting|valid"):
        members_of(envelope)


def test_members_come_back_with_what_was_noted() -> None:
    """Reference, role and notes, each member in its place."""
    members = (
        Member("obs:1", MemberRole.SUPPORT, '{"b":1.0,"a":[true,"1",null]}'),
        Member("rev:2@3", MemberRole.EXCEPTION),
        Member("obs:4", MemberRole.SUPPORT, "{}"),
    )
    assert members == members_of(pack(rows_of(members)))
