"""Is it said in clear words why a fact is not an answer?"""

import pytest

from cortex.model.cards import Obstacle, Reason, Rejection, View
from cortex.wire.verdicts import obstacle_text, verdict_json
from tests.wire.samples import MAY_US, a_card, a_fact, a_view


def rejecting(*reasons: Reason, matched: tuple[str, ...] = ()) -> View:
    """Give a view that rejects fact 12 for these reasons."""
    return a_view()._replace(rejection=Rejection("decision::12", reasons, 0, matched, (), ()))


def test_admitted_fact_has_its_card_and_no_obstacle() -> None:
    """What answered is explained by its card."""
    verdict = verdict_json(a_fact(), a_view(a_card()))
    assert (True, []) == (verdict["admitted"], verdict["obstacles"])


def test_every_reason_is_told_in_order() -> None:
    """The sentences stand in the order of the gates, and nothing unheard is claimed as heard."""
    view = rejecting(Reason(Obstacle.ROLLED_BACK), Reason(Obstacle.SCOPE, ("project:/else",)))
    verdict = verdict_json(a_fact(), view)
    assert [
        "the version that made it was rolled back",
        "it belongs to project:/else, which was not searched",
    ] == verdict["obstacles"]
    assert verdict["heard"] is None


def test_what_was_heard_comes_with_the_first_reason() -> None:
    """A fact that shares words says which, whatever kept it out."""
    view = rejecting(Reason(Obstacle.TYPE, ("decision",), ("rule", "policy")), matched=("port",))
    heard = verdict_json(a_fact(), view)["heard"]
    assert isinstance(heard, dict)
    assert ["port"] == heard["matched"]
    assert "its type is decision, and only rule or policy was asked for" == heard["reason"]


@pytest.mark.parametrize("obstacle", Obstacle)
def test_every_obstacle_has_a_sentence(obstacle: Obstacle) -> None:
    """No obstacle is without words, and none leaves a gap in them."""
    said = obstacle_text(Reason(obstacle, ("own",), ("other",), MAY_US, 13, 12))
    assert said
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (Reason(Obstacle.STATUS, ("superseded",), ("decision::14",)), "by decision::14"),
        (Reason(Obstacle.STATUS, ("archived",)), "it is archived"),
        (Reason(Obstacle.ENDED, at_us=MAY_US + 5), "until 2026-05-01T00:00:00.000005Z"),
        (Reason(Obstacle.FLOOR, allowed=250), "less than 25 % of"),
        (Reason(Obstacle.LIMIT, place=13, allowed=12), "answer 13, and only 12"),
        (Reason(Obstacle.BEATEN, ("decision::9",)), "decision::9 shares all"),
    ],
)
def test_a_reason_names_what_it_is_about(reason: Reason, said: str) -> None:
    """Successors, instants, shares and places stand in the sentence."""
    assert said in obstacle_text(reason)
