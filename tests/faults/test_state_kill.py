"""Is a seat's STATE.md whole at every moment, whoever dies while rewriting it?"""

import subprocess
import sys
from pathlib import Path

from cortex.core.seat.state import PROMISES, parse_state
from cortex.seat.state import set_section
from cortex.seat.state_copies import list_copies, read_copy
from cortex.stores.files.seat_files import SeatFolder

ROOT = Path(__file__).resolve().parents[2]
NOW_US = 1_767_262_500_000_000  # 2026-01-01T10:15:00Z
STEPS_MAX = 60
"""Changes of the disk after which a rewrite is over for sure."""

PROGRAM = """
import sys
from cortex.core.seat.state import PROMISES
from cortex.seat.state import set_section
from cortex.stores.files.seat_files import SeatFolder
from tests.faults.vault_killer import die_at

files = SeatFolder(sys.argv[1])
die_at(int(sys.argv[2]))
set_section(files, PROMISES, "- [open] new", 1767262600000000)
print("done")
"""


def rewritten(root: Path, step: int) -> tuple[str | None, bool]:
    """Let a rewrite die before its step; give (what the promises say then, whether it was done)."""
    root.mkdir()
    files = SeatFolder(str(root))
    set_section(files, PROMISES, "- [open] old", NOW_US)
    command = [sys.executable, "-c", PROGRAM, str(root), str(step)]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=ROOT, timeout=60)
    text = (root / "STATE.md").read_text()
    assert text.endswith("## The user's rules in their own words\n\n- none\n")
    said = parse_state(text).body(PROMISES)
    copies = [read_copy(files, copy.name) for copy in list_copies(files)]
    assert said == "- [open] old" or any("- [open] old" in copy for copy in copies)
    set_section(files, PROMISES, "- [open] later", NOW_US)  # Nobody is locked out.
    files.close()
    return said, ended.stdout == b"done\n"


def test_state_is_the_old_or_the_new_one_whole(tmp_path: Path) -> None:
    """Killed before any change of the disk: one of the two stands, and the old one is not lost."""
    seen: list[str | None] = []
    is_done = False
    while not is_done and len(seen) < STEPS_MAX:
        said, is_done = rewritten(tmp_path / str(len(seen)), len(seen) + 1)
        seen.append(said)
    assert is_done
    assert len(seen) > 5
    assert {"- [open] old", "- [open] new"} == set(seen)
