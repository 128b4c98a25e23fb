"""Do the six loops of use teach what they should, once, and nothing else?"""

from typing import Any

import pytest

from cortex.model.callers import Caller, Place
from cortex.model.learning import LearnedCounts, OutcomeWord
from cortex.wiring.house import House
from tests.services.operations.conftest import Asking

QUESTION = "how do we ship the billing gateway"


@pytest.fixture
def told(ask: Asking) -> Asking:
    """Give the asking function of a brain with two facts about one thing."""
    ask("commit", text="The billing gateway release train leaves on Tuesday")
    ask("commit", text="The billing gateway certificate is renewed in March")
    return ask


def counts(house: House) -> LearnedCounts:
    """Give how much was learned."""
    with house.brain.reading() as reader:
        return reader.learning.counts()


def score(house: House, fact_id: int = 1) -> float | None:
    """Give the score of a fact, as it stood at its last vote."""
    with house.brain.reading() as reader:
        signal = reader.learning.signals("solo", [fact_id]).get(fact_id)
    return None if signal is None else round(signal.score, 3)


@pytest.mark.parametrize(
    ("outcome", "harmful", "expected"),
    [
        ("success", False, 1.0),
        ("ok", False, 1.0),
        ("pass", False, 1.0),
        ("partial", False, 0.5),
        ("mixed", False, 0.5),
        ("degraded", False, 0.5),
        ("failure", False, None),
        ("fail", False, None),
        ("error", False, None),
        ("success", True, -1.0),
        ("failure", True, -1.0),
    ],
)
def test_loop_one_signals(
    told: Asking, house: House, outcome: str, harmful: bool, expected: float | None
) -> None:
    """CQR G15: success +1, partial +0.5, failure no signal, harm -1 even in a success."""
    told("feedback", outcome=outcome, memory_sources="1", query=QUESTION, harmful_reuse=harmful)
    assert expected == score(house)


def test_without_a_question_there_is_no_signal(told: Asking, house: House) -> None:
    """CQR G15: no query and no receipt: the outcome is recorded and nothing is learned of words."""
    answer = told("feedback", outcome="success", memory_sources="1")
    assert (True, True, 0, 0) == (
        *(answer[key] for key in ("recorded", "counted", "signals", "bridges")),
    )
    assert LearnedCounts(1, 0, 0, 0, 0) == counts(house)
    with house.brain.reading() as reader:
        assert [OutcomeWord.SUCCESS] == [o.outcome for o in reader.learning.outcomes(0, 9)]


def test_a_receipt_brings_its_question_with_it(told: Asking, house: House) -> None:
    """CQR G15: the question of the view stands in for a query that is not told."""
    view = told("query", need="billing gateway certificate")
    answer = told("feedback", outcome="success", memory_sources="m1", receipt=view["receipt"])
    assert (1, True) == (answer["signals"], answer["bridges"] > 0)
    with house.brain.reading() as reader:
        [question] = reader.learning.top_questions(9)
    assert (1, 1) == (question.asks, question.successes)


def test_loop_two_asked_questions_are_remembered_by_the_next_writer(
    told: Asking, house: House
) -> None:
    """CQR G15: asking writes nothing; a later write takes the questions along, without words."""
    for _ in range(2):
        told("query", need="billing gateway certificate")
    told("query", need="why is ghp_0123456789abcdefghijABCDEFGHIJ012345 refused by the gateway")
    assert 0 == counts(house).questions
    told("commit", text="The mail queue is drained nightly")
    with house.brain.reading() as reader:
        [question] = reader.learning.top_questions(9)
    assert (2, 0) == (question.asks, question.successes)
    assert {"certif", "gateway", "bill"} == set(question.terms)


def test_loop_two_like_questions_share_their_words(told: Asking) -> None:
    """CQR G15: the words of a question that helped widen a like one, and none that did not."""
    helped = {"outcome": "success", "memory_sources": "2"}
    asked = "gateway credential expiry"
    assert [] == told("query", need=asked)["cards"]
    told("feedback", query="gateway credential expiry certificate", **helped)
    [card] = told("query", need=asked, evidence="support")["cards"]
    assert "decision::2" == card["reference"]
    assert ["learned:certif"] == [
        w["matchedKey"] for w in card["why"]["witnesses"] if w["origin"] == "learned"
    ]


@pytest.mark.parametrize("key", [None, "run-1", "run-2"])
def test_loop_three_one_receipt_votes_once(told: Asking, house: House, key: str | None) -> None:
    """CQR G15: a second report of a receipt teaches nothing, whatever its key or its words."""
    receipt = told("query", need="billing gateway certificate")["receipt"]
    first = {"outcome": "success", "memory_sources": "m1", "receipt": receipt}
    again: dict[str, Any] = {**first, "outcome": "partial", "memory_sources": "m1,1"}
    if key is not None:
        again["idempotency_key"] = key
    assert told("feedback", **first)["counted"]
    before = counts(house)
    assert not told("feedback", **again)["counted"]
    assert before == counts(house)
    with house.brain.reading() as reader:
        assert 2 == len(reader.learning.outcomes(0, 9))


def test_harm_found_out_later_still_counts(told: Asking, house: House) -> None:
    """A receipt whose use was praised may be blamed once, or a veto would never come."""
    receipt = told("query", need="billing gateway certificate")["receipt"]
    used = {"memory_sources": "2", "receipt": receipt}
    told("feedback", outcome="success", **used)
    harmed = {"outcome": "success", "harmful_reuse": True, **used}
    assert (True, False) == (
        told("feedback", **harmed)["counted"],
        told("feedback", **harmed)["counted"],
    )
    assert 0.0 == score(house, 2)


def test_the_same_words_on_one_day_are_one_report(told: Asking, house: House) -> None:
    """Without a receipt or key the same report does not add up; with a key of its own it does."""
    said = {"outcome": "success", "memory_sources": "1", "query": QUESTION}
    assert [True, False] == [told("feedback", **said)["counted"] for _ in range(2)]
    assert told("feedback", idempotency_key="another-run", **said)["counted"]
    assert 2.0 == score(house)


def test_loop_four_a_bridge_needs_two_reports(told: Asking) -> None:
    """CQR G15: after one success nothing is widened; after two the fact is found."""
    asked = "how do we ship the gateway"
    said = {"outcome": "success", "memory_sources": "1", "query": f"{asked} today please"}
    assert [] == told("query", need=asked)["cards"]
    told("feedback", idempotency_key="a", **said)
    with_one = told("query", need="ship gateway now quickly somehow anyhow")["cards"]
    assert [] == with_one
    told("feedback", idempotency_key="b", **said)
    [card] = told("query", need=asked)["cards"]
    assert ("decision::1", "clock_quorum", False) == (
        card["reference"],
        card["why"]["admittedBy"],
        card["why"]["hardAnchor"],
    )


def test_loop_four_harm_vetoes_a_bridge(told: Asking, house: House) -> None:
    """CQR G15: one harmful use closes the bridge for good, however often it helped."""
    said = {"memory_sources": "1", "query": QUESTION}
    for key in "abc":
        told("feedback", outcome="success", idempotency_key=key, **said)
    told("feedback", outcome="success", harmful_reuse=True, **said)
    with house.brain.reading() as reader:
        assert [] == reader.learning.bridges_from("solo", ["ship", "gateway", "bill"], 2)


def test_loop_five_a_thread_sibling_needs_a_second_line_of_evidence(ask: Asking) -> None:
    """CQR G15: the thread alone shows no fact of it; with shared words it does."""
    ask("commit", text="The flaky retry hides a timeout of the upstream", thread="bug-7")
    ask("commit", text="Nightly builds run at three", thread="bug-7")
    shown = ask("query", need="what hides the timeout", thread="bug-7")["cards"]
    assert ["decision::1"] == [card["reference"] for card in shown]


def test_loop_six_a_single_source_makes_no_link(told: Asking, house: House) -> None:
    """CQR G15: two sources of one success are linked, one is not, and harm rejects the link."""
    told("feedback", outcome="success", memory_sources="1", query=QUESTION)
    assert 0 == counts(house).links
    told("feedback", outcome="success", memory_sources="1,2", query=QUESTION)
    with house.brain.reading() as reader:
        assert [(1, 2)] == [link[:2] for link in reader.learned_links([1])]
    told("feedback", outcome="success", memory_sources="1,2", query=QUESTION, harmful_reuse=True)
    with house.brain.reading() as reader:
        assert [] == reader.learned_links([1])


def test_switched_off_a_report_is_kept_and_teaches_nothing(told: Asking, house: House) -> None:
    """The outcome is recorded; no lesson, no link, no question."""
    with house.brain.writing() as writer:
        writer.learning.switch(is_on=False)
    told("query", need="billing gateway certificate")
    answer = told("feedback", outcome="success", memory_sources="1,2", query=QUESTION)
    assert (True, False, "off") == (answer["recorded"], answer["counted"], answer["learning"])
    assert LearnedCounts(0, 0, 0, 0, 0) == counts(house)


def test_a_secret_in_a_query_teaches_no_words(told: Asking, house: House) -> None:
    """A question that holds a secret is not learned from, and is nowhere in the files."""
    secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"  # Made up.
    told("feedback", outcome="success", memory_sources="1", query=f"why does {secret} fail")
    assert LearnedCounts(1, 0, 0, 0, 0) == counts(house)
    with house.brain.reading() as reader:
        store = reader.figures().path
    from pathlib import Path

    files = sorted(Path(store).parent.glob("*"))
    assert all(secret[4:].encode() not in file.read_bytes() for file in files if file.is_file())


def test_lessons_belong_to_whoever_reported(told: Asking, house: House) -> None:
    """Another principal's questions are not widened, and its receipts are its own."""
    said = {"outcome": "success", "memory_sources": "1", "query": QUESTION}
    other = Caller("user:2", "tester", None)
    house.operate("feedback", said, other, Place())
    assert None is score(house)
    assert told("feedback", **said)["counted"]
    assert 1.0 == score(house)


def test_an_agent_may_name_itself_and_is_kept_without_secrets(told: Asking, house: House) -> None:
    """The name in the report wins over the surface's, cleaned like any other label."""
    told("feedback", outcome="success", agent="ada")
    told("feedback", outcome="success", agent="ghp_0123456789abcdefghijABCDEFGHIJ012345")
    with house.brain.reading() as reader:
        names = [outcome.agent for outcome in reader.learning.outcomes(0, 9)]
    assert "ada" == names[1]
    assert "ghp_0123" not in names[0]
