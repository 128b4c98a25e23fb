"""Is a tool judged in the time a hook has, whatever it is about to write?"""

import time
from pathlib import Path

import pytest

from cortex.core.imports.dates import instant_us
from cortex.core.seat.shell_targets import TARGETS_MAX, VARIABLES_MAX
from cortex.core.seat.stamps import QUICK_CLAUSES_MAX
from cortex.model.host_events import CLAUDE_CODE, TOOL_BEFORE, HostEvent
from cortex.model.seats import Seat
from cortex.wiring.seat.guards import denial_of

NOW_US = instant_us("2026-11-30T16:00:00Z") or 0
AHEAD = "2999-01-01T10:00Z"
SECONDS_MAX = 1.0
LOGS = " ".join(
    f"memory/2026-{month:02}-{day:02}.md" for month in range(1, 12) for day in (1, 2, 3)
)
LOOPS = "".join(f"for A{at} in {'v ' * 16}; do " for at in range(60))


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Give a seat of a machine with no other."""
    root = tmp_path.resolve() / "ops"
    (root / "memory").mkdir(parents=True)
    return Seat("ops", str(root), str(tmp_path / "home" / "seats" / "ops"))


def denied(seat: Seat, *, path: str = "", written: str = "", command: str = "") -> str:
    """Give why a tool may not run."""
    event = HostEvent(CLAUDE_CODE, TOOL_BEFORE, "s1", seat.root)
    event.path, event.written, event.command = path, written, command
    return denial_of(event, seat, str(Path(seat.home).parent.parent), NOW_US)


@pytest.mark.parametrize(
    ("path", "written", "command"),
    [
        ("STATE.md", f"{AHEAD} " * 15_000, ""),
        ("STATE.md", f"due {AHEAD} " * 15_000, ""),
        ("STATE.md", "2999-01-01 " * 25_000, ""),
        ("a/" * 500_000, "x", ""),
        ("", "", f"tee {LOGS} <<E\n" + f"due {AHEAD} " * 15_000),
        ("", "", "echo a > b\n" * 100_000),
        ("", "", "".join(f"A{at}=x\n" for at in range(3_000)) + "rm $A1$A2 " * 6_000),
        ("", "", LOOPS + ("rm " + "".join(f"$A{at}" for at in range(60)) + "\n") * 200),
        ("", "", "echo > " + "a/" * 32_000),
    ],
)
def test_a_tool_made_to_take_long_is_judged_in_time(
    seat: Seat, path: str, written: str, command: str
) -> None:
    """Nothing a tool is given makes the hook miss its deadline."""
    started = time.process_time()
    denied(seat, path=path, written=written, command=command)
    assert SECONDS_MAX > time.process_time() - started


def test_a_hook_reads_the_clauses_of_so_many_instants(seat: Seat) -> None:
    """The last one within the limit is seen; one more is left to the doctor, who reads all."""
    plans = f"due {AHEAD}\n" * (QUICK_CLAUSES_MAX - 1)
    assert AHEAD in denied(seat, path="STATE.md", written=f"{plans}done {AHEAD}\n")
    assert "" == denied(seat, path="STATE.md", written=f"{plans}due {AHEAD}\ndone {AHEAD}\n")


def test_instants_that_are_past_do_not_count(seat: Seat) -> None:
    """A day's log of a thousand headings is judged to its end."""
    log = "## Work - 10:00 UTC\n" * (2 * QUICK_CLAUSES_MAX) + "## Work - 17:00 UTC\n"
    assert "17:00" in denied(seat, path="memory/2026-11-30.md", written=log)


def test_a_command_is_followed_up_to_its_limits(seat: Seat) -> None:
    """The last file and the last variable within the limits are judged."""
    others = " ".join(f"f{at}" for at in range(TARGETS_MAX - 1))
    assert AHEAD in denied(seat, command=f"tee {others} STATE.md <<< 'done {AHEAD}'")
    variables = "".join(f"A{at}=x\n" for at in range(VARIABLES_MAX - 1))
    assert AHEAD in denied(seat, command=f"{variables}Z=STATE.md\necho 'done {AHEAD}' > $Z")
