"""Is a fact that only shares the subject left out when a better one answers?"""

from collections.abc import Iterable

from cortex.core.query.units import Match
from cortex.core.recall.dominance import beaten, crowds, is_crowded
from cortex.core.recall.pool import Candidate


def candidate(fact_id: int, credit: int, matched: set[int]) -> Candidate:
    return Candidate(fact_id, match=Match(credit, 1000, frozenset(matched)))


def dominated(candidates: Iterable[Candidate]) -> set[int]:
    peers = list(candidates)
    return set(beaten(peers, peers))


def crowded(candidates: Iterable[Candidate]) -> set[int]:
    peers = list(candidates)
    parts = crowds(peers)
    return {peer.fact_id for peer in peers if is_crowded(peer, parts)}


def test_a_subset_with_clearly_less_credit_is_superfluous() -> None:
    """A fact that shares only the name, beside one that shares the name and the matter, goes."""
    assert dominated([candidate(1, 900, {0, 1}), candidate(2, 400, {0})]) == {2}


def test_a_fact_with_a_word_of_its_own_stays() -> None:
    """A fact that answers another part of the question is never superfluous."""
    assert dominated([candidate(1, 900, {0, 1}), candidate(2, 300, {2})]) == frozenset()


def test_equal_facts_stay_together() -> None:
    """Three episodes of one thread that share the same words are all admitted."""
    assert dominated([candidate(n, 500, {0, 1}) for n in (1, 2, 3)]) == frozenset()


def test_a_fact_nearly_as_good_stays() -> None:
    """Two thirds of the better fact's credit is enough to be shown beside it."""
    assert dominated([candidate(1, 1000, {0, 1, 2}), candidate(2, 660, {0, 1})]) == frozenset()
    assert dominated([candidate(1, 1000, {0, 1, 2}), candidate(2, 640, {0, 1})]) == {2}


def test_a_correction_stays() -> None:
    """A fact that announces a correction is shown beside what it corrects."""
    weak = candidate(2, 488, {0, 1})
    weak.is_strong_lexical = weak.is_revision = True

    assert dominated([candidate(1, 1000, {0, 1, 2, 3}), weak]) == frozenset()


def test_facts_surfaced_by_rule_stay() -> None:
    """An explicit path is a rule, not evidence to be outweighed."""
    scoped = candidate(2, 100, {0})
    scoped.is_scoped = True

    assert dominated([candidate(1, 900, {0, 1}), scoped]) == frozenset()


def test_a_hard_handle_is_not_outweighed_by_words() -> None:
    """Words alone never push out a fact whose handle names one thing."""
    hard = candidate(2, 100, {0})
    hard.is_hard = True

    assert dominated([candidate(1, 900, {0, 1}), hard]) == frozenset()


def test_a_crowd_on_one_small_part_of_the_question_is_no_answer() -> None:
    """Four facts that carry the name may be shown; of five, none says what was asked of it."""
    crowd = [candidate(n, 400, {0}) for n in range(1, 6)]

    assert crowded(crowd[:4]) == frozenset()
    assert crowded(crowd) == {1, 2, 3, 4, 5}


def test_a_crowd_that_answers_is_a_set_of_answers() -> None:
    """Facts that share most of the question are all shown, however many."""
    assert crowded([candidate(n, 550, {0, 1}) for n in range(1, 9)]) == frozenset()


def test_the_fact_with_most_credit_is_named() -> None:
    """Of several that beat a fact the best is named, which none of the others beats."""
    chain = [candidate(1, 200, {0}), candidate(2, 400, {0, 1}), candidate(3, 900, {0, 1, 2})]
    assert beaten(chain, chain) == {1: 3, 2: 3}


def test_a_fact_outside_the_peers_is_compared_with_them() -> None:
    """What a quota cut is measured by those that went on, and changes nothing for them."""
    peers = [candidate(1, 900, {0, 1})]
    assert beaten([candidate(2, 400, {0}), candidate(3, 950, {0, 1, 2})], peers) == {2: 1}
