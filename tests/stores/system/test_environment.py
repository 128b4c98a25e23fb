"""Is the environment read in one place, and only what we need of it?"""

import os
import sys
from pathlib import Path

import pytest

from cortex.stores.system.environment import current_folder, home_folder, read_environment


def test_only_our_own_and_a_few_known_variables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token in the environment of the host never enters the program."""
    monkeypatch.setenv("CORTEX_DB_PAHT", "/x")
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("GITHUB_TOKEN", "a")
    monkeypatch.setenv("XCORTEX_HOME", "b")

    found = read_environment()

    assert found["CORTEX_DB_PAHT"] == "/x"
    assert found["NO_COLOR"] == ""
    assert {"GITHUB_TOKEN", "XCORTEX_HOME", "PATH"}.isdisjoint(found)
    assert list(found) == sorted(found)


def test_home_is_what_the_environment_says() -> None:
    """HOME wins over USERPROFILE, and a relative one is not believed."""
    assert home_folder({"HOME": "/h", "USERPROFILE": "/p"}) == "/h"
    assert home_folder({"HOME": "h", "USERPROFILE": "/p"}) == "/p"


def test_home_is_looked_up_when_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler that sets no HOME still leads to the person's home, or to none at all."""
    import pwd

    assert home_folder({"HOME": ""}) == pwd.getpwuid(os.getuid()).pw_dir

    monkeypatch.setitem(sys.modules, "pwd", None)
    assert home_folder({}) == ""


def test_the_current_folder_survives_its_deletion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process whose folder was removed still knows what it was called."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert current_folder({"PWD": "/elsewhere"}) == os.path.realpath(folder)

    folder.rmdir()

    assert current_folder({"PWD": str(folder)}) == str(folder)
    assert current_folder({"PWD": "gone"}) == ""
    assert current_folder({}) == ""
