"""Are a person's own questions asked of that person's own brain, without leaving a trace?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.errors import InvalidRequest
from cortex.wiring.evaluation import QUESTIONS_FILE, add_question, evaluate
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings

CALLER = Caller()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give a house that knows two facts."""
    settings = Settings(
        home=str(tmp_path),
        db_path=str(tmp_path / "cortex.db"),
        durability="fast",
        cwd=str(tmp_path),
        user_home=str(tmp_path),
    )
    with open_house(settings) as opened:
        opened.commit(CommitRequest("The gateway listens on port 8443"), Place(), CALLER)
        opened.commit(CommitRequest("Billing runs on PostgreSQL 16"), Place(), CALLER)
        yield opened


def test_right_wrong_and_silent_are_told_apart(house: House) -> None:
    """Words or a reference make an answer right; no expectation asks for silence."""
    for question, expected in (
        ("which port does the gateway use", ["port  8443"]),
        ("which port does the gateway use", ["decision::1"]),
        ("which database has billing", ["MySQL"]),
        ("who feeds the hedgehog", []),
        ("which database has billing", []),
    ):
        add_question(house, None, question, expected)
    told: dict[str, Any] = evaluate(house, None, Place(), CALLER)
    assert [True, True, False, True, False] == [one["right"] for one in told["questions"]]
    assert [1, 1, None, None, None] == [one["place"] for one in told["questions"]]
    assert (5, 3, 2, 2, 2, 1) == tuple(
        told[key] for key in ("asked", "right", "failed", "first", "silence_expected", "silent")
    )
    with house.brain.reading() as reader:
        assert 0 == sum(fact.retrievals for fact in reader.iter_facts())


def test_no_file_is_no_question(house: House, tmp_path: Path) -> None:
    """The default file may be missing; one that is named may not."""
    assert 0 == evaluate(house, None, Place(), CALLER)["asked"]
    with pytest.raises(InvalidRequest):
        evaluate(house, str(tmp_path / "none.jsonl"), Place(), CALLER)


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        "{}",
        '{"q": ""}',
        '{"q": 1}',
        '{"q": "a", "expect": "b"}',
        '{"q":"a","expect":[""]}',
    ],
)
def test_wrong_line_is_named(house: House, tmp_path: Path, line: str) -> None:
    """What is no question is refused with its line."""
    good = '{"q": "gateway", "expect": []}'
    (tmp_path / QUESTIONS_FILE).write_text(f"{good}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidRequest, match="line 3"):
        evaluate(house, None, Place(), CALLER)


def test_question_is_added_on_a_line_of_its_own(house: House, tmp_path: Path) -> None:
    """A file that ends within a line gets the line end first."""
    path = tmp_path / QUESTIONS_FILE
    path.write_text('{"q": "gateway"}', encoding="utf-8")
    add_question(house, None, "billing", ["PostgreSQL"])
    assert 2 == evaluate(house, None, Place(), CALLER)["asked"]
    with pytest.raises(InvalidRequest):
        add_question(house, None, "  ", [])
