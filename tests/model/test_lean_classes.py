"""Do our named tuples and words behave as those of the library?"""

from __future__ import annotations

import copy
import enum
import pickle
import typing

import pytest

from cortex.model.lean_cache import lru_cache
from cortex.model.lean_classes import NamedTuple, StrEnum


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 2
    name: str = "here"

    @property
    def far(self) -> int:
        """Both together."""
        return self.x + self.y


class Colour(StrEnum):
    """A colour."""

    RED = "red"
    DEEP_BLUE = "deep-blue"
    CRIMSON = "red"


class LibraryPoint(typing.NamedTuple):
    """The same, by the library."""

    x: int
    y: int = 2
    name: str = "here"


class LibraryColour(enum.StrEnum):
    """The same, by the library."""

    RED = "red"
    DEEP_BLUE = "deep-blue"
    CRIMSON = "red"


def test_a_named_tuple_is_made_by_place_by_name_and_by_default() -> None:
    """All three ways give equal values, which are tuples and hash alike."""
    assert Point(1) == Point(x=1, y=2) == Point(1, 2, name="here") == (1, 2, "here")
    assert hash(Point(1)) == hash((1, 2, "here"))
    assert (1, 2, "here", 3) == (*Point(1), Point(1).far)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param("Point()", id="missing"),
        pytest.param("Point(1, 2, 'a', 4)", id="too-many"),
        pytest.param("Point(1, x=1)", id="twice"),
        pytest.param("Point(1, z=1)", id="unknown"),
        pytest.param("Point._make([1])", id="make-too-few"),
        pytest.param("Point(1)._replace(z=1)", id="replace-unknown"),
        pytest.param("setattr(Point(1), 'x', 2)", id="set"),
        pytest.param("setattr(Point(1), 'other', 2)", id="set-new"),
    ],
)
def test_what_the_library_refuses_is_refused(call: str) -> None:
    """The kind of the error is the one of the library."""
    with pytest.raises((TypeError, ValueError, AttributeError)) as ours:
        eval(call)
    with pytest.raises((TypeError, ValueError, AttributeError)) as theirs:
        eval(call, {"Point": LibraryPoint})
    assert ours.type is theirs.type


def test_a_named_tuple_has_what_the_library_gives_it() -> None:
    """Fields, defaults, conversion, printing, copies and patterns are alike."""
    ours, theirs = Point(1), LibraryPoint(1)
    assert Point._fields == LibraryPoint._fields
    assert Point._field_defaults == LibraryPoint._field_defaults
    assert Point.__match_args__ == LibraryPoint.__match_args__
    assert ours._asdict() == theirs._asdict()
    assert f"Library{ours!r}" == repr(theirs)
    assert Point._make([3, 4, "b"])._replace(x=1) == (1, 4, "b")
    for twin in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert ours == twin
        assert type(twin) is Point


def test_a_default_before_a_field_without_one_is_refused() -> None:
    """The body of such a class is a mistake, told where it stands."""
    body = {"__annotations__": {"x": int, "y": int}, "x": 1}
    (base,) = vars(type(NamedTuple))["__mro_entries__"](NamedTuple, ())
    with pytest.raises(TypeError, match="without a default"):
        type(base)("Odd", (), body)


def test_words_are_strings_and_found_by_value_and_by_name() -> None:
    """There is one member of a value, and a second name of it is the same member."""
    spellings = [Colour("red"), Colour.RED, Colour["CRIMSON"], Colour.CRIMSON]
    assert {id(Colour.RED)} == {id(one) for one in spellings}
    assert str(Colour.RED) == "red"
    assert [one.name for one in LibraryColour] == [one.name for one in Colour]
    assert [one.value for one in LibraryColour] == [one.value for one in Colour]
    assert list(LibraryColour.__members__) == list(Colour.__members__)
    assert len(LibraryColour) == len(Colour)
    assert type(Colour.RED.value) is str
    assert Colour.RED in Colour
    assert isinstance(Colour.RED, Colour)


def test_words_print_copy_and_pickle_as_those_of_the_library() -> None:
    """Whatever a word goes through, it comes out as itself."""
    assert repr(LibraryColour.RED) == repr(Colour.RED).replace("Colour", "LibraryColour")
    assert str(Colour.DEEP_BLUE) == f"{Colour.DEEP_BLUE}" == "deep-blue"
    assert type(str(Colour.RED)) is str
    assert copy.deepcopy(Colour.RED) is Colour.RED
    assert pickle.loads(pickle.dumps(Colour.RED)) is Colour.RED
    assert hash(Colour.RED) == hash("red")


@pytest.mark.parametrize("value", ["green", "", "RED"])
def test_an_unknown_word_is_refused_as_the_library_does(value: str) -> None:
    """The message names the value and the class."""
    with pytest.raises(ValueError, match="is not a valid Colour") as ours:
        Colour(value)
    with pytest.raises(ValueError, match="is not a valid LibraryColour") as theirs:
        LibraryColour(value)
    assert str(theirs.value) == str(ours.value).replace("Colour", "LibraryColour")


def test_a_member_is_not_given_another_value() -> None:
    """Assigning to a member is refused, as by the library."""
    for colour in (Colour, LibraryColour):
        with pytest.raises(AttributeError, match="reassign"):
            setattr(colour, "RED", "green")  # noqa: B010 - The type checker refuses the other way.


def test_answers_are_remembered_up_to_their_number() -> None:
    """The one asked for longest ago goes first; the function keeps its name."""
    asked = []

    @lru_cache(maxsize=2)
    def double(number: int) -> int:
        """Give twice as much."""
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 2)] == [2, 4, 2, 6, 4]
    assert asked == [1, 2, 3, 2]
    assert double.__name__ == "double"
    double.cache_clear()
    assert double(1) == 2
    assert asked[-1] == 1
