"""What holds for every test? No home of its user, no settings of its caller, seeded examples."""

import os
import tempfile

import pytest
from hypothesis import settings

# Same examples on every machine and in every run: a red build can be repeated by anyone.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("house")

_home = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Give the run an empty home, so that no test and no child process meets a real brain."""
    home = tempfile.TemporaryDirectory(prefix="cortex-test-home-")
    config.stash[_home] = home
    for name in [name for name in os.environ if name.startswith(("CORTEX_", "GIT_", "XDG_"))]:
        del os.environ[name]
    os.environ["HOME"] = home.name
    # Git in a test reads no settings of the machine, and can commit without asking who we are.
    os.environ["GIT_CONFIG_NOSYSTEM"] = "1"
    for role in ("AUTHOR", "COMMITTER"):
        os.environ[f"GIT_{role}_NAME"] = "Tester"
        os.environ[f"GIT_{role}_EMAIL"] = "tester@example.invalid"


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the home again."""
    config.stash[_home].cleanup()
