"""Which host do the tests of hooks use?"""

from pathlib import Path

import pytest

from tests.edges.hooks.host import Host
from tests.edges.hooks.live import Live


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Give a host whose home does not exist yet."""
    return Host(tmp_path)


@pytest.fixture
def live(tmp_path: Path) -> Live:
    """Give a home that lets every host in."""
    return Live(tmp_path)
