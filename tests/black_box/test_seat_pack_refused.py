"""Is nothing written over, nothing put where others see it, and no pack believed that lies?"""

import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from cortex.model.errors import EXIT_CONFLICT, EXIT_FAILURE, EXIT_NOT_FOUND, EXIT_USAGE
from cortex.stores.system import sealing
from cortex.stores.system.seat_packs import PACK
from tests.black_box.seat_moving import begun, files, pack, slug
from tests.black_box.shell import Shell
from tests.black_box.test_seat_hooks import Host


@pytest.fixture
def plain(shell: Shell) -> Host:
    """Give a host with a seat that has only begun."""
    return begun(shell)


def test_a_pack_is_not_put_where_others_see_it(plain: Host) -> None:
    """Not into the seat, nor a git work tree, nor over a file; --force does the first two."""
    host = plain
    tree = host.shell.home / "tree"
    (tree / ".git").mkdir(parents=True)
    for part in ("HEAD", "config"):
        (tree / ".git" / part).write_text("ref: refs/heads/main\n")
    for name in ("objects", "refs"):
        (tree / ".git" / name).mkdir()
    for place in (host.root / "p.zip", host.root / "memory/p.zip", tree / "sub/p.zip"):
        place.parent.mkdir(exist_ok=True)
        refused = host.shell.run("seat", "pack", "scout", "--to", str(place), status=EXIT_USAGE)
        assert "--force" in refused.err
        assert not place.exists()
    forced = host.root / "p.zip"
    host.shell.ask("seat", "pack", "scout", "--force", "--to", str(forced))
    before = forced.read_bytes()
    host.shell.run("seat", "pack", "scout", "--force", "--to", str(forced), status=EXIT_USAGE)
    assert before == forced.read_bytes()
    assert not [one for one in host.root.iterdir() if "cortex-copying" in one.name]
    host.shell.run("seat", "pack", "nobody", status=EXIT_NOT_FOUND)


def resealed(packed: Path, change: Any) -> Path:
    """Give a pack with other members, sealed as if it were right."""
    target = packed.with_name("forged.zip")
    target.unlink(missing_ok=True)
    with zipfile.ZipFile(packed) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    change(manifest, parts)
    with target.open("w+b") as to:
        with zipfile.ZipFile(to, "w") as new:
            new.writestr("manifest.json", json.dumps(manifest))
            for name, content in parts.items():
                new.writestr(name, content)
            new.comment = sealing.open_seal(PACK.seal)
        sealing.seal(to, PACK.seal)
    return target


def named(path: str, area: str = "seat") -> Any:
    """Give a change that calls a file of the seat something else."""

    def change(manifest: Any, parts: dict[str, bytes]) -> None:
        file = next(one for one in manifest["files"] if one["path"] == "MEMORY.md")
        content = parts.pop(f"{file['area']}/MEMORY.md")
        file["path"], file["area"] = path, area
        parts[f"{area}/{path}"] = content

    return change


def _other_content(manifest: Any, parts: dict[str, bytes]) -> None:
    del manifest
    parts["seat/MEMORY.md"] = parts["seat/MEMORY.md"].swapcase()


def _one_more(manifest: Any, parts: dict[str, bytes]) -> None:
    del manifest
    parts["seat/more.md"] = b"x"


def _another_format(manifest: Any, parts: dict[str, bytes]) -> None:
    del parts
    manifest["format"] = "cortex-seat/9"


def _absurd_size(manifest: Any, parts: dict[str, bytes]) -> None:
    del parts
    manifest["files"][0]["size"] = 2**50


def _no_manifest(manifest: Any, parts: dict[str, bytes]) -> None:
    del parts
    manifest.clear()


def _other_answer(manifest: Any, parts: dict[str, bytes]) -> None:
    del parts
    manifest["probes"][0]["answer_sha256"] = "0" * 64


LIES = [
    named("../outside.md"),
    named("/tmp/outside.md"),
    named("memory/../../outside.md"),
    named("memory//x.md"),
    named(".git/hooks/post-checkout"),
    named("a/.git/config"),
    named("a/.GIT/config"),
    named(".Claude/Settings.local.json"),
    named(".claude/settings.local.json"),
    named("ENTITIES.md/x.md"),
    named("x\ny.md"),
    named("d/" * 40 + "x.md"),
    named("cortex.db", "brain"),
    named("other.md", "organisation"),
    _other_content,
    _one_more,
    _another_format,
    _absurd_size,
    _no_manifest,
    _other_answer,
]


def test_a_pack_that_lies_is_refused_whole(plain: Host) -> None:
    """With a good seal and a bad content nothing is written, nowhere."""
    packed, root = pack(plain), plain.shell.home / "new"
    for change in LIES:
        forged = resealed(packed, change)
        before = files(plain.shell.home)
        words = ("seat", "unpack", str(forged), str(root), "--name", "n", "--apply")
        refused = plain.shell.run("--json", *words, status=EXIT_FAILURE)
        assert "seat_pack_refused" == refused.error["code"]
        assert before == files(plain.shell.home)
        assert not root.exists()


def test_a_changed_bit_or_a_missing_end_is_seen(plain: Host) -> None:
    """No byte of a pack can change unnoticed; what is no pack at all is said to be none."""
    host = plain
    packed = pack(host)
    content = packed.read_bytes()
    spoilt = packed.with_name("spoilt.zip")
    words = ("seat", "unpack", str(spoilt), "new", "--name", "n", "--apply")
    for bad in (
        b"",
        b"PK",
        content[:-1],
        content[: len(content) // 2],
        bytes([*content[:99], content[99] ^ 1, *content[100:]]),
    ):
        spoilt.write_bytes(bad)
        assert "changed or cut short" in host.shell.run(*words, status=EXIT_FAILURE).err
    host.shell.run("seat", "unpack", "nowhere.zip", "new", status=EXIT_USAGE)
    spoilt.unlink()
    os.mkfifo(spoilt)
    assert "changed or cut short" in host.shell.run(*words, status=EXIT_FAILURE).err
    host.shell.run("seat", "unpack", str(host.root), "new", status=EXIT_FAILURE)


def test_nothing_is_written_over(plain: Host) -> None:
    """A name, a folder, a home and a memory that are in use are refused, each with a way out."""
    host = plain
    packed = str(pack(host))
    taken = host.shell.home / "taken"
    taken.mkdir()
    (taken / "mine.md").write_text("mine\n")
    unpack = ("seat", "unpack", packed)
    for words, way in (
        ((str(host.shell.home / "new"),), "--name"),
        ((str(taken), "--name", "n"), "empty"),
        ((str(host.root), "--name", "n"), "another folder"),
    ):
        refused = host.shell.run(*unpack, *words, "--apply", status=EXIT_CONFLICT)
        assert way in refused.err
    left = host.shell.home / ".cortex/seats/n"
    left.mkdir()
    (left / "live.jsonl").write_text("other\n")
    new = (str(host.shell.home / "new"), "--name", "n", "--apply")
    assert "--name" in host.shell.run(*unpack, *new, status=EXIT_CONFLICT).err
    shutil.rmtree(left)
    auto = host.shell.home / ".claude/projects" / slug(host.shell.home / "new") / "memory"
    auto.mkdir(parents=True)
    (auto / "MEMORY.md").write_text("other\n")
    refused = host.shell.run(*unpack, *new, status=EXIT_CONFLICT)
    assert "--without-auto-memory" in refused.err
    done = host.shell.run("--json", *unpack, *new, "--without-auto-memory")
    assert done.data["applied"]
    assert "pack has it below auto-memory/" in done.envelope["warnings"][0]
    assert "other\n" == (auto / "MEMORY.md").read_text()
    assert ["mine.md"] == [path.name for path in taken.iterdir()]
    assert 1 == len(host.shell.ask("seat", "list")["seats"]) - 1


def test_a_pack_packed_in_another_way_is_refused(plain: Host) -> None:
    """A member the library cannot unpack, or would by a method we never use, is no traceback."""
    packed = pack(plain)
    with zipfile.ZipFile(packed) as old:
        parts = {name: old.read(name) for name in old.namelist()}
        begins = old.getinfo("seat/MEMORY.md").header_offset
    damaged = bytearray(packed.read_bytes())
    for at in range(begins + 64, begins + 70):
        damaged[at] ^= 0xFF
    (plain.shell.home / "damaged.zip").write_bytes(damaged)
    with zipfile.ZipFile(plain.shell.home / "lzma.zip", "w", zipfile.ZIP_LZMA) as new:
        for name, content in parts.items():
            new.writestr(name, content)
        new.comment = sealing.open_seal(PACK.seal)
    for name in ("damaged.zip", "lzma.zip"):
        with (plain.shell.home / name).open("r+b") as file:
            sealing.seal(file, PACK.seal)
        place = str(plain.shell.home / "elsewhere")
        told = plain.shell.run("seat", "unpack", str(plain.shell.home / name), place, "--json")
        assert "seat_pack_refused" == told.error["code"]
