"""Does the lineage law let in independent evidence, and nothing else?"""

import pytest

from cortex.core.query.units import Match, Unit
from cortex.core.recall.pool import Candidate
from cortex.core.recall.quorum import admit, independent_origins, is_strong, law
from cortex.model.evidence import Admission, Domain, Witness

LEXICAL = Witness(Domain.LEXICAL, "lexical:1", "port", 1)
ANCHOR = Witness(Domain.ANCHOR, "anchor:1", "symbol:port", 2)
HOP = Witness(Domain.HOP, "hop:7", "same_path", 1, path_length=1, is_derived=True)


def soft(*witnesses: Witness) -> Admission | None:
    return law(witnesses, is_hard=False, is_strong_lexical=False)


def test_one_traversal_is_one_origin() -> None:
    """CQR C1: however many rows a traversal touched, it counts as one origin."""
    again = Witness(Domain.HOP, "hop:7", "same_symbol", 1, path_length=2, is_derived=True)

    assert independent_origins([HOP, again]) == 1


def test_a_hop_alone_admits_nothing() -> None:
    """CQR A8, CQR C2: a weak neighbour reached by a link is a lead, never a card."""
    assert soft(HOP) is None


def test_a_derived_witness_is_never_hard() -> None:
    """CQR C3: specificity 3 on a derived witness does not make a hard anchor."""
    derived = Witness(Domain.HOP, "hop:7", "same_path", 3, is_derived=True)

    assert law([derived], is_hard=True, is_strong_lexical=False) is None


def test_direct_words_and_an_unrelated_hop_are_a_quorum() -> None:
    """CQR C4: one direct domain and one derived domain of another origin admit."""
    assert soft(LEXICAL, HOP) is Admission.CLOCK_QUORUM


def test_copies_of_one_origin_are_no_quorum() -> None:
    """CQR C5: two domains that trace back to one source are one opinion."""
    copy = Witness(Domain.ANCHOR, "lexical:1", "symbol:port", 2)

    assert soft(LEXICAL, copy) is None


def test_two_witnesses_of_one_domain_are_no_quorum() -> None:
    """Two lexical witnesses of different origin still speak for one domain only."""
    other = Witness(Domain.LEXICAL, "lexical:2", "timeout", 1)

    assert soft(LEXICAL, other) is None


def test_one_exact_source_is_enough() -> None:
    """CQR C6: a single exact handle admits without a second witness."""
    exact = Witness(Domain.ANCHOR, "anchor:1", "path:src/a.py", 3)

    assert law([exact], is_hard=True, is_strong_lexical=False) is Admission.HARD_ANCHOR


def test_a_soft_handle_marked_hard_needs_a_specific_witness() -> None:
    """A row is not hard because somebody said so: a direct witness must be specific."""
    assert law([ANCHOR], is_hard=True, is_strong_lexical=False) is None


def test_strong_words_need_a_direct_witness() -> None:
    """Strong lexical evidence admits only with a direct witness."""
    assert law([HOP], is_hard=False, is_strong_lexical=True) is None
    assert law([LEXICAL], is_hard=False, is_strong_lexical=True) is Admission.STRONG_LEXICAL


def test_a_quorum_about_a_crumb_of_the_question_is_refused() -> None:
    """Two witnesses about a tenth of the question do not make an answer (ADR 0031)."""
    candidate = Candidate(1, match=Match(100, 1000, frozenset({0})))
    candidate.witnesses |= {LEXICAL, ANCHOR}

    assert admit(candidate) is None
    candidate.match = Match(300, 1000, frozenset({0}))
    assert admit(candidate) is Admission.CLOCK_QUORUM


def units(
    *weights: int, generic: tuple[int, ...] = (), number: tuple[int, ...] = ()
) -> tuple[Unit, ...]:
    return tuple(
        Unit(
            f"w{place}",
            ((f"w{place}", 1000),),
            is_generic=place in generic,
            is_number=place in number,
            weight=weight,
        )
        for place, weight in enumerate(weights)
    )


@pytest.mark.parametrize(
    ("permille", "matched", "strong"),
    [
        (250, {0, 1}, True),
        (249, {0, 1}, False),
        (549, {0}, False),
        (550, {0}, True),
        (250, {0, 3}, True),
        (249, {0, 3}, False),
        (999, {3}, False),
        (999, set(), False),
    ],
)
def test_fewer_shared_words_must_be_more_of_the_question(
    permille: int, matched: set[int], strong: bool
) -> None:
    """Two words, one telling, need a quarter; a telling word alone 0.55; others never do."""
    asked = units(1, 1, 1, 1, generic=(3,))

    assert is_strong(asked, Match(permille, 1000, frozenset(matched))) is strong


def test_a_number_alone_never_speaks_for_a_fact() -> None:
    """A bare number repeats by chance, so it is never the one telling word."""
    asked = units(1, 1, number=(1,))

    assert is_strong(asked, Match(900, 1000, frozenset({1}))) is False


def test_a_question_of_asking_words_only_is_taken_at_its_word() -> None:
    """Without any telling word, all words must be shared."""
    asked = units(1, 1, generic=(0, 1))

    assert is_strong(asked, Match(1000, 1000, frozenset({0, 1}))) is True
    assert is_strong(asked, Match(500, 1000, frozenset({0}))) is False
