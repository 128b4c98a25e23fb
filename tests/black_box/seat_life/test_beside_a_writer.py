"""Do a seat's hooks do their work while another process holds the brain's write lock?"""

from pathlib import Path

import pytest

from tests.black_box.seat_life.lived import TRIES_MAX, Lived
from tests.black_box.seat_life.test_life import STATE, SUMMARY, missing
from tests.black_box.shell import Shell
from tests.faults.holders import holder

SPOKEN = "I will call the plumber."
LEFT = "left without an answer"
MAY_WAIT = ("compact-before", "PreCompact", "session-end", "SessionEnd")
"""Hooks with so much time that one which uses it up waits for somebody."""


@pytest.mark.slow
@pytest.mark.parametrize("held", ["transaction", "file"])
@pytest.mark.parametrize("facts", [1, 40])
def test_each_hook_answers_while_the_store_is_held(
    shell: Shell, tmp_path: Path, held: str, facts: int
) -> None:
    """Every event ends well and the seat loses nothing; none that may wait waits for the lock.

    The end of a session and what comes before a compaction used to stand in line until their time
    was over, to take in what became of earlier prompts.
    """
    life = begun(shell, tmp_path, facts)
    with holder(life.home / "cortex.db", held):
        told = lived(life)
    assert [] == missing(told)
    assert SPOKEN in told
    waited = [line for line in life.late if LEFT in line and any(kind in line for kind in MAY_WAIT)]
    assert len(waited) < TRIES_MAX  # A busy machine may be late once; who waits is late each time.
    assert 1 == len(life.json("facts", "--days", "30")["facts"])


@pytest.mark.slow
@pytest.mark.parametrize("content", [b"no brain at all" * 1_000, b""], ids=["broken", "empty"])
def test_a_brain_that_is_broken_takes_nothing_away(
    shell: Shell, tmp_path: Path, content: bytes
) -> None:
    """Bytes or nothing in the brain's place: every event ends well, and the seat goes on."""
    life = begun(shell, tmp_path, 1)
    (life.home / "cortex.db").write_bytes(content)
    life.is_ill = True
    told = lived(life)
    assert [] == missing(told)
    assert SPOKEN in told
    assert 1 == len(life.json("facts", "--days", "30")["facts"])
    assert not content or content == (life.home / "cortex.db").read_bytes()


def begun(shell: Shell, folder: Path, facts: int) -> Lived:
    """Give a life in which something was promised, beside a brain with so many facts."""
    life = Lived(shell, folder)
    life.types("seat", "install", ".", "--apply")
    life.types("state", "set", given=STATE)
    for number in range(facts):
        life.types("commit", f"Pump {number} is serviced in July")
    life.event("SessionStart", source="startup")
    life.says("Which pump is serviced in July?")
    life.answers(f"Pump 0. {SPOKEN}")
    return life


def lived(life: Lived) -> str:
    """Let every event happen once; gives what is told after the compaction."""
    life.says("Which pump is serviced in June?")
    life.works()
    life.answers("None.")
    life.event("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    life.event("PreCompact", trigger="auto")
    life.compacts(SUMMARY)
    told = life.event("SessionStart", source="compact")
    life.event("PostCompact", trigger="auto", compact_summary=SUMMARY)
    life.event("SessionEnd", reason="other")
    return told
