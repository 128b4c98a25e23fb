"""Does a vault answer with its index as it does without, whatever happened to its files?"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cortex.core.vault.index_layout import decode, encode, identity
from cortex.model.vault import FileStamp, IndexDamaged
from cortex.services.vault import indexing
from cortex.services.vault.corpus import load
from cortex.services.vault.indexing import KnownVault, collect
from cortex.stores.files.vault import PinnedFolder
from cortex.stores.files.vault_index import IndexPlace
from cortex.wiring import vault_index
from cortex.wiring.vault import answer
from cortex.wiring.vault_doctor import diagnose
from cortex.wiring.vault_index import index
from cortex.wiring.vault_known import index_standing
from tests.wiring.vault_texts import vaults

LATER_US = 4_102_444_800_000_000
"""An instant by which every file of a test is old: nothing has to wait."""

TOLERANT = ["--tolerant"]
EVERYTHING = (
    ["status"],
    ["search", "alpha"],
    ["search", "alpha beta b c 2026 a", "--recency", "3", "--page-size", "2", "--page", "2"],
    ["search", "a", "--expand", "a", "--type", "memory", "--now", "2026-01-01"],
    ["timeline", "--anchor", "2026-01-01", "--after", "100"],
    ["timeline", "--anchor", "a", "--from", "2025-01-01"],
    ["get", "a"],
    ["export", "b", "a", "j"],
    ["get", "nobody"],
    ["rebuild", "--from-canonical"],
)
NAMES = ("a.md", "b.jsonl", "deep/c.md", "deep/d.md", "e.md")
CHANGES = ("write", "same size", "remove", "rename", "link", "folder", "swap", "nothing")


class LateClock:
    """Says that everything was written long ago."""

    def now_us(self) -> int:
        """Give an instant after all others."""
        return LATER_US


@pytest.fixture(autouse=True)
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files just written be old enough for an index."""
    monkeypatch.setattr(vault_index, "SystemClock", LateClock)


def put(root: Path, files: dict[str, bytes]) -> None:
    """Write files below KNOWLEDGE; a name that stands in the way of another is passed over."""
    (root / "KNOWLEDGE").mkdir()
    for name, content in sorted(files.items()):
        path = root / "KNOWLEDGE" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def outputs(root: Path, home: Path) -> list[bytes]:
    """Give what every command prints, strictly and tolerantly, with a given home."""
    os.environ["CORTEX_HOME"] = str(home)
    at = ["--memory-root", str(root)]
    return [answer([*one, *at, *more]).output for one in EVERYTHING for more in ([], TOLERANT)]


def report(*words: str) -> dict[str, Any]:
    """Give what ``cortex vault index`` says."""
    found: dict[str, Any] = json.loads(index(words).output)
    return found


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a home for indexes beside the root; the variable is put back."""
    monkeypatch.setenv("CORTEX_HOME", "/nowhere")
    with TemporaryDirectory() as folder:
        yield Path(folder)


def changed(root: Path, kind: str, name: str, other: str, text: bytes) -> None:
    """Change a vault; a change that cannot be made there is none."""
    path, second = root / "KNOWLEDGE" / name, root / "KNOWLEDGE" / other
    path.parent.mkdir(exist_ok=True)
    if kind == "write" and not path.is_symlink() and not path.is_dir():
        path.write_bytes(text)
    elif not path.is_file() or path.is_symlink():
        return
    elif kind == "same size":  # Within the same second, and with the modification time put back.
        seen = path.stat()
        path.write_bytes(path.read_bytes().replace(b"alpha", b"gamma").replace(b"a", b"b"))
        os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    elif kind == "remove":
        path.unlink()
    elif kind == "rename" and second.parent.is_dir() and not second.is_dir():
        path.rename(second)
    elif kind == "link":
        path.unlink()
        path.symlink_to("elsewhere.md")
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    elif kind == "swap" and second.is_file() and not second.is_symlink() and second != path:
        between = path.with_suffix(".between")
        path.rename(between)
        second.rename(path)
        between.rename(second)


NOTE = st.sampled_from(
    [
        b"---\nid: a\ntitle: alpha\ncreated: 2026-01-01\n---\nalpha [[c]]\n- slug: b\n",
        b"---\nid: b\ntype: idea\nvalid_until: 2026-01-01\n---\nbeta alpha <private>zq</private>\n",
        b'{"id":"j","type":"t","title":"alpha","created":"2025-01-01","updated":"2026-01-01",'
        b'"content":"beta alpha","related":["a"]}\n',
        b"alpha <private>hidden",
        b"\xff",
        b"",
    ]
)
EDITS = st.lists(
    st.tuples(st.sampled_from(CHANGES), st.sampled_from(NAMES), st.sampled_from(NAMES), NOTE),
    max_size=4,
)


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.sampled_from(NAMES), NOTE), EDITS, EDITS)
def law_of_edits(
    files: dict[str, bytes],
    first: list[tuple[str, str, str, bytes]],
    second: list[tuple[str, str, str, bytes]],
) -> None:
    """After any edits every command prints the same bytes with an old index as without one."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as at, TemporaryDirectory() as none:
        root, home, nowhere = Path(folder), Path(at), Path(none)
        put(root, files)
        os.environ["CORTEX_HOME"] = str(home)
        assert report("--memory-root", str(root))["ok"]
        for edits in ([], first, second):
            for edit in edits:
                changed(root, *edit)
            assert outputs(root, nowhere) == outputs(root, home)


@settings(deadline=None, max_examples=100)
@given(vaults)
def law_of_texts(files: dict[str, bytes]) -> None:
    """Whatever the notes and rows say, faults and private spans too, the bytes are the same."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as at, TemporaryDirectory() as none:
        root, home, nowhere = Path(folder), Path(at), Path(none)
        put(root, files)
        os.environ["CORTEX_HOME"] = str(home)
        assert report("--memory-root", str(root))["ok"]
        assert outputs(root, nowhere) == outputs(root, home)
        assert index_standing(str(root.resolve()), dict(os.environ)) is None


LAWS: tuple[Callable[[], None], ...] = (law_of_edits, law_of_texts)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.usefixtures("home")
def test_index_changes_no_answer(law: Callable[[], None]) -> None:
    """An index makes answers cheaper and changes none of them."""
    law()


def note(root: Path, text: str = "alpha") -> Path:
    """Write a vault of one note and give its path."""
    put(root, {"a.md": f"---\nid: a\n---\n{text}".encode()})
    return root / "KNOWLEDGE" / "a.md"


def test_unchanged_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an index a search reads no note: a test that could not fail would prove nothing."""
    note(tmp_path)
    folder = PinnedFolder(str(tmp_path))
    known = known_now(folder)
    monkeypatch.setattr(folder, "read", lambda *_: pytest.fail("it was read"))
    (record,) = load(folder, known=known).records
    assert record.unread is not None
    assert (6, [1, 0]) == known.counting([b"alpha", b"beta"])(record)


def known_now(folder: PinnedFolder) -> KnownVault:
    """Give the index of a folder, kept in memory."""
    found = collect(folder, LATER_US)
    named = identity(folder.root, "1")
    content = b"".join(encode(named, found.files, found.records, found.postings))

    def read(at: int, size: int) -> bytes:
        return content[at : at + size]

    return KnownVault(decode(read, named), read)


def test_young_file_is_left_out(tmp_path: Path) -> None:
    """A file changed less than two seconds before is not kept: another change may not show."""
    path = note(tmp_path)
    folder = PinnedFolder(str(tmp_path))
    seen = path.stat()
    youngest_us = max(seen.st_mtime_ns, seen.st_ctime_ns) // 1000
    assert 1 == collect(folder, youngest_us + 2_000_000).left_out
    assert 0 == collect(folder, youngest_us + 2_000_001).left_out


def test_time_of_the_future_is_left_out(tmp_path: Path) -> None:
    """A file whose modification time lies ahead is read every time."""
    path = note(tmp_path)
    ahead_ns = (LATER_US + 1) * 1000
    os.utime(path, ns=(ahead_ns, ahead_ns))
    assert 1 == collect(PinnedFolder(str(tmp_path)), LATER_US).left_out


@pytest.mark.parametrize("part", range(len(FileStamp._fields)))
def test_each_part_of_a_stamp_counts(tmp_path: Path, part: int) -> None:
    """A file is known by size, both times and inode together; one other value and it is read."""
    note(tmp_path)
    folder = PinnedFolder(str(tmp_path))
    known = known_now(folder)
    (file,) = folder.files()
    assert not isinstance(file, Exception)
    assert known.records_of(file) is not None
    values = list(file.stamp)
    values[part] += 1
    assert known.records_of(file._replace(stamp=FileStamp(*values))) is None
    assert known.records_of(file._replace(path="KNOWLEDGE/b.md")) is None


def test_head_is_never_given_away_whole(tmp_path: Path) -> None:
    """A file that changed between the look and the reading makes the index unusable, not wrong."""
    path = note(tmp_path)
    folder = PinnedFolder(str(tmp_path))
    (head,) = load(folder, known=known_now(folder)).records
    path.write_text("---\nid: b\n---\nbeta")
    with pytest.raises(IndexDamaged):
        indexing.whole(folder, [head])


def test_damage_anywhere_is_noticed(home: Path, tmp_path: Path) -> None:
    """Each byte of an index is checked before it is used: flipped or cut off, it is ignored."""
    note(tmp_path, "alpha beta beta")
    os.environ["CORTEX_HOME"] = str(home)
    place = Path(report("--memory-root", str(tmp_path))["path"])
    expected = outputs(tmp_path, home / "none")
    whole = place.read_bytes()
    root = str(tmp_path.resolve())
    ignored = 0
    for at in range(0, len(whole), 7):
        broken = bytearray(whole)
        broken[at] ^= 0x55
        place.write_bytes(bytes(broken))
        assert expected[2:5] == [*outputs_of_search(tmp_path, home)]
        ignored += index_standing(root, {"CORTEX_HOME": str(home)}) is not None
    assert ignored > len(whole) // 7 // 2
    for size in range(0, len(whole), 31):
        place.write_bytes(whole[:size])
        assert expected[2:5] == [*outputs_of_search(tmp_path, home)]


def outputs_of_search(root: Path, home: Path) -> Iterator[bytes]:
    """Yield what the three searches print that ``outputs`` has at 2, 3 and 4."""
    os.environ["CORTEX_HOME"] = str(home)
    for words, more in ((EVERYTHING[1], []), (EVERYTHING[1], TOLERANT), (EVERYTHING[2], [])):
        yield answer([*words, "--memory-root", str(root), *more]).output


@pytest.mark.parametrize("named", ["/elsewhere", "1"])
def test_index_of_others_is_ignored(tmp_path: Path, named: str) -> None:
    """An index for another root, or of another version, is not used."""
    note(tmp_path)
    folder = PinnedFolder(str(tmp_path))
    found = collect(folder, LATER_US)
    content = b"".join(
        encode(identity(folder.root, "0"), found.files, found.records, found.postings)
    )
    wanted = identity(folder.root, named) if named == "1" else identity(named, "0")
    with pytest.raises(IndexDamaged, match="another"):
        decode(lambda at, size: content[at : at + size], wanted)


def test_index_others_may_write_is_ignored(home: Path, tmp_path: Path) -> None:
    """An index that another user could have written, or a link, is not opened, and that is said."""
    note(tmp_path)
    os.environ["CORTEX_HOME"] = str(home)
    path = Path(report("--memory-root", str(tmp_path))["path"])
    path.chmod(0o622)
    assert index_standing(str(tmp_path.resolve()), {"CORTEX_HOME": str(home)})
    path.chmod(0o600)
    path.rename(home / "moved")
    path.symlink_to(home / "moved")
    assert index_standing(str(tmp_path.resolve()), {"CORTEX_HOME": str(home)})


def test_doctor_says_when_an_index_is_ignored(home: Path, tmp_path: Path) -> None:
    """The doctor names an index that is not used; of one that is used it says nothing."""
    note(tmp_path)
    os.environ["CORTEX_HOME"] = str(home)
    words = ["--memory-root", str(tmp_path)]
    place = Path(report(*words)["path"])
    assert b"ignored" not in diagnose(words).output
    place.write_bytes(b"what is this?")
    assert b"The index is ignored" in diagnose(words).output
    assert "index_ignored" in json.loads(diagnose([*words, "--json"]).output)
    assert 0 == diagnose(words).status


def test_edit_of_the_same_size_with_its_time_put_back_is_seen(home: Path, tmp_path: Path) -> None:
    """Same size, same inode, same modification time: the change time still tells."""
    path = note(tmp_path, "alpha")
    os.environ["CORTEX_HOME"] = str(home)
    assert 0 == report("--memory-root", str(tmp_path))["left_out"]
    before, seen = outputs(tmp_path, home), path.stat()
    path.write_bytes(path.read_bytes().replace(b"alpha", b"gamma"))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    after = path.stat()
    assert (seen.st_size, seen.st_mtime_ns, seen.st_ino) == (
        *(after.st_size, after.st_mtime_ns, after.st_ino),
    )
    assert outputs(tmp_path, home / "none") == outputs(tmp_path, home)
    assert before != outputs(tmp_path, home)


def test_reading_with_an_index_in_use_writes_nowhere(home: Path, tmp_path: Path) -> None:
    """Answers from an index change neither the home nor the vault, and are those without it."""
    note(tmp_path)
    os.environ["CORTEX_HOME"] = str(home)
    assert 0 == report("--memory-root", str(tmp_path))["left_out"]
    places = [*home.rglob("*"), *tmp_path.rglob("*")]
    before = [(path, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in places]
    expected = outputs(tmp_path, home / "none")
    assert expected == outputs(tmp_path, home)
    again = [*home.rglob("*"), *tmp_path.rglob("*")]
    assert before == [(path, path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in again]


def test_drop_removes_and_says_so(home: Path, tmp_path: Path) -> None:
    """Dropping tells whether there was an index, and the second time that there was none."""
    note(tmp_path)
    os.environ["CORTEX_HOME"] = str(home)
    assert report("--memory-root", str(tmp_path))["records"] == 1
    assert report("--drop", "--memory-root", str(tmp_path))["dropped"]
    assert not report("--drop", "--memory-root", str(tmp_path))["dropped"]


@pytest.mark.usefixtures("home")
def test_index_is_never_made_in_the_vault(tmp_path: Path) -> None:
    """A home inside the vault is refused: what is derived never lies among what it is made from."""
    note(tmp_path)
    os.environ["CORTEX_HOME"] = str(tmp_path / "home")
    assert 4 == index(["--memory-root", str(tmp_path)]).status
    assert not (tmp_path / "home").exists()


def test_draft_of_a_killed_builder_is_swept(home: Path, tmp_path: Path) -> None:
    """What a killed builder left does not stay, and the index before it still counts until then."""
    place = IndexPlace(str(home), str(tmp_path))
    place.prepare()
    assert 3 == place.put([b"one"])
    left = Path(place.path.replace(".index", ".1.tmp"))
    left.write_bytes(b"half")
    place.put([b"two"])
    assert not left.exists()
    assert b"two" == Path(place.path).read_bytes()


@pytest.mark.parametrize(
    "words", [["x"], ["--drop", "--drop"], ["--memory-root"], ["--memory-root", ""]]
)
def test_other_words_are_refused(words: list[str]) -> None:
    """What the command does not take is refused before anything is looked at."""
    assert 4 == index(words).status
