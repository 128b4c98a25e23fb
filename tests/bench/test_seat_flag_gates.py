"""What may the hooks of a seat take that keeps and tells everything a seat can?

The talk is forty messages in which words like "key" stand, as they do in every session, so each is
looked through for secrets. Source: docs/measured.md.
"""

import shutil
import sys
from pathlib import Path

import pytest

from cortex.model.seats import NOTES_RECALL, Seat
from cortex.seat.memory_index import renew_index
from cortex.stores.files.seat_files import SeatFolder
from cortex.stores.system.seats import read_seats
from tests.bench.test_seat_gates import PROGRAM
from tests.edges.hooks.seated import SESSION, STATE, Seated
from tests.wiring.seat_graphs import wish
from tools.bench.processes import BARE_PYTHON, Command, count_instructions, measure, surroundings

ANSWER = "Decided: port 8443. " + "The key stays where it was, and the tests passed. " * 5
EVENTS: dict[str, dict[str, object]] = {
    "UserPromptSubmit": {"prompt": "Which port did the gateway of day 7 get?", "prompt_id": "p1"},
    "SessionStart": {"source": "compact"},
    "PreCompact": {"trigger": "auto"},
    "PostCompact": {"trigger": "auto", "compact_summary": "It was moved to a new port."},
    "SessionEnd": {"reason": "other"},
}
LEAN = f"""
import sys
from cortex.edges.lean_import import OurFinder
sys.meta_path.insert(0, OurFinder)
{PROGRAM}"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("valgrind") is None,
        reason="valgrind is not installed: instruction budgets are not proven here",
    ),
]


@pytest.mark.parametrize(
    ("event", "bound"),
    [
        pytest.param("UserPromptSubmit", 3.3, id="prompt-with-a-note"),
        pytest.param("SessionStart", 3.7, id="start-after-a-compaction-nobody-told-of"),
        pytest.param("PreCompact", 4.8, id="compact-before"),
        pytest.param("PostCompact", 2.6, id="compact-after"),
        pytest.param("SessionEnd", 4.2, id="session-end"),
    ],
)
def test_a_hook_of_a_seat_with_every_flag_keeps_its_bound(
    tmp_path: Path, event: str, bound: float
) -> None:
    """Instructions of the whole hook stay under this many times those of doing nothing."""
    seat = Seated(tmp_path)
    (there,) = read_seats(str(seat.home))
    _fill(seat, there)
    payload = tmp_path / "payload.json"
    payload.write_bytes(seat.payload(event, **EVENTS[event]))
    env = {**surroundings(tmp_path), "CORTEX_HOME": str(seat.home)}
    program = (sys.executable, "-I", "-c", LEAN, event)
    kept = tmp_path / "kept"
    shutil.copytree(seat.kept, kept)
    measure([Command(program, env, seat.root, payload)], 1, is_counted=False)
    seat.kept.rename(tmp_path / "used")  # What was started there may still be at work.
    kept.rename(seat.kept)
    counted = count_instructions(Command(program, env, seat.root, payload))
    bare = count_instructions(Command(BARE_PYTHON, env, seat.root))
    assert counted is not None
    assert bare is not None
    assert counted.median / bare.median <= bound
    assert (event == "UserPromptSubmit") == Path(there.home, "told", SESSION).exists()


def _fill(seat: Seated, there: Seat) -> None:
    """Give a seat a month of notes, a talk of forty messages, and every flag."""
    seat.state.write_text(STATE)
    memory = seat.root / "memory"
    memory.mkdir()
    for day in range(30):
        notes = [f"## Note {n}\n\nThe gateway {n} of day {day} got port {n}\n" for n in range(10)]
        (memory / f"day-{day:02}.md").write_text("\n".join(notes))
    wish(there)
    (seat.kept / NOTES_RECALL).touch()
    with SeatFolder(str(seat.root)) as files, SeatFolder(there.home) as kept:
        renew_index(files, kept)
    for at in range(20):
        seat.row(type="user", uuid=f"u{at}", sessionId=SESSION, message={"content": f"Move {at}"})
        said = {"id": f"m{at}", "role": "assistant", "content": [{"type": "text", "text": ANSWER}]}
        seat.row(type="assistant", uuid=f"a{at}", sessionId=SESSION, message=said)
