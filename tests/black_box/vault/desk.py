"""How does a consumer of the vault contract ask? Files in a root, words in, one envelope out."""

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.black_box.shell import CORTEX
from tests.black_box.vault.schemas import complaints

KEYS = ["schema", "ok", "command", "data", "error"]
ROW = {
    "id": "j",
    "type": "t",
    "title": "T",
    "created": "2026-01-01",
    "updated": "2026-01-02",
    "content": "alpha",
}


BOUND = (
    "setpriv",
    "--inh-caps=-dac_override,-dac_read_search",
    "--bounding-set=-dac_override,-dac_read_search",
)


@dataclass(frozen=True)
class Reply:
    """One envelope with the exit status it came with."""

    status: int
    envelope: dict[str, Any]

    @property
    def data(self) -> Any:
        """Give the data of a command that worked."""
        assert 0 == self.status, self.envelope
        return self.envelope["data"]

    @property
    def refusal(self) -> tuple[int, str]:
        """Give exit status and code of a command that was refused."""
        assert 0 != self.status, self.envelope
        return self.status, self.envelope["error"]["code"]

    @property
    def ids(self) -> list[str]:
        """Give the ids of the items, in order."""
        return [item["id"] for item in self.data["items"]]


@dataclass(frozen=True)
class Desk:
    """A root with a way to ask about it."""

    root: Path
    home: Path
    variables: dict[str, str] = field(default_factory=dict)

    def put(self, path: str, text: str | bytes) -> Path:
        """Write a file below the root, exactly."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    def note(self, name: str, created: str, body: str, **fields: str) -> Path:
        """Write a note under KNOWLEDGE."""
        head = "".join(f"{key}: {value}\n" for key, value in fields.items())
        return self.put(
            f"KNOWLEDGE/{name}.md", f"---\nid: {name}\ncreated: {created}\n{head}---\n{body}"
        )

    def row(self, **changes: Any) -> Path:
        """Write one row under KNOWLEDGE; a value that is None is null, ... leaves the key out."""
        kept = {key: value for key, value in {**ROW, **changes}.items() if value is not ...}
        return self.put("KNOWLEDGE/j.jsonl", json.dumps(kept) + "\n")

    def without_privilege(self, *words: str) -> Reply:
        """Run it as somebody whom permissions bind, also where the tests run as root."""
        before = BOUND if os.getuid() == 0 else ()
        ended = subprocess.run(
            [*before, CORTEX, "vault", *words, "--memory-root", str(self.root)],
            capture_output=True,
            check=False,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home)},
            timeout=60,
        )
        return read(ended, words[0])

    def raw(self, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run the installed command with exactly these words."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), **self.variables}
        return subprocess.run(
            [CORTEX, "vault", *words],
            input=given,
            capture_output=True,
            check=False,
            cwd=self.root if self.root.is_dir() else self.home,
            env=environment,
            timeout=60,
        )

    def bare(self, *words: str) -> Reply:
        """Run it without a root and check the envelope."""
        return read(self.raw(*words), words[0] if words else "")

    def ask(self, *words: str) -> Reply:
        """Run it on the root and check the envelope."""
        return self.bare(*words, "--memory-root", str(self.root))

    def get(self, name: str) -> dict[str, Any]:
        """Give one record whole."""
        (item,) = self.ask("get", name).data["items"]
        found: dict[str, Any] = item
        return found

    def only(self) -> dict[str, Any]:
        """Give the one record there is, whatever its id."""
        (card,) = self.ask("timeline", "--anchor", "1900-01-01", "--after", "100").data["items"]
        return self.get(card["id"])

    def states(self) -> Iterator[tuple[str, bytes | None, int, int]]:
        """Yield (path, content, size, mtime) of everything below the root."""
        for path in sorted(self.root.rglob("*")):
            seen = path.lstat()
            content = path.read_bytes() if path.is_file() else None
            yield str(path), content, seen.st_size, seen.st_mtime_ns


def read(ended: subprocess.CompletedProcess[bytes], command: str) -> Reply:
    """Give the envelope a process printed, after checking what holds of every one. Vault A1"""
    assert b"" == ended.stderr, ended.stderr
    assert ended.stdout.endswith(b"\n")
    assert 1 == ended.stdout.count(b"\n")
    envelope = json.loads(ended.stdout)
    assert KEYS == list(envelope)
    assert [] == complaints(envelope, "envelope")
    assert ("lifeos-cortex/v1", command) == (envelope["schema"], envelope["command"])
    if envelope["ok"]:
        assert 0 == ended.returncode
        assert envelope["error"] is None
        assert envelope["data"] is not None
    else:
        assert 0 != ended.returncode
        assert envelope["data"] is None
        assert {str} == {type(envelope["error"][key]) for key in ("code", "message")}
        assert ["code", "message"] == list(envelope["error"])
    return Reply(ended.returncode, envelope)
