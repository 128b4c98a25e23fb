"""How does a consumer of the contract write? One item, both authorizations, one envelope."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.black_box.vault.desk import Desk, Reply, read

GOVERNANCE, WRITE, INPUT = (
    (5, "governance_refused"),
    (5, "write_refused"),
    (4, "invalid_input"),
)
GRANTED = ("--adapter", "claude", "--allow-write")
IDEA = {"type": "idea", "title": "Warm tea", "content": "Tea stays warm in a pot."}
PERSON = {"type": "knowledge", "entity_type": "person", "name": "Ann", "content": "Likes tea."}
RULE = {"type": "memory", "actor": "principal", "content": "RULE: speak plainly"}
STYLE = {
    "type": "proposal",
    "target_file": "anything.md",
    "target_kind": "style",
    "edit": "Use short words.",
    "rationale": "Asked twice.",
    "confidence": 0.5,
}
ARGUMENT_BYTES = 100_000
"""Payload from which on it is sent by standard input: an argument may have 128 KiB."""

HOT = "PRINCIPAL_MEMORY.md"


@dataclass(frozen=True)
class Writer:
    """A desk from which items are written."""

    desk: Desk

    def send(self, command: str, word: str, *words: str, given: bytes = b"") -> Reply:
        """Write a payload as it stands."""
        root = ("--memory-root", str(self.desk.root))
        return read(self.desk.raw(command, word, *GRANTED, *root, *words, given=given), command)

    def put(self, item: Any, **changes: Any) -> Reply:
        """Write an item with some fields changed; a value of ... leaves the field out."""
        if isinstance(item, dict):
            item = {key: value for key, value in {**item, **changes}.items() if value is not ...}
        is_proposal = isinstance(item, dict) and item.get("type") == "proposal"
        command = "propose" if is_proposal else "remember"
        try:
            word = json.dumps(item, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            word = json.dumps(item).encode()
        if len(word) < ARGUMENT_BYTES:
            return self.send(command, word.decode())
        return self.send(command, "-", given=word)

    def result(self, item: Any, **changes: Any) -> Any:
        """Write an item that is taken, and give its result."""
        reply = self.put(item, **changes)
        assert True is reply.data["result"]["ok"]
        return reply.data["result"]

    def file(self, item: Any, **changes: Any) -> Path:
        """Write an item that is taken, and give the file it went to."""
        return Path(self.result(item, **changes)["path"])

    def refuses(self, item: Any, **changes: Any) -> str:
        """Check that an item is refused by governance and nothing changes; give the message."""
        before = list(self.desk.states())
        reply = self.put(item, **changes)
        assert GOVERNANCE == reply.refusal, reply.envelope
        assert before == list(self.desk.states())
        message: str = reply.envelope["error"]["message"]
        return message

    def hot(self, *entries: str, text: str = "") -> Path:
        """Make a hot memory file with these entries."""
        lines = "".join(f"{entry}\n" for entry in entries)
        return self.desk.put(HOT, f"{text}<!-- BEGIN ENTRIES -->\n{lines}<!-- END ENTRIES -->\n")

    def entries(self) -> list[str]:
        """Give the entries of the hot memory file, as a reader sees the lines."""
        lines = (self.desk.root / HOT).read_text().splitlines()
        return [line for line in lines if line.startswith(("RULE: ", "NAME: "))]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Give the rows of a file of evidence; empty when there is none."""
        file = self.desk.root / "OBSERVABILITY" / name
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
