"""Are the lines of a transcript given once they are complete, and a file known again?"""

from pathlib import Path

import pytest

from cortex.model.errors import InvalidRequest
from cortex.stores.sources import transcripts
from cortex.stores.sources.transcripts import Line, identity_at, iter_lines, transcripts_in


def test_complete_lines_are_given_with_their_ends(tmp_path: Path) -> None:
    """Lines end at LF, with or without CR; what follows the last one is left."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\r\n\nrest")
    assert [Line(1, 4, b"one"), Line(2, 9, b"two"), Line(3, 10, b"")] == list(iter_lines(str(path)))
    assert [Line(1, 9, b"two"), Line(2, 10, b"")] == list(iter_lines(str(path), 4))
    assert [] == list(iter_lines(str(path), 10))


@pytest.mark.parametrize("length", [10, 11])
def test_line_of_the_limit_is_read_and_a_longer_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    """A line of the limit is given; of one more only the place."""
    monkeypatch.setattr(transcripts, "LINE_BYTES_MAX", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * length + b"\nnext\n")
    first, second = iter_lines(str(path))
    assert first.content == (b"x" * 10 if length == 10 else None)
    assert (length + 1, b"next") == (first.end, second.content)


def test_long_line_without_end_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line longer than the limit that is not complete is not passed over yet."""
    monkeypatch.setattr(transcripts, "LINE_BYTES_MAX", 10)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"ok\n" + b"x" * 50)
    assert [Line(1, 3, b"ok")] == list(iter_lines(str(path)))


def test_identity_changes_with_what_was_read(tmp_path: Path) -> None:
    """Growing keeps the identity; another beginning or another end before it does not."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"a" * 5_000 + b"b" * 5_000)
    first = identity_at(str(path), 10_000)
    path.write_bytes(b"a" * 5_000 + b"b" * 5_000 + b"c")
    assert first == identity_at(str(path), 10_000)
    path.write_bytes(b"A" + b"a" * 4_999 + b"b" * 5_000)
    assert first != identity_at(str(path), 10_000)
    path.write_bytes(b"a" * 5_000 + b"b" * 4_999 + b"B")
    assert first != identity_at(str(path), 10_000)


def test_folder_gives_its_transcripts_by_path(tmp_path: Path) -> None:
    """Only .jsonl files, in every folder, without links and hidden ones; a file is its own."""
    for name in ("b.jsonl", "a/c.jsonl", "a/subagents/d.jsonl", "notes.md", ".hidden.jsonl"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}\n", encoding="utf-8")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "b.jsonl")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = [str(Path(path).relative_to(tmp_path)) for path in transcripts_in(str(tmp_path))]
    assert ["a/c.jsonl", "a/subagents/d.jsonl", "b.jsonl"] == found
    assert [str(tmp_path / "notes.md")] == transcripts_in(str(tmp_path / "notes.md"))


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    """A missing file and a pipe are no transcripts."""
    with pytest.raises(InvalidRequest, match="is no file and no folder"):
        transcripts_in(str(tmp_path / "none"))


def test_folder_of_too_many_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree of more files than any host keeps is refused by name."""
    monkeypatch.setattr(transcripts, "FILES_MAX", 1)
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text("{}\n", encoding="utf-8")
    with pytest.raises(InvalidRequest, match="more than 1"):
        transcripts_in(str(tmp_path))
