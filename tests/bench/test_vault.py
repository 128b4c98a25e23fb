"""Are vaults measured over the same notes every time, by commands that work?"""

import json
import subprocess
from hashlib import sha256
from pathlib import Path

from tools.bench.figures import Verdict, table_lines
from tools.bench.processes import cortex_program
from tools.bench.samples import Sample
from tools.bench.vault import LARGE, ORIGINAL, figures_of, notes, original, words, write_vault


def test_notes_are_the_same_every_time() -> None:
    """A vault is made of the same bytes on every machine, of the size a real note has."""
    texts = list(notes(20))
    assert texts == list(notes(20))
    assert 1_200 < sum(map(len, texts)) / 20 < 2_500
    assert 20 == len({sha256(text.encode()).digest() for text in texts})


def test_measured_commands_answer_something(tmp_path: Path) -> None:
    """Each command finds what it is asked for: an empty answer would measure nothing."""
    write_vault(tmp_path / "root", 30)
    for command in words(30).values():
        ended = subprocess.run(
            [cortex_program(), "vault", *command, "--memory-root", str(tmp_path / "root")],
            capture_output=True,
            check=True,
        )
        data = json.loads(ended.stdout)["data"]
        assert data.get("items", True)
        assert 30 == data.get("records", 30)


def test_each_command_has_time_and_memory(tmp_path: Path) -> None:
    """Both stand beside an interpreter that does nothing, measured in the same run."""
    write_vault(tmp_path / "root", 5)
    figures = figures_of(tmp_path / "root", 5, 1)
    assert 11 + 1 + 12 == len(figures)
    assert all(figure.ratio is not None and figure.ratio > 0.5 for figure in figures)
    assert "vault search with index, 5 notes, processor" in "\n".join(table_lines(figures))
    assert "vault search, 5 notes, wall" in "\n".join(table_lines(figures))


def test_figures_of_the_original_say_where_they_are_from() -> None:
    """They are no measurement of this run: a note says so, and they are never judged."""
    rows = [
        row
        for size in ORIGINAL
        for name in words(size)
        for kind in ("wall", "processor", "memory")
        for row in original(name, size, kind)
    ]
    assert 22 == len(rows)
    assert {Verdict.BESIDE} == {row.verdict for row in rows}
    assert all("measured elsewhere" in row.note for row in rows)
    (memory,) = original("search", LARGE, "memory")
    assert Sample((143.0,), "MiB") == memory.measured
    assert [] == original("search", 7, "memory")
