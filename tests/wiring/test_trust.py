"""Is the operator's table of trust read from a plain file only, and refused when it is broken?"""

import os
from pathlib import Path

import pytest

from cortex.model.errors import SettingsInvalid
from cortex.wiring.trust import TRUST_FILE, TRUST_FILE_BYTES_MAX, read_trust


def test_no_file_caps_nobody_and_a_file_caps_whom_it_names(tmp_path: Path) -> None:
    """A missing file is an empty table."""
    assert () == read_trust(str(tmp_path)).caps
    (tmp_path / TRUST_FILE).write_text('[trust]\n"claude*" = 0.9\n')
    assert (("claude*", 0.9),) == read_trust(str(tmp_path)).caps


@pytest.mark.parametrize(
    "text", [b"\xff", b"[", b"x = 1", b'[trust]\na = "1"', b"#" * (TRUST_FILE_BYTES_MAX + 1)]
)
def test_broken_file_is_refused(tmp_path: Path, text: bytes) -> None:
    """Guessing would decide contradictions, so the file is named and nothing is read of it."""
    (tmp_path / TRUST_FILE).write_bytes(text)
    with pytest.raises(SettingsInvalid, match=TRUST_FILE):
        read_trust(str(tmp_path))


def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    """A link, a folder, or a pipe that nobody writes to is refused and never waited for."""
    path = tmp_path / TRUST_FILE
    path.symlink_to("other")
    with pytest.raises(SettingsInvalid, match=TRUST_FILE):
        read_trust(str(tmp_path))
    path.unlink()
    path.mkdir()
    with pytest.raises(SettingsInvalid, match=TRUST_FILE):
        read_trust(str(tmp_path))
    path.rmdir()
    os.mkfifo(path)
    with pytest.raises(SettingsInvalid, match=TRUST_FILE):
        read_trust(str(tmp_path))
