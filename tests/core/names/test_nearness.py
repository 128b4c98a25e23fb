"""Is a slip forgiven and a different word left alone?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex.core.names.nearness import nearest_name, slips_between, unknown_variables

VARIABLES = ("CORTEX_CAPTURE", "CORTEX_DB", "CORTEX_HOME", "CORTEX_PLUGIN_AGENT")
COMMANDS = ("commit", "query", "retract", "rollback", "status", "op", "why")


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("commit", "commit", 0),
        ("comit", "commit", 1),
        ("commmit", "commit", 1),
        ("cammit", "commit", 1),
        ("comimt", "commit", 1),
        ("ocmimt", "commit", 2),
        ("", "ab", 2),
        ("query", "merge", None),
        ("a", "abcd", None),
    ],
)
def test_a_slip_is_one_character_or_one_swap(one: str, other: str, slips: int | None) -> None:
    """Added, left out, replaced and swapped characters each count as one slip, up to the limit."""
    assert slips_between(one, other, 2) == slips


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_slips_count_alike_in_both_directions(one: str, other: str) -> None:
    """The count does not depend on which name was typed; only equal names have none."""
    assert slips_between(one, other, 8) == slips_between(other, one, 8)
    assert (slips_between(one, other, 8) == 0) == (one == other)


@given(st.text("abc", max_size=8), st.text("abc", max_size=8), st.integers(0, 8))
def test_a_limit_only_hides_larger_counts(one: str, other: str, limit: int) -> None:
    """Giving up early never changes a count within the limit."""
    whole = slips_between(one, other, 8)
    assert whole is not None

    assert slips_between(one, other, limit) == (whole if whole <= limit else None)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("comit", "commit"),
        ("qerry", "query"),
        ("Status", "status"),
        ("stat", None),
        ("rollback-to", "rollback"),
        ("banana", None),
        ("", None),
        ("x", None),
    ],
)
def test_a_misspelt_command_finds_its_neighbour(name: str, nearest: str | None) -> None:
    """A slip or an extra word finds the command; another word finds nothing."""
    assert nearest_name(name, COMMANDS) == nearest


def test_equally_near_names_are_told_apart_by_their_beginning() -> None:
    """Of two names one slip away, the one that starts alike wins, then the alphabet."""
    assert nearest_name("lost", ("cost", "list")) == "list"
    assert nearest_name("xost", ("most", "cost")) == "cost"


def test_a_misspelt_variable_is_found_with_what_was_meant() -> None:
    """case 125: CORTEX_DB_PAHT is reported with CORTEX_DB, not silently ignored."""
    names = ("PATH", "CORTEX_HOME", "CORTEX_DB_PAHT", "CORTEX_AGENT", "CORTEX_ZZZ", "CORTX_HOME")

    assert unknown_variables(names, VARIABLES) == [
        ("CORTEX_AGENT", "CORTEX_PLUGIN_AGENT"),
        ("CORTEX_DB_PAHT", "CORTEX_DB"),
        ("CORTEX_ZZZ", None),
    ]


def test_known_and_foreign_variables_are_not_reported() -> None:
    """A clean environment gives no warning."""
    assert unknown_variables(("HOME", *VARIABLES), VARIABLES) == []
    assert unknown_variables((), VARIABLES) == []
