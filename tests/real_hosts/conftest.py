"""How does a test meet a real host? In a home of its own, with our hooks timed and written down."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.black_box.shell import CORTEX, Answer, Shell
from tests.real_hosts.hooks_seen import HookSeen, hooks_seen, put_recorder_between
from tools.hosts.packages import PACKAGES, executable
from tools.hosts.sessions import Room, Told, make_room, talk
from tools.hosts.stand_in import StandIn, standing_in


class Life:
    """One host on one machine: its room, the model it speaks to, and Cortex beside it."""

    def __init__(self, host: str, room: Room, model: StandIn) -> None:
        self.host = host
        self.room = room
        self.model = model
        self._log = room.home.parent / "hooks.jsonl"

    def cortex(self, *words: str) -> Answer:
        """Type a command in the project."""
        return Shell(self.room.home, self.room.project).run(*words)

    def install(self) -> None:
        """Give Cortex to the host, let doctor prove it, then put the recorder before its hooks."""
        installed = self.cortex("install", "--host", self.host, "--apply", "--json")
        assert 0 == installed.status, installed.out + installed.err
        rows = self.cortex("doctor", "--json").data["findings"]
        proofs = {row["check"]: row["level"] for row in rows if self.host in row["check"]}
        assert {f"{self.host} files": "pass", f"{self.host} hooks": "pass"} == proofs
        put_recorder_between(self.room.home, CORTEX, self._log)

    def talk(self, *prompts: str) -> Told:
        """Run one session."""
        told = talk(self.host, self.room, prompts)
        assert 0 == told.status, told.output + told.errors
        return told

    def hooks(self) -> list[HookSeen]:
        """Give every hook that ran, in order of their ends."""
        return hooks_seen(self._log)

    def kept(self, role: str) -> list[str]:
        """Give the text of everything that was kept of this host, of one role, oldest first."""
        listed = self.cortex("capture", "query", "--limit", "128", "--json").data["evidence"]
        of_role = [row for row in listed if f":{self.host}:{role}" in f":{row['source']}"]
        references = sorted((row["reference"] for row in of_role), key=lambda r: int(r[4:]))
        return [str(self.cortex("capture", "get", r, "--json").data["text"]) for r in references]


@pytest.fixture(params=sorted(PACKAGES))
def life(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Life]:
    """Give a host with Cortex installed and one rule kept for its project."""
    host = str(request.param)
    assert executable(host).exists(), "run `make hosts`, which installs the hosts first"
    with standing_in() as model:
        one = Life(host, make_room(tmp_path / "machine", Path(CORTEX).parent, model.url), model)
        one.cortex("commit", "Run the linter before each commit", "--type", "rule", "--pin")
        one.install()
        yield one


@pytest.fixture(scope="session")
def recorded() -> Path:
    """Give the empty folder that this run's payloads are put into, by host and version."""
    folder = executable("codex").parents[2] / "recorded"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def keep_payloads(folder: Path, life: Life) -> Path:
    """Write down what the host sent, one payload a line, under its version."""
    version = PACKAGES[life.host][1]
    path = folder / f"{life.host}-{version}.jsonl"
    path.write_text("".join(json.dumps(seen.payload) + "\n" for seen in life.hooks()))
    return path
