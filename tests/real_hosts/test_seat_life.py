"""Does a seat survive compaction, crash and restart on the real Claude Code?

`make hosts` runs this, on a stand-in for the model, and shows what the model was given.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.black_box.seat_life.test_life import (
    DECISION,
    HANDED,
    HANDED_OVER,
    LEDGER,
    METER,
    PROMISE,
    STATE,
    WARN,
)
from tests.black_box.shell import CORTEX
from tests.real_hosts.conftest import Life
from tests.real_hosts.seat_life import SeatLife, bash, said
from tools.hosts.packages import executable
from tools.hosts.sessions import make_room
from tools.hosts.stand_in import standing_in

pytestmark = pytest.mark.hosts

HOST = "claude-code"
SPOKEN = "I will tell you when the totals have left."
EVENING = "I will send the invoice on Tuesday."
SET_STATE = f"cortex state set <<'END'\n{STATE}END"
KILLED = -9
AHEAD = "2999-01-01T00:00:00Z"


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[SeatLife]:
    """Give a seat that is served by the installed hooks; its script is printed at the end."""
    assert executable(HOST).exists(), "run `make hosts`, which installs the hosts first"
    with standing_in() as model:
        life = Life(HOST, make_room(tmp_path / "machine", Path(CORTEX).parent, model.url), model)
        life.install()
        one = SeatLife(life)
        yield one
        sys.stdout.write("\n".join(one.script) + "\n")


def test_a_life_of_a_seat_on_the_real_host(seat: SeatLife) -> None:
    """The model is warned, given STATE.md back once, and told after a crash what is owed."""
    seat.types("seat", "install", ".", "--name", "ops", "--apply")
    requests = seat.session(
        "start, work, warning, rewrite, compaction, and on",
        [
            "Move the gateway to port 8443.",
            f"What was decided?\n@spend {WARN}",
            f"{bash('echo tide table')}\n@spend {WARN + 1_000}",
            "And next?",
            bash(SET_STATE),
            "/compact",
            "Go on.",
            f"Say this: {SPOKEN}",
        ],
    )
    first, last = requests[0].text, requests[-1].text
    assert "still is the empty template" in first
    assert any(METER in request.text for request in requests)
    assert 1 == last.count("Seat ops: the context was compacted")
    assert [] == [words for words in LEDGER if words not in last]
    assert METER not in last
    kinds = [seen.kind for seen in seat.life.hooks()]
    assert ["compact-before", "session-start", "compact-after"] == kinds[
        kinds.index("compact-before") : kinds.index("compact-after") + 1
    ]
    seat.session("crash", ["Hello again.", SPOKEN, bash("kill -9 $PPID")], KILLED)
    [started] = seat.session("a new session after the crash", ["Where are we?"])
    assert PROMISE in started.text
    assert SPOKEN in started.text
    assert 1 == started.text.count(HANDED)
    seat.session("Good evening", ["We keep port 443 as a redirect.", f"Say this: {EVENING}"])
    [started] = seat.session("the next one, after an end without a compaction", ["Good morning."])
    assert PROMISE in started.text
    assert EVENING in started.text
    assert SPOKEN not in started.text  # It was told once, to the session after the crash.
    seat.types("seat", "handoff", "--note", HANDED_OVER)
    [told] = seat.session("a hand-off is told", ["Go on."])
    [later] = seat.session("once", ["And on."])
    assert (1, 0) == (told.text.count(HANDED_OVER), later.text.count(HANDED_OVER))
    assert DECISION in seat.types("state")
    assert "Stand-in summary" in seat.types("facts")
    seat.types("digest", "run")
    assert "443 as a redirect" in seat.types("digest", "search", "redirect port 443")
    assert not (seat.life.room.home / ".cortex/journal/hooks.log").exists()


def test_a_write_that_lies_about_time_is_denied(seat: SeatLife) -> None:
    """Seat T14: the host's own tools are stopped, and the model reads the true time."""
    seat.types("seat", "install", ".", "--name", "ops", "--apply")
    state = seat.life.room.project / "STATE.md"
    before = state.read_bytes()
    path = {"file_path": str(state)}
    prompts = [
        f"@call Read {json.dumps(path)}",
        f"@call Write {json.dumps({**path, 'content': f'# STATE (rewritten {AHEAD})'})}",
        bash(f"echo 'as of {AHEAD}' >> STATE.md"),
    ]
    requests = seat.session("guards", prompts)
    denied = {text for text in said(requests[-1]) if AHEAD in text and ", but it is 2" in text}
    assert 1 <= len(denied) <= 2  # Both tools may be told in the same words.
    assert 2 == sum(text in denied for text in said(requests[-1]))
    assert before == state.read_bytes()


@pytest.mark.parametrize(
    "events", [("PreCompact", "PostCompact"), ("SessionStart",), ("SessionStart", "PostCompact")]
)
def test_a_build_that_leaves_events_out(seat: SeatLife, events: tuple[str, ...]) -> None:
    """Whatever of a compaction is not reported, STATE.md comes back once (Seat T7, case 35)."""
    seat.types("seat", "install", ".", "--name", "ops", "--apply")
    seat.types("state", "set", given=STATE)
    seat.without(*events)
    prompts = ["Move the gateway.", "Good.", "/compact", "Go on.", "And now?"]
    last = seat.session(f"without {', '.join(events)}", prompts)[-1].text
    assert [] == [words for words in LEDGER if words not in last]
    assert 1 == last.count("Seat ops: the context was compacted")
    assert 1 == seat.types("facts").count("Stand-in summary")
    checkpoint = seat.life.room.project / "memory/checkpoints/latest.md"
    assert "Move the gateway." in checkpoint.read_text(encoding="utf-8")
