"""Is a pin one entry, undone like any other, and never on what nobody sees?"""

import pytest

from cortex.model.errors import Denied, InvalidRequest
from cortex.model.facts import Visibility
from cortex.ports.brain import Brain
from cortex.services.find import find
from cortex.services.history import history
from cortex.services.pin import pin
from cortex.services.retract import retract
from cortex.services.rollback import rollback
from tests.services.factory import BERT, DAY_US, SOLO, START_US, stored

NOW_US = START_US + DAY_US


def test_pin_and_unpin_are_one_entry_each(brain: Brain) -> None:
    """Asking for what already holds writes nothing."""
    stored(brain, "Never force-push to main")
    for is_pinned in (True, True, False, False):
        fact = pin(brain, "1", SOLO, NOW_US, is_pinned=is_pinned)
        assert is_pinned is fact.content.is_pinned
    operations = [entry.version.operation for entry in history(brain, None, 10, SOLO)]
    assert ["unpin", "pin", "commit"] == operations


def test_rollback_takes_a_pin_off(brain: Brain) -> None:
    """A pin is part of a fact's state, so going back before it removes it."""
    stored(brain, "Never force-push to main")
    pin(brain, "1", SOLO, NOW_US, is_pinned=True)
    outcome = rollback(brain, "version 1", SOLO, NOW_US, is_applied=True)
    assert (("decision::1",), ()) == (outcome.revived, outcome.hidden)
    assert not find(brain, "1", SOLO).content.is_pinned


def test_retracted_fact_cannot_be_pinned_but_unpinned(brain: Brain) -> None:
    """A pin that would show nothing is refused; taking one off always works."""
    stored(brain, "Never force-push to main", is_pinned=True)
    stored(brain, "Squash before merging")
    for reference in ("1", "2"):
        retract(brain, reference, "", SOLO, NOW_US)
    with pytest.raises(InvalidRequest):
        pin(brain, "2", SOLO, NOW_US, is_pinned=True)
    assert not pin(brain, "1", SOLO, NOW_US, is_pinned=False).content.is_pinned


def test_only_the_owner_pins(brain: Brain) -> None:
    """A pin shows a fact to everybody who sees its scope, so it is the owner's to set."""
    stored(brain, "Never force-push to main", owner_id=1, visibility=Visibility.TEAM)
    with pytest.raises(Denied):
        pin(brain, "1", BERT, NOW_US, is_pinned=True)
