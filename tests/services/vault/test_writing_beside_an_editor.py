"""Does a hand edit survive that is saved while the same file is being written?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex.core.vault.payloads import checked_item
from cortex.model.vault import VaultFault
from cortex.services.vault.writing import TRIES_MAX, Moment, VaultWriter
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.files.vault_ground import find_ground
from cortex.stores.files.vault_writing import LinklessFolder

NOW_MS = 1_767_225_600_000
IDEA = {"type": "idea", "title": "Tea", "content": "Warm."}
RULE = {"type": "memory", "actor": "principal", "op": "add", "content": "RULE: speak plainly"}
STYLE = {
    "type": "proposal",
    "target_file": "any",
    "target_kind": "style",
    "edit": "Short words.",
    "rationale": "Asked.",
    "confidence": 0.5,
}
FILES = {
    "idea": "KNOWLEDGE/Ideas/tea.md",
    "memory": "PRINCIPAL_MEMORY.md",
    "proposal": "OBSERVABILITY/pending-proposals.jsonl",
}


class EditedFolder(LinklessFolder):
    """A real folder in which an editor saves a file just before it is replaced."""

    def __init__(self, root: Path, saves: int) -> None:
        super().__init__(str(root))
        self.root, self.saves = root, saves

    def exchange(self, path: str, old: bytes | None, content: bytes) -> bool:
        """Save first, as often as was asked for."""
        if self.saves:
            self.saves -= 1
            file = self.root / path
            line = '{"edit": "by hand"}\n' if path.endswith(".jsonl") else "by hand\n"
            file.write_text((file.read_text() if file.exists() else "") + line)
        return super().exchange(path, old, content)


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """Give a vault with one memory file."""
    (tmp_path / "KNOWLEDGE").mkdir()
    (tmp_path / "PRINCIPAL_MEMORY.md").write_text("")
    yield tmp_path
    assert [] == [path for path in tmp_path.rglob("*") if path.name.endswith((".lock", ".tmp"))]


def put(root: Path, item: dict[str, object], saves: int) -> str:
    """Write an item beside an editor, and give what its file holds then."""
    ground = find_ground(str(root), "/nowhere")
    folder = EditedFolder(root, saves)
    try:
        moment = Moment(NOW_MS, "1" * 32, "/nowhere")
        VaultWriter(folder, PinnedFolder(str(root)), ground, moment).put(checked_item(item))
    finally:
        folder.close()
    return (root / FILES[str(item["type"])]).read_text()


@pytest.mark.parametrize("item", [IDEA, RULE, STYLE], ids=lambda item: item["type"])
def test_both_stay(root: Path, item: dict[str, object]) -> None:
    """What was saved meanwhile and what was asked for are both there."""
    shown = put(root, item, saves=2)
    assert 2 == shown.count("by hand")
    assert any(word in shown for word in ("Warm.", "speak plainly", "Short words."))


@pytest.mark.parametrize("item", [IDEA, RULE, STYLE], ids=lambda item: item["type"])
def test_file_that_never_rests_is_left_alone(root: Path, item: dict[str, object]) -> None:
    """The write is refused, and every hand edit is there."""
    with pytest.raises(VaultFault, match="kept changing"):
        put(root, item, saves=TRIES_MAX)
    shown = (root / FILES[str(item["type"])]).read_text()
    assert TRIES_MAX == shown.count("by hand")
    assert "speak plainly" not in shown
