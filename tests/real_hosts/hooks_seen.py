"""What did a host hand to a hook, how long did that take, and what was answered?

A recorder stands between the host and `cortex`: it keeps standard input, passes it on, and notes
the time of the whole process. The hosts' files name it instead of `cortex` from then on.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUDGET_MS = {
    "session-start": 1_000,
    "prompt": 250,
    "tool-before": 250,
    "tool-after": 250,
    "turn-end": 250,
    "compact-before": 2_000,
    "compact-after": 250,
    "session-end": 800,
}
"""How long each hook may take inside."""

START_MS = 100
"""What two processes may take to start and end on top: the recorder's and the hook's."""

_RECORDER = """#!{python} -IS
import json, subprocess, sys, time
given = b"" if sys.argv[1:2] == ["mcp"] else sys.stdin.buffer.read()
if not given:
    import os
    os.execv({cortex!r}, [{cortex!r}, *sys.argv[1:]])
began = time.monotonic()
done = subprocess.run([{cortex!r}, *sys.argv[1:]], input=given, stdout=subprocess.PIPE)
row = {{
    "words": sys.argv[1:],
    "payload": given.decode("utf-8", "replace"),
    "answer": done.stdout.decode("utf-8", "replace"),
    "status": done.returncode,
    "ms": (time.monotonic() - began) * 1000,
}}
with open({log!r}, "a") as log:
    log.write(json.dumps(row) + "\\n")
sys.stdout.buffer.write(done.stdout)
sys.exit(done.returncode)
"""


@dataclass(frozen=True, slots=True)
class HookSeen:
    """One hook that ran: its kind, what it was given, what it answered, and milliseconds."""

    kind: str
    payload: dict[str, Any]
    answer: str
    status: int
    ms: float


def put_recorder_between(home: Path, cortex: str, log: Path) -> None:
    """Make every file of the hosts name the recorder where it named `cortex`."""
    recorder = log.with_name("recorder")
    recorder.write_text(
        _RECORDER.format(python=sys.executable, cortex=cortex, log=str(log)), encoding="utf-8"
    )
    recorder.chmod(0o755)
    for path in sorted(home.rglob("*")):
        if path.is_file() and ".cortex" not in path.parts:
            text = path.read_text(encoding="utf-8", errors="surrogateescape")
            if cortex in text:
                text = text.replace(cortex, str(recorder))
                path.write_text(text, encoding="utf-8", errors="surrogateescape")


def hooks_seen(log: Path) -> list[HookSeen]:
    """Give every hook that ran; none when no host called any."""
    if not log.exists():
        return []
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [
        HookSeen(
            row["words"][1], json.loads(row["payload"]), row["answer"], row["status"], row["ms"]
        )
        for row in rows
    ]
