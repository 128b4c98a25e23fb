"""Do the figures count what they say they count?"""

from hypothesis import given
from hypothesis import strategies as st

from cortex.core.measure.figures import ANSWER_PLACES, figures_of, pool_report
from cortex.model.measures import Judged, LabelledItem, Pool, Share, Shown

OWN_HIT = Shown("decision::1", "the port is 80", "clock_quorum", is_own=True, holds_answer=True)
OWN_MISS = Shown("decision::2", "the host is up", "clock_quorum", is_own=True, holds_answer=False)
FOREIGN_HIT = Shown("decision::3", "80 people", "strong_lexical", is_own=False, holds_answer=True)


def judged(
    *cards: Shown,
    leads: tuple[Shown, ...] = (),
    answers: tuple[str, ...] = ("80",),
    category: str = "typo",
    size: int = 3,
) -> Judged:
    """Give a question that got these cards and leads."""
    item = LabelledItem("id", category, "which port", answers, ("the port is 80",))
    return Judged(item, Pool.POOLED, size, "ok", bool(answers), cards, leads)


def test_only_an_own_card_with_an_accepted_string_answers() -> None:
    """A foreign card with the string, and an own card without it, are both passed over."""
    assert 3 == judged(FOREIGN_HIT, OWN_MISS, OWN_HIT).rank
    assert None is judged(FOREIGN_HIT, OWN_MISS).rank


def test_an_answer_counts_at_its_place_and_not_before() -> None:
    """The second card answers at five, not at one; the sixth answers at neither."""
    second = judged(OWN_MISS, OWN_HIT)
    sixth = judged(*[OWN_MISS] * 5, OWN_HIT)
    expected = ((1, Share(0, 2)), (5, Share(1, 2)))
    assert expected == figures_of([second, sixth]).answered


def test_silence_is_right_only_where_the_set_has_no_answer() -> None:
    """No card is an abstention without an answer, and a silent miss with one."""
    figures = figures_of([judged(), judged(answers=()), judged(OWN_MISS, answers=())])
    assert Share(1, 1) == figures.silent
    assert Share(1, 2) == figures.abstained
    assert 1 == figures.false_cards


def test_leads_never_answer_and_never_break_silence() -> None:
    """An answer among the leads is counted apart, and leads do not end an abstention."""
    figures = figures_of([judged(leads=(OWN_HIT,)), judged(leads=(OWN_MISS,), answers=())])
    assert Share(0, 1) == dict(figures.answered)[5]
    assert Share(1, 1) == figures.in_leads
    assert Share(1, 1) == figures.abstained
    assert 2 == figures.leads


def test_an_answer_on_a_card_is_not_counted_again_as_a_lead() -> None:
    """The figure of leads is about questions that no card answers."""
    assert Share(0, 1) == figures_of([judged(OWN_HIT, leads=(OWN_HIT,))]).in_leads


def test_a_card_for_a_question_without_answer_is_never_own() -> None:
    """Precision counts such a card as wrong, also when the memory belongs to the item."""
    figures = figures_of([judged(OWN_HIT, FOREIGN_HIT), judged(OWN_MISS, answers=())])
    assert Share(1, 3) == figures.own_cards


def test_nothing_counted_has_no_value() -> None:
    """A share of nothing is neither nought nor all."""
    figures = figures_of([])
    assert None is figures.abstained.value
    assert [None, None] == [share.value for _, share in figures.answered]


def test_categories_are_sorted_and_add_up() -> None:
    """Every question is in one category, and the sizes of the brains are their extremes."""
    report = pool_report(
        Pool.PER_ITEM,
        2,
        [judged(OWN_HIT, category="typo", size=5), judged(category="negation", size=2)],
    )
    assert ["negation", "typo"] == [name for name, _ in report.categories]
    assert report.overall.questions == sum(f.questions for _, f in report.categories)
    assert (2, 5) == (report.facts_min, report.facts_max)


@given(
    st.lists(
        st.builds(
            lambda cards, answers: judged(*cards, answers=answers),
            st.lists(st.sampled_from([OWN_HIT, OWN_MISS, FOREIGN_HIT]), max_size=7),
            st.sampled_from([(), ("80",)]),
        )
    )
)
def test_more_places_never_answer_less(questions: list[Judged]) -> None:
    """Answers grow with k, every share is within its count, and silence excludes an answer."""
    figures = figures_of(questions)
    hits = [share.hits for _, share in figures.answered]
    assert sorted(hits) == hits
    assert list(ANSWER_PLACES) == [k for k, _ in figures.answered]
    assert hits[-1] + figures.silent.hits <= figures.silent.of
    assert figures.silent.of + figures.abstained.of == len(questions)
    assert 0 <= figures.own_cards.hits <= figures.own_cards.of
