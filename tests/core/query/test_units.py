"""Is a question read into parts whose weights make sense?"""

from cortex.core.query.units import (
    all_terms,
    heard_words,
    lookups,
    match,
    units_of,
    unseen,
    weigh,
    with_slips,
)


def test_a_compound_is_one_unit() -> None:
    """A name of many pieces must not outweigh the rest of the question."""
    units = units_of("who leads LongMemEval-S")

    assert [unit.word for unit in units] == ["leads", "LongMemEval-S"]
    assert set(units[1].pieces) >= {"long", "mem", "eval"}


def test_a_compound_is_met_by_its_pieces_in_part() -> None:
    """session-recall is found in session-recalls, with a little less credit than itself."""
    units = weigh(units_of("session-recall"), {}, 10)
    whole, pieces = match(units, {"=session-recall": 1}), match(units, {"session": 1, "recal": 1})

    assert whole.permille == 1000
    assert 800 <= pieces.permille < 1000


def test_rare_words_weigh_more_than_common_ones_and_asking_words_least() -> None:
    """Weights fall with frequency; a word of asking has a fraction."""
    units = weigh(units_of("decided gateway port"), {"gateway": 1, "port": 40, "decid": 1}, 100)
    decided, gateway, port = (unit.weight for unit in units)

    assert gateway > port
    assert decided < gateway / 2


def test_a_store_of_one_fact_calls_no_word_common() -> None:
    """A word of the only stored fact weighs more than a word nobody stored."""
    known, unknown = weigh(units_of("gateway license"), {"gateway": 1}, 1)

    assert known.weight > unknown.weight


def test_cluster_mates_satisfy_a_unit_with_less_credit() -> None:
    """Contract A16: webhook is met by callback, not as well as by webhook."""
    units = weigh(units_of("webhook"), {"callback": 1}, 1)

    assert match(units, {"callback": 1}).permille in (499, 500)
    assert match(units, {"webhook": 1}).through == ()
    assert match(units, {"callback": 1}).through == ((0, "callback"),)


def test_a_longer_form_of_the_word_counts_nearly_whole() -> None:
    """Contract A17: auth is met by authentication almost as well as by itself."""
    units = weigh(units_of("auth"), {"authent": 1}, 1)

    assert match(units, {"authent": 1}).permille in (849, 850)


def test_what_is_heard_through_another_word_says_so() -> None:
    """A reader can check by hand: the fact says release, the question deploy."""
    units = weigh(units_of("deploy window"), {"releas": 1, "window": 1}, 3)
    found = match(units, {"releas": 1, "window": 1})

    assert heard_words(units, found.matched, found) == ("deploy (release)", "window")
    assert heard_words(units, found.matched) == ("deploy", "window")


def test_slips_satisfy_an_unknown_word() -> None:
    """A stored word one slip away is credited, and only for words nobody stored."""
    (unit,) = units_of("grammer")

    assert unseen([unit], {"grammar": 3}) == (unit,)
    units = weigh((with_slips(unit, {"grammar": "grammar"}),), {}, 3)
    assert match(units, {"grammar": 1}).permille in (849, 850)
    assert unseen([unit], {"grammer": 3}) == ()


def test_an_empty_question_has_no_units_and_matches_nothing() -> None:
    """Nothing asked, nothing matched, no division by zero."""
    assert units_of("") == ()
    assert match((), {"port": 1}).permille == 0


def test_every_looked_up_term_is_named_once() -> None:
    """The lexical arm gets each term once, with its best credit."""
    units = weigh(units_of("login auth login"), {"auth": 2, "login": 1}, 9)
    terms = [term for term, _ in lookups(units)]

    assert len(terms) == len(set(terms)) == len(all_terms(units))
