"""Every contract test runs on every backend."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.ports.brain import Brain
from tests.contracts.brains import BACKENDS


@pytest.fixture(params=sorted(BACKENDS))
def brain(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Brain]:
    """Give an empty brain of one backend, closed afterwards."""
    made = BACKENDS[request.param](tmp_path / "cortex.db")
    yield made
    made.close()
