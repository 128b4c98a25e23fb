"""Is the layout with a private user root behind links recognised, and guarded?"""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.black_box.vault.desk import Desk, Reply
from tests.black_box.vault.writer import GOVERNANCE, GRANTED, IDEA, PERSON, RULE, STYLE

ITEMS: list[Mapping[str, object]] = [IDEA, PERSON, RULE, STYLE]


@pytest.fixture
def home(desk: Desk) -> Path:
    """Lay out a private user root with memory files, and the two links to it."""
    private = desk.home / ".config" / "LIFEOS" / "USER"
    for name in ("PRINCIPAL/PRINCIPAL_MEMORY.md", "DIGITAL_ASSISTANT/DA_MEMORY.md"):
        (private / name).parent.mkdir(parents=True)
        (private / name).write_text("<!-- BEGIN ENTRIES -->\n<!-- END ENTRIES -->\n")
    (private / "MEMORY").mkdir()
    published = desk.home / ".claude" / "LIFEOS"
    published.mkdir(parents=True)
    (published / "USER").symlink_to(private)
    (published / "MEMORY").symlink_to(private / "MEMORY")
    return desk.home


def put(desk: Desk, item: Mapping[str, object], *words: str) -> Reply:
    """Write without naming a root."""
    command = "propose" if item["type"] == "proposal" else "remember"
    return desk.bare(command, json.dumps(item), *GRANTED, *words)


def states(home: Path) -> list[tuple[str, bytes | None]]:
    """Give (path, content) of everything below a home."""
    return [
        (str(path), path.read_bytes() if path.is_file() else None)
        for path in sorted(home.rglob("*"))
    ]


def test_everything_has_its_published_place(desk: Desk, home: Path) -> None:
    """Notes, memory, queue and logs are where the contract has them, and can be read."""
    published = home / ".claude" / "LIFEOS"
    paths = [Path(put(desk, item).data["result"]["path"]) for item in ITEMS]
    assert [
        published / "MEMORY/KNOWLEDGE/Ideas/warm-tea.md",
        published / "MEMORY/KNOWLEDGE/People/ann.md",
        published / "USER/PRINCIPAL/PRINCIPAL_MEMORY.md",
        published / "MEMORY/OBSERVABILITY/pending-proposals.jsonl",
    ] == paths
    assert all(path.is_file() for path in paths)
    assert "RULE: speak plainly" in paths[2].read_text()
    row = json.loads(paths[3].read_text())
    assert str(published / "USER/PRINCIPAL/WRITINGSTYLE.md") == row["target_file"]
    names = {path.name for path in (published / "MEMORY/OBSERVABILITY").iterdir()}
    assert {"tier-b-writes.jsonl", "memory-writes.jsonl", "memory-snapshots"} <= names
    assert 2 == desk.bare("status").data["canonical"]["records"]


def test_tilde_is_the_home(desk: Desk, home: Path) -> None:
    """``~/`` names the file below the home. Vault M22"""
    target = "~/.claude/LIFEOS/USER/PRINCIPAL/PRINCIPAL_IDENTITY.md"
    item = {**STYLE, "target_kind": "identity", "target_file": target}
    file = Path(put(desk, item).data["result"]["path"])
    assert str(home / target[2:]) == json.loads(file.read_text())["target_file"]


@pytest.mark.parametrize("by_real_name", [True, False])
def test_layout_is_known_by_any_of_its_names(desk: Desk, home: Path, by_real_name: bool) -> None:
    """Naming the root by its link or its real path means the same vault."""
    folder = ".config/LIFEOS/USER/MEMORY" if by_real_name else ".claude/LIFEOS/MEMORY"
    assert put(desk, RULE, "--memory-root", str(home / folder)).data
    memory = home / ".config/LIFEOS/USER/PRINCIPAL/PRINCIPAL_MEMORY.md"
    assert "RULE: speak plainly" in memory.read_text()


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("wrong", ["real MEMORY", "no private root", "link elsewhere", "nothing"])
def test_nothing_is_written_outside_the_private_root(
    desk: Desk, home: Path, item: Mapping[str, object], wrong: str
) -> None:
    """A real folder in place of the link, or a private root that is missing, refuses. Vault L10"""
    memory = home / ".claude" / "LIFEOS" / "MEMORY"
    private = home / ".config" / "LIFEOS"
    if wrong == "no private root":
        private.rename(home / "elsewhere")
    else:
        memory.unlink()
    if wrong == "real MEMORY":
        memory.mkdir()
    if wrong == "link elsewhere":
        (home / "elsewhere").mkdir()
        memory.symlink_to(home / "elsewhere")
    before = states(home)
    assert GOVERNANCE == put(desk, item).refusal
    assert before == states(home)


def test_memory_behind_a_real_folder_is_refused(desk: Desk, home: Path) -> None:
    """The user's folder must be a link as well. Vault L10"""
    user = home / ".claude" / "LIFEOS" / "USER"
    user.unlink()
    (user / "PRINCIPAL").mkdir(parents=True)
    (user / "PRINCIPAL" / "PRINCIPAL_MEMORY.md").write_text("")
    before = states(home)
    assert GOVERNANCE == put(desk, RULE).refusal
    assert before == states(home)


def test_link_below_the_private_root_is_not_followed(desk: Desk, home: Path) -> None:
    """A folder of the private root that leads out of it is refused."""
    private = home / ".config" / "LIFEOS" / "USER"
    (private / "PRINCIPAL").rename(home / "PRINCIPAL")
    (private / "PRINCIPAL").symlink_to(home / "PRINCIPAL")
    before = states(home)
    assert GOVERNANCE == put(desk, RULE).refusal
    assert before == states(home)
