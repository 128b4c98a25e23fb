"""Is a CAS file read whole, or refused with the line that is wrong?"""

import json

import pytest

from cortex.core.measure.cas import read_items
from cortex.model.errors import InvalidRequest
from cortex.model.measures import LabelledItem

GOOD = {
    "id": "one",
    "category": "typo",
    "q": "wich port",
    "gold": ["80"],
    "tier": "easy",
    "context_memories": [{"text": "The port is 80.", "at": "ignored"}, {"text": "Unrelated."}],
}


def line(**changes: object) -> str:
    """Give a line like GOOD with other values."""
    return json.dumps({**GOOD, **changes})


def test_an_item_keeps_question_answers_and_the_order_of_its_memories() -> None:
    """Every field we use arrives, and keys we do not know are passed over."""
    expected = LabelledItem("one", "typo", "wich port", ("80",), ("The port is 80.", "Unrelated."))
    assert (expected,) == read_items(f"\n{line()}\n\n", "set.jsonl")


def test_items_come_in_the_order_of_the_file() -> None:
    """The order of the lines is the order of the items, also when ids are not sorted."""
    text = "\n".join([line(id="z"), line(id="a"), line(id="m")])
    assert ["z", "a", "m"] == [item.item_id for item in read_items(text, "set.jsonl")]


def test_no_answer_asks_for_silence() -> None:
    """An empty list of accepted answers is a valid item."""
    assert () == read_items(line(gold=[]), "set.jsonl")[0].answers


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        (line(id=" "), "'id'"),
        (line(q=7), "'q'"),
        (line(category=None), "'category'"),
        (line(gold="80"), "'gold'"),
        (line(gold=[80]), "'gold'"),
        (line(gold=[""]), "'gold'"),
        (line(context_memories="The port is 80."), "'context_memories'"),
        (line(context_memories=["The port is 80."]), "'context_memories'"),
        (line(context_memories=[{"body": "x"}]), "'text'"),
        (line(id="first"), "used before"),
    ],
)
def test_a_wrong_line_is_named_by_its_number(bad: str, named: str) -> None:
    """The message says which line of which file is wrong, and what about it."""
    with pytest.raises(InvalidRequest) as caught:
        read_items(f"{line(id='first')}\n\n{bad}\n", "set.jsonl")
    assert caught.value.message.startswith("set.jsonl, line 3: ")
    assert named in caught.value.message


def test_a_file_without_items_is_refused() -> None:
    """Blank lines are no set."""
    with pytest.raises(InvalidRequest, match="holds no item"):
        read_items("\n \n", "set.jsonl")
