"""Is a copy of the brain whole, made beside other programs, and refused once it was changed?"""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from cortex.model.copies import COPIES_KEPT, PROBES_MAX
from cortex.model.errors import InvalidRequest, StoreReadOnly, StoreUnreadable
from cortex.model.refusals import CopyRefused
from cortex.wiring.copies import back_up, check_copy, kept_copies
from tests.faults.deposit_writer import WRITER_PROGRAM, text_of
from tests.wiring.copy_home import (
    FACTS,
    copied,
    damage,
    epoch,
    filled_home,
    house_at,
    restored,
    texts,
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a brain of some facts."""
    return filled_home(tmp_path / "home")


def test_copy_is_one_private_file_that_says_what_it_holds(home: Path) -> None:
    """The file is readable for its owner only, opens as a ZIP, and tells counts and digests."""
    path = copied(home)
    assert 0o600 == path.stat().st_mode & 0o777
    assert 0o700 == path.parent.stat().st_mode & 0o777
    with zipfile.ZipFile(path) as packed:
        assert ["brain.db", "manifest.json"] == sorted(packed.namelist())
        manifest = json.loads(packed.read("manifest.json"))
    assert "cortex-backup/1" == manifest["format"]
    assert FACTS == manifest["brain"]["facts"] == manifest["brain"]["counts"]["facts"]
    assert min(FACTS, PROBES_MAX) == len(manifest["probes"])
    assert text_of("f0") not in json.dumps(manifest)


def test_copy_is_asked_what_the_brain_was_asked(home: Path) -> None:
    """A copy proves itself: sound pages, the same counts, the same answers to the byte."""
    path = copied(home)
    with house_at(home) as house:
        proof = check_copy(house, str(path))
    assert (FACTS, PROBES_MAX, PROBES_MAX) == proof
    assert [path] == list(path.parent.iterdir())


def test_copies_are_made_while_others_write(home: Path) -> None:
    """Each is one instant: what was acknowledged before it began is there, and it is sound."""
    command = [sys.executable, str(WRITER_PROGRAM), str(home), "during", "2", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writers, house_at(home) as house:
        assert writers.stdout is not None
        receipts = [json.loads(writers.stdout.readline()) for _ in range(3)]
        reports = [back_up(house, None, COPIES_KEPT, is_verified=True) for _ in range(3)]
        receipts += [json.loads(line) for line in writers.stdout]
        assert 0 == writers.wait(60)
    held = [report.manifest.contents.facts for report in reports]
    assert sorted(held) == held
    assert FACTS + 3 <= held[0]
    assert 120 == len(receipts)
    assert FACTS + 120 == len(texts(home))


def test_the_newest_copies_of_a_brain_are_kept_and_others_are_not_touched(
    home: Path, tmp_path: Path
) -> None:
    """Beyond the number asked for the oldest go; those of another brain in the home stay."""
    copies_made = [copied(home) for _ in range(3)]
    stranger = copies_made[0].parent / "brain-ffffffff-20200101T000000000000Z.zip"
    stranger.write_bytes(b"of another brain")
    for name in ("99999999T000000000000Z", "2026", "20261399T000000000000Z"):
        copies_made[0].with_name(f"{copies_made[0].name[:15]}{name}.zip").write_bytes(b"odd")
    elsewhere = copied(home, tmp_path / "mine.zip")
    with house_at(home) as house:
        report = back_up(house, None, 2)
        assert tuple(map(str, reversed(copies_made[:2]))) == report.dropped
        listed = [each.path for each in kept_copies(house)]
    assert [report.path, str(copies_made[2])] == listed
    assert stranger.exists()
    assert elsewhere.exists()


def test_nothing_is_overwritten_by_a_copy(home: Path, tmp_path: Path) -> None:
    """A name that is taken is refused, and what has it keeps its content."""
    target = tmp_path / "taken.zip"
    target.write_bytes(b"mine")
    with pytest.raises(InvalidRequest, match="taken"):
        copied(home, target)
    assert b"mine" == target.read_bytes()
    assert [] == list(tmp_path.glob("*.tmp"))


def test_damaged_brain_takes_no_good_copy_away(home: Path) -> None:
    """A copy of a damaged brain is refused, whatever number is kept (case 20)."""
    good = copied(home)
    damage(home, "traces")
    with house_at(home) as house, pytest.raises(StoreUnreadable, match="damaged"):
        back_up(house, None, 1)
    assert [good] == list(good.parent.iterdir())


def test_no_copy_goes_through_a_link(home: Path, tmp_path: Path) -> None:
    """A folder of copies that leads elsewhere is refused; a name of one's own goes there."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (home / "backups").symlink_to(elsewhere)
    with pytest.raises(StoreReadOnly, match="link"):
        copied(home)
    assert [] == list(elsewhere.iterdir())
    assert copied(home, elsewhere / "mine.zip").exists()


def test_there_is_no_copy_of_nothing(tmp_path: Path) -> None:
    """Without a brain there is an error, and no file comes to be."""
    with house_at(tmp_path) as house, pytest.raises(StoreUnreadable, match="no store"):
        back_up(house, None, 1)
    assert not (tmp_path / "cortex.db").exists()


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"",
        lambda content: b"this is no copy " * 100,
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content + b"\0",
        *(lambda content, n=n: flipped(content, len(content) * n // 7) for n in range(7)),
        lambda content: flipped(content, len(content) - 1),
    ],
)
def test_changed_or_cut_copy_is_refused(home: Path, change: Callable[[bytes], bytes]) -> None:
    """One bit anywhere is enough; the brain in its place is as it was."""
    copy = copied(home)
    before = (home / "cortex.db").read_bytes()
    copy.write_bytes(change(copy.read_bytes()))
    with pytest.raises(CopyRefused, match=copy.name):
        restored(home, copy)
    with house_at(home) as house, pytest.raises(CopyRefused):
        check_copy(house, str(copy))
    assert before == (home / "cortex.db").read_bytes()


def test_a_pipe_is_no_copy(home: Path) -> None:
    """Nobody waits for what never comes out of it."""
    pipe = home / "copy.zip"
    os.mkfifo(pipe)
    with pytest.raises(CopyRefused, match="no copy of a brain"):
        restored(home, pipe)


def resealed(copy: Path, **changes: bytes) -> None:
    """Write a copy anew with other members, sealed as if it were right."""
    from cortex.stores.system import archives, sealing

    with zipfile.ZipFile(copy) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    members |= {name.replace("_", "."): content for name, content in changes.items()}
    with copy.open("w+b") as file:
        with zipfile.ZipFile(file, "w") as packed:
            for name, content in members.items():
                packed.writestr(name, content)
            packed.comment = sealing.open_seal(archives.COPY.seal)
        sealing.seal(file, archives.COPY.seal)


def test_copy_with_a_good_seal_must_still_hold_what_it_says(home: Path) -> None:
    """A manifest of a later format, other content, or a member too many is refused."""
    copy = copied(home)
    content = copy.read_bytes()
    with zipfile.ZipFile(copy) as packed:
        manifest = packed.read("manifest.json")
    for changes in (
        {"manifest_json": manifest.replace(b"cortex-backup/1", b"cortex-backup/2")},
        {"manifest_json": b"{}"},
        {"manifest_json": b"\xff" * 9},
        {"brain_db": b"other"},
        {"more_txt": b"other"},
        {"manifest_json": manifest.replace(b'"facts": 20', b'"facts": 21')},
    ):
        copy.write_bytes(content)
        resealed(copy, **changes)
        with pytest.raises(CopyRefused):
            restored(home, copy)
    assert 0 == epoch(home)


def test_copy_of_a_newer_format_is_refused(home: Path) -> None:
    """What a newer Cortex wrote is not guessed at, and nothing is replaced."""
    path = home / "cortex.db"
    opened = apsw.Connection(str(path))
    copy = copied(home)
    opened.close()
    with zipfile.ZipFile(copy) as packed:
        brain = bytearray(packed.read("brain.db"))
    brain[60:64] = (999).to_bytes(4, "big")
    resealed(copy, brain_db=bytes(brain))
    with pytest.raises(CopyRefused):
        restored(home, copy)
