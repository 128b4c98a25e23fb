"""Does a project's name find the scopes it may mean?"""

import pytest

from cortex.core.scopes.names import NEAR_NAMES_MAX, near_names

KNOWN = [
    ("project:/5", "banana"),
    ("project:/4", "tianba"),
    ("project:/3", "tianda-wc"),
    ("project:/2", "Tianda"),
    ("project:/1", "tianda"),
]


def test_variants_of_one_name_are_all_offered_nearest_first() -> None:
    """case 53: asking for tianda names Tianda and tianda-wc too, the exact one first."""
    assert near_names("tianda", KNOWN) == [
        ("project:/1", "tianda"),
        ("project:/2", "Tianda"),
        ("project:/3", "tianda-wc"),
        ("project:/4", "tianba"),
    ]


def test_an_unknown_name_has_no_near_ones() -> None:
    """case 52: a project that exists nowhere is recognised as unknown."""
    assert near_names("zebra", KNOWN) == []
    assert near_names("", KNOWN) == []
    assert near_names("tianda", []) == []
    assert near_names("--", [("project:/1", "..")]) == []


def test_two_projects_with_one_name_are_both_given() -> None:
    """A name is not an identity: both repositories called api are offered, in id order."""
    known = [("project:/b/api/.git", "api"), ("project:/a/api/.git", "api")]

    assert near_names("api", known) == sorted(known)


@pytest.mark.parametrize(
    "name",
    ["my-app", "My_App", "my app", "myapp", "acme/my-app", "acme/my-app.git", "/srv/my-app/"],
)
def test_spelling_of_a_name_does_not_matter(name: str) -> None:
    """Separators, case, an owner in front and .git behind lead to the same project."""
    assert near_names(name, [("project:/1", "my-app")]) == [("project:/1", "my-app")]


def test_short_names_are_not_confused() -> None:
    """app and api are different words, and two letters are part of too many names."""
    assert near_names("app", [("project:/1", "api")]) == []
    assert near_names("go", [("project:/1", "golang-tools")]) == []


def test_two_swapped_letters_are_a_slip_in_a_short_name_too() -> None:
    """Asking for tow offers two."""
    assert near_names("tow", [("project:/1", "two")]) == [("project:/1", "two")]


def test_the_answer_is_bounded_and_independent_of_order() -> None:
    """A person reads a few names, and the same ones each time."""
    known = [(f"project:/{number}", f"shop-{number:02}") for number in range(30)]

    assert near_names("shop", known) == known[:NEAR_NAMES_MAX]
    assert near_names("shop", known[::-1]) == known[:NEAR_NAMES_MAX]
