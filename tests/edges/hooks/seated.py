"""How do the tests run hooks in a seat, as a host does, with and without a brain?"""

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cortex.core.seat.meter import read_record, record_bytes
from cortex.core.seat.state import CHECKPOINT, SECTIONS
from cortex.model.seats import Seat
from cortex.stores.system.seats import write_seats
from tests.black_box.shell import CORTEX

TRIES_MAX = 10
SESSION = "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7"
STATE = "\n".join(
    ["# STATE (rewritten 2026-01-01T10:15:00Z)", ""]
    + [
        f"## {title}\n\n"
        + ("task: invoices\nstands: sent\nexact next step: book them" if title == CHECKPOINT else
           f"- [open] about {title}") + "\n"
        for title in SECTIONS
    ]
)  # fmt: skip


class Seated:
    """A home without a brain, with one seat called ops."""

    def __init__(self, folder: Path) -> None:
        self.user_home = folder / "user"
        self.home = self.user_home / ".cortex"
        self.root = (folder / "seats" / "ops").resolve()
        self.root.mkdir(parents=True)
        self.user_home.mkdir()
        self.state = self.root / "STATE.md"
        self.transcript = folder / "session.jsonl"
        self.kept = self.home / "seats" / "ops"
        write_seats(str(self.home), [Seat("ops", str(self.root), str(self.kept), "acme")])

    def fire(
        self, kind: str, payload: bytes, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Give what one run of the hook says."""
        return self.run("hook", kind, given=payload, cwd=cwd, **variables)

    def run(
        self, *words: str, given: bytes = b"", cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Give what one command says."""
        return subprocess.run(
            [CORTEX, *words],
            input=given,
            capture_output=True,
            check=False,
            cwd=cwd or self.root,
            env={"PATH": os.environ["PATH"], "HOME": str(self.user_home), **variables},
            timeout=30,
        )

    def payload(self, name: str, **fields: Any) -> bytes:
        """Give what Claude Code sends at an event."""
        told = {
            "session_id": SESSION,
            "cwd": str(self.root),
            "hook_event_name": name,
            "transcript_path": str(self.transcript),
            **fields,
        }
        return json.dumps(told).encode()

    def start(self, source: str, **fields: Any) -> str:
        """Give what a session that starts is told."""
        return self.said("session-start", self.payload("SessionStart", source=source, **fields))

    def prompt(self, **fields: Any) -> str:
        """Give what is put beside a prompt."""
        told = {"prompt": "go on", "prompt_id": "p1", **fields}
        return self.said("prompt", self.payload("UserPromptSubmit", **told))

    def tool(self, **fields: Any) -> str:
        """Give what is put beside what a tool gave."""
        told = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t1"}
        payload = self.payload("PostToolUse", tool_response="a", **told, **fields)
        return self.said("tool-after", payload)

    def compact(self, name: str, **fields: Any) -> None:
        """Send an event of a compaction; nothing may be printed."""
        assert "" == self.said(name, self.payload(name, trigger="auto", **fields))

    def said(self, kind: str, payload: bytes) -> str:
        """Give the text a run puts into the conversation; the run must end well.

        A machine with too much to do leaves a hook no time; then it is run again.
        """
        before = self.deadlines()
        ended = self.fire(kind, payload)
        for _ in range(TRIES_MAX):
            if ended.stdout or before == self.deadlines():
                break
            before = self.deadlines()
            ended = self.fire(kind, payload)
        assert (0, b"") == (ended.returncode, ended.stderr)
        if not ended.stdout:
            return ""
        said: str = json.loads(ended.stdout)["hookSpecificOutput"]["additionalContext"]
        return said

    def status(self, used: dict[str, int] | None, size: int = 200_000, **fields: Any) -> bytes:
        """Let the host tell its status line, and give what is printed."""
        told = {
            "session_id": SESSION,
            "workspace": {"current_dir": str(self.root), "project_dir": str(self.root)},
            "context_window": {"context_window_size": size, "current_usage": used},
            **fields,
        }
        ended = self.run("hook-status", given=json.dumps(told).encode())
        assert (0, b"") == (ended.returncode, ended.stderr)
        return ended.stdout

    def answer(self, tokens: int, at: str = "", **fields: Any) -> None:
        """Write an answer of the agent into the transcript."""
        usage = {"input_tokens": 4, "cache_read_input_tokens": tokens - 4, "output_tokens": 9}
        message = {"id": "m", "role": "assistant", "content": [], "usage": usage}
        self.row(type="assistant", message=message, timestamp=at or stamp(), **fields)

    def boundary(self, at: str = "") -> None:
        """Write the line that says that the conversation was compacted."""
        meta = {"trigger": "auto", "preTokens": 160_000}
        self.row(
            type="system",
            subtype="compact_boundary",
            compactMetadata=meta,
            timestamp=at or stamp(),
        )

    def row(self, **fields: Any) -> None:
        """Write a line of the transcript."""
        with self.transcript.open("a") as lines:
            lines.write(json.dumps(fields) + "\n")

    def let_time_pass(self) -> None:
        """Make everything that is known of the session ten minutes older."""
        path = self.kept / "meter" / SESSION
        record = read_record(path.read_bytes())
        for name in ("compacted_us", "handed_us", "started_us", "prompt_us"):
            setattr(record, name, max(0, getattr(record, name) - 600_000_000))
        path.write_bytes(record_bytes(record))

    @property
    def journal(self) -> str:
        """Give what hooks wrote to their journal, but that a busy machine left one no time."""
        return "".join(line for line in self._journalled() if " deadline: " not in line)

    def deadlines(self) -> int:
        """Give how many hooks a busy machine left no time."""
        return sum(" deadline: " in line for line in self._journalled())

    def _journalled(self) -> list[str]:
        path = self.home / "journal" / "hooks.log"
        return path.read_text().splitlines(keepends=True) if path.exists() else []


def stamp(later_seconds: int = 0) -> str:
    """Give an instant as transcripts write it: the present one, or a little later."""
    at = datetime.fromtimestamp(datetime.now(UTC).timestamp() + later_seconds, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
