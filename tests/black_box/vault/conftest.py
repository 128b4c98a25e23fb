"""What do the cases of the vault contract start from? An empty root, and an empty home."""

from pathlib import Path

import pytest

from tests.black_box.vault.desk import Desk
from tests.black_box.vault.programs import Harness
from tests.black_box.vault.writer import Writer


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Give a desk on an empty root that has a KNOWLEDGE folder."""
    root, home = tmp_path / "root", tmp_path / "home"
    (root / "KNOWLEDGE").mkdir(parents=True)
    home.mkdir()
    return Desk(root, home)


@pytest.fixture
def base(desk: Desk) -> Desk:
    """Give a desk with the four notes most cases are about."""
    desk.note("a", "2026-01-01", "alpha")
    desk.note("b", "2026-02-01", "alpha beta")
    desk.note("c", "2026-03-01", "beta")
    desk.note("d", "2026-03-01", "beta")
    return desk


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    """Give the folder of a host whose clock stands, with no evidence in it."""
    home, folder = tmp_path / "home", tmp_path / "claude"
    home.mkdir()
    (folder / "LIFEOS" / "MEMORY").mkdir(parents=True)
    return Harness(folder, home)


@pytest.fixture
def fresh(harness: Harness) -> Harness:
    """Give a host whose evidence is all healthy."""
    return harness.fresh()


@pytest.fixture
def writer(desk: Desk) -> Writer:
    """Give someone who writes into an empty vault."""
    return Writer(desk)
