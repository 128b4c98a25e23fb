"""Which places do the black-box tests type in?"""

from pathlib import Path

import pytest

from tests.black_box.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Give a shell in an empty folder of an empty home."""
    folder = tmp_path / "home" / "work"
    folder.mkdir(parents=True)
    return Shell(tmp_path / "home", folder)


def make_repository(folder: Path) -> Path:
    """Make a folder look like a git checkout, without git."""
    for name in ("objects", "refs/heads"):
        (folder / ".git" / name).mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (folder / ".git" / "config").write_text("[core]\n\tbare = false\n", encoding="utf-8")
    return folder
