"""Is the operator's word kept whole, and is one that cannot be believed a stop?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cortex.model.capture_policy import (
    ACTIVE,
    EVERY_SCOPE,
    PAUSED,
    STOPPED,
    CapturePolicy,
    Word,
)
from cortex.stores.system.capture_policy import (
    FILE_BYTES_MAX,
    HEADING,
    policy_of,
    policy_path,
    read_policy,
    write_policy,
)


def words(policy: CapturePolicy) -> dict[str, tuple[str, int]]:
    """Give what a policy says, by scope."""
    return {scope: (word.state, word.epoch) for scope, word in policy.words.items()}


def test_no_file_allows_everything(tmp_path: Path) -> None:
    """Nobody said anything, in a home that is there or not."""
    for home in (tmp_path, tmp_path / "none", Path(__file__)):
        assert ACTIVE == policy_of(str(home), "project:/p")
    assert [] == list(tmp_path.iterdir())


def test_word_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """States, epochs and odd names of scopes are read as they were written, by its owner only."""
    home = tmp_path / "home"
    kept = {
        EVERY_SCOPE: Word(PAUSED, 0),
        "project:/a b/端口\n\\n\\": Word(STOPPED, 10**17),
        "folder:/\udcff": Word(ACTIVE, 3),
    }
    write_policy(str(home), CapturePolicy(kept))
    assert words(CapturePolicy(kept)) == words(read_policy(str(home)))
    assert STOPPED == policy_of(str(home), "project:/a b/端口\n\\n\\")
    assert PAUSED == policy_of(str(home), "user")
    assert 0o600 == Path(policy_path(str(home))).stat().st_mode & 0o777
    assert ["capture-policy"] == [one.name for one in home.iterdir()]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"junk\n",
        HEADING.encode(),
        f"{HEADING}\nactive 0".encode() + b"\n",
        f"{HEADING}\nactive 0 ".encode() + b"\n",
        f"{HEADING}\nopen 0 *".encode() + b"\n",
        f"{HEADING}\nactive -1 *".encode() + b"\n",
        f"{HEADING}\nactive {'9' * 19} *".encode() + b"\n",
        f"{HEADING}\nactive 0 *\nstopped 1 *".encode() + b"\n",
        f"{HEADING}\nactive 0 *\n\n".encode(),
        f"{HEADING}\nactive 0 *".encode(),
        HEADING.encode() + b"\n" + b"x" * FILE_BYTES_MAX,
        b"\0\xff\n",
    ],
)
def test_what_is_not_understood_is_a_stop(tmp_path: Path, content: bytes) -> None:
    """A file that is cut, changed or too large closes everything and says why."""
    Path(policy_path(str(tmp_path))).write_bytes(content)
    found = read_policy(str(tmp_path))
    assert found.fault
    assert STOPPED == policy_of(str(tmp_path), "user")


def test_link_folder_and_pipe_are_a_stop(tmp_path: Path) -> None:
    """Only a plain file is believed: a link to a good one is not, and a pipe is not waited for."""
    homes = [tmp_path / name for name in ("real", "link", "folder", "pipe")]
    real, link, folder, pipe = (policy_path(str(home)) for home in homes)
    for home in homes:
        write_policy(str(home), CapturePolicy())
    for path in (link, folder, pipe):
        Path(path).unlink()
    Path(link).symlink_to(real)
    Path(folder).mkdir()
    os.mkfifo(pipe)
    found = [policy_of(str(home), "user") for home in homes]
    assert [ACTIVE, STOPPED, STOPPED, STOPPED] == found


def test_writing_replaces_a_link_and_not_what_it_leads_to(tmp_path: Path) -> None:
    """A new word takes the place of a link; the file at its end is not touched."""
    target = tmp_path / "target"
    target.write_text("mine")
    Path(policy_path(str(tmp_path))).symlink_to(target)
    write_policy(str(tmp_path), CapturePolicy({EVERY_SCOPE: Word(PAUSED)}))
    assert PAUSED == policy_of(str(tmp_path), "user")
    assert "mine" == target.read_text()


def test_word_that_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    """A policy larger than the cap is refused, and the one before it stays."""
    write_policy(str(tmp_path), CapturePolicy({EVERY_SCOPE: Word(PAUSED)}))
    large = {f"project:/{'x' * 1000}{n}": Word(STOPPED) for n in range(70)}
    with pytest.raises(OSError, match="larger"):
        write_policy(str(tmp_path), CapturePolicy(large))
    assert PAUSED == policy_of(str(tmp_path), "user")


def test_reading_costs_a_hook_nothing() -> None:
    """No module is loaded that an interpreter does not have anyway."""
    code = (
        "import sys; before = set(sys.modules); import os;"
        "import cortex.stores.system.capture_policy; print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert {"cortex"} == {name.partition(".")[0] for name in run.stdout.split()} - {"__future__"}
