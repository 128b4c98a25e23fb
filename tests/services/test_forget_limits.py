"""Is a forgetting bounded, and are the bounds told?"""

import pytest

from cortex.model.erasure import Selection
from cortex.model.errors import InvalidRequest
from cortex.services import forget as forgetting
from cortex.stores.memory.brain import MemoryBrain
from tests.services.factory import SOLO, START_US, stored
from tests.services.test_forget import captured, ground, seen


def test_one_more_than_the_limit_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the limit everything goes, above it nothing does, and the remedy says how to go on."""
    brain = MemoryBrain("brain-of-a-test", 1)
    for number in range(3):
        stored(brain, f"Fact {number} of the house is here")
    monkeypatch.setattr(forgetting, "FORGET_FACTS_MAX", 2)
    everything = Selection(matching="of the house")
    with pytest.raises(InvalidRequest, match="3 facts are meant") as caught:
        forgetting.forget(ground(brain), everything, SOLO, START_US, is_applied=True)
    assert caught.value.remedy
    monkeypatch.setattr(forgetting, "FORGET_FACTS_MAX", 3)
    report = forgetting.forget(ground(brain), everything, SOLO, START_US, is_applied=True)
    assert 3 == len(report.facts)


def test_more_observations_than_the_limit_go_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go, how many are left is told, and the next call goes on to the end."""
    brain = MemoryBrain("brain-of-a-test", 1)
    for number in range(5):
        seen(brain, f"Line {number} of the house", str(number))
    monkeypatch.setattr(forgetting, "FORGET_OBSERVATIONS_MAX", 2)
    told = []
    for _ in range(3):
        selection = Selection(matching="of the house")
        report = forgetting.forget(ground(brain), selection, SOLO, START_US, is_applied=True)
        told.append((report.captured, report.captured_left))
    assert [(("obs:1", "obs:2"), 3), (("obs:3", "obs:4"), 1), (("obs:5",), 0)] == told
    assert [""] * 5 == captured(brain)
