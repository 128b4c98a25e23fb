"""Are facts that say much the same put together, always in the same way?"""

from cortex.core.facts.clusters import Seed, clusters_of, label_of, speaker_of
from cortex.model.ages import NewCluster
from cortex.model.facts import Fact
from tests.contracts.deposits import content


def fact(fact_id: int, text: str, **changes: object) -> Fact:
    """Give a stored fact."""
    return Fact(fact_id, content(text, **changes), None, 0)


GATEWAYS = [
    fact(1, "The gateway listens on port 8443"),
    fact(2, "Ada prefers green tea in the morning"),
    fact(3, "The gateway listens on port 8444"),
    fact(4, "The gateway of tests listens on port 9000"),
]


def test_alike_statements_form_a_cluster() -> None:
    """Three tenths of the words are enough; what is alone forms none."""
    expected = [NewCluster("user", None, "gateway listens port 8443", (1, 3, 4))]
    assert expected == clusters_of(GATEWAYS)


def test_other_scopes_and_owners_are_kept_apart() -> None:
    """The same sentence of somebody else, or of another project, is no member."""
    text = "The gateway listens on port 8443"
    others = [fact(5, text, scope_id="other"), fact(6, text, owner_id=1), fact(7, text, owner_id=2)]
    assert [] == clusters_of([GATEWAYS[0], *others])


def test_newcomer_joins_a_cluster_there_is() -> None:
    """One is enough to join, and only newcomers are given back."""
    joined = clusters_of([GATEWAYS[3]], [Seed(9, GATEWAYS[0])])
    assert [((4,), 9)] == [(each.fact_ids, each.cluster_id) for each in joined]
    assert [] == clusters_of([], [Seed(9, GATEWAYS[0])])


def test_overlap_just_below_the_limit_is_not_alike() -> None:
    """Three of ten words are, two of ten are not."""
    first = fact(1, "alpha beta gamma four five six seven")
    near = fact(2, "alpha beta gamma zeta eta theta")
    far = fact(3, "alpha beta iota kappa lamda omicron")
    assert [(1, 2)] == [each.fact_ids for each in clusters_of([first, near, far])]


def test_statement_without_words_joins_nothing() -> None:
    """Two statements of function words alone are not alike."""
    assert [] == clusters_of([fact(1, "and so it was"), fact(2, "and so it was")])


def test_label_is_the_words_most_members_use() -> None:
    """By frequency, then by alphabet, four at most."""
    assert "gateway listens port 8443" == label_of([GATEWAYS[0], GATEWAYS[2], GATEWAYS[0]])


def test_best_then_newest_member_speaks() -> None:
    """Quality decides, then the higher id."""
    better = fact(2, "x", quality=90)
    assert better is speaker_of([fact(1, "x"), better, fact(3, "x")])
    assert 3 == speaker_of([fact(1, "x"), fact(3, "x")]).fact_id
