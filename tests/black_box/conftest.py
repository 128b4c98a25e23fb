"""Which places do the black-box tests type in?"""

from pathlib import Path

import pytest

from cortex.model.seats import Seat
from cortex.stores.system.seats import write_seats
from tests.black_box.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Give a shell in an empty folder of an empty home."""
    folder = tmp_path / "home" / "work"
    folder.mkdir(parents=True)
    return Shell(tmp_path / "home", folder)


def install_seat(shell: Shell, name: str = "ops") -> Path:
    """Make the folder of a shell a seat, and give it."""
    home = shell.home / ".cortex"
    root = shell.folder.resolve()
    write_seats(str(home), [Seat(name, str(root), str(home / "seats" / name))])
    return root


def make_repository(folder: Path) -> Path:
    """Make a folder look like a git checkout, without git."""
    for name in ("objects", "refs/heads"):
        (folder / ".git" / name).mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (folder / ".git" / "config").write_text("[core]\n\tbare = false\n", encoding="utf-8")
    return folder
