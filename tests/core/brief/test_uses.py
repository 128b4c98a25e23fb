"""Is it use of a fact exactly when an agent names it to Cortex?"""

import pytest

from cortex.core.brief.uses import ARGUMENTS_READ_MAX, facts_in_arguments, facts_in_command


@pytest.mark.parametrize(
    ("command", "ids"),
    [
        ("cortex show decision::12", (12,)),
        ("cd /srv && cortex feedback success --used d3 --used m4 | cat", (3, 4)),
        ('cortex op expand \'{"ids": ["memory::5"]}\'', (5,)),
        ("cortex query decision::12", ()),
        ("cortex show 'decision::12'; echo memory::9", (12,)),
        ("grep decision::12 notes", ()),
        ("echo cortex; echo d12", ()),
        ("cortex show md12 12 d0 xd4", ()),
        ("", ()),
    ],
)
def test_command_names_facts(command: str, ids: tuple[int, ...]) -> None:
    """A verb of Cortex that is given a fact uses it; a question or another program does not."""
    assert ids == facts_in_command(command)


@pytest.mark.parametrize(
    ("operation", "arguments", "ids"),
    [
        ("expand", {"refs": ["memory::2", {"deep": ["decision::7 and more"]}]}, (2, 7)),
        ("cortex_feedback", {"used": ["DECISION::3"]}, (3,)),
        ("store", {"supersedes": "decision::8"}, (8,)),
        ("query", {"text": "decision::8"}, ()),
        ("unknown", {"text": "decision::8"}, ()),
        ("expand", {"n": 5, "none": None, "text": "xdecision::8 decision::8a"}, ()),
        ("expand", {}, ()),
    ],
)
def test_operation_is_given_facts(
    operation: str, arguments: dict[str, object], ids: tuple[int, ...]
) -> None:
    """References anywhere in the arguments count, for the operations that mean a fact."""
    assert ids == facts_in_arguments(operation, arguments)


def test_arguments_are_looked_at_up_to_a_bound() -> None:
    """A huge payload costs no more than its first values."""
    many = {"a": [f"decision::{number + 1}" for number in range(2 * ARGUMENTS_READ_MAX)]}
    assert 0 < len(facts_in_arguments("expand", many)) < ARGUMENTS_READ_MAX
