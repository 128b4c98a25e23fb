"""Is only the very delivery that was made believed, and only for its time?"""

import pytest

from cortex.core.observe.deliveries import PREFIX, Handover, delivery_id, is_live
from cortex.model.durations import SECOND_US
from cortex.model.limits import DELIVERY_SECONDS

MADE = Handover("solo", "ci", "conversation", "f" * 32, 1)
NOW_US = 1_700_000_000_000_000
END_US = NOW_US + DELIVERY_SECONDS * SECOND_US


@pytest.mark.parametrize(
    ("at_us", "is_believed"),
    [(NOW_US - 1, False), (NOW_US, True), (END_US - 1, True), (END_US, False)],
)
def test_delivery_lives_from_its_instant_to_its_end(at_us: int, is_believed: bool) -> None:
    """One from the future, as after a clock was set back, is not alive either."""
    assert is_believed is is_live(delivery_id(MADE, NOW_US), MADE, at_us)


@pytest.mark.parametrize(
    "other",
    [
        MADE._replace(principal="user:2"),
        MADE._replace(need_id="other"),
        MADE._replace(context="other"),
        MADE._replace(fingerprint="0" * 32),
        MADE._replace(restore_epoch=2),
    ],
)
def test_delivery_of_something_else_is_not_this_one(other: Handover) -> None:
    """Another principal, need, context, content or restored brain makes another id."""
    assert not is_live(delivery_id(other, NOW_US), MADE, NOW_US)


@pytest.mark.parametrize(
    "claimed", ["", PREFIX, f"{PREFIX}-", f"{PREFIX}xyz-0", f"{PREFIX}{'f' * 17}-0", "obs:1"]
)
def test_what_is_no_id_is_only_not_alive(claimed: str) -> None:
    """A text of any other form is refused without an error."""
    assert not is_live(claimed, MADE, NOW_US)
