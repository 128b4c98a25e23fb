"""Fixtures for recall: the same tests over every store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.ports.brain import Brain
from cortex.wiring.backends import open_brain
from cortex.wiring.settings import Settings
from tests.recall.memory_kit import Kit


@pytest.fixture
def brain(tmp_path: Path) -> Iterator[Brain]:
    """Give a fresh brain in a real SQLite file."""
    opened = open_brain(
        Settings(home=str(tmp_path), db_path=str(tmp_path / "cortex.db"), durability="fast")
    )
    yield opened
    opened.close()


@pytest.fixture
def kit(brain: Brain) -> Kit:
    """Give a kit over a fresh brain."""
    return Kit(brain)
