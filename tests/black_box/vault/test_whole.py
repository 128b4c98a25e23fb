"""Are records given whole or not at all, and does a read change nothing?"""

import json
import shlex
import shutil
import subprocess
from hashlib import sha256

import pytest

from tests.black_box.vault.desk import ROW, Desk

NOT_FOUND, INPUT, INTEGRITY = (3, "not_found"), (4, "invalid_input"), (4, "integrity_error")
READS = (
    ["status"],
    ["search", "alpha", "--expand", "a", "--recency", "1"],
    ["timeline", "--anchor", "a"],
    ["get", "a", "b"],
    ["export", "c"],
    ["rebuild", "--from-canonical"],
    ["status", "--tolerant"],
)


def test_records_in_the_order_asked(base: Desk) -> None:
    """A repeat is repeated; get and export give the same. Vault K1"""
    assert ["c", "a", "a"] == base.ask("get", "c", "a", "a").ids
    got, exported = base.ask("get", "c", "a"), base.ask("export", "c", "a")
    assert "lifeos-cortex-export/v1" == got.data["format"]
    assert got.data == exported.data


def test_all_or_nothing(base: Desk) -> None:
    """One name that is none, and nothing is given. Vault K2"""
    assert NOT_FOUND == base.ask("get", "a", "zz").refusal


def test_number_of_names(base: Desk) -> None:
    """One to a hundred records at once. Vault K3"""
    assert 100 == len(base.ask("get", *["a"] * 100).ids)
    assert INPUT == base.ask("get", *["a"] * 101).refusal
    assert INPUT == base.ask("export").refusal


def test_rebuild_gives_the_digest(base: Desk) -> None:
    """Digest, and whether writing the records out and reading them again keeps it. Vault K5"""
    data = base.ask("rebuild", "--from-canonical").data
    keys = ["format", "canonical_digest", "rebuilt_digest", "equivalent", "records", "indexes"]
    assert keys == list(data)
    assert ("lifeos-cortex-canonical-rebuild/v1", True, 4, []) == (
        data["format"], data["equivalent"], data["records"], data["indexes"],
    )  # fmt: skip
    assert data["canonical_digest"] == data["rebuilt_digest"]


def test_digest_of_nothing(desk: Desk) -> None:
    """An empty vault has the digest of an empty list. Vault K6"""
    empty = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    assert empty == desk.ask("rebuild", "--from-canonical").data["canonical_digest"]


def test_digest_of_the_published_pair(desk: Desk) -> None:
    """One note and one row have the published digest. Vault K7"""
    desk.put("KNOWLEDGE/a.md", "---\nid: a\ncreated: 2026-01-01\n---\nalpha")
    desk.put("KNOWLEDGE/b.jsonl", json.dumps({**ROW, "id": "b"}))
    published = "d181bad73e6b1583d5f14d8dd1cc770bdcdad7d5b7dc4dce9b6c00ab256681c1"
    assert published == desk.ask("rebuild", "--from-canonical").data["canonical_digest"]


def test_status_says_no_more(base: Desk) -> None:
    """Root, count, mode and indexes. Vault K9"""
    assert {
        "canonical": {"root": str(base.root.resolve()), "records": 4},
        "mode": "local-read-only",
        "indexes": [],
    } == base.ask("status").data


def test_reading_changes_nothing(base: Desk) -> None:
    """No read touches a byte, a size or a time below the root. Vault K10"""
    before = sha256(str(list(base.states())).encode()).hexdigest()
    for words in READS:
        assert 0 == base.ask(*words).status
    assert before == sha256(str(list(base.states())).encode()).hexdigest()


def test_tolerant_reading_says_what_it_left_out(base: Desk) -> None:
    """Past a fault the rest is read, and every fault is named; otherwise nothing is."""
    base.put("KNOWLEDGE/bad.md", b"\xff")
    base.put("KNOWLEDGE/rows.jsonl", json.dumps(ROW) + "\nbroken\n" + json.dumps(ROW))
    assert INTEGRITY == base.ask("search", "alpha").refusal
    data = base.ask("search", "alpha", "--tolerant").data
    assert ["a", "b", "j"] == sorted(item["id"] for item in data["items"])
    rows = "KNOWLEDGE/rows.jsonl"
    assert [("KNOWLEDGE/bad.md", None), (rows, 2), (rows, 3)] == [
        (one["path"], one["line"]) for one in data["skipped"]
    ]


@pytest.mark.skipif(
    subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode != 0,
    reason="this machine lets nobody mount",
)
def test_read_only_mount_works(base: Desk) -> None:
    """On a file system that cannot be written every read answers."""
    from tests.black_box.shell import CORTEX

    asked = " && ".join(
        f"{CORTEX} vault {shlex.join(words)} --memory-root {base.root}"
        for words in (*READS, ["doctor", "--json"])
    )
    script = (
        f"mount --bind {base.root} {base.root} && mount -o remount,ro,bind {base.root}"
        f" && ! touch {base.root}/x 2>/dev/null && {asked}"
    )
    ended = subprocess.run(
        ["unshare", "-m", "sh", "-c", script], capture_output=True, check=False, text=True
    )
    assert 0 == ended.returncode, ended.stderr
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [True] * (len(READS) + 1) == [one["ok"] for one in answers]


def test_digest_is_of_the_records(base: Desk) -> None:
    """A link to the root and a copy of the tree have the same digest; a changed word has not."""

    def digest(*words: str) -> str:
        found: str = base.bare("rebuild", "--from-canonical", *words).data["canonical_digest"]
        return found

    here = digest("--memory-root", str(base.root))
    alias, copy = base.home / "alias", base.home / "copy"
    alias.symlink_to(base.root)
    shutil.copytree(base.root, copy)
    assert here == digest("--memory-root", str(alias)) == digest("--memory-root", str(copy))
    (copy / "KNOWLEDGE/a.md").write_text("other")
    assert here != digest("--memory-root", str(copy))


def test_options_stand_anywhere(base: Desk) -> None:
    """Before the positional or after it, in any order."""
    root = ("--memory-root", str(base.root))
    first = base.bare("search", *root, "--page-size", "1", "alpha")
    assert first.envelope == base.bare("search", "alpha", "--page-size", "1", *root).envelope
    assert ["a"] == first.ids
