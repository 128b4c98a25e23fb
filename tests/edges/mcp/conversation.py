"""How does a test talk to a server as a client does: lines in, lines out, nothing else?"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SERVE = "from cortex.edges.mcp.server import main; raise SystemExit(main([]))"
PATIENCE_SECONDS = 120
"""A limit for a machine under load; nothing waits for it."""

INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "tester", "version": "1"},
    },
}
INITIALIZED: dict[str, Any] = {"jsonrpc": "2.0", "method": "notifications/initialized"}
Line = bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Heard:
    """What a server said before it ended: its lines in order, decoded, and by id."""

    lines: list[dict[str, Any]]
    stderr: str
    exit_status: int

    def answer(self, request_id: int | str | None) -> dict[str, Any]:
        """Give the one message with this id."""
        (found,) = [line for line in self.lines if line.get("id") == request_id]
        return found

    def result(self, request_id: int | str) -> dict[str, Any]:
        """Give what the operation called under this id answered."""
        structured = self.answer(request_id)["result"]["structuredContent"]
        assert isinstance(structured, dict)
        return structured


def call(request_id: int | str, name: str, **arguments: Any) -> dict[str, Any]:
    """Give a tool call."""
    return request(request_id, "tools/call", {"name": name, "arguments": arguments})


def request(
    request_id: int | str, method: str, params: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Give a request; without params the member is absent."""
    plain: dict[str, Any] = {"jsonrpc": "2.0", "id": request_id, "method": method}
    return plain if params is None else {**plain, "params": dict(params)}


def surroundings(home: Path, **variables: str) -> dict[str, str]:
    """Give the environment of a server whose person's home is this folder."""
    return {**os.environ, "HOME": str(home), "CORTEX_DURABILITY": "fast", **variables}


def converse(
    home: Path,
    lines: Sequence[Line],
    *,
    greet: bool = True,
    program: str = SERVE,
    environment: Mapping[str, str] | None = None,
) -> Heard:
    """Send lines to a fresh server, end its input, and give all it said.

    Args:
        home: the person's home; the brain lies below it, and the server starts in it.
        greet: shake hands first.
        program: Python that serves.
    """
    spoken = [INITIALIZE, INITIALIZED, *lines] if greet else list(lines)
    sent = b"".join(encoded(line) for line in spoken)
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=sent,
        capture_output=True,
        cwd=home,
        env=surroundings(home) if environment is None else dict(environment),
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    heard = [json.loads(line) for line in run.stdout.split(b"\n") if line]
    return Heard(heard, run.stderr.decode("utf-8", "replace"), run.returncode)


def encoded(line: Line) -> bytes:
    """Give the bytes of a line; bytes are sent as they are."""
    content = line if isinstance(line, bytes) else json.dumps(line).encode()
    return content + b"\n"
