"""Are terms counted, weighed and ranked in exact integers?"""

from cortex.model.facts import FactStatus
from cortex.ports.brain import Brain
from tests.contracts.deposits import EVER, NOW, content, handles, insert, stored


def test_score_is_the_sum_of_weight_times_weight(brain: Brain) -> None:
    """Score descending, then id ascending; a fact without any of the terms is no hit."""
    stored(brain, handles([("port", 100), ("open", 7)]))
    stored(brain, handles([("port", 300)]))
    stored(brain, handles([("open", 307)]))
    stored(brain, handles([("closed", 4095)]))
    asked = [("port", 2), ("open", 2), ("unheard", 9)]
    expected = [(3, 614), (2, 600), (1, 214)]
    with brain.reading() as reader:
        assert expected == reader.lexical_hits(asked, NOW, 9)
        for limit in range(4):
            assert expected[:limit] == reader.lexical_hits(asked, NOW, limit)


def test_equal_scores_go_by_id(brain: Brain) -> None:
    """A tie never depends on the order of reading."""
    for _ in range(5):
        stored(brain, handles([("tie", 50)]))
    with brain.reading() as reader:
        assert [(1, 50), (2, 50), (3, 50)] == reader.lexical_hits([("tie", 1)], NOW, 3)


def test_term_given_twice_counts_with_the_sum(brain: Brain) -> None:
    """The same term may come from two words of a question; weights below one count for nothing."""
    stored(brain, handles([("port", 10)]))
    stored(brain, handles([("open", 10)]))
    with brain.reading() as reader:
        asked = [("port", 2), ("port", 3), ("open", 0), ("open", -1)]
        assert [(1, 50)] == reader.lexical_hits(asked, NOW, 9)
        assert [] == reader.lexical_hits([], NOW, 9)
        assert [] == reader.lexical_hits([("open", 0)], NOW, 9)


def test_hidden_rows_take_no_place(brain: Brain) -> None:
    """The gate works inside the ranking: a hidden better row does not push a shown one out."""
    stored(brain, handles([("port", 10)]))
    for _ in range(5):
        stored(brain, handles([("port", 4000)]), status=FactStatus.ARCHIVED)
    with brain.reading() as reader:
        assert [(1, 10)] == reader.lexical_hits([("port", 1)], NOW, 1)
        assert 4000 == reader.lexical_hits([("port", 1)], EVER, 1)[0][1]


def test_small_scope_is_ranked_among_many_others(brain: Brain) -> None:
    """A gate that lets few rows through still gives the best of them."""
    with brain.writing() as writer:
        for number in range(200):
            scope_id = "user" if number % 40 == 0 else "project:/other/.git"
            insert(writer, content(scope_id=scope_id), handles([("port", 1 + number)]))
    gate = NOW._replace(scope_ids=("user",))
    with brain.reading() as reader:
        assert [(161, 161), (121, 121)] == reader.lexical_hits([("port", 1)], gate, 2)


def test_frequencies_count_facts_of_any_status(brain: Brain) -> None:
    """Frequencies are over all projected facts, so that weights do not depend on the gate."""
    stored(brain, handles([("port", 1), ("open", 1)]))
    stored(brain, handles([("port", 1)]), status=FactStatus.ARCHIVED)
    stored(brain)
    with brain.reading() as reader:
        asked = ["open", "unheard", "port"]
        assert {"port": 2, "open": 1} == reader.term_frequencies(asked)
        assert 3 == reader.corpus_size()
        assert {} == reader.term_frequencies([])


def test_presence_tells_weights(brain: Brain) -> None:
    """Facts in id order, terms in the order asked, holders of none left out."""
    stored(brain, handles([("port", 11), ("open", 12)]))
    stored(brain, handles([("shut", 13)]))
    stored(brain, handles([("port", 14)]))
    with brain.reading() as reader:
        found = reader.term_presence([3, 2, 1, 99], ["open", "port", "unheard"])
        assert [(1, [("open", 12), ("port", 11)]), (3, [("port", 14)])] == [
            (fact_id, list(weights.items())) for fact_id, weights in found.items()
        ]
        assert {} == reader.term_presence([], ["port"])
        assert {} == reader.term_presence([1], [])


def test_words_are_found_by_first_letters_and_length(brain: Brain) -> None:
    """Words come sorted, within the range of lengths, each with every term it became."""
    words = [("ports", "port"), ("port", "port"), ("portal", "portal"), ("porte", "port")]
    stored(brain, handles(words=words))
    stored(brain, handles(words=[("port", "port"), ("port", "harbour"), ("été", "été")]))
    with brain.reading() as reader:
        expected = [("port", "harbour"), ("port", "port"), ("porte", "port"), ("ports", "port")]
        assert expected == reader.words_near("p", 4, 5)
        assert [("portal", "portal")] == reader.words_near("port", 6, 9)
        assert [("été", "été")] == reader.words_near("é", 3, 3)
        assert [] == reader.words_near("x", 1, 9)
        assert 6 == len(reader.words_near("", 1, 9))


def test_words_at_the_end_of_the_alphabet_are_found(brain: Brain) -> None:
    """The range of a first letter has an end even for the last letters there are."""
    last = [("\ud7ff", "a"), ("\ud7ffb", "a"), ("\U0010ffff", "a"), ("\U0010ffffz", "a")]
    stored(brain, handles(words=last))
    with brain.reading() as reader:
        assert last[:2] == reader.words_near("\ud7ff", 1, 2)
        assert last[2:] == reader.words_near("\U0010ffff", 1, 2)


def test_heaviest_weight_fits(brain: Brain) -> None:
    """The largest posting weight and a large factor give an exact product."""
    stored(brain, handles([("port", 4095)]))
    with brain.reading() as reader:
        assert [(1, 4095 * 10**12)] == reader.lexical_hits([("port", 10**12)], NOW, 1)


def test_facts_that_hold_enough_of_the_terms_are_given(brain: Brain) -> None:
    """At the number and above it, the weightiest first, then by id; one below it is not given."""
    stored(brain, handles([("a", 1), ("b", 2)]))
    stored(brain, handles([("a", 9), ("b", 9), ("c", 9)]))
    stored(brain, handles([("c", 4000)]))
    stored(brain, handles([("b", 1), ("c", 2)]))
    stored(brain, handles([("a", 5), ("c", 5)]), status=FactStatus.ARCHIVED)
    for terms in (("a", "b", "c", "unheard"), ("c", "b", "a"), ("b", "c", "a")):
        with brain.reading() as reader:
            assert [2, 1, 4] == reader.facts_sharing(terms, 2, NOW, 9)
            assert [2] == reader.facts_sharing(terms, 3, NOW, 9)
            assert [2, 1] == reader.facts_sharing(terms, 2, NOW, 2)
            assert [] == reader.facts_sharing(terms, 2, NOW, 0)
            assert [3, 2, 1, 4] == reader.facts_sharing(terms, 1, NOW, 9)
            assert [2, 5, 1, 4] == reader.facts_sharing(terms, 2, EVER, 9)
            assert [] == reader.facts_sharing((), 1, NOW, 9)


def test_sharing_is_counted_over_waiting_and_folded_facts(brain: Brain) -> None:
    """Many facts in one transaction and in several give what one by one would give."""
    names = [f"t{number}" for number in range(9)]
    expected = []
    for part in range(3):
        with brain.writing() as writer:
            for number in range(part * 150, part * 150 + 150):
                held = [
                    (name, 1 + number) for at, name in enumerate(names) if number % (at + 2) == 0
                ]
                insert(writer, content(f"fact {number}"), handles(held))
                if len(held) >= 4:
                    expected.append(number + 1)
    with brain.reading() as reader:
        assert sorted(expected) == sorted(reader.facts_sharing(names, 4, EVER, 999))
        assert sorted(expected) == sorted(reader.facts_sharing(names[::-1], 4, EVER, 999))
