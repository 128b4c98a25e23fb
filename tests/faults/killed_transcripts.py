"""What must hold when reading a transcript is killed at any step?

The same three functions an operation has in ``killed_operations``.
"""

import json
from pathlib import Path

from cortex.services import transcripts
from cortex.wiring.host_capture import let_in
from cortex.wiring.transcripts import take_in_transcripts
from tests.faults.deposit_writer import CALLER, PLACE
from tests.faults.killed_intake import seen
from tests.faults.killed_operations import acknowledge, at, is_acknowledged, some_facts

PROMPTS = [f"prompt number {number} about the gateway" for number in range(5)]


def written_session(home: Path) -> str:
    """Keep some facts, let the host in, and write a transcript; gives its path."""
    some_facts(home)
    with at(home) as house:
        let_in(house, "claude-code", PLACE, CALLER)
    path = home.parent / "session.jsonl"
    rows = [
        {"type": "user", "sessionId": "s", "promptId": f"p{at}", "message": {"content": text}}
        for at, text in enumerate(PROMPTS)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def read_session(home: Path) -> None:
    """Take the transcript in, two prompts a transaction."""
    transcripts.BATCH_EVENTS = 2  # In a child of its own.
    with at(home) as house:
        take_in_transcripts(house, CALLER, [str(home.parent / "session.jsonl")], PLACE)
        acknowledge(home)


def is_read(home: Path, known: object, is_done: bool) -> list[str]:
    """The position and what was kept agree, and a second run brings what is missing, once."""
    path = str(known)
    with at(home) as house:
        before = seen(house)
        report = take_in_transcripts(house, CALLER, [path], PLACE)[0]
        after = seen(house)
    wrong = []
    if before != PROMPTS[: len(before)]:
        wrong.append(f"not a beginning of the session: {before}")
    if after != PROMPTS:
        wrong.append(f"after going on: {after}")
    if report.duplicates or report.lines != len(PROMPTS) - len(before):
        wrong.append(f"position and events disagree: {len(before)} kept, {report.lines} read")
    if (is_done or is_acknowledged(home)) and before != PROMPTS:
        wrong.append("an acknowledged session is not whole")
    return wrong
