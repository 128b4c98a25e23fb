"""Does the fast way to read and write JSON say what the json module says?"""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.model.host_events import HostEvent
from cortex.model.spooled import SpooledEvent
from cortex.wire.lean_json import quoted, read_object
from cortex.wire.spooled import read_spooled, spooled_line

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), values))
def test_objects_are_read_as_by_json(value: dict[str, object]) -> None:
    """Whatever object json writes is read back the same, with blanks or a mark in front of it."""
    text = json.dumps(value)
    expected = json.loads(text)
    assert expected == read_object(text) == read_object(f"\ufeff \n{text} \r\n")


@given(st.text())
def test_strings_are_written_as_by_json(text: str) -> None:
    """A quoted text is one line of JSON that gives the text back."""
    assert text == json.loads(quoted(text))
    assert "\n" not in quoted(text)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "1", "null", '"a"', "{", '{"a":}', '{"a":1}{', '{"a":1} x', "{'a':1}", '{"a":NaN}',
     '{"a":Infinity}', '{"a":"\n"}', '{"a":' + "[" * 100_000, '{"a":1,}', '{a:1}', '{"a":tru'],
)  # fmt: skip
def test_what_is_no_object_is_none(text: str) -> None:
    """Other values, broken ones, and what only looser readers accept."""
    assert read_object(text) is None


def test_broken_input_is_none_in_a_process_that_never_loaded_json() -> None:
    """The scanner alone complains in its own way; nothing gets out of it."""
    code = "from cortex.wire.lean_json import read_object as r; print(r('{\"a\":'), r('{\"a\" 1}'))"
    program = f"import sys; sys.path[:0] = {sys.path!r}\n{code}\nassert 'json' not in sys.modules"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    )
    assert "None None\n" == run.stdout


def test_endless_number_is_no_error() -> None:
    """A number with more digits than Python converts is read as what is nearest."""
    assert {"a": float("inf")} == read_object('{"a":' + "9" * 5000 + "}")


TEXTS = ("session_id", "cwd", "key", "role", "tool", "command", "path", "cause", "agent_id", "text")


@given(st.fixed_dictionaries({name: st.text() for name in TEXTS}), st.none() | st.integers())
def test_event_comes_back_from_its_line(texts: dict[str, str], occurred_us: int | None) -> None:
    """A line of the spool gives back the event, in any script and with any sign."""
    event = HostEvent("codex", "tool-after")
    for name, text in texts.items():
        setattr(event, name, text)
    event.occurred_us, event.is_failed = occurred_us, True
    line = spooled_line(SpooledEvent(event, 12, 3, 45))
    assert b"\n" not in line
    again = read_spooled(line)
    assert again is not None
    clean = {name: text.encode("utf-8", "replace").decode() for name, text in texts.items()}
    assert clean == {name: getattr(again.event, name) for name in TEXTS}
    assert (12, 3, 45) == (again.captured_us, again.owner_id, again.cut_bytes)
    assert (occurred_us, True) == (again.event.occurred_us, again.event.is_failed)


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"\xff", b'{"v":2,"captured_us":1,"host":"codex","kind":"prompt"}',
     b'{"v":1,"captured_us":1,"host":"codex","kind":"party"}',
     b'{"v":1,"captured_us":"1","host":"codex","kind":"prompt"}',
     b'{"v":1,"captured_us":1,"host":"codex","kind":"prompt","text":7}'],
)  # fmt: skip
def test_line_that_is_none_of_ours_is_none(line: bytes) -> None:
    """Torn, foreign, and of a version to come."""
    assert read_spooled(line) is None
