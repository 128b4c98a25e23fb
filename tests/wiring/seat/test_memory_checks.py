"""Does the doctor see what is wrong with a seat's memory, and never call no proof a pass?"""

import re
from pathlib import Path

import pytest

from cortex.model.seat_checks import FAIL, PASS, WARN, SeatCheck
from cortex.model.seats import Seat
from cortex.stores.system.seats import write_seats
from cortex.wiring.seat.entities import EntityRequest, add
from cortex.wiring.seat.log import enter
from cortex.wiring.seat.memory_checks import checks_of
from cortex.wiring.seat.opening import open_seat
from cortex.wiring.settings import Settings, read_settings

KEY = "sk-ant-api03-" + "a1B2c3D4e5F6g7H8i9J0" * 4


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Give the folder of a seat in an organisation, with a memory of Claude Code."""
    root = tmp_path.resolve() / "acme" / "agents" / "ops"
    root.mkdir(parents=True)
    home = tmp_path / "home"
    write_seats(str(home), [Seat("ops", str(root), str(home / "seats" / "ops"), "acme")])
    auto(tmp_path, root).mkdir(parents=True)
    return root


def auto(tmp_path: Path, root: Path) -> Path:
    """Give the folder of Claude Code's memory."""
    slug = re.sub(r"[^A-Za-z0-9]", "-", str(root))
    return tmp_path / ".claude" / "projects" / slug / "memory"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give the settings of a run on this machine."""
    return read_settings(str(tmp_path / "home"), None, {"HOME": str(tmp_path)})


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what this machine's Claude Code was told."""
    for name in ("CLAUDE_CONFIG_DIR", "CLAUDE_CODE_PROJECT_DIR_NAME"):
        monkeypatch.delenv(name, raising=False)


def check(settings: Settings, name: str) -> SeatCheck:
    """Give one check."""
    with open_seat(settings, "ops") as opened:
        rows = {row.check: row for row in checks_of(opened, settings)}
    assert ["D5", "D7", "D11", "D12", "D13"] == list(rows)
    assert bool(rows[name].remedy) == (rows[name].level != PASS)
    return rows[name]


def fact(settings: Settings, value: str, source: str = "user:m-1") -> None:
    """Keep when Acme is billed."""
    said = {"subject": "Acme", "predicate": "billing day", "text": value, "source": source}
    add(settings, "ops", EntityRequest(said))


@pytest.mark.parametrize("name", ["D11", "D12", "D13"])
def test_new_seat_has_proved_nothing(root: Path, settings: Settings, name: str) -> None:
    """Without a file nothing passes."""
    assert WARN == check(settings, name).level


@pytest.mark.parametrize("name", ["D5", "D11", "D12", "D13"])
def test_good_memory_passes(root: Path, settings: Settings, name: str) -> None:
    """Doctor D5, Doctor D11, Doctor D12, Doctor D13: what was looked at and is well passes."""
    fact(settings, "the 1st")
    enter(settings, "ops", "note", "all is well", None)
    assert PASS == check(settings, name).level


def test_index_of_claude_code_is_looked_at(root: Path, settings: Settings, tmp_path: Path) -> None:
    """Doctor D5: a line that leads nowhere fails; without that folder nothing is proved."""
    index = auto(tmp_path, root) / "MEMORY.md"
    index.write_text("- [gone](gone.md) — x\n", encoding="utf-8")
    assert (FAIL, True) == (check(settings, "D5").level, "gone" in check(settings, "D5").evidence)
    index.unlink()
    index.parent.rmdir()
    assert WARN == check(settings, "D5").level


def test_layers_that_disagree_fail(root: Path, settings: Settings, tmp_path: Path) -> None:
    """Seat T12, Doctor D11: ENTITIES.md and a note say two values; the better source is named."""
    fact(settings, "the 1st")
    note = (
        "---\nname: day\ndescription: x\ntype: project\nmetadata:\n  subject: Acme\n"
        "  predicate: Billing Day\n  source: web:example.org\n---\n\nthe 15th\n"
    )
    (auto(tmp_path, root) / "day.md").write_text(note, encoding="utf-8")
    row = check(settings, "D11")
    assert (FAIL, True) == (row.level, "user:m-1 counts" in row.evidence)


def test_claim_that_waits_is_told(root: Path, settings: Settings) -> None:
    """Doctor D11: what waits in the queue is no pass."""
    fact(settings, "the 1st")
    fact(settings, "the 15th", "web:example.org")
    assert WARN == check(settings, "D11").level


@pytest.mark.parametrize("name", ["STATE.md", "memory/2026-01-01.md", "../../knowledge.md"])
def test_secret_fails_and_is_not_repeated(root: Path, settings: Settings, name: str) -> None:
    """Doctor D12: the file and the kind are named, the secret is not."""
    (root / "memory").mkdir()
    (root / name).write_text(f"the key is {KEY}\n", encoding="utf-8")
    row = check(settings, "D12")
    assert (FAIL, False) == (row.level, KEY in row.evidence)
    assert Path(name).name in row.evidence


@pytest.mark.parametrize("text", ["as of 2999-01-01", "made 2026-02-30 10:00 UTC"])
def test_time_that_is_none_or_has_not_come_fails(root: Path, settings: Settings, text: str) -> None:
    """Doctor D13: the file, its line and what stands there."""
    (root / "STATE.md").write_text(f"# STATE\n\n{text}\n", encoding="utf-8")
    row = check(settings, "D13")
    assert (FAIL, True) == (row.level, "STATE.md:3" in row.evidence)


def test_times_of_a_raw_record_are_those_of_the_talk(root: Path, settings: Settings) -> None:
    """What somebody said in a conversation is no claim of the seat."""
    folder = root / "memory" / "checkpoints"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("USER: we meet 2999-01-01 10:00 UTC\n", encoding="utf-8")
    (root / "STATE.md").write_text("# STATE\n", encoding="utf-8")
    assert PASS == check(settings, "D13").level


def test_file_that_cannot_be_read_is_no_pass(root: Path, settings: Settings) -> None:
    """A link in the place of a file is told."""
    (root / "STATE.md").symlink_to(root / "elsewhere.md")
    assert (WARN, WARN) == (check(settings, "D12").level, check(settings, "D13").level)
