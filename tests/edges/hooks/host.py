"""How does a host run the hook in the tests? A process, bytes on standard input, bytes back."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from cortex.core.text.tokens import ANALYSIS_VERSION
from cortex.model.receipts import Durability
from cortex.model.scopes import USER_SCOPE_ID
from cortex.stores.sqlite.brain import Opening, open_brain
from cortex.stores.system.locks import WriteQueue
from tests.services.factory import START_US, stored

COMMAND = (
    sys.executable,
    "-c",
    "import sys; from cortex.edges.cli.entry import main; sys.exit(main())",
    "hook-boot",
)
START = {
    "session_id": "6a1f8a55-4a50-4d52-8a0c-aa56cd21f0b7",
    "transcript_path": "/home/ada/.claude/projects/-home-ada-project/6a1f8a55.jsonl",
    "cwd": "/",
    "hook_event_name": "SessionStart",
    "source": "startup",
}


class Host:
    """A host that runs the hook in a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.db = self.home / "cortex.db"

    def keep(self, *texts: str, **changes: Any) -> None:
        """Store facts of the person, one after the other."""
        self.home.mkdir(exist_ok=True)
        opening = Opening(START_US, "brain-of-a-test", ANALYSIS_VERSION, Durability.FAST)
        brain = open_brain(str(self.db), WriteQueue(f"{self.db}.queue", 5.0), opening)
        for text in texts:
            stored(brain, text, scope_id=USER_SCOPE_ID, **changes)
        brain.close()

    def run(
        self, payload: bytes, *words: str, cwd: str = "/", **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Give what one run says; a run that takes ten seconds fails the test."""
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
        environment |= {"CORTEX_HOME": str(self.home)} | variables
        return subprocess.run(
            [*COMMAND, *words],
            input=payload,
            capture_output=True,
            check=False,
            cwd=cwd,
            env=environment,
            timeout=10,
        )

    def start(self, *words: str, **changes: str) -> bytes:
        """Give what a session that starts is answered; it must exit 0 and complain of nothing."""
        run = self.run(json.dumps({**START, **changes}).encode(), *words)
        assert (0, b"") == (run.returncode, run.stderr)
        return run.stdout

    @property
    def journal(self) -> str:
        """Give what the hook wrote to its journal."""
        path = self.home / "journal" / "hooks.log"
        return path.read_text() if path.exists() else ""


def context(answer: bytes) -> str:
    """Give the text an answer puts into the session."""
    output = json.loads(answer)["hookSpecificOutput"]
    assert {"hookEventName", "additionalContext"} == set(output)
    assert "SessionStart" == output["hookEventName"]
    return str(output["additionalContext"])


def assert_silent(host: Host, run: subprocess.CompletedProcess[bytes], code: str) -> None:
    """Check that a run said nothing to its host, one line to a person, and one to the journal."""
    assert (0, b"") == (run.returncode, run.stdout)
    assert 1 == run.stderr.count(b"\n")
    assert f"cortex hook-boot: {code}" in run.stderr.decode()
    assert f" hook-boot {code}" in host.journal.splitlines()[-1]
