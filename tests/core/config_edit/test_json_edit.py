"""Is one entry of a JSON text changed, and every other byte left alone?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.config_edit.json_edit import JsonEdit
from cortex.core.config_edit.json_tree import JsonText
from cortex.model.installation import CONFIG_DEPTH_MAX, EditRefused

VALUE = [{"hooks": [{"type": "command", "args": ["ä b", "c'd"]}]}]
PATH = ("hooks", "Start")

# Text, and whether it is read with comments and trailing commas.
KEPT = {
    "one line": '{"a":1}',
    "spaced line": '{"a": {"b": [1, 2]}}\n',
    "tabs": '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    "no last line end": '{\n  "a": 1\n}',
    "comments and trailing commas": (
        '{\r\n    "a": 1, // one\r\n    /* two */ "b": [\r\n      1,\r\n    ],\r\n}\r\n'
    ),
    "a remark behind the last value": '{ // top\n "a": 1 // last\n}\n',
    "a block remark behind it": '{\n  "a": 1 /* , */\n}',
    "remarks only": "{\n  // nothing yet\n}\n",
    "others of that kind": '{\n  "hooks": {\n    "Stop": [1]\n  },\n  "z": "}"\n}\n',
    "another script": '{\n  "名": "日本 {",\n  "\\u00e4": "\\n"\n}\n',
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_what_is_put_in_and_taken_out_leaves_no_trace(text: str) -> None:
    """Comments, order, indentation, line ends and the last one are as before, byte for byte."""
    edit = JsonEdit(text, is_lenient=True)
    before = edit.value(())
    edit.put(PATH, VALUE)
    assert VALUE == edit.value(PATH)
    assert {**before, "hooks": edit.value(("hooks",))} == edit.value(())
    edit.drop(PATH)
    assert text == edit.text


def test_new_entries_follow_the_manner_of_the_text() -> None:
    """Indentation and line ends of what is added are those of the text."""
    edit = JsonEdit('{\r\n\t"a": 1\r\n}\r\n', is_lenient=False)
    edit.put(("b", "c"), [1])
    assert (
        '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n' == edit.text
    )


def test_an_element_in_the_middle_goes_with_one_comma() -> None:
    """The neighbours of an element, their remarks too, stay as they are."""
    text = '{"l": [\n  1, // one\n  2, // two\n  3 // three\n]}'
    edit = JsonEdit(text, is_lenient=True)
    edit.drop_item(("l",), 1)
    assert '{"l": [\n  1, // one // two\n  3 // three\n]}' == edit.text
    edit.drop_item(("l",), 1)
    assert [1] == edit.value(("l",))
    edit.drop_item(("l",), 0)
    assert {} == edit.value(())


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1, column 1"),
        ('{"a": 1,}', "line 1, column 9"),
        ('{\n  "a": 1 // x\n}', "line 2, column 10"),
        ('{"a": 1} x', "line 1, column 10"),
        ('{"a" 1}', "colon"),
        ("{a: 1}", "double quotes"),
        ('{"a": tru}', "malformed"),
        ('{"a": "x\ny"}', "malformed"),
        ("[" * (CONFIG_DEPTH_MAX + 2), "levels"),
    ],
)
def test_text_that_is_no_json_is_refused_with_its_place(text: str, where: str) -> None:
    """Broken JSON names line and column, and so do comments where the host reads none."""
    with pytest.raises(EditRefused, match="not valid JSON") as refused:
        JsonText(text, is_lenient=False)
    assert where in refused.value.reason


def test_a_name_that_stands_twice_is_refused() -> None:
    """Which of two equal names the host obeys is not for us to guess."""
    edit = JsonEdit('{"hooks": {}, "hooks": {}}', is_lenient=False)
    with pytest.raises(EditRefused, match="twice"):
        edit.put(PATH, VALUE)


def test_what_is_no_object_on_the_way_is_refused() -> None:
    """A path never replaces a value of another kind."""
    text = '{"hooks": "off"}'
    edit = JsonEdit(text, is_lenient=False)
    with pytest.raises(EditRefused, match="hooks is no JSON object"):
        edit.put(PATH, VALUE)
    assert text == edit.text


_KEYS = st.text(max_size=6).filter(lambda key: key not in ("hooks", "Start"))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(
    st.dictionaries(_KEYS, _VALUES, min_size=1, max_size=4),
    st.sampled_from([None, 1, 2, 4, "\t"]),
    st.booleans(),
)
def test_any_object_survives_a_round_trip(
    held: dict[str, object], indent: int | str | None, is_crlf: bool
) -> None:
    """Whatever a file holds, and however it is indented, only our entry comes and goes."""
    text = json.dumps(held, indent=indent, ensure_ascii=False)
    text = text.replace("\n", "\r\n") if is_crlf else text
    edit = JsonEdit(text, is_lenient=False)
    edit.put(PATH, VALUE)
    assert {**held, "hooks": {"Start": VALUE}} == json.loads(edit.text)
    edit.drop(PATH)
    assert text == edit.text
