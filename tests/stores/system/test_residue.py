"""Does the search of the home see every file, and does it leave what is not Cortex's alone?"""

import gzip
from pathlib import Path

import pytest

from cortex.stores.system import contents
from cortex.stores.system.residue import HomeFiles

WORDS = "Anna Berg keeps the spare key"


def files(folder: Path) -> HomeFiles:
    """Give the files of a home with its brain inside."""
    return HomeFiles(str(folder), str(folder / "cortex.db"))


def test_words_are_found_across_the_edge_of_a_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a file is cut for reading, words that lie on the cut are seen; packed ones too."""
    monkeypatch.setattr(contents, "CHUNK_BYTES", 64)
    for place in range(40, 70):
        (tmp_path / "plain").write_bytes(b"x" * place + WORDS.encode() + b"y" * 99)
        (tmp_path / "packed.gz").write_bytes(gzip.compress(b"z" * place + WORDS.encode()))
        found = files(tmp_path).search([WORDS]).found_in
        assert (str(tmp_path / "packed.gz"), str(tmp_path / "plain")) == found


def test_links_are_not_followed_and_a_bomb_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies outside is not read, and what was not searched to its end is no proof."""
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "outside").write_text(WORDS)
    (home / "link").symlink_to(tmp_path / "outside")
    assert (0, ()) == files(home).search([WORDS])[1:3]
    monkeypatch.setattr(contents, "UNPACKED_BYTES_MAX", 100)
    (home / "bomb.gz").write_bytes(gzip.compress(bytes(10_000)))
    assert "not searched" in files(home).search([WORDS]).found_in[0]


def test_copies_are_files_that_stay(tmp_path: Path) -> None:
    """The brain, its companions and line files are cleaned; a backup beside them is a copy."""
    (tmp_path / "journal").mkdir()
    for name in ("cortex.db", "cortex.db-wal", "cortex.db.refzero.sqlite", "journal/hooks.log"):
        (tmp_path / name).write_text(WORDS)
    (tmp_path / "cortex.db.old").write_text(WORDS)
    assert (str(tmp_path / "cortex.db.old"),) == files(tmp_path).copies([WORDS])


def test_lines_are_dropped_only_when_told(tmp_path: Path) -> None:
    """A count changes nothing; other lines, permissions and other folders stay."""
    journal = tmp_path / "journal" / "hooks.log"
    journal.parent.mkdir()
    journal.write_bytes(b"one\n" + WORDS.encode() + b"\n\xff three")
    journal.chmod(0o600)
    other = tmp_path / "notes.log"
    other.write_text(WORDS)
    assert 1 == files(tmp_path).drop_lines([WORDS], is_applied=False)
    assert WORDS.encode() in journal.read_bytes()
    assert 1 == files(tmp_path).drop_lines([WORDS], is_applied=True)
    assert (b"one\n\xff three", 0o600) == (journal.read_bytes(), journal.stat().st_mode & 0o777)
    assert WORDS == other.read_text()
