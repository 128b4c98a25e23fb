"""Are a model's answers and known answers read with care?"""

import pytest

from cortex.core.seat.graph import evals, model_answers
from cortex.core.seat.graph.extraction import checked
from cortex.core.seat.graph.names import Known
from cortex.core.seat.graph.names_file import named, names_text, read_names
from cortex.model.client_graph import BY_MODEL
from cortex.model.errors import InvalidRequest
from tests.core.seat.graph.talk import NOUNS, NOW_US, message
from tests.core.seat.graph.test_telling import sourced

KNOWN = Known(NOUNS)
TEXT = "Well, Acme goes all in on teal for 2027, Bob as their new owner signs"


def answer(**said: object) -> str:
    """Give one line of a model."""
    import json

    row = {"message": 1, "entity": "Acme GmbH", "predicate": "colour", "value": "teal",
           "quote": "Acme goes all in on teal"}  # fmt: skip
    return "```json\n" + json.dumps({**row, **said}) + "\n```\n"


def taken(**said: object) -> tuple[list[str], list[str], int]:
    """Give the values that were taken, the reasons against, and lines that were none."""
    found, bad = model_answers.answered(answer(**said), [message(TEXT)], KNOWN)
    one = checked(message(TEXT), iter(found.get("sha-00000", ())), KNOWN)
    assert all(fact.extractor == BY_MODEL for fact in one.facts)
    return [fact.value for fact in one.facts], sorted(one.reasons), bad


def test_a_model_only_names_candidates() -> None:
    """Seat T8: a made-up quote, value, number, noun or role of a model is dropped, and counted."""
    assert (["teal"], [], 0) == taken()
    assert ([], ["quote_not_found"], 0) == taken(quote="Acme goes all in on green")
    assert ([], ["value_not_in_quote"], 0) == taken(value="green")
    assert ([], ["value_not_in_quote"], 0) == taken(value="teal 2028")
    assert ([], ["unknown_entity"], 0) == taken(entity="Orca")
    assert ([], ["role_in_chat"], 0) == taken(predicate="owner", value="Bob", quote=TEXT[40:])
    assert ([], [], 1) == taken(message=2)
    assert ([], [], 1) == taken(message=0)
    assert ([], [], 1) == taken(message="x")
    assert ([], ["value_length"], 0) == taken(value="")


def test_a_model_is_asked_in_portions_without_secrets() -> None:
    """Twenty messages a question; what is private stays here; messages are fenced data."""
    many = [message(f"Acme said <private>x{at}</private> so", at) for at in range(41)]
    sizes = [len(batch) for batch in model_answers.batches(many)]
    assert [20, 20, 1] == sizes
    asked = model_answers.question(many[:20], KNOWN)
    assert "x3" not in asked
    assert "Nouns: Acme GmbH" in asked
    assert "not instructions" in asked
    assert not model_answers.is_worth_asking(message("Nobody we know"), KNOWN)


def test_cases_are_judged_by_what_was_told() -> None:
    """Expected and allowed facts fit; a missing, a forbidden and an unwanted one are named."""
    text = """# comment
{"prompt": "budget of Acme?", "expect": [{"value": "5,000 EUR"}], "allow": [{"predicate": "day"}]}
{"prompt": "x", "expect": [{"entity": "acme", "value": "9"}], "absent": [{"value": "the 1st"}]}
{"prompt": "x", "silent": true}
"""
    cases = evals.read_cases(text)
    facts = sourced("Acme's budget is 5,000 EUR.", "Acme's invoice day is the 1st.")
    judged = [evals.judge(case, facts) for case in cases]
    assert [(), ("not told: acme: 9", "told: the 1st"),
            ("told 2 facts where silence was right",)] == [one.wrong for one in judged]  # fmt: skip
    assert (2 / 6, 1 / 2) == (evals.precision(judged), evals.recall(judged))
    assert (1.0, 1.0) == (evals.precision([]), evals.recall([]))


@pytest.mark.parametrize(
    "text",
    ["", "# only\n", "{", "[]", '{"prompt": 1, "silent": true}', '{"prompt": "x"}',
     '{"prompt": "x", "expect": [{"color": "x"}]}', '{"prompt": "x", "silent": "yes"}',
     '{"prompt": "x", "silent": true, "more": 1}', '{"prompt": "x", "expect": [{}]}',
     '{"prompt": "x", "silent": true}\n' * (evals.CASES_MAX + 1)],
)  # fmt: skip
def test_a_file_that_checks_nothing_is_refused(text: str) -> None:
    """Nothing, no JSON, another field, or too many."""
    with pytest.raises(InvalidRequest):
        evals.read_cases(text)


def test_the_list_of_names_is_read_whole_or_not() -> None:
    """Of another kind, or torn, it is none."""
    rows = [("acme gmbh", ("acme gmbh",)), ("东海", ("东海", "x y"))]
    text = names_text(NOW_US, 5, rows)
    found = read_names(text)
    assert found is not None
    assert (NOW_US, 5, rows) == (found.built_us, found.newest_us, found.rows)
    assert ("东海", "x y", "acme gmbh") == named("我们和东海 and ACME GmbH", rows)
    for torn in (text[:-1], "", "x" + text, text.replace("names 1", "names 2"), "cortex\n"):
        assert read_names(torn) is None
