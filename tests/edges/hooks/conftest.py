"""Which host do the tests of hooks use?"""

from pathlib import Path

import pytest

from tests.edges.hooks.host import Host


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Give a host whose home does not exist yet."""
    return Host(tmp_path)
