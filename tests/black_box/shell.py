"""How does a test type a command? The installed `cortex`, a real store, a home of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CORTEX = str(Path(sys.executable).with_name("cortex"))
ENVELOPE_KEYS = ["command", "data", "error", "ok", "schema", "warnings"]


@dataclass(frozen=True)
class Answer:
    """What one command gave back."""

    status: int
    out: str
    err: str

    @property
    def envelope(self) -> dict[str, Any]:
        """Give the one object on standard output; fail when there is anything else."""
        assert "" == self.err, self.err
        assert 1 == self.out.count("\n"), self.out
        found: dict[str, Any] = json.loads(self.out)
        assert ENVELOPE_KEYS == list(found)
        return found

    @property
    def data(self) -> Any:
        """Give the data of a command that worked."""
        assert 0 == self.status, self.out + self.err
        assert self.envelope["ok"]
        return self.envelope["data"]

    @property
    def error(self) -> dict[str, Any]:
        """Give the error of a command that failed."""
        assert 0 != self.status
        assert not self.envelope["ok"]
        found: dict[str, Any] = self.envelope["error"]
        return found


@dataclass(frozen=True)
class Shell:
    """A place to type in: a home, a folder, and variables on top of a bare environment."""

    home: Path
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """Give what a command sees: nothing of the machine but the path to programs."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "CORTEX_HOME": str(self.home / ".cortex"),
            **self.variables,
        }

    def run_into(self, target: str, *words: str) -> Answer:
        """Type a command whose output goes to a file; the answer has no output."""
        with open(target, "wb") as output:  # noqa: PTH123  # A device, not a file of ours.
            ended = subprocess.run(
                [CORTEX, *words],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                check=False,
                cwd=self.folder,
                env=self.environment,
                timeout=60,
            )
        return Answer(ended.returncode, "", ended.stderr.decode())

    def run(self, *words: str, given: bytes = b"", status: int | None = None) -> Answer:
        """Type a command and give its answer.

        Args:
            given: what stands on standard input.
            status: what it must exit with; None allows any.
        """
        ended = subprocess.run(
            [CORTEX, *words],
            input=given,
            capture_output=True,
            check=False,
            cwd=self.folder,
            env=self.environment,
            timeout=60,
        )
        answer = Answer(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
        if status is not None:
            assert status == answer.status, answer.out + answer.err
        return answer

    def ask(self, *words: str, given: bytes = b"") -> Any:
        """Type a command with ``--json`` and give its data."""
        return self.run("--json", *words, given=given).data

    def commit(self, text: str, *words: str) -> str:
        """Keep a fact and give its reference."""
        kept: str = self.ask("commit", *words, "--", text)["reference"]
        return kept

    def statements(self, question: str, *words: str) -> list[str]:
        """Ask and give the statements of the cards, in order."""
        return [card["statement"] for card in self.ask("query", question, *words)["cards"]]

    def at(self, folder: Path) -> "Shell":
        """Give the same shell in another folder."""
        return Shell(self.home, folder, self.variables)

    def having(self, **variables: str) -> "Shell":
        """Give the same shell with more variables."""
        return Shell(self.home, self.folder, {**self.variables, **variables})
