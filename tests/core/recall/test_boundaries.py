"""Does a card in doubt say so, and is it then one that must not be dropped?"""

import pytest

from cortex.core.recall.boundaries import bounded, limit_of, unavailable
from cortex.model.boundaries import Boundary
from cortex.model.facts import Epistemic
from cortex.model.limits import EXCEPTIONS_MAX
from cortex.model.relations import Standing
from tests.wire.samples import a_card, a_fact

ONE_HEAD = Standing(1, 4)


def test_a_card_without_limits_stays_as_it_is() -> None:
    """One head and nothing it depends on change only its revision number."""
    assert a_card()._replace(revision=4) == bounded(a_card(), [], ONE_HEAD)


def test_a_limit_that_can_be_read_contests_nothing() -> None:
    """A qualifier makes a claim smaller, not doubtful."""
    limit = limit_of("policy", a_fact(3, "Never on Fridays"))
    found = bounded(a_card(), [limit, limit], ONE_HEAD)
    assert (limit,) == found.exceptions
    assert (Epistemic.ASSERTED, False) == (found.epistemic, found.is_required)


@pytest.mark.parametrize(
    ("limits", "standing"),
    [
        ([unavailable("its policy cannot be read")], ONE_HEAD),
        ([], Standing(0, 0)),
        ([], Standing(2, 5)),
        ([Boundary("policy", None, str(n)) for n in range(EXCEPTIONS_MAX + 1)], ONE_HEAD),
    ],
)
def test_a_doubt_contests(limits: list[Boundary], standing: Standing) -> None:
    """An unread limit, no record, two heads, or limits left out: contested, and required."""
    found = bounded(a_card(), limits, standing)
    assert (Epistemic.CONTESTED, True, "contested") == (
        found.epistemic,
        found.is_required,
        found.why.epistemic,
    )
    assert 1 <= len(found.exceptions) <= EXCEPTIONS_MAX


def test_a_retracted_card_stays_retracted() -> None:
    """What no longer holds is not made contested by a doubt about its limits."""
    gone = a_card()._replace(epistemic=Epistemic.RETRACTED)
    assert Epistemic.RETRACTED is bounded(gone, [unavailable("x")], ONE_HEAD).epistemic
