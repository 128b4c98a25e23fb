"""Does a seat get what it needs while the brain is held or hangs, or a transcript is huge?"""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.edges.hooks.live import Live
from tests.edges.hooks.seated import STATE, Seated
from tests.faults.holders import holder

HANDED = "the context was compacted"

HANGING = """
import sys
from cortex.wiring import hook

def hang(*_):
    while True:
        pass

hook._context = hang
from cortex.edges.hooks.hook import run
run(["session-start"])
"""


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    """Give a seat that has written its state down."""
    seat = Seated(tmp_path)
    seat.state.write_text(STATE)
    return seat


def seat_of_live(live: Live) -> None:
    """Make the project of a home with a brain a seat."""
    (live.home / "seats").mkdir()
    (live.home / "seats" / "registry").write_text(f"ops\t\t{live.project.resolve()}\n")
    (live.project / "STATE.md").write_text(STATE)


@pytest.mark.parametrize("what", ["queue", "transaction", "file"])
def test_seat_is_told_while_the_brain_is_held(tmp_path: Path, what: str) -> None:
    """Another process that writes, or holds the file, takes neither STATE.md nor its time."""
    live = Live(tmp_path)
    live.know("The gateway listens on port 8443")
    seat_of_live(live)
    with holder(live.home / "cortex.db", what):
        begun = time.monotonic()
        ended = live.fire("session-start", live.payload("SessionStart", source="compact"))
        taken = time.monotonic() - begun
    assert HANDED.encode() in ended.stdout
    assert taken < 5  # A second is allowed; the rest is for a machine with too much to do.


def test_seat_is_told_when_the_brain_hangs(seated: Seated) -> None:
    """When the time is over before the brain answered, what the seat said is written."""
    (seated.home / "cortex.db").write_bytes(b"")
    ended = subprocess.run(
        [sys.executable, "-c", HANGING],
        input=seated.payload("SessionStart", source="compact"),
        capture_output=True,
        check=False,
        cwd=seated.root,
        env={"PATH": "/usr/bin:/bin", "HOME": str(seated.user_home)},
        timeout=30,
    )
    assert 0 == ended.returncode
    said = json.loads(ended.stdout)["hookSpecificOutput"]["additionalContext"]
    assert HANDED in said
    assert 1 == seated.deadlines()


def test_transcript_of_fifty_megabytes_is_read_at_its_end(seated: Seated) -> None:
    """Lines that look like counts and are none, as many as there are: the end is read, no more."""
    row = {"type": "user", "message": {"content": "x" * 900, "usage": "compact"}}
    with seated.transcript.open("w") as lines:
        lines.writelines(f"{json.dumps(row)}\n" for _ in range(50_000))
    begun = time.monotonic()
    assert "" == seated.tool()
    assert time.monotonic() - begun < 5
    seated.answer(126_000)
    assert "Cortex context meter" in seated.tool()
