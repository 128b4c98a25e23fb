"""Are structured fields bounded, canonical and free of secrets?"""

from typing import Any

import pytest

from cortex.core.facts.structured import clean_fields, read_fields, read_text
from cortex.model.errors import InvalidRequest
from cortex.model.limits import FIELDS_BYTES_MAX, FIELDS_DEPTH_MAX

SECRET = "ghp_" + "a1B2" * 9


def nested(depth: int) -> dict[str, Any]:
    """Give an object with this many objects inside each other, itself included."""
    value: Any = "leaf"
    for _ in range(depth):
        value = {"a": value}
    return value  # type: ignore[no-any-return]  # An object from one level on.


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ({"b": 1, "a": "x"}, '{"a":"x","b":1}'),
        ({"b": [True, False, 0]}, '{"b":[true,false,0]}'),
        ({"n": 2.0, "m": 0.1}, '{"m":"0.1","n":2}'),
        ({"a": None, "b": "", "c": [], "d": {}, "e": " "}, None),
        ({}, None),
        (None, None),
        ({"ä": "日本"}, '{"ä":"日本"}'),
        ({"a  b\n": ("x",)}, '{"a b":["x"]}'),
        ({"preconditions": ["b", "a", "b"]}, '{"preconditions":["a","b"]}'),
        ({"preconditions": "one"}, '{"preconditions":["one"]}'),
        ({"other": ["b", "a", "b"]}, '{"other":["b","a","b"]}'),
    ],
)
def test_equal_objects_have_one_text(raw: dict[str, object] | None, text: str | None) -> None:
    """Keys are sorted, blanks left out, fractions are text; doing it twice changes nothing."""
    assert text == clean_fields(raw).text
    assert text == clean_fields(read_fields(text)).text


@pytest.mark.parametrize(
    "raw",
    [
        {"note": f"uses {SECRET}"},
        {SECRET: "x"},
        {"list": ["a", {"deep": SECRET}]},
        {"password": "hunter2x9Q"},
        {"env": {"API_TOKEN": "zx81QkLm09Vb"}},
        {"command": ["deploy", "--password", "hunter2x9Q"]},
        {"note": "<private>hunter2x9Q</private> zx81QkLm09Vb"[:32]},
    ],
)
def test_no_secret_is_kept_in_any_depth(raw: dict[str, object]) -> None:
    """Values, keys, and what a key makes a secret are taken out and counted."""
    cleaned = clean_fields(raw)
    for secret in (SECRET, "hunter2x9Q", "zx81QkLm09Vb"):
        assert secret not in (cleaned.text or "")
    assert cleaned.counts


def test_plain_words_stay() -> None:
    """A name that is no secret's takes nothing out."""
    raw = {"procedure": "make smoke", "key": "value", "inputs": ["a b", "c"], "exit_status": 2}
    assert raw == read_fields(clean_fields(raw).text)


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), 2**63, -(2**63), object(), b"x", nested(FIELDS_DEPTH_MAX + 1)],
)
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    """No value is bent into something else."""
    with pytest.raises(InvalidRequest) as caught:
        clean_fields({"a": value})
    assert "fields" == caught.value.field


def test_limits_hold_exactly() -> None:
    """The largest object is kept whole, one byte or level more is refused."""
    assert clean_fields(nested(FIELDS_DEPTH_MAX)).text
    with pytest.raises(InvalidRequest):
        clean_fields(nested(FIELDS_DEPTH_MAX + 1))
    room = FIELDS_BYTES_MAX - len('{"a":""}')
    whole = clean_fields({"a": "x " * (room // 2 - 1) + "xy"}).text
    assert whole is not None
    assert FIELDS_BYTES_MAX == len(whole)
    with pytest.raises(InvalidRequest) as caught:
        clean_fields({"a": "x " * (room // 2 - 1) + "xyz"})
    assert str(FIELDS_BYTES_MAX) in caught.value.message


def test_text_of_a_field_is_read_by_name() -> None:
    """A field that is no text, or is not there, reads as none."""
    fields = read_fields('{"a":"x","b":1}')
    assert ("x", None, None) == tuple(read_text(fields, name) for name in ("a", "b", "c"))
    assert {} == read_fields(None)
