"""How do judged questions become figures? Counts first, so that every share can be checked."""

from collections.abc import Iterable, Sequence

from cortex.core.measure.answers import holds_any
from cortex.model.cards import View
from cortex.model.measures import Figures, Judged, LabelledItem, Pool, PoolReport, Share, Shown

ANSWER_PLACES = (1, 5)
"""How far down the cards an answer may stand, ascending: the first one, and what fits a glance."""


def judge(item: LabelledItem, pool: Pool, view: View, own: frozenset[str]) -> Judged:
    """Compare an answer with what the set says about its question.

    Args:
        own: references of the facts that the item's memories became.
    """
    cards = [(c.fact.reference, c.fact.content.text, c.why.admitted_by.value) for c in view.cards]
    leads = [(lead.reference, lead.hint, lead.reason) for lead in view.leads]
    return Judged(
        item=item,
        pool=pool,
        pool_size=view.coverage.corpus_size,
        status=view.status.value,
        is_reachable=any(holds_any(memory, item.answers) for memory in item.memories),
        cards=tuple(_shown(item, own, *one) for one in cards),
        leads=tuple(_shown(item, own, *one) for one in leads),
    )


def _shown(item: LabelledItem, own: frozenset[str], reference: str, text: str, rule: str) -> Shown:
    return Shown(reference, text, rule, reference in own, holds_any(text, item.answers))


def figures_of(questions: Sequence[Judged]) -> Figures:
    """Count a group of questions; an empty group has shares of nothing."""
    with_answer = [one for one in questions if one.item.answers]
    without = [one for one in questions if not one.item.answers]
    cards = sum(len(one.cards) for one in questions)
    # A card for a question without an answer is wrong whomever it belongs to.
    own = sum(card.is_own for one in with_answer for card in one.cards)
    return Figures(
        questions=len(questions),
        answered=tuple(
            (k, _share(one.rank is not None and one.rank <= k for one in with_answer))
            for k in ANSWER_PLACES
        ),
        reachable=_share(one.is_reachable for one in with_answer),
        silent=_share(not one.cards for one in with_answer),
        in_leads=_share(one.rank is None and one.lead_rank is not None for one in with_answer),
        abstained=_share(not one.cards for one in without),
        false_cards=sum(len(one.cards) for one in without),
        own_cards=Share(own, cards),
        leads=sum(len(one.leads) for one in questions),
    )


def pool_report(pool: Pool, brains: int, questions: Sequence[Judged]) -> PoolReport:
    """Give the figures of all questions asked in one way, and of each category by name."""
    by_category: dict[str, list[Judged]] = {}
    for one in questions:
        by_category.setdefault(one.item.category, []).append(one)
    sizes = [one.pool_size for one in questions]
    return PoolReport(
        pool=pool,
        brains=brains,
        facts_min=min(sizes, default=0),
        facts_max=max(sizes, default=0),
        overall=figures_of(questions),
        categories=tuple((name, figures_of(by_category[name])) for name in sorted(by_category)),
    )


def _share(outcomes: Iterable[bool]) -> Share:
    counted = list(outcomes)
    return Share(sum(counted), len(counted))
