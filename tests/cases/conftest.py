"""Where do the users stand whose failures are tried again here?"""

from pathlib import Path

import pytest

from tests.black_box.conftest import make_repository
from tests.black_box.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Give a shell in a project of an otherwise empty home."""
    return Shell(tmp_path / "home", make_repository(tmp_path / "home" / "code" / "acme"))
