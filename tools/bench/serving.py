"""How soon does an MCP server answer, what does a call add, and how much memory does it hold?"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Any, Self

from tools.bench.figures import Budget, Figure
from tools.bench.processes import cortex_program, surroundings
from tools.bench.reading import ask
from tools.bench.samples import Sample, in_turns
from tools.bench.site import Site

SPAWN_BUDGET = Budget(1, 0.5)
WARM_BUDGET = Budget(2, 2, is_ratio=False)
MEMORY_BUDGET = Budget(90, 60, is_ratio=False)
PEER_PACKAGE = "@modelcontextprotocol/server-memory"
PEER = f"npx -y {PEER_PACKAGE}"
PROTOCOL = "2025-06-18"
PATIENCE_S = 60
"""Seconds after which a server that says nothing is stopped; the first npx run downloads."""

SPAWNS = 7
CALLS = 60
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


class Client:
    """A client of one MCP server over its standard streams; closing it ends the server.

    Raises:
        RuntimeError: the server ended, or was stopped because it said nothing.
    """

    def __init__(self, argv: list[str], env: Mapping[str, str], cwd: Path) -> None:
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(env),
            cwd=cwd,
        )
        self._watch = Timer(PATIENCE_S, self._process.kill)
        self._watch.start()
        self._calls = 0
        about = {"name": "bench", "version": "1"}
        opening = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": about}
        self._request("initialize", opening)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._watch.cancel()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Call a tool and give its result."""
        return self._request("tools/call", {"name": tool, "arguments": arguments})

    def peak_mib(self) -> float | None:
        """Give the most memory the server held so far, where the system tells."""
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return None
        found = _PEAK.search(status.read_text(encoding="utf-8"))
        return None if found is None else int(found[1]) / 1024

    def _request(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._calls += 1
        number = self._calls
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == number:
                result = message.get("result")
                if not isinstance(result, dict) or result.get("isError"):
                    refused = f"{method} was refused: {line[:200]!r}"
                    raise RuntimeError(refused)
                return result
        silent = f"the server ended before it answered {method}"
        raise RuntimeError(silent)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


def server(site: Site, *, with_peer: bool) -> list[Figure]:
    """Measure our server on the brain of a site, and the peer on an empty one.

    Args:
        with_peer: start the peer too; npx downloads it when it is not there.
    """
    why_not = _why_no_peer(site, with_peer=with_peer)
    starts = [lambda _: _first_answer_of_ours(site)]
    if not why_not:
        starts.append(lambda _: _first_answer_of_peer(site))
    ours, *peers = in_turns(starts, SPAWNS)
    name = f"MCP, spawn to first result, {len(site.facts):,} facts"
    reference = (PEER, peers[0]) if peers else None
    spawned = Figure(name, ours, reference, SPAWN_BUDGET, why_not)
    return [spawned, *_warm(site)]


def _warm(site: Site) -> list[Figure]:
    questions = site.corpus.questions(site.facts, CALLS + 1)
    with _our_client(site) as client:
        through, direct = in_turns(
            [
                lambda at: client.call("cortex_query", {"need": questions[at].text}),
                lambda at: ask(site, questions[at]),
            ],
            CALLS,
        )
        peak = client.peak_mib()
    memory = None if peak is None else Sample((peak,), "MiB")
    return [
        Figure(
            "MCP, warm query, above the library call",
            through.minus(direct.median),
            budget=WARM_BUDGET,
            note=f"the library call alone took {direct.median:.2f} ms",
        ),
        Figure(
            "memory of the MCP server",
            memory,
            budget=MEMORY_BUDGET,
            note="" if memory else "this system does not tell the peak of a running process",
        ),
    ]


def _our_client(site: Site) -> Client:
    return Client([cortex_program(), "mcp"], surroundings(site.folder), site.folder)


def _first_answer_of_ours(site: Site) -> None:
    with _our_client(site) as client:
        client.call("cortex_query", {"need": site.facts[0]})


def _first_answer_of_peer(site: Site) -> None:
    memory = {"MEMORY_FILE_PATH": str(site.folder / "peer.jsonl")}
    npx = shutil.which("npx") or "npx"
    # npx keeps its downloads in the person's home, so the peer runs with the caller's own.
    with Client([npx, "-y", PEER_PACKAGE], {**os.environ, **memory}, site.folder) as client:
        client.call("search_nodes", {"query": "nothing"})


def _why_no_peer(site: Site, *, with_peer: bool) -> str:
    """Start the peer once, which may download it, and say why it cannot be measured."""
    if not with_peer:
        return f"{PEER_PACKAGE} was left out on request"
    if shutil.which("npx") is None or sys.platform == "win32":
        return f"npx is not installed, so {PEER_PACKAGE} was not measured"
    site.say(f"starting {PEER} (the first time it is downloaded)")
    try:
        _first_answer_of_peer(site)
    except (OSError, RuntimeError, ValueError) as error:
        return f"{PEER_PACKAGE} did not start ({type(error).__name__}), so it was not measured"
    return ""
