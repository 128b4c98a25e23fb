"""Is the order of finds what we say it is, each share on its own?"""

from collections.abc import Mapping
from typing import Any

import pytest

from cortex.core.search.ranking import (
    GATE_TERMS,
    Corpus,
    Lender,
    Query,
    Ranker,
    Term,
    named_speaker,
    rarity,
    session_order,
    total,
)
from cortex.model.search import Document, LeadKind, ScoreStory, SessionSize

CORPUS = Corpus(documents=100, length=10.0, sessions=10, session_length=100.0)
PORT = Term("port", 5, 2, "port")


def turn(number: int, speaker: str = "Ann", **said: Any) -> Document:
    """Give a turn of ten terms."""
    plain = Document(number, 1, LeadKind.TURN, speaker, 0, 10, is_question=False, has_time=False)
    return plain._replace(**said)


def scored(
    document: Document,
    holders: Mapping[int, int],
    lenders: tuple[Lender, ...] = (),
    session: float = 0.0,
    **query: Any,
) -> ScoreStory:
    """Score one document for the question "port"."""
    asked = Query(CORPUS, (PORT,))._replace(**query)
    return Ranker(asked, {"port": holders}).score(document, lenders, session)


def test_shares_add_up_to_the_score() -> None:
    """Own words, neighbours and session make the score; the words of the question tell the first
    two."""
    story = scored(turn(1), {1: 1, 2: 1}, (Lender(turn(2), -1),), session=2.0)
    assert total(story) == story.own + story.neighbours + story.session
    assert (1400, [story.own + story.neighbours]) == (
        story.session,
        [share.weight for share in story.terms],
    )


def test_more_of_a_word_counts_less_and_less() -> None:
    """The second mention gives less than the first."""
    one, two, three = (total(scored(turn(1), {1: count})) for count in (1, 2, 3))
    assert one < two < three
    assert two - one > three - two


def test_turn_without_the_word_is_heard_through_its_neighbours() -> None:
    """A neighbour lends, less than own words give; who has no neighbour with it has no share."""
    lent = scored(turn(1), {2: 1}, (Lender(turn(2), -1),))
    assert (0, True) == (lent.own, lent.neighbours > 0)
    assert total(lent) < total(scored(turn(1), {1: 1}))
    assert () == scored(turn(1), {3: 1}, (Lender(turn(2), -1),)).terms


def test_answer_is_heard_through_its_question() -> None:
    """Among people a question lends more to the turn behind it than a statement does."""
    asked = scored(turn(1), {2: 1}, (Lender(turn(2, is_question=True), -1),))
    told = scored(turn(1), {2: 1}, (Lender(turn(2), -1),))
    behind = scored(turn(1), {2: 1}, (Lender(turn(2, is_question=True), 1),))
    assert total(asked) > total(told) > total(behind)


@pytest.mark.parametrize("speaker", ["user", "assistant", "tool"])
def test_beside_an_assistant_both_sides_lend_alike(speaker: str) -> None:
    """What comes after is worth as much as what came before."""
    other = turn(2, speaker)
    before = scored(turn(1, speaker), {2: 1}, (Lender(other, -1),))
    after = scored(turn(1, speaker), {2: 1}, (Lender(other, 1),))
    assert before == after


def test_long_message_needs_no_context() -> None:
    """The longer a turn, the less its neighbours give."""
    short, long = turn(1, "user"), turn(1, "user", length=10 * GATE_TERMS)
    lender = (Lender(turn(2, "user"), -1),)
    assert scored(long, {2: 1}, lender).neighbours < scored(short, {2: 1}, lender).neighbours / 3


def test_documents_of_a_source_lend_a_little() -> None:
    """Beside a document stands what its source handed over; less than a talk's turns lend."""
    alone = turn(1, "", session_no=None)
    entry = scored(alone, {2: 1}, (Lender(turn(2, "", session_no=None), -1),))
    talk = scored(turn(1, "user"), {2: 1}, (Lender(turn(2, "user"), -1),))
    assert 0 < entry.neighbours < talk.neighbours


def test_factors_are_named() -> None:
    """Every factor that moves a score stands in its story."""
    asks = scored(turn(1, is_question=True, has_time=True), {1: 1}, wants_time=True, speaker="ann")
    assert ["length", "question", "speaker", "when"] == [name for name, _ in asks.factors]
    assert ["user"] == [name for name, _ in scored(turn(1, "User"), {1: 1}).factors]
    assert () == scored(turn(1, "tool", has_time=True), {1: 1}).factors
    assert (
        () == scored(turn(1, "", session_no=None, has_time=True), {1: 1}, wants_time=True).factors
    )


def test_rarity_is_never_below_nothing() -> None:
    """A word in every document tells next to nothing, and no less."""
    assert 0 < rarity(100, 100) < rarity(100, 50) < rarity(100, 1)
    assert rarity(0, 0) > 0


def test_session_is_scored_by_all_that_is_said_in_it() -> None:
    """More of the word gives more; more of everything else gives less."""
    ranker = Ranker(Query(CORPUS, (PORT,)), {})
    short, long = SessionSize(10, 100), SessionSize(100, 1000)
    assert ranker.session_score({"port": 2}, short) > ranker.session_score({"port": 1}, short)
    assert ranker.session_score({"port": 2}, short) > ranker.session_score({"port": 2}, long)
    assert 0 == ranker.session_score({}, short)


def test_sessions_are_ordered_by_best_turn_and_own_score() -> None:
    """The best turn weighs more than the session's own score; ties by number."""
    assert [(2, 1000), (1, 350)] == session_order({1: 50, 2: 100}, {2: 1.0})
    assert [1, 2] == [number for number, _ in session_order({2: 5, 1: 5}, {})]
    assert [] == session_order({}, {})


def test_one_speaker_is_named_or_none() -> None:
    """Two names in a question, or a part of a name, name nobody."""
    speakers = {"ann": frozenset({"ann"}), "bo li": frozenset({"bo", "li"})}
    assert "ann" == named_speaker(["ann", "port", "bo"], speakers)
    assert "" == named_speaker(["ann", "bo", "li"], speakers)
    assert "" == named_speaker(["port"], {**speakers, "🎉": frozenset()})
