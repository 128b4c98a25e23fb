"""How does a test hold a conversation with a server that keeps running?"""

import json
import select
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.black_box.shell import CORTEX, Shell

PATIENCE_S = 60
GREETING = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "tester", "version": "1"},
}


class Server:
    """A running `cortex mcp`. Leaving its block ends its input, and then it must leave with 0.

    It is greeted by the first call of a tool, or by hand.

    Args:
        shell: the place it is started in.
        command: what to run instead of the installed `cortex`.
    """

    def __init__(self, shell: Shell, command: tuple[str, ...] = (CORTEX,)) -> None:
        self._process = subprocess.Popen(
            [*command, "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=shell.folder,
            env=shell.environment,
        )
        self._number = 0
        self._is_greeted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *others: object) -> None:
        if kind is not None:
            self._process.kill()
        _, err = self._process.communicate(timeout=PATIENCE_S)
        assert kind is not None or 0 == self._process.returncode, err.decode()

    @property
    def process_id(self) -> int:
        """Give the id of the process."""
        return self._process.pid

    def greet(self) -> dict[str, Any]:
        """Shake hands, and give what the server says of itself."""
        self._is_greeted = True
        said = self.request("initialize", GREETING)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return said

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and give its result; anything else on standard output fails the test."""
        result = self._answer(method, params)["result"]
        assert isinstance(result, dict)
        return result

    def refused(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request that the protocol itself refuses, and give the error."""
        error = self._answer(method, params)["error"]
        assert isinstance(error, dict)
        return error

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and give what the operation answers."""
        if not self._is_greeted:
            self.greet()
        called = self.request("tools/call", {"name": f"cortex_{tool}", "arguments": arguments})
        answer = called["structuredContent"]
        assert isinstance(answer, dict)
        return answer

    def keep(self, text: str, **arguments: Any) -> str:
        """Commit a fact and give its reference."""
        (capture,) = self.ask("commit", text=text, **arguments)["captures"]
        reference = capture["reference"]
        assert isinstance(reference, str)
        return reference

    def keep_all(self, entries: list[dict[str, Any]], **arguments: Any) -> int:
        """Commit many facts in batches, and give how many became new ones."""
        batches = [entries[at : at + 200] for at in range(0, len(entries), 200)]
        return sum(self.ask("commit", entries=batch, **arguments)["stored"] for batch in batches)

    def statements(self, need: str, **arguments: Any) -> list[str]:
        """Ask and give the statements of the cards, in order."""
        return [card["statement"] for card in self.ask("query", need=need, **arguments)["cards"]]

    def is_silent(self, seconds: float) -> bool:
        """Tell whether it says nothing for so long when nobody speaks to it."""
        assert self._process.stdout is not None
        return not select.select([self._process.stdout], [], [], seconds)[0]

    def _answer(self, method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}})
        assert self._process.stdout is not None
        answer = json.loads(self._process.stdout.readline())
        assert isinstance(answer, dict)
        assert self._number == answer["id"], answer
        return answer

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


def bytes_below(folder: Path) -> bytes:
    """Give the content of every file below a folder, one after the other."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
