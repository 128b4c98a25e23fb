"""Is an array of any size read item by item, and is a bad item passed over alone?"""

import json
from collections.abc import Iterator

import pytest

from cortex.core.imports.json_items import json_items
from cortex.model.imports import Skipped


def portions(text: str, size: int) -> Iterator[str]:
    """Give a text in portions."""
    return (text[at : at + size] for at in range(0, len(text), size))


ITEMS = [{"a": ["}", '"', "\\", {"b": 1}]}, {"c": "x" * 500}, 12, "text", [], {}]


@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
def test_items_do_not_depend_on_the_portions(size: int) -> None:
    """However the text arrives, the items are the same."""
    text = json.dumps(ITEMS)
    assert ITEMS == [value for _, value in json_items(portions(text, size), "f")]


def test_one_value_is_one_item() -> None:
    """A file with an object instead of a list is read too."""
    assert [("f[1]", {"a": 1})] == list(json_items(["  ", '{"a":', " 1}"], "f"))


@pytest.mark.parametrize("size", [5, 10_000])
def test_a_bad_item_is_passed_over_alone(size: int) -> None:
    """The items before and behind it are read, and it is named by its number."""
    text = '[{"a": 1}, {"b": nonsense, "c": "}{" }, {"d": 4}' + " " * 60 + "]"
    found = list(json_items(portions(text, size), "f"))
    assert [{"a": 1}, {"d": 4}] == [value for _, value in found if isinstance(value, dict)]
    assert ["f[2]"] == [v.locator for _, v in found if isinstance(v, Skipped)]


@pytest.mark.parametrize("text", ["", '[{"a": 1}, {"b": ', '[{"a": 1}', "[", "{"])
def test_a_file_that_ends_too_early_says_so(text: str) -> None:
    """What came before is given; the end is a damage and never an endless wait."""
    found = [value for _, value in json_items([text] if text else [], "f")]
    assert isinstance(found[-1], Skipped)
    assert found[-1].is_damage


def test_an_empty_list_has_no_items() -> None:
    """No item and no complaint."""
    assert [] == list(json_items(["[ ]"], "f"))
