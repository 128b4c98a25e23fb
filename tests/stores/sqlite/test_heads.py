"""Does a record that stands at two revisions contest the cards of its fact?"""

from pathlib import Path

import apsw

from cortex.model.callers import Caller, Place
from cortex.model.questions import Question
from cortex.wiring.house import open_house
from cortex.wiring.settings import Settings

FACT = "The billing gateway listens on port 8443 because 443 needs root"
QUESTION = Question("which port does the billing gateway listen on?")


def test_two_heads_contest_a_card_and_none_does_too(tmp_path: Path) -> None:
    """Nobody has decided between two revisions; without any, nobody knows what limits the fact."""
    store = tmp_path / "cortex.db"
    settings = Settings(home=str(tmp_path), db_path=str(store), cwd=str(tmp_path))
    told = []
    for statement in (
        None,
        "INSERT INTO revisions SELECT record_no, 2, recorded_sequence, epistemic_status,"
        " body_deflated FROM revisions; INSERT INTO record_heads VALUES (1, 2)",
        "DELETE FROM record_heads",
    ):
        if statement is not None:
            connection = apsw.Connection(str(store))
            connection.execute(statement)
            connection.close()
        with open_house(settings) as house:
            if statement is None:
                house.operate("commit", {"text": FACT}, Caller(), Place())
            (card,) = house.query(QUESTION, Place(), Caller()).cards
        told.append((card.label, [one.kind for one in card.exceptions], card.revision))
    assert [
        ("k1", [], 1),
        ("x1", ["contrary_head"], 2),
        ("x1", ["qualification_unavailable"], 0),
    ] == told
