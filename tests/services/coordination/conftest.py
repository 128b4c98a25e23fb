"""Which brains and agents do the tests of coordination use?"""

from collections.abc import Callable
from itertools import count

import pytest

from cortex.model.coordination import Actor
from tests.services.factory import START_US

NewId = Callable[[], str]


@pytest.fixture
def new_id() -> NewId:
    """Give ids that a test can foresee."""
    numbers = count(1)
    return lambda: f"id-{next(numbers)}"


def actor(agent: str, after_us: int = 0, owner_id: int = 0) -> Actor:
    """Give an agent so long after the start."""
    return Actor(owner_id, agent, START_US + after_us)
