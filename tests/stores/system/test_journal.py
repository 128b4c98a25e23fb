"""Can a hook always say what went wrong, and never make things worse by it?"""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cortex.stores.system.journal import LINE_BYTES_MAX, append_line, journal_path


def test_lines_are_appended_in_order(tmp_path: Path) -> None:
    """Each event is one line at the end."""
    assert append_line(str(tmp_path), "first")
    assert append_line(str(tmp_path), "second")

    assert Path(journal_path(str(tmp_path))).read_text(encoding="utf-8") == "first\nsecond\n"


def test_the_journal_is_private(tmp_path: Path) -> None:
    """Nobody else on the machine reads which projects a person works in."""
    home = tmp_path / "home"
    append_line(str(home), "x")

    assert stat.S_IMODE((home / "journal" / "hooks.log").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "journal").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("a\nb", r"a\nb"),
        ("a\r\x1b[31m\x00", r"a\r\x1b[31m\x00"),
        ("a\u2028b", r"a\u2028b"),
        ("\ud83d", r"\ud83d"),
        ("Đường 🎉", "Đường 🎉"),
        ("", ""),
    ],
)
def test_one_event_stays_one_harmless_line(tmp_path: Path, line: str, written: str) -> None:
    """case 76: breaks, terminal codes and lone surrogates are written as escapes."""
    append_line(str(tmp_path), line)

    assert Path(journal_path(str(tmp_path))).read_text(encoding="utf-8") == f"{written}\n"


def test_a_long_line_is_cut_between_characters(tmp_path: Path) -> None:
    """A line keeps its bound and stays readable as UTF-8."""
    append_line(str(tmp_path), "€" * LINE_BYTES_MAX)
    content = Path(journal_path(str(tmp_path))).read_bytes()

    assert LINE_BYTES_MAX - 3 <= len(content) <= LINE_BYTES_MAX
    assert set(content.decode("utf-8")) == {"€", "\n"}


def test_a_full_journal_is_turned_once(tmp_path: Path) -> None:
    """At its limit the file is set aside; the older one before it is dropped."""
    for number in range(6):
        append_line(str(tmp_path), f"line {number}", size_max=14)

    assert Path(journal_path(str(tmp_path))).read_text(encoding="utf-8") == "line 4\nline 5\n"
    older = tmp_path / "journal" / "hooks.log.1"
    assert older.read_text(encoding="utf-8") == "line 2\nline 3\n"
    assert len(list((tmp_path / "journal").iterdir())) == 2


def test_many_hooks_at_once_lose_no_line(tmp_path: Path) -> None:
    """Processes that find the journal full at the same time turn it once and bury nothing."""
    program = (
        "import sys\nfrom cortex.stores.system.journal import append_line\n"
        "for n in range(40): append_line(sys.argv[1], f'{sys.argv[2]} {n:04}', 700)"
    )
    source = str(Path(__file__).resolve().parents[3] / "src")
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path), str(number)],
            env={"PYTHONPATH": source},
        )
        for number in range(4)
    ]
    assert [child.wait(timeout=60) for child in children] == [0] * 4

    lines = []
    for name in ("hooks.log.1", "hooks.log"):
        lines += (tmp_path / "journal" / name).read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == [f"{number} {n:04}" for number in range(4) for n in range(40)]


def test_a_journal_that_cannot_be_written_is_silence(tmp_path: Path) -> None:
    """A hook's fault report never becomes a fault: a file in the way, a link, a NUL."""
    blocked = tmp_path / "blocked"
    blocked.write_text("", encoding="utf-8")
    linked = tmp_path / "linked"
    (linked / "journal").mkdir(parents=True)
    (linked / "journal" / "hooks.log").symlink_to(tmp_path / "victim")
    piped = tmp_path / "piped"
    (piped / "journal").mkdir(parents=True)
    os.mkfifo(piped / "journal" / "hooks.log")

    assert append_line(str(blocked), "x") is False
    assert append_line(str(linked), "x") is False
    assert append_line(str(piped), "x") is False
    assert append_line("/a\0b", "x") is False
    assert not (tmp_path / "victim").exists()
