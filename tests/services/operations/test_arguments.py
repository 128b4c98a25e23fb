"""Are arguments read by name and type, as loosely as agents write them and no looser?"""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.model.errors import InvalidRequest
from cortex.services.operations.arguments import AUTHORITY_FIELDS, Arguments, Fields

FIELDS = Fields("budget", "flag", "paths", "time", "entries", need=("task", "query", "q"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def read(**values: object) -> Arguments:
    """Give the arguments of a body with these values."""
    return Arguments(values, FIELDS)


@pytest.mark.parametrize("body", [None, {}, {"need": None}, {"need": "  "}])
def test_absent_null_and_blank_mean_the_same(body: object) -> None:
    """No body, an empty one, a null and a blank text all count as not given."""
    assert "default" == Arguments(body, FIELDS).text("need", "default")


@pytest.mark.parametrize("name", ["need", "task", "query", "q"])
def test_synonyms_name_one_value(name: str) -> None:
    """A value may come under any of its names."""
    assert "port" == Arguments({name: "port"}, FIELDS).text("need")


def test_camel_case_is_understood() -> None:
    """A name in camelCase is the same name."""
    fields = Fields(memory_sources=("sources",))
    assert ("d1",) == Arguments({"memorySources": ["d1"]}, fields).texts("memory_sources")


def test_two_names_with_one_value_are_fine_and_with_two_are_refused() -> None:
    """The same value given twice is read once; two values for one thing are a question."""
    assert "a" == read(need="a", q="a").text("need")
    with pytest.raises(InvalidRequest, match="given twice"):
        read(need="a", q="b")


def test_unknown_name_is_refused_with_the_nearest() -> None:
    """A slip in a name is answered with the name that exists."""
    with pytest.raises(InvalidRequest) as caught:
        read(bugdet=1)
    assert "bugdet" == caught.value.field
    assert "did you mean 'budget'?" == caught.value.remedy


def test_far_name_is_refused_with_all_names() -> None:
    """A name that is near nothing is answered with the names there are."""
    with pytest.raises(InvalidRequest) as caught:
        read(zzzzzz=1)
    assert "known here: budget, entries, flag, need, paths, time" == caught.value.remedy


@pytest.mark.parametrize("name", ["x-trace", "ext.vendor", "x-"])
def test_extensions_pass(name: str) -> None:
    """Fields of other tools' making are no error."""
    assert "a" == Arguments({name: {"any": 1}, "need": "a"}, FIELDS).text("need")


@pytest.mark.parametrize("name", sorted(AUTHORITY_FIELDS))
def test_authority_in_a_body_is_ignored(name: str) -> None:
    """A body cannot say who it is; the claim is passed over. CQR F21"""
    arguments = Arguments({name: "user:1", "need": "a"}, FIELDS)
    assert not arguments.has(name)
    assert "a" == arguments.text("need")


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        (["a", " b "], ("a", "b")),
        ("a, b,,", ("a", "b")),
        ("a", ("a",)),
        ([], ()),
        ([12, "a"], ("12", "a")),
        (12, ("12",)),
    ],
)
def test_list_may_come_as_one_text(given_value: object, expected: tuple[str, ...]) -> None:
    """A list of texts may be one comma-separated text; bare numbers count as text."""
    assert expected == read(paths=given_value).texts("paths")


@pytest.mark.parametrize("value", [{"a": 1}, [["a"]], [True], 1.5])
def test_other_lists_are_refused(value: object) -> None:
    """What is no list of texts is refused."""
    with pytest.raises(InvalidRequest, match="'paths' must be a list of texts"):
        read(paths=value).texts("paths")


@pytest.mark.parametrize(("value", "expected"), [(5, 5), ("5", 5), (5.0, 5), (" 5 ", 5)])
def test_whole_number_may_come_as_text(value: object, expected: int) -> None:
    """A number that was written as text, or with a fraction of nothing, is a number."""
    assert expected == read(budget=value).integer("budget", 1, 10)


@pytest.mark.parametrize("value", [True, "five", 1.5, [], "9" * 5000, 0, 11, "-1"])
def test_other_numbers_are_refused(value: object) -> None:
    """What is no whole number, or out of bounds, is refused."""
    with pytest.raises(InvalidRequest, match="'budget' must be"):
        read(budget=value).integer("budget", 1, 10)


@pytest.mark.parametrize(("value", "expected"), [(True, True), ("false", False), ("YES", True)])
def test_flag_may_come_as_text(value: object, expected: bool) -> None:
    """True and false may be written as words."""
    assert expected == read(flag=value).flag("flag", default=not expected)


@pytest.mark.parametrize("value", [1, "maybe", [], {}])
def test_other_flags_are_refused(value: object) -> None:
    """What is neither true nor false is refused."""
    with pytest.raises(InvalidRequest, match="must be true or false"):
        read(flag=value).flag("flag", default=False)


def test_choice_ignores_case_and_names_the_nearest() -> None:
    """One of the choices is found in any case; a slip is answered with the choice meant."""
    assert "exact" == read(need=" Exact ").choice("need", ("brief", "exact"), "brief")
    with pytest.raises(InvalidRequest) as caught:
        read(need="exakt").choice("need", ("brief", "exact"), "brief")
    assert "did you mean 'exact'? it is one of: brief, exact" == caught.value.remedy


def test_instants_are_read_in_any_zone() -> None:
    """An instant is the same microsecond whatever zone it is written in; now is now."""
    assert 3_600_000_000 == read(time="1970-01-01T03:00:00+02:00").instant("time", 9)
    assert 9 == read(time="now").instant("time", 9)
    assert read().instant("time", 9) is None


def test_nested_fields_name_their_path() -> None:
    """A fault inside an entry says which entry."""
    inner = Fields("text")
    entries = read(entries=[{"text": "a"}, {"text": 5}]).items("entries", inner)
    with pytest.raises(InvalidRequest) as caught:
        entries[1].text("text")
    assert "entries[1].text" == caught.value.field
    with pytest.raises(InvalidRequest, match=r"entries\[0\]\.txt"):
        read(entries={"txt": "a"}).items("entries", inner)


@given(JSON)
def test_no_body_is_more_than_refused(body: object) -> None:
    """Whatever JSON a caller sends, reading it either works or is a refusal."""
    with suppress(InvalidRequest):
        arguments = Arguments(body, FIELDS)
        readings: tuple[Callable[[], object], ...] = (
            lambda: arguments.text("need"),
            lambda: arguments.texts("paths"),
            lambda: arguments.integer("budget", 1, 10),
            lambda: arguments.flag("flag", default=False),
            lambda: arguments.instant("time", 0),
            lambda: arguments.items("entries", FIELDS),
        )
        for reading in readings:
            with suppress(InvalidRequest):
                reading()
