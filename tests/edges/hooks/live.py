"""How do the tests run `cortex hook` as a host does, and see what came of it?"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from cortex.model.callers import Caller, Place
from cortex.model.commits import CommitRequest
from cortex.model.facts import Fact
from cortex.model.host_events import HOSTS
from cortex.model.observations import Observation
from cortex.services.drain import DrainReport
from cortex.wiring.host_capture import let_in
from cortex.wiring.house import House, open_house
from cortex.wiring.settings import Settings, read_settings
from cortex.wiring.spool import MAINTAIN_MS, drain_now, spool_state
from tests.black_box.conftest import make_repository
from tests.black_box.shell import CORTEX

SESSION = "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7"
CALLER = Caller()


class Live:
    """A home whose operator let every host in, and a project in which sessions run."""

    def __init__(self, folder: Path) -> None:
        self.user_home = folder / "user"
        self.home = self.user_home / ".cortex"
        self.project = make_repository(self.user_home / "code" / "acme")
        self.spool = self.home / "spool" / "events.log"
        with self.house() as house:
            for host in HOSTS:
                let_in(house, host, Place(str(self.project)), CALLER)

    @property
    def settings(self) -> Settings:
        """Give the settings of this home."""
        return read_settings(environment={"HOME": str(self.user_home)})

    def house(self) -> House:
        """Open the brain."""
        return open_house(self.settings)

    def fire(
        self, kind: str, payload: bytes, *words: str, **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Give what one run of the hook says."""
        return subprocess.run(
            [CORTEX, "hook", kind, *words],
            input=payload,
            capture_output=True,
            check=False,
            cwd=self.project,
            env=self.environment(**variables),
            timeout=30,
        )

    def run(self, *words: str, **variables: str) -> str:
        """Type a command in the project; it must work, and gives what it prints."""
        return subprocess.run(
            [CORTEX, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            cwd=self.project,
            env=self.environment(**variables),
            timeout=60,
            text=True,
        ).stdout

    def run_any(self, *words: str) -> str:
        """Type a command in the project, whatever it ends with, and give what it prints."""
        return subprocess.run(
            [CORTEX, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            cwd=self.project,
            env=self.environment(),
            timeout=60,
            text=True,
        ).stdout

    def environment(self, **variables: str) -> dict[str, str]:
        """Give what a hook sees of the machine."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.user_home), **variables}

    def payload(self, name: str, **fields: Any) -> bytes:
        """Give what Claude Code sends at an event."""
        told = {"session_id": SESSION, "cwd": str(self.project), "hook_event_name": name, **fields}
        return json.dumps(told).encode()

    def prompt(self, text: str, key: str = "p1", **fields: Any) -> bytes:
        """Give what it sends when a person says something."""
        return self.payload("UserPromptSubmit", prompt=text, prompt_id=key, **fields)

    def tool(self, command: str, response: object, key: str = "t1", **fields: Any) -> bytes:
        """Give what it sends when a command has run."""
        told = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": key}
        return self.payload("PostToolUse", tool_response=response, **told, **fields)

    def failure(self, command: str, error: str, key: str = "t1") -> bytes:
        """Give what it sends when a command has failed."""
        told = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": key}
        return self.payload("PostToolUseFailure", error=error, **told)

    def lines(self) -> list[dict[str, Any]]:
        """Give what lies in the spool."""
        if not self.spool.exists():
            return []
        return [json.loads(line) for line in self.spool.read_text().split("\n") if line]

    @property
    def journal(self) -> str:
        """Give what hooks wrote to their journal, but that a busy machine left one no time."""
        path = self.home / "journal" / "hooks.log"
        lines = path.read_text().splitlines(keepends=True) if path.exists() else []
        return "".join(line for line in lines if " deadline: " not in line)

    def know(self, text: str) -> None:
        """Keep a fact of the project."""
        with self.house() as house:
            house.commit_all([CommitRequest(text)], Place(str(self.project)), CALLER)

    def drain(self) -> DrainReport:
        """Keep everything that waits; there must be something."""
        with self.house() as house:
            report = drain_now(house, MAINTAIN_MS)
        assert report is not None
        return report

    def kept(self) -> list[Observation]:
        """Give every observation, in the order of their ids."""
        with self.house() as house, house.known.reading() as reader:
            return list(reader.observations.iter_all())

    def facts(self, fact_type: str) -> list[Fact]:
        """Give the live facts of a type, newest first."""
        with self.house() as house:
            listed = house.list_facts(
                Place(str(self.project)), CALLER, None, 100, include_cold=False
            )
        return [fact for fact in listed if fact.content.type == fact_type]

    def totals(self) -> dict[str, int]:
        """Give what became of everything drained so far."""
        return dict(spool_state(self.settings).totals)
