"""Does an index stay out of the way of everybody who reads, and of whoever else makes one?"""

import json
import subprocess
from pathlib import Path

from tests.black_box.shell import CORTEX
from tests.black_box.vault.desk import Desk

READING = (
    ("status",),
    ("search", "alpha"),
    ("timeline", "--anchor", "a"),
    ("get", "a", "d"),
    ("export", "b"),
    ("rebuild", "--from-canonical"),
)


def read_all(desk: Desk) -> list[bytes]:
    """Give what every reading command prints."""
    return [desk.raw(*words, "--memory-root", str(desk.root)).stdout for words in READING]


def seen(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Give path -> size, modification time and inode of everything in a folder."""
    stats = {str(path): path.lstat() for path in sorted(folder.rglob("*"))}
    return {path: (one.st_size, one.st_mtime_ns, one.st_ino) for path, one in stats.items()}


def test_reading_with_an_index_writes_nowhere(base: Desk) -> None:
    """Neither the vault nor the home changes when the six commands are asked with an index."""
    before = read_all(base)
    assert 0 == base.raw("index", "--memory-root", str(base.root)).returncode
    (made,) = (base.home / ".cortex" / "vault-index").glob("*.index")
    assert 0o600 == made.stat().st_mode & 0o777
    untouched = seen(base.root), seen(base.home)
    assert before == read_all(base)
    assert untouched == (seen(base.root), seen(base.home))


def test_making_an_index_leaves_the_vault_alone(base: Desk) -> None:
    """An index is made in the home: nothing below the root is written."""
    untouched = seen(base.root)
    report = json.loads(base.raw("index", "--memory-root", str(base.root)).stdout)
    assert report["files"] + report["left_out"] == 4
    assert untouched == seen(base.root)


def test_builders_at_once_leave_one_whole_index(base: Desk) -> None:
    """Four builders at the same time all succeed, and no draft of theirs stays."""
    argv = [CORTEX, "vault", "index", "--memory-root", str(base.root)]
    env = {"HOME": str(base.home), "PATH": "/usr/bin:/bin"}
    builders = [subprocess.Popen(argv, env=env, stdout=subprocess.PIPE) for _ in range(4)]
    for builder in builders:
        output, _ = builder.communicate(timeout=60)
        assert json.loads(output)["ok"]
        assert 0 == builder.returncode
    folder = base.home / ".cortex" / "vault-index"
    assert 1 == len(list(folder.glob("*.index")))
    assert [] == list(folder.glob("*.tmp"))


def test_home_that_takes_no_index_is_an_error_and_no_more(base: Desk) -> None:
    """Where no index can be written the command says so with status 1, and reading goes on."""
    (base.home / ".cortex").write_text("in the way")
    ended = base.raw("index", "--memory-root", str(base.root))
    assert 1 == ended.returncode
    assert "No index was made" in json.loads(ended.stdout)["error"]
    assert 0 == base.ask("status").status
